@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A first look at bodies that tell no operation: files of one folder resemble the same few schemas
/// over and over.
struct NearestScreen {
  /// The schemas that a body's members come nearest to, in the order of preference.
  private typealias Nearest = [Checker.Candidate]

  private let checker: Checker
  private var judges: [SchemaJudge]
  private lazy var candidates = checker.foldedCandidates(nil)
  /// By the members that a body has.
  private var known: [[UInt8]: Nearest] = [:]
  /// More than these are forgotten and met anew, so that memory does not grow with the files.
  private static let most = 1024

  init(_ checker: Checker) {
    self.checker = checker
    judges = checker.contracts.map { SchemaJudge($0.schema) }
  }

  /// What becomes of a body that certainly gives rise to no finding, and what is assumed of it.
  mutating func look(at cursor: TapeCursor, name: String) -> FileLook? {
    guard let key = Self.members(cursor) else { return nil }
    if known[key] == nil {
      if known.count >= Self.most { known = [:] }
      known[key] = nearest(key)
    }
    for candidate in known[key] ?? [] {
      let number = candidate.number
      guard judges[number].isValid(cursor, 0, root: candidate.root) else { continue }
      let target = BodyTarget(
        contract: number, root: candidate.root, settings: candidate.settings,
        pagination: candidate.pagination)
      guard judges[number].accepts(cursor, 0, root: candidate.root),
        target.pagination?.agrees(cursor, 0) ?? true
      else { return nil }
      return FileLook(outcome: .checked, note: Checker.assumed(candidate.name, of: name))
    }
    return nil
  }

  /// The names of the members by which a body is likened, each ended by a line feed, after a mark for
  /// arrays; nil for what has none, and for names that must be decoded first.
  private static func members(_ cursor: TapeCursor) -> [UInt8]? {
    var object = 0
    let isArray = cursor.rawTag(0) == TapeTag.array.rawValue
    if isArray {
      object = cursor.firstChild(0)
      let end = cursor.next(0)
      while object < end, cursor.rawTag(object) != TapeTag.object.rawValue {
        object = cursor.next(object)
      }
      guard object < end else { return nil }
    }
    guard cursor.rawTag(object) == TapeTag.object.rawValue else { return nil }
    var names: [UInt8] = isArray ? [UInt8(ascii: "[")] : [UInt8(ascii: "{")]
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    while key < end, names.count < 4096 {
      if cursor.isEscaped(key) { return nil }
      names += cursor.rawBytes(key)
      names.append(ASCIIByte.lineFeed)
      key = cursor.next(key &+ 1)
    }
    return key < end ? nil : names
  }

  private mutating func nearest(_ members: [UInt8]) -> Nearest {
    let keys = Set(
      members.dropFirst().split(separator: ASCIIByte.lineFeed, omittingEmptySubsequences: false)
        .dropLast().map { KeyPolicy.fold(String(decoding: $0, as: UTF8.self)) })
    var best: Nearest = []
    var highest = 0.0
    for candidate in candidates
    where candidate.candidate.listed.isArray == (members.first == UInt8(ascii: "[")) {
      guard let likeness = candidate.likeness(to: keys), likeness.score >= highest else { continue }
      if likeness.score > highest { best = [] }
      highest = likeness.score
      best.append(candidate.candidate)
    }
    return best
  }
}
