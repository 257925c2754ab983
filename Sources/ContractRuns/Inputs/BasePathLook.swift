@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape

/// Finds the base path by reading the first exchanges of the inputs. The search happens only once,
/// when the first path fits no operation. The search follows the order of the inputs. So the result
/// is the same for any number of threads. Inputs that can be read only once (standard input, pipes)
/// are skipped.
final class BasePathLook: @unchecked Sendable {
  private let lock = Lock()
  private var search: BasePathSearch
  private var inputs: [Input] = []
  /// The method of live URLs.
  private let method: String
  private var look: CaptureLook
  private var answer: FoundBasePath??

  /// The most bytes of all inputs together.
  private static let mostRead = 64 << 20

  /// Creates a search. Nil if every contract documents its servers.
  init?(_ contracts: [Contract], _ options: RunOptions, _ zlib: Zlib) {
    guard let search = BasePathSearch(contracts) else { return nil }
    self.search = search
    look = CaptureLook(options, zlib, upTo: Self.mostRead)
    method = options.method
  }

  /// Sets the inputs. Call this before the first input is checked.
  func begin(_ inputs: [Input]) { lock.hold { self.inputs = inputs } }

  func find() -> FoundBasePath? {
    lock.hold {
      if let answer { return answer }
      let found = search(inputs)
      answer = .some(found)
      return found
    }
  }

  private func search(_ inputs: [Input]) -> FoundBasePath? {
    var first: Input?
    for input in inputs where !search.isSettled {
      if case .url(let url) = input {
        search.add(method: method, url: url)
      } else {
        look.read(input, while: { !search.isSettled }) { search.add($0) }
      }
      if first == nil, search.count > 0 { first = input }
    }
    guard let path = search.path, let first else { return nil }
    let shown = URLRedaction.redact(path.description)
    let reason =
      search.count == 1
      ? "the first exchange that fits has this base path"
      : "the first \(search.count) exchanges that fit have this base path"
    return FoundBasePath(
      path,
      note: "\(first.name): base path `\(shown)` assumed: \(reason); `--base-path` sets another")
  }
}
