@_spi(Engine) internal import JSONTape

extension CaptureItem {
  /// Yields the exchanges and problems of a text, in order, without decoding bodies.
  ///
  /// - Parameters:
  ///   - format: The format that the user named. Nil if the format follows from the text and the
  ///     file's name.
  package static func each(
    in bytes: [UInt8], named name: String, as format: CaptureFormat?,
    _ reading: CaptureReading = CaptureReading(), _ yield: (CaptureItem) -> Void
  ) {
    let content = CaptureContent({ bytes }, named: name, as: format, reading) {
      (try? JSONDocument(bytes)).map { CaptureTape($0, base: 0) }
    }
    content.read(bytes, reading, yield)
  }

  /// Yields the exchanges and problems of a text that comes in pieces. A HAR's entries and lines
  /// are yielded when they are complete. Everything else is yielded at the end.
  ///
  /// - Parameters:
  ///   - head: The beginning of the text. Two lines, or the start of a HAR's entries, are enough to
  ///     recognise a stream.
  ///   - next: Returns the next piece. An empty piece is the end. The argument is the number of
  ///     bytes in memory.
  package static func each<Failure>(
    in head: [UInt8], named name: String, as format: CaptureFormat?,
    _ reading: CaptureReading = CaptureReading(),
    next: (_ held: Int) throws(Failure) -> [UInt8], _ yield: (CaptureItem) -> Void
  ) throws(Failure) {
    var piece = try next(head.count)
    // A complete text is recognised by all of its bytes.
    let found = piece.isEmpty ? nil : CaptureFormat.meant(byName: name, head) ?? .detect(head)
    guard let told = format ?? found, told.isStream else {
      var bytes = head
      while !piece.isEmpty {
        bytes += piece
        piece = try next(bytes.count)
      }
      return each(in: bytes, named: name, as: format, reading, yield)
    }
    var pieces = CapturePieces(told, reading)
    pieces.take(head, yield)
    while !piece.isEmpty {
      pieces.take(piece, yield)
      piece = try next(pieces.held)
    }
    pieces.take(nil, yield)
  }
}

/// Reads the entries of a HAR, or lines, as a stream.
struct CapturePieces {
  private let entries: HARStream?
  private var lines = NDJSONSplitter()
  private var requests = OpenRequests<Exchange>()
  private let reading: CaptureReading
  private var texts = TextLines<CaptureProblem>()
  /// The values without an exchange.
  private var values = TextLines<Exchange>()

  init(_ format: CaptureFormat, _ reading: CaptureReading) {
    self.reading = reading
    entries = format.reading == .entries ? HARStream() : nil
  }

  /// The number of bytes in memory.
  var held: Int { entries?.windowLength ?? lines.held }

  /// Yields the parts that a piece completes. If `piece` is nil, the text ends.
  mutating func take(_ piece: [UInt8]?, _ yield: (CaptureItem) -> Void) {
    func settle(_ lines: [CaptureProblem]) {
      for line in lines {
        yield(line.lineOfLog.flatMap { texts.isOfLog ? .exchange($0) : nil } ?? .problem(line))
      }
    }
    func settle(_ lines: [Exchange]) {
      for line in lines { yield(.exchange(values.isOfLog ? line.asLineOfLog : line)) }
    }
    func read(_ line: NDJSONLine) {
      let item = line.read(reading)
      switch item {
      case .exchange(let value) where value.isLoneValue && reading.guessesSchemas:
        return settle(values.pass(value))
      case .exchange(let exchange) where exchange.isOfExchange:
        settle(values.beginLog())
      default: break
      }
      switch item {
      case .problem(let problem) where problem.lineOfLog != nil: return settle(texts.pass(problem))
      default: if item.isOfLog { settle(texts.beginLog()) }
      }
      requests.pass(item, yield)
    }
    func read(_ part: HARStream.Part) {
      switch part {
      case .entry(let entry): entry.read(yield)
      case .problem(let problem, _): yield(.problem(problem))
      }
    }
    switch (entries, piece) {
    case (let entries?, let piece?): piece.withByteView { entries.feed($0, yield: read) }
    case (let entries?, nil): entries.finish(read)
    case (nil, let piece?): lines.feed(piece, read)
    case (nil, nil):
      lines.finish(read)
      settle(values.end())
      settle(texts.end())
      for request in requests.end() { yield(.exchange(request)) }
    }
  }
}
