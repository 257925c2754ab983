@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractReports
@_spi(Engine) import JSONTape

extension InputRun {
  /// Creates a pipeline. `jobs` can lower the number of threads from the options.
  package func pipeline(_ validation: Validation, jobs: Int? = nil) -> Pipeline {
    var validation = validation
    validation.zlib = console.zlib
    validation.records = records
    let jobs = validation.isOrdered ? 1 : jobs ?? self.jobs
    return Pipeline(jobs: jobs, validation, reports.needs)
  }

  /// Validates inputs and reports in their order. `send` sends the request of a live URL and
  /// reports its response.
  package mutating func validate(
    _ inputs: [Input], with validation: Validation,
    send: (String, inout InputRun) -> Void = { url, run in
      run.addError("\(Input.url(url).name): only `check` sends requests")
    }
  ) {
    let pipeline = pipeline(validation)
    let format = format
    expect(inputs)
    // For one input, reading ahead has no advantage.
    let source = FileSource(inputs) { [unnamed] input, worker in
      // Files that were found in folders are regular files.
      inputs.count > 1
        ? worker.result(ofFile: input, format: format, isRegular: unnamed.contains(input)) : nil
    }
    pipeline.run(source) { unit in
      validate(unit.input) { run in
        if case .url(let url) = unit.input {
          send(url, &run)
        } else if let file = unit.result {
          run.add(file, of: unit.input)
        } else {
          run.read(unit.input, through: pipeline)
        }
      }
      return !console.isCut
    }
    if let remark = RecordMapping.remark(records) { addNote(remark) }
  }

  package mutating func validate(_ input: Input, report: (inout InputRun) -> Void) {
    suppression?.begin(input)
    showProgress(in: input)
    let errorsBefore = errors
    let exchangesBefore = summary.exchanges
    isNotRead = false
    credentials.begin()
    texts = TextLines()
    report(&self)
    settle(texts.end(), of: input)
    for check in requests.end() { add(check.result) }
    tellUnreadable(in: input)
    for (_, result) in credentials.end() { add(result) }
    if credentials.hasDropped { addNote(Rule.removedCredentials(in: input.name)) }
    pass(input)
    let isUnreadable = errors > errorsBefore && summary.exchanges == exchangesBefore
    if isNotRead || isUnreadable, unnamed.contains(input) {
      InputExpansion.count(input, in: &summary.filesNotRead)
    } else {
      summary.inputs += 1
      if case .url = input { summary.urls += 1 }
    }
    if errors == errorsBefore, let failure = suppression?.failure(of: input) {
      addFailure(failure)
    }
  }

  /// Reads newline-delimited JSON in slices, and HARs by entries. For these, the memory does not
  /// grow with the input. Reads everything else as a whole.
  package mutating func read(_ input: Input, through pipeline: Pipeline) {
    let validation = pipeline.validation
    let named = validation.readsExchanges ? CaptureFormat.meant(byName: input.name) : nil
    // A log is one value or several lines.
    var known = format == .log ? nil : format ?? named
    do throws(RunError) {
      let reader = try reader(of: input)
      follow(reader)
      defer { statistics?.count(reader.byteCount, as: known?.rawValue ?? "unknown") }
      var head = Head()
      if format == nil, known != nil {
        head = Head(start: try reader.next())
        known = CaptureFormat.meant(byName: input.name, head.bytes)
      }
      if known == nil {
        head = try Head(reader, after: head)
        // A failed command before the pipe writes no output.
        let isNothing = input == .standardInput && validation.readsExchanges
        if head.bytes.isEmpty, allowsEmpty || isNothing { return }
        if head.isWhole, !head.isHAR {
          // After its only value is read, the format is known.
          let format = check(
            head.bytes, of: input, format: format, with: pipeline.validator(for: input),
            isCut: false)
          known = format
          guard validation.isStream(format) else { return }
          known = nil
        }
      }
      let told = known
      var format = known ?? head.format
      if unnamed.contains(input), CaptureName.isOtherLog(input.name, format) {
        isNotRead = true
        return
      }
      // A text may be a stream although its beginning does not show this.
      var failure: RunError?
      if !validation.isStream(format) {
        do throws(RunError) { try head.readRest(of: reader) } catch { failure = error }
        format = known ?? head.format
      }
      known = format
      switch format {
      case .ndjson:
        let loneValues = head.loneValues(
          before: reader, pipeline.validator(for: input).traffic,
          mayWait: reader.isRegularFile || !reports.needs.verdicts)
        let source = SliceSource(
          linesOf: input, head: head.bytes, reader, jobs: pipeline.jobs, loneValues)
        pipeline.run(source) { slice in
          add(slice)
          if !reader.isReadable() { reports.flush() }
          return !console.isCut
        }
        if let error = source.error { throw error }
      case .har where validation.readsExchanges:
        try readEntries(of: input, head: head.bytes, reader, through: pipeline)
      // If HTTP messages end too early, all except the last are complete.
      case _ where failure == nil || format == .http:
        // The content shows whether a file is one body or contains stubs.
        let format = told == nil && format == .json ? self.format : format
        let validator = pipeline.validator(for: input)
        known = check(
          head.bytes, of: input, format: format, with: validator, isCut: failure != nil)
      default: break
      }
      if let failure { throw failure }
    } catch {
      if console.isCut { return }
      addError(error.message)
      addUnreadable(error.message, reference: nil, of: input)
    }
  }

