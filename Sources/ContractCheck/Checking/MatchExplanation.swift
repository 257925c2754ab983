/// Why an exchange was held against its operation, and what of it was not checked.
///
/// Nothing secret is in it: URLs and parameters are masked as they are in findings.
public struct MatchExplanation: Hashable, Sendable {
  /// How the operation was found, or why none was.
  enum Route: Hashable, Sendable {
    /// Method and path fit; the values of the path's parameters as they may be shown.
    case matched(template: String, origin: Origin, base: Base, parameters: [String])
    /// The caller named the operation.
    case named
    /// The caller named a component schema.
    case namedSchema(String)
    /// The body has this many of the members that either side has.
    case nearest(String, shared: Int, of: Int)
    /// Nothing is known of the exchange but a body, and that resembles no schema.
    case noLikeness
    /// No operation fits; of each contract what comes nearest.
    case none([Miss])
  }

  /// What the URL's host has to do with the documented servers.
  enum Origin: Hashable, Sendable {
    case server(String)
    /// The contract documents no server.
    case any
    /// The capture tells no host.
    case untold
    /// Another host than the documented ones: the path alone decides.
    case other
  }

  /// What stands before the template in the URL's path.
  enum Base: Hashable, Sendable {
    case none
    case removed(String)
    /// The servers' base path, which the URL lacks.
    case lacking
  }

  /// Why a contract has no operation for an exchange.
  struct Miss: Hashable, Sendable {
    enum Reason: Hashable, Sendable {
      /// The path is documented for these methods.
      case method([String])
      /// Without these first segments the operation would fit.
      case prefix(String, operation: String)
      /// The documented path that is spelled most like it.
      case path(String)
      case nothing
    }

    let contract: String
    let reason: Reason
  }

  /// What became of one message.
  struct MessagePart: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
      case checked
      /// Only whether it is JSON: the contract gives no schema.
      case parsed
      /// Nothing is promised of the body, and there is none.
      case empty
      case notChecked(Reason)
    }

    enum Reason: Hashable, Sendable {
      case absent(SkipReason)
      case undocumentedRequest
      case undocumentedStatus(documented: [String])
      case undocumentedBody
      case notJSON
    }

    let part: Exchange.Part
    /// The captured or the assumed status.
    var status: Int?
    var isStatusAssumed = false
    /// The response's key in the contract: `200`, `2XX`, `default`.
    var statusKey: String?
    /// The captured media type, without parameters.
    var mediaType: String?
    /// The contract's entry that was taken.
    var entry: String?
    /// Whether the contract documents the captured media type.
    var isDocumented = true
    var outcome: Outcome?
  }

  /// The input's name as it is shown.
  var file: String
  var exchange: ExchangeReference
  /// The contract's name; nil where none was taken.
  var contract: String?
  /// `GET /users/{id}`.
  var operation: String?
  var operationID: String?
  var route: Route?
  /// The messages that were looked at.
  var parts: [MessagePart] = []
  /// Parameters that no schema judges, by their place: `query page`.
  var unjudged: [String] = []
}
