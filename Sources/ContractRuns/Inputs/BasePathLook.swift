@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape

/// Finds the base path that the inputs show, by a look at their first exchanges. It is made once,
/// when a path fits no operation, and follows the order of the inputs, so that the answer is the same
/// for any number of threads. What can be read only once (standard input, pipes) is not looked at.
final class BasePathLook: @unchecked Sendable {
  private let lock = Lock()
  private var search: BasePathSearch
  private var inputs: [Input] = []
  private let format: CaptureFormat?
  /// Of live URLs.
  private let method: String
  private let zlib: Zlib
  private var answer: FoundBasePath??

  /// In bytes, of all inputs together.
  private static let mostRead = 64 << 20
  private var left = mostRead

  /// Nil where every contract documents its servers.
  package init?(_ contracts: [Contract], _ options: RunOptions, _ zlib: Zlib) {
    guard let search = BasePathSearch(contracts) else { return nil }
    self.search = search
    self.zlib = zlib
    format = options.format
    method = options.method
  }

  /// Sets the inputs, before the first is checked.
  package func begin(_ inputs: [Input]) { lock.hold { self.inputs = inputs } }

  package func find() -> FoundBasePath? {
    lock.hold {
      if let answer { return answer }
      let found = look()
      answer = .some(found)
      return found
    }
  }

  private func look() -> FoundBasePath? {
    var first: Input?
    for input in inputs {
      guard !search.isSettled, left > 0 else { break }
      // A file that cannot be read is reported at its turn.
      try? look(in: input)
      if first == nil, search.count > 0 { first = input }
    }
    guard let path = search.path, let first else { return nil }
    let shown = URLRedaction.redact(path.description)
    let reason =
      search.count == 1
      ? "the first exchange that fits has it"
      : "the first \(search.count) exchanges that fit have it"
    return FoundBasePath(
      path,
      note: "\(first.name): base path `\(shown)` assumed: \(reason); `--base-path` sets another")
  }

  private func look(in input: Input) throws(RunError) {
    switch input {
    case .url(let url): search.add(method: method, url: url)
    case .file(let path) where path.isRegularFile:
      try look(in: input, InputReader(try InputFile(path), zlib))
    case .entry(let entry): try look(in: input, try InputReader(entry, zlib))
    case .memory(let name, let bytes):
      try look(in: input, InputReader(bytes, named: name, zlib))
    case .file, .standardInput: break
    }
  }

  private func look(in input: Input, _ reader: InputReader) throws(RunError) {
    defer { left -= reader.byteCount }
    let head = try InputRun.Head(reader, upTo: left)
    try look(
      in: head, reader, format ?? CaptureFormat.meant(byName: input.name, head.bytes),
      named: input.name)
  }

  private func look(
    in start: InputRun.Head, _ reader: InputReader, _ format: CaptureFormat?, named name: String
  ) throws(RunError) {
    let head = start.bytes
    switch format ?? start.format {
    case .har:
      let stream = HARStream()
      try each(head, reader) { piece in
        piece.withUnsafeBytes { bytes in
          stream.feed(bytes) { if case .entry(let entry) = $0 { search.add(entry) } }
        }
      }
      stream.flush { if case .entry(let entry) = $0 { search.add(entry) } }
    case .ndjson:
      var lines = NDJSONSplitter()
      try each(head, reader) { lines.feed($0) { add($0.read()) } }
      lines.finish { add($0.read()) }
    case .http: CaptureFormat.http.read(try reader.rest(after: head, upTo: left)) { add($0) }
    // A bare body has no path.
    case .json where format != nil: break
    case .json, .wiremock, .postman, .newman, .vcr, .dvr, .pact, .charles, .proxyman, .tap, .log:
      CaptureItem.each(in: try reader.rest(after: head, upTo: left), named: name, as: format) {
        add($0)
      }
    }
  }

  private func each(
    _ head: [UInt8], _ reader: InputReader, _ body: ([UInt8]) -> Void
  ) throws(RunError) {
    var piece = head
    while !piece.isEmpty {
      body(piece)
      guard !search.isSettled, reader.byteCount < left else { return }
      piece = try reader.next()
    }
  }

  private func add(_ item: CaptureItem) {
    if case .exchange(let exchange) = item { search.add(exchange) }
  }
}
