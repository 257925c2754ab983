extension JSONDocument {
  /// Reads a document in YAML 1.2. Only values that JSON can express are accepted.
  ///
  ///     let document = try JSONDocument(yaml: "lat: 0x1F".utf8)
  ///     document.root["lat"]?.text          // 31
  ///     document.root["lat"]?.sourceRange   // 4 bytes from offset 5
  ///
  /// Text without quotes has the types of YAML's core schema: `no`, `1_000` and `2024-01-01` are
  /// strings, and `012` is 12. Numbers keep every digit. The document's own text is JSON, and
  /// ranges are ranges of this JSON. `sourceRange` is the range in the YAML text. The reader
  /// refuses repeated names, names that are not scalars, numbers that are not finite, and tags
  /// outside the core schema. It also refuses the merge key of YAML 1.1, a second document, and
  /// aliases that add more than 16 MiB. JSON text is also accepted if it has no repeated names.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - maximumDepth: The deepest allowed nesting of collections.
  /// - Throws: The problem with its byte offset.
  /// - Complexity: Linear in the number of bytes, including the bytes that aliases add.
  public init(yaml bytes: some Collection<UInt8>, maximumDepth: Int = 512) throws(YAMLError) {
    var texts: YAMLTexts?
    try self.init(yaml: bytes, maximumDepth: maximumDepth, tracing: &texts)
  }

  /// Reads a document in YAML, and keeps the places inside its texts. The tag `!binary` is
  /// supported. A scalar with another tag outside the core schema is read as a text.
  @_spi(Engine) public init(
    yaml bytes: some Collection<UInt8>, texts: inout YAMLTexts
  ) throws(YAMLError) {
    var traced: YAMLTexts? = texts
    try self.init(yaml: bytes, maximumDepth: 512, tracing: &traced)
    texts = traced ?? texts
  }

  private init(
    yaml bytes: some Collection<UInt8>, maximumDepth: Int, tracing texts: inout YAMLTexts?
  ) throws(YAMLError) {
    let padded = Self.padded(bytes)
    let count = padded.count - Self.padding
    guard count < YAMLOutput.byteLimit else { throw YAMLError(.tooLarge, offset: 0) }
    var failure: YAMLError?
    let isTraced = texts != nil
    var traced: YAMLTexts?
    let output = padded.withUnsafeBufferPointer { buffer -> YAMLOutput in
      guard let start = buffer.baseAddress else { return YAMLOutput() }
      var reader = YAMLReader(bytes: start, end: count, maximumDepth: maximumDepth)
      if isTraced { reader.trace = TextTrace() }
      do throws(YAMLError) {
        try reader.readStream()
      } catch {
        failure = error
      }
      traced = reader.trace?.texts
      return reader.output
    }
    texts = traced
    if let failure { throw failure }
    let places = WordPlaces(output.places)
    do throws(JSONParseError) {
      try self.init(
        padded: Self.padded(output.bytes), maximumDepth: maximumDepth,
        source: Source(bytes: Array(padded.dropLast(Self.padding)), map: .perWord(places)))
    } catch {
      // The output is JSON. Only its depth or its size can be too large, because aliases add to
      // both.
      let place = places.fileRange(of: ByteRange(offset: error.offset, length: 1))
      let reason: YAMLError.Reason =
        if case .tooDeep(let limit) = error.reason { .tooDeep(limit: limit) } else { .tooLarge }
      throw YAMLError(reason, offset: place.offset)
    }
    if let repeated = duplicateKeys().first {
      let name = node(at: repeated.repeated)
      throw YAMLError(.duplicateKey(name.string ?? ""), offset: name.sourceRange.offset)
    }
  }
}
