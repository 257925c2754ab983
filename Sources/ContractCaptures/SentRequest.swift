/// A request that the tool itself sent. The response must be a success.
@_spi(Engine) public struct SentRequest: Hashable, Sendable {
  /// Whether the server received the token or the password.
  public enum Credentials: Hashable, Sendable {
    /// There are no credentials.
    case none
    /// The server received the credentials.
    case sent
    /// A redirect led to another server, which did not receive the credentials.
    case dropped
    /// The command line has credentials, but does not name this server.
    case withheld(from: String)
  }

  /// The statuses that the response may have.
  package var expected = ExpectedStatuses.success
  /// Whether the server received the credentials.
  public var credentials = Credentials.none
  /// Whether the request belongs to a check of all operations. The user did not write the URL of
  /// such a request.
  public var isOfSweep = false
  /// The operation whose response gave the value of the last path parameter. Nil if the value is
  /// not from a response.
  public var giver: String?

  /// Creates a request whose response must be a 2XX.
  public init() {}

  /// The request of an exchange that `check --record` wrote. Nil for other captures.
  package init?(recorded exchange: Exchange) {
    let told = exchange.unit == .entry ? exchange.record?["_expect"] : exchange.record?["expect"]
    guard let text = told?.string, let expected = ExpectedStatuses(text) else { return nil }
    self.expected = expected
  }
}

/// A list of statuses and classes of statuses: `2XX,404`.
package struct ExpectedStatuses: Hashable, Sendable, CustomStringConvertible {
  private var ranges: [ClosedRange<Int>]

  /// Every success.
  package static let success = ExpectedStatuses(ranges: [200...299])

  private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

  /// Reads a list. Each part must be a status from 100 to 599 or a class such as `4XX`. Otherwise
  /// the result is nil.
  package init?(_ text: String) {
    ranges = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let bytes = Array(part)
      guard bytes.count == 3, 0x31...0x35 ~= bytes[0] else { return nil }
      let hundreds = Int(bytes[0] - 0x30) * 100
      if bytes[1...].allSatisfy({ $0 | 0x20 == UInt8(ascii: "x") }) {
        ranges.append(hundreds...hundreds + 99)
      } else if bytes[1...].allSatisfy(ASCIIByte.isDigit) {
        let status = hundreds + Int(bytes[1] - 0x30) * 10 + Int(bytes[2] - 0x30)
        ranges.append(status...status)
      } else {
        return nil
      }
    }
  }

  /// Whether a status is in the list.
  package func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

  /// The list as `init` reads it: `2XX,404`.
  var list: String {
    ranges.map { $0.count > 1 ? "\($0.lowerBound / 100)XX" : "\($0.lowerBound)" }
      .joined(separator: ",")
  }

  /// The list in words: `2XX or 404`.
  package var description: String {
    list.replacing(",", with: " or ")
  }
}
