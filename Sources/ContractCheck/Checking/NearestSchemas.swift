@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Finds schemas that a body may match by the names of its members, and remembers the results:
/// files in one folder often match the same few schemas.
struct NearestSchemas {
  final class Candidate {
    let target: BodyTarget
    let isArray: Bool
    let names: Set<[UInt8]>
    let operation: Operation?
    /// The operation's name in counts.
    let counted: OperationCount.Name?
    /// The assumption that selects this schema by name; nil where no name does.
    let assumption: Checker.Assumption?
    let name: String

    init(
      _ target: BodyTarget, _ listed: ListedMembers, _ name: String,
      _ assumption: Checker.Assumption?, of operation: Operation?, in contract: String
    ) {
      self.target = target
      self.name = name
      self.assumption = assumption
      self.operation = operation
      counted = operation.map { OperationCount.Name(contract: contract, operation: $0.name) }
      isArray = listed.isArray
      names = Set(listed.names.map { KeyPolicy.fold($0) })
    }
  }

  /// A candidate, and how many members it shares with a body.
  struct Near {
    let schema: Candidate
    let shared: Int
    let all: Int

    /// Whether most members are common.
    var isClear: Bool { Double(shared) >= NearestSchemas.clearLikeness * Double(all) }
  }

  /// The key under which results are remembered.
  private struct Members: Hashable {
    let isArray: Bool
    let status: Int?
    /// As written, each followed by a line feed.
    var names: [UInt8] = []
  }

  private let checker: Checker
  private var candidates: [Int?: [Candidate]] = [:]
  private var known: [Members: [Near]] = [:]
  /// The schema assumed for the last body.
  var assumed: String?
  /// When there are more, all are forgotten, to limit memory.
  private static let most = 1024
  private static let mostStatuses = 64
  /// Longer names, in bytes, are not remembered.
  private static let longest = 4096
  /// Below this share of common members a schema is no candidate.
  private static let leastLikeness = 0.3
  /// From this share on, a value within a body that itself resembles nothing counts.
  private static let clearLikeness = 0.6
  /// Envelopes have few members.
  private static let mostEnclosed = 24
  /// Of candidates that are equally near, so many are tried.
  private static let mostTried = 16

  init(_ checker: Checker) { self.checker = checker }

  static func note(_ name: String, of input: String) -> String {
    "\(input): assumed \(name), the nearest match"
  }

  /// The nearest schemas for a body's members, best first.
  mutating func candidates(like cursor: TapeCursor, _ index: Int, status: Int?) -> [Near] {
    var object = index
    let isArray = cursor.rawTag(index) == TapeTag.array.rawValue
    if isArray {
      object = cursor.firstChild(index)
      let end = cursor.next(index)
      while object < end, cursor.rawTag(object) != TapeTag.object.rawValue {
        object = cursor.next(object)
      }
      guard object < end else { return [] }
    }
    guard cursor.rawTag(object) == TapeTag.object.rawValue else { return [] }
    var members = Members(isArray: isArray, status: status)
    var key = cursor.firstChild(object)
    while key < cursor.next(object), members.names.count < Self.longest {
      members.names += cursor.rawBytes(key)
      members.names.append(ASCIIByte.lineFeed)
      key = cursor.next(key &+ 1)
    }
    let isLong = key < cursor.next(object)
    if !isLong, let known = known[members] { return known }
    let found = nearest(Self.names(cursor, object), isArray: isArray, status)
    if !isLong {
      if known.count >= Self.most { known = [:] }
      known[members] = found
    }
    return found
  }

  /// For a body that resembles no schema: the key of its one member whose value clearly resembles
  /// some, and the first of them. Only few members are tried, so that nothing large is searched.
  mutating func candidates(
    within cursor: TapeCursor, _ index: Int, status: Int?
  ) -> (key: Int, likely: [Near])? {
    guard cursor.rawTag(index) == TapeTag.object.rawValue,
      cursor.count(index) <= Self.mostEnclosed
    else { return nil }
    var found: (key: Int, likely: [Near])?
    var key = cursor.firstChild(index)
    while key < cursor.next(index) {
      let likely = candidates(like: cursor, key &+ 1, status: status).filter(\.isClear)
      if !likely.isEmpty {
        // Two such members are parts of something else.
        guard found == nil else { return nil }
        found = (key, Array(likely.prefix(Self.mostTried)))
      }
      key = cursor.next(key &+ 1)
    }
    return found
  }

  private static func names(_ cursor: TapeCursor, _ object: Int) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    var key = cursor.firstChild(object)
    while key < cursor.next(object) {
      names.insert(KeyPolicy.fold(cursor.decodedString(key)))
      key = cursor.next(key &+ 1)
    }
    return names
  }

  private mutating func nearest(
    _ keys: Set<[UInt8]>, isArray: Bool, _ status: Int?
  ) -> [Near] {
    if candidates.count >= Self.mostStatuses { candidates = [:] }
    let all = candidates[status] ?? Self.candidates(checker, status)
    candidates[status] = all
    var best: [Near] = []
    var highest = Self.leastLikeness
    for candidate in all where candidate.isArray == isArray {
      let shared = keys.intersection(candidate.names).count
      let either = keys.count + candidate.names.count - shared
      guard shared > 0 else { continue }
      let score = Double(shared) / Double(either)
      guard score >= highest else { continue }
      if score > highest { best = [] }
      highest = score
      best.append(Near(schema: candidate, shared: shared, all: either))
    }
    return best
  }

  /// The schemas of responses with this status, or of all responses and components where the status
  /// is not known.
  private static func candidates(_ checker: Checker, _ status: Int?) -> [Candidate] {
    var candidates: [Candidate] = []
    let isRequest = checker.assumption.isRequest
    for (number, contract) in checker.contracts.enumerated() {
      func add(
        _ root: Int32?, _ listed: ListedMembers, _ settings: RuleSettings, _ name: String,
        _ assumption: Checker.Assumption?, _ pagination: PaginationPlace? = nil,
        of operation: Operation? = nil
      ) {
        guard let root else { return }
        let target = BodyTarget(
          contract: number, root: root, settings: settings, pagination: pagination)
        candidates.append(
          Candidate(target, listed, name, assumption, of: operation, in: contract.name))
      }
      for operation in contract.operations {
        if isRequest, let content = operation.request {
          for entry in content.entries {
            add(
              entry.root, entry.listed, content.settings, "the request of `\(operation.name)`",
              Checker.Assumption(operation: operation.name, isRequest: true), of: operation)
          }
        }
        let documented =
          status.map { operation.response(for: $0).map { [$0] } ?? [] } ?? operation.responses
        for response in isRequest ? [] : documented {
          let isSuccess = response.status == operation.success?.status
          let assumption = Checker.Assumption(
            operation: operation.name, status: isSuccess ? nil : response.leastStatus)
          for entry in response.content.entries
          where entry.mediaType.isJSON || entry.mediaType.isOpen {
            add(
              entry.root, entry.listed, response.content.settings,
              "`\(operation.name)` \(response.status)",
              response.status == "default" ? nil : assumption,
              response.status.hasPrefix("2") ? entry.pagination : nil, of: operation)
          }
        }
      }
      for name in status == nil ? contract.schemaNames : [] {
        guard let component = contract.components[name] else { continue }
        add(
          isRequest ? component.request : component.response, component.listed, component.settings,
          "the schema `\(name)`", Checker.Assumption(isRequest: isRequest, schema: name))
      }
    }
    return candidates
  }
}
