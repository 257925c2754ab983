@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// A request that is to be sent, and what its answer is checked against.
struct LiveTarget: Sendable {
  let url: String
  /// Fixed to the operation in a sweep, because the API may have another base path on the server.
  let checker: Checker
  /// Nil for the URL of a user.
  var contract: Contract?
  /// Nil for the URL of a user.
  var operation: Operation?
  /// The values of its parameters, by name; empty for the URL of a user.
  var values: [String: String] = [:]
  /// Nil for the method of the arguments.
  var method: String?
  /// What the contract says that the request needs.
  var headers: [LiveHeader] = []
  /// Whether its answer may hold values for other operations.
  var isGiver = false
  /// The operation whose answer gave the value of its last path parameter, if one did.
  var giver: String?
  /// What the pages before say of this one.
  var outlook = PageSequence.Outlook.announced

  /// By URL, then by method.
  static func inOrder(_ left: LiveTarget, _ right: LiveTarget) -> Bool {
    left.url == right.url
      ? left.method ?? "" < right.method ?? ""
      : left.url.utf8.lexicographicallyPrecedes(right.url.utf8)
  }

  /// The same for another page.
  func with(url: String, outlook: PageSequence.Outlook) -> LiveTarget {
    LiveTarget(
      url: url, checker: checker, contract: contract, operation: operation, values: values,
      method: method, headers: headers, isGiver: isGiver, giver: giver, outlook: outlook)
  }
}

/// What became of one request.
struct LiveAnswer: Sendable {
  let target: LiveTarget
  /// Nil if none came.
  var response: LiveResponse?
  /// What was found in the response.
  var result: Checker.Result?
  /// What is written down of it; nil without `--record`.
  var record: ExchangeRecord?
  /// Why no response came.
  var error: LiveError?
  /// What is said on standard error, in order.
  var notes: [String] = []
  /// Why the body could not be decoded, as a line.
  var bodyError: String?
  /// Whether there is a next page that was not asked for, for the reason in the notes.
  var hasUnfollowedPage = false
  /// Whether the request was not sent, since the server was not reached before.
  var isUnsent = false
  /// How many more requests were not sent, since the server was not reached.
  var unsent = 0
  /// How many of these belong to operations that had no turn.
  var unplanned = 0

  /// Whether the server is not there.
  var isUnreached: Bool {
    isUnsent || error?.cause.isUnreached == true && error?.redirectedTo == nil
  }

  /// Whether the server says that there is no such page, where it did not announce one.
  var endsPages: Bool {
    guard let status = response?.status, 400..<500 ~= status else { return false }
    switch target.outlook {
    case .announced: return false
    case .open: return !Self.otherReasons.contains(status)
    case .pastEnd: return true
    }
  }

  /// These say nothing of the page: no login, no right, too slow, too many requests.
  private static let otherReasons: Set<Int> = [401, 403, 407, 408, 429]

  var isInterrupted: Bool { error?.cause == .interrupted }

  /// Frees the body, which is not needed any more.
  mutating func dropBody() {
    response?.body = []
    record = nil
  }
}
