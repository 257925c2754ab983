@_spi(Engine) internal import ContractCaptures
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
  init?(_ contracts: [Contract], _ options: RunOptions, _ zlib: Zlib) {
    guard let search = BasePathSearch(contracts) else { return nil }
    self.search = search
    self.zlib = zlib
    format = options.format
    method = options.method
  }

  /// Sets the inputs, before the first is checked.
  func begin(_ inputs: [Input]) { lock.hold { self.inputs = inputs } }

  func find() -> FoundBasePath? {
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
    let reader: InputReader
    switch input {
    case .url(let url): return search.add(method: method, url: url)
    case .file(let path) where path.isRegularFile: reader = InputReader(try InputFile(path), zlib)
    case .entry(let entry): reader = try InputReader(entry, zlib)
    case .memory(let name, let bytes): reader = InputReader(bytes, named: name, zlib)
    case .file, .standardInput: return
    }
    defer { left -= reader.byteCount }
    // A bare body has no path.
    if format == .json { return }
    let head = try InputRun.Head(reader, upTo: left)
    try CaptureItem.each(
      in: head.bytes, named: input.name, as: format,
      next: { _ throws(RunError) in
        search.isSettled || reader.byteCount >= left ? [] : try reader.next()
      }
    ) { item in
      if case .exchange(let exchange) = item { search.add(exchange) }
    }
  }
}