  private func reader(of input: Input) throws(RunError) -> InputReader {
    switch input {
    case .file(let path):
      return InputReader(try InputFile(path), console.zlib, beforeWaiting: console.flush)
    case .entry(let entry):
      try ArchiveReader.verify(entry, console.zlib)
      return try InputReader(entry, console.zlib)
    case .standardInput: return InputReader(console, console.zlib)
    case .memory(let name, let bytes): return InputReader(bytes, named: name, console.zlib)
    // Live URLs are requested, not read.
    case .url: throw RunError("\(input.name): only `check` sends requests")
    }
  }

  /// The beginning of an input, with enough bytes to detect the format. These are two lines, the
  /// beginning of a HAR, or all bytes.
  struct Head {
    var bytes: [UInt8] = []
    /// Whether these are all bytes of the input.
    private(set) var isWhole = false
    /// Whether the entries of a HAR have begun.
    private(set) var isHAR = false

    var format: CaptureFormat { isHAR ? .har : .detect(bytes) }

    private static let longest = 16 << 20

    /// Creates an empty beginning.
    init() {}

    /// Creates a beginning from the first bytes, even if they are not enough.
    init(start: [UInt8]) { bytes = start }

    /// - Parameter start: The bytes that are already read.
    init(
      _ reader: InputReader, after start: Head = Head(), upTo limit: Int = .max
    ) throws(RunError) {
      bytes = start.bytes
      var lineFeeds = Self.lineFeeds(in: bytes)
      var look = HARLook()
      // A file that is too large to be read as a whole must be a stream. Its beginning shows this.
      while lineFeeds < 2, bytes.count < limit, !(reader.isTooLarge && bytes.count > Self.longest) {
        // A HAR may have only one line.
        isHAR = look.recognises(bytes)
        if isHAR { break }
        // If a stream waits for its second record, the first is decided without it.
        if lineFeeds == 1, !reader.isRegularFile, CaptureFormat.isSurelyLines(bytes) { break }
        let piece: [UInt8]
        do throws(RunError) {
          piece = try reader.next()
        } catch {
          // The bytes before the failure are validated first. Then reading fails again.
          guard !bytes.isEmpty else { throw error }
          break
        }
        isWhole = piece.isEmpty
        if isWhole { break }
        lineFeeds += Self.lineFeeds(in: piece)
        bytes += piece
        try reader.verify(length: bytes.count)
      }
    }

    mutating func readRest(of reader: InputReader) throws(RunError) {
      try reader.readRest(to: &bytes)
    }

    /// The number of line feeds, at most two.
    private static func lineFeeds(in piece: [UInt8]) -> Int {
      piece.withByteView { piece in
        guard let first = piece.firstIndex(of: 0x0A, from: 0) else { return 0 }
        return piece.firstIndex(of: 0x0A, from: first + 1) == nil ? 1 : 2
      }
    }
  }

  /// Reads the entries of a HAR. Several threads parse slices until the first error. Then one
  /// thread parses the rest in order.
  private mutating func readEntries(
    of input: Input, head: [UInt8], _ reader: InputReader, through pipeline: Pipeline
  ) throws(RunError) {
    let validator = pipeline.validator(for: input)
    let stream = HARStream()
    var left = head
    while true {
      left.withByteView { stream.feed($0) { add($0, of: input, validator) } }
      left = []
      if stream.hasGivenUp { return stream.finish { add($0, of: input, validator) } }
      let hasMore: Bool
      do throws(RunError) {
        hasMore = try stream.fill(
          { buffer throws(RunError) in
            try reader.verify(length: stream.windowLength)
            return try reader.read(into: buffer)
          },
          yield: { add($0, of: input, validator) })
      } catch {
        stream.flush { add($0, of: input, validator) }
        throw error
      }
      guard hasMore, !console.isCut else { return }
      guard pipeline.jobs > 1, !pipeline.validation.isSequential(input),
        let count = stream.restCount, count <= HARStream.pieceSize
      else {
        continue
      }
      left = try readSlices(of: input, from: stream, reader, through: pipeline)
    }
  }

  /// Reads entries on several threads from the stream's position. Returns the bytes with which the
  /// stream must continue.
  private mutating func readSlices(
    of input: Input, from stream: HARStream, _ reader: InputReader, through pipeline: Pipeline
  ) throws(RunError) -> [UInt8] {
    let source = SliceSource(
      entriesOf: input, stream.takeRest(), reader, jobs: pipeline.jobs)
    var last: InputSlice?
    pipeline.run(source) { slice in
      add(slice)
      last = slice
      return slice.brokenEntry == nil && !console.isCut
    }
    if let error = source.error { throw error }
    if console.isCut { return [] }
    return source.rest(after: last, to: stream)
  }

  /// Validates a text that was read as a whole and returns its format. If the end of the text is
  /// missing, the last exchange is not reported.
  private mutating func check(
    _ bytes: [UInt8], of input: Input, format: CaptureFormat?, with validator: UnitValidator,
    isCut: Bool
  ) -> CaptureFormat {
    // The problems of an exchange come before the exchange.
    var held: [ExchangeResult] = []
    let padded = bytes + repeatElement(0, count: 64)
    return padded.withByteView { file in
      validator.check(file: file, of: input, format: format) {
        if isCut {
          if held.last?.result != nil {
            for result in held { add(result, of: input) }
            held = []
          }
          held.append($0)
        } else {
          add($0, of: input)
        }
        showProgress(in: input)
      }
    }
  }
}
