@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Tries the fixes of own rules before they are offered. The body with all fixes is checked once. A
/// fix is certain if it causes no new mistake.
struct OwnFixes {
  private struct Fix {
    let position: Int32
    let owner: Owner
    let edits: [BodyFix.Edit]
    /// The places of the value before and after the fix.
    let old: [String]
    let new: [String]
  }

  private struct Mistake: Hashable {
    let place: [String]
    let owner: Owner
    let keyword: String
    let property: String?
  }

  private let document: JSONDocument
  private var fixes: [Fix] = []
  private var mistakes: Set<Mistake> = []
  /// Fixes that overlap are tried in separate rounds.
  private static let mostRounds = 8

  init(_ document: JSONDocument) { self.document = document }

  mutating func add(_ failure: SchemaFailure, at pointer: JSONPointer) {
    mistakes.insert(Self.mistake(failure, at: pointer.tokens))
  }

  /// - Parameter newName: The property's name after the fix; nil if the name stays.
  mutating func add(
    _ fix: BodyFix, of failure: SchemaFailure, _ position: Int32, at pointer: JSONPointer,
    newName: String?
  ) {
    let old = pointer.tokens + (failure.missingProperty.map { [$0] } ?? [])
    var new = old
    if let newName, !new.isEmpty { new[new.count - 1] = newName }
    fixes.append(
      Fix(position: position, owner: failure.owner, edits: fix.edits, old: old, new: new))
  }

  private static func mistake(_ failure: SchemaFailure, at place: [String]) -> Mistake {
    Mistake(
      place: place, owner: failure.owner, keyword: failure.keyword,
      property: failure.missingProperty)
  }

  /// The positions of the fixes that are certain.
  ///
  /// - Complexity: O(*n*) in the size of the body and the number of failures.
  func certain(_ schema: CompiledSchema, _ root: Int32) -> Set<Int32> {
    var open = fixes.sorted { $0.edits[0].range.offset < $1.edits[0].range.offset }
    var certain: Set<Int32> = []
    for _ in 0..<Self.mostRounds where !open.isEmpty {
      let (made, left, text) = making(open)
      open = left
      guard let document = try? JSONDocument(text) else { continue }
      certain.formUnion(hold(made, in: document, schema, root))
    }
    return certain
  }

  /// Applies the fixes that do not overlap.
  private func making(_ open: [Fix]) -> (made: [Fix], left: [Fix], text: [UInt8]) {
    let source = document.bytes(in: ByteRange(offset: 0, length: document.byteCount))
    var made: [Fix] = []
    var left: [Fix] = []
    var renamed: Set<[String]> = []
    var text: [UInt8] = []
    var end = 0
    for fix in open {
      let isWithin =
        !renamed.isEmpty
        && fix.old.indices.contains {
          renamed.contains(Array(fix.old[..<$0]))
        }
      guard !isWithin, fix.edits[0].range.offset >= end else {
        left.append(fix)
        continue
      }
      if fix.old != fix.new { renamed.insert(fix.old) }
      for edit in fix.edits {
        text += source[(source.startIndex + end)..<(source.startIndex + edit.range.offset)]
        text += edit.text.utf8
        end = edit.range.end
      }
      made.append(fix)
    }
    return (made, left, text + source[(source.startIndex + end)...])
  }

  private func hold(
    _ made: [Fix], in document: JSONDocument, _ schema: CompiledSchema, _ root: Int32
  ) -> Set<Int32> {
    var certain = Set(made.map(\.position))
    var fixes: [[String]: [Fix]] = [:]
    for fix in made { fixes[fix.new, default: []].append(fix) }
    var list = schema.failureList(in: document, root: root)
    var failures: [SchemaFailure] = []
    for position in 0..<list.count { failures.append(list.failure(at: position)) }
    let paths = document.withCursor { TapePath($0).paths(to: failures.map(\.instance)) }
    /// Places with new violations.
    var broken: Set<[String]> = []
    for failure in failures {
      let place = paths[failure.instance]?.pointer.tokens ?? []
      let whole = place + (failure.missingProperty.map { [$0] } ?? [])
      let depth = (0...whole.count).last { fixes[Array(whole[..<$0])] != nil }
      guard let depth, let here = fixes[Array(whole[..<depth])] else {
        if !mistakes.contains(Self.mistake(failure, at: place)) { broken.insert(place) }
        continue
      }
      for fix in here {
        let old = fix.old + place.dropFirst(fix.new.count)
        let isOwn = failure.owner == fix.owner && whole.count == fix.new.count
        let wasThere = mistakes.contains(
          Self.mistake(failure, at: place.count < fix.new.count ? place : old))
        if failure.isGivenUp || isOwn || !wasThere { certain.remove(fix.position) }
      }
    }
    guard !broken.isEmpty else { return certain }
    for fix in made
    where (0...fix.new.count).contains(where: { broken.contains(Array(fix.new[..<$0])) }) {
      certain.remove(fix.position)
    }
    return certain
  }
}

extension ViolationReader {
  /// The positions of the failures whose fixes are certain.
  func tryOwnFixes() -> Set<Int32> {
    guard let contract = reading.contract?.contract, let root else { return [] }
    let all = 0..<Int32(clamping: list.count)
    let paths = walk.paths(to: all.map { instances[Int($0)] })
    var fixes = OwnFixes(reading.document)
    for position in all {
      let failure = failure(at: position)
      let path = paths[failure.instance] ?? TapePath.Place()
      fixes.add(failure, at: path.pointer)
      let rule = reading.rule(of: failure)
      guard rule.origin != nil, rule.repair != nil, standsIn[position] == nil else { continue }
      let violation = reading.violation(failure, at: path, markedKey: markedKeys[position])
      guard let fix = violation.fix, !fix.edits.isEmpty else { continue }
      fixes.add(fix, of: failure, position, at: path.pointer, newName: rule.newName)
    }
    return fixes.certain(contract.schema, root)
  }
}
