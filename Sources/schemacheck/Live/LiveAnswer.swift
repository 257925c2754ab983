@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// A request to send, and the check of its response.
struct LiveTarget: Sendable {
  let url: String
  /// The checker. For requests to all operations, it checks against the target's operation, because
  /// the API may have another base path on the server.
  let checker: Checker
  /// The contract. Nil for a URL that the user gave.
  var contract: Contract?
  /// The operation. Nil for a URL that the user gave.
  var operation: Operation?
  /// The values of the operation's parameters by name. Empty for a URL that the user gave.
  var values: [String: String] = [:]
  /// The method. Nil for the method on the command line.
  var method: String?
  /// The headers that the contract requires for the request.
  var headers: [LiveHeader] = []
  /// Whether its response may contain values for other operations.
  var isGiver = false
  /// The operation whose response contained the value of the last path parameter. Nil if no
  /// response contained it.
  var giver: String?
  /// Whether the earlier pages announce this page.
  var outlook = PageSequence.Outlook.announced

  /// Orders targets by URL, then by method.
  static func inOrder(_ left: LiveTarget, _ right: LiveTarget) -> Bool {
    left.url == right.url
      ? left.method ?? "" < right.method ?? ""
      : left.url.utf8.lexicographicallyPrecedes(right.url.utf8)
  }

  /// The same target for another page.
  func with(url: String, outlook: PageSequence.Outlook) -> LiveTarget {
    LiveTarget(
      url: url, checker: checker, contract: contract, operation: operation, values: values,
      method: method, headers: headers, isGiver: isGiver, giver: giver, outlook: outlook)
  }
}

/// A line to print while requests run.
struct LiveNote: Sendable {
  let text: String
  /// Whether the result shows that the server was reached.
  let showsServer: Bool
}

/// The result of one request.
struct LiveAnswer: Sendable {
  let target: LiveTarget
  /// The response. Nil if there was none.
  var response: LiveResponse?
  /// The findings in the response.
  var result: Checker.Result?
  /// The record of the exchange. Nil without `--record`.
  var record: ExchangeRecord?
  /// Why no response came.
  var error: LiveError?
  /// The lines for standard error, in order.
  var notes: [String] = []
  /// A line with the reason why the body could not be decoded.
  var bodyError: String?
  /// A line with the reason why the rest of a sequence is missing.
  var loss: String?
  /// Whether there is a next page that was not requested. The notes give the reason.
  var hasUnfollowedPage = false
  /// Whether the request was not sent because the server could not be reached before.
  var isUnsent = false
  /// The number of further requests that were not sent because the server could not be reached.
  var unsent = 0
  /// The number of these requests that belong to operations that were not planned yet.
  var unplanned = 0

  /// Whether the server could not be reached.
  var isUnreached: Bool {
    isUnsent || error?.cause.isUnreached == true && error?.redirectedTo == nil
  }

  /// Whether the server's status means that there is no such page, if the page was not announced.
  var endsPages: Bool {
    guard let status = response?.status, 400..<500 ~= status else { return false }
    switch target.outlook {
    case .announced: return false
    case .open: return !Self.otherReasons.contains(status)
    case .pastEnd: return true
    }
  }

  /// These statuses say nothing about the page. They mean: no login, no permission, too slow, or
  /// too many requests.
  private static let otherReasons: Set<Int> = [401, 403, 407, 408, 429]

  /// Whether Ctrl-C stopped the request before its response.
  var isInterrupted: Bool { error?.cause == .interrupted }

  /// Drops the body when it is no longer needed.
  mutating func dropBody() {
    response?.body = []
    record = nil
  }
}
