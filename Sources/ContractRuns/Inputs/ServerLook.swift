@_spi(Engine) import ContractCaptures
internal import ContractCheck
@_spi(Engine) import JSONTape

/// Finds out whether any exchange of the files has a documented host. This is done only once, when
/// the first exchange has another host.
final class ServerLook: @unchecked Sendable {
  private let lock = Lock()
  private let checker: Checker
  private var look: CaptureLook
  private var inputs: [Input] = []
  private var answer: Bool?

  init(_ checker: Checker, _ options: RunOptions, _ zlib: Zlib) {
    var checker = checker
    checker.hosts = .documented
    self.checker = checker
    look = CaptureLook(options, zlib)
  }

  /// Sets the inputs. Call this before the first input is checked.
  func begin(_ inputs: [Input]) { lock.hold { self.inputs = inputs } }

  func hasServer() -> Bool {
    lock.hold {
      if let answer { return answer }
      var isFound = false
      for input in inputs where !isFound {
        look.read(input, while: { !isFound }) { isFound = isFound || checker.isOfServer($0) }
      }
      answer = isFound
      return isFound
    }
  }
}
