@_spi(Engine) internal import JSONTape

/// The content of a text. Every reader of captures uses this type. So all readers find the same
/// exchanges.
package enum CaptureContent {
  /// One body, with its value if the text is JSON.
  case body(CapturedValue?)
  /// Exchanges as entries, lines or messages. They are read from the bytes.
  case exchanges(CaptureFormat)
  case document(CaptureFormat.Kind, CaptureDocument)
  /// One exchange record, or the line of a collector, on several lines.
  case record(CapturedValue)
  /// The text is not read because of this problem.
  case problem(CaptureProblem)

  /// - Parameters:
  ///   - bytes: Returns the text. It is called if the text is not JSON or may be a stream.
  ///   - format: The format that the user named. Nil if the format follows from the text and the
  ///     file's name.
  ///   - parse: Parses the text as JSON. Returns nil for other text. It is called at most once.
  package init(
    _ bytes: () -> [UInt8], named name: String, as format: CaptureFormat?,
    _ reading: CaptureReading = CaptureReading(), parse: () -> CaptureTape?
  ) {
    let readsRecords = reading.readsRecords
    if let format = format ?? (readsRecords ? CaptureFormat.meant(byName: name, bytes()) : nil) {
      if format.hasLayout {
        let found = parse().map {
          Self(document: $0.root, named: name, as: format, reading)
        }
        // Most logs have a record on each line.
        let lines: Self? = format == .log && found == nil ? .exchanges(.ndjson) : nil
        self = found ?? lines ?? Self(text: bytes(), named: name, as: format) ?? .body(nil)
      } else {
        self.init(format, format.reading == .body ? parse()?.root : nil, readsRecords)
      }
      return
    }
    let root = parse()?.root
    if let root, !RecordReader(tape: root.tape, index: 0, text: 0..<0, reading).isRecord,
      !readsRecords || root["log"] == nil && !LogText.isWrapped(in: root)
    {
      self = readsRecords ? Self(document: root, named: name, reading) : .body(root)
      if case .problem = self, reading.isTold { self = .body(root) }
      return
    }
    let bytes = bytes()
    var found = CaptureFormat.detect(bytes)
    // A log and the network trace of Playwright may have no requests.
    if readsRecords, name.hasSuffix(".network") || CaptureName.isLog(ASCIIByte.lowercased(name)),
      bytes.allSatisfy(ASCIIByte.isSpace)
    {
      found = .ndjson
    }
    if found.reading == .body, readsRecords, let root, !reading.describes(root.cursor),
      !reading.isTold || (root["responseBody"] ?? root["requestBody"]) != nil,
      RecordReader(tape: root.tape, index: 0, text: 0..<0, reading).isRecord
        || LogText.isWrapped(in: root)
    {
      self = .record(root)
    } else if found.reading == .body, readsRecords, let content = Self(text: bytes, named: name) {
      self = content
    } else {
      self.init(found, root, readsRecords)
    }
  }

  /// The content in a format without a layout.
  private init(_ format: CaptureFormat, _ root: CapturedValue?, _ readsRecords: Bool) {
    let isBody = format.reading == .body || !readsRecords && format.reading != .lines
    self = isBody ? .body(root) : .exchanges(format)
  }

  /// The content of a JSON document.
  ///
  /// - Parameter format: The required format; nil for any.
  private init(
    document root: CapturedValue, named name: String, as format: CaptureFormat? = nil,
    _ reading: CaptureReading
  ) {
    // Most bodies have many properties, but no property that is typical of a capture.
    let isSmall = root.kind == .array || root.count <= UnsupportedCapture.mostProperties
    let start = ByteRange(offset: root.range.offset, length: 0)
    if isSmall, let kind = CaptureFormat.recognised(root, as: format, name: name, reading.kinds),
      format != nil || !reading.isBody(root, kind.layout)
    {
      self = .document(kind, CaptureDocument(json: root))
    } else if let format {
      self = .problem(CaptureProblem(kind: .notMeant(format), range: start))
    } else if let capture = UnsupportedCapture(root) {
      self = .problem(CaptureProblem(kind: .unsupported(capture), range: start))
    } else if isSmall, let kind = reading.unknownShape(root), !reading.isBody(root) {
      self = .problem(CaptureProblem(kind: kind, range: start))
    } else {
      if !reading.kinds.isEmpty, !reading.isBody(root) { reading.note(root) }
      self = .body(root)
    }
  }

  /// The content of a text that is not JSON. Nil if the text may be a broken body.
  private init?(text bytes: [UInt8], named name: String, as format: CaptureFormat? = nil) {
    let start = ByteRange(offset: 0, length: 0)
    if let plain = JSONComments.blanked(bytes), let document = try? JSONDocument(plain) {
      let root = CaptureTape(document, base: 0).root
      // WireMock allows comments in its files.
      if let kind = CaptureFormat.recognised(root, as: format ?? .wiremock) {
        self = .document(kind, CaptureDocument(json: root))
        return
      }
    }
    if format != nil || CaptureFormat.mayBeCassette(bytes) {
      do throws(YAMLError) {
        let document = try CaptureDocument(yaml: bytes)
        if let kind = CaptureFormat.recognised(document.root, as: format) {
          self = .document(kind, document)
          return
        }
      } catch {
        // A text that is not YAML may be broken JSON or something else.
        let place = ByteRange(offset: error.offset, length: 0)
        self = .problem(CaptureProblem(kind: .yaml(error), range: place))
        return
      }
    }
    if let format {
      self = .problem(CaptureProblem(kind: .notMeant(format), range: start))
    } else if let capture = UnsupportedCapture(bytes, name: name)
      ?? (CaptureFormat.vcr.fits(name: name) ? .yaml : nil)
    {
      self = .problem(CaptureProblem(kind: .unsupported(capture), range: start))
    } else {
      return nil
    }
  }

  /// The format. It is JSON if the text has no other format.
  package var format: CaptureFormat {
    switch self {
    case .exchanges(let format): format
    case .document(let kind, _) where kind.format.hasLayout: kind.format
    case .body, .document, .record, .problem: .json
    }
  }

  /// The exchange of a text with `count` bytes that is one JSON value.
  package func value(ofLength count: Int) -> Exchange? {
    guard case .body(let root?) = self else { return nil }
    return .bare(.value(root, text: 0..<count), range: ByteRange(offset: 0, length: count))
  }

  /// Yields the exchanges and problems of the text, in order, without decoding bodies.
  package func read(
    _ bytes: [UInt8], _ reading: CaptureReading = CaptureReading(),
    _ yield: (CaptureItem) -> Void
  ) {
    switch self {
    case .body:
      // The check reports why it is not JSON.
      let body = Body(bytes: bytes, map: .identity(base: 0))
      let range = ByteRange(offset: 0, length: bytes.count)
      yield(.exchange(value(ofLength: bytes.count) ?? .bare(.body(body), range: range)))
    case .exchanges(let format) where format.isStream:
      var pieces = CapturePieces(format, reading)
      pieces.take(bytes, yield)
      pieces.take(nil, yield)
    case .exchanges: HTTPMessageReader.read(bytes, yield)
    case .document(let kind, let document): kind.layout.read(document, reading, yield)
    case .record(let root):
      let text = 0..<bytes.count
      do throws(CaptureProblem) {
        let reader = RecordReader(tape: root.tape, index: 0, text: text, reading)
        var exchange = try reader.exchange()
        exchange.unit = nil
        yield(.exchange(exchange))
      } catch {
        yield(.problem(error))
      }
    case .problem(let problem): yield(.problem(problem))
    }
  }
}
