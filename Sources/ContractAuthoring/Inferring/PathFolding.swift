@_spi(Engine) internal import ContractCheck

/// Finds gaps of paths that only their neighbours show: many siblings with the same answers, or a word
/// beside numbers, are values.
struct PathFolding {
  private let tally: TrafficTally
  private let evidence: Evidence
  private(set) var operations: [TrafficTally.Operation]

  init(_ tally: TrafficTally, _ evidence: Evidence) {
    self.tally = tally
    self.evidence = evidence
    operations = tally.operations.values.sorted { $0.name < $1.name }
    let longest = operations.map(\.path.segments.count).max() ?? 0
    for position in 0..<longest { fold(at: position) }
  }

  /// So many siblings with the same answers are values.
  private static let mostSiblings = 8

  private mutating func fold(at position: Int) {
    var groups: [String: [TrafficTally.Operation]] = [:]
    for operation in operations where position < operation.path.segments.count {
      var segments = operation.path.segments
      segments[position] = nil
      groups[
        "\(operation.method) \(operation.origin)\(PathOutline(segments: segments))", default: []
      ]
      .append(operation)
    }
    var folded: [TrafficTally.Operation] = []
    var gone: Set<String> = []
    for (_, siblings) in groups.sorted(by: { $0.key < $1.key }) where siblings.count > 1 {
      let hasGap = siblings.contains { $0.path.segments[position] == nil }
      var alike: [[String]: [TrafficTally.Operation]] = [:]
      for operation in siblings {
        let isWord = operation.path.segments[position].map(PathOutline.isWord) ?? false
        if !isWord { alike[answer(of: operation), default: []].append(operation) }
      }
      for (answer, some) in alike.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) })
      where some.count > 1 && !answer.isEmpty {
        guard
          hasGap && some.contains(where: { $0.path.segments[position] == nil })
            || some.count >= Self.mostSiblings && isAfterThing(position, some[0].path)
        else { continue }
        folded.append(fold(some, at: position))
        gone.formUnion(some.map(\.name))
      }
    }
    operations.removeAll { gone.contains($0.name) }
    operations += folded
    operations.sort { $0.name < $1.name }
  }

  /// Whether a segment comes after one that names a thing: not after `/api/v1`.
  private func isAfterThing(_ position: Int, _ path: PathOutline) -> Bool {
    guard position > 0, let before = path.segments[position - 1] else { return false }
    return !TrafficTally.Operation.isPrefix(before)
  }

  private func fold(
    _ siblings: [TrafficTally.Operation], at position: Int
  ) -> TrafficTally.Operation {
    var segments = siblings[0].path.segments
    segments[position] = nil
    let sum = TrafficTally.Operation(
      method: siblings[0].method, origin: siblings[0].origin, path: PathOutline(segments: segments))
    for sibling in siblings {
      let gap = segments[..<position].count { $0 == nil }
      if let text = sibling.path.segments[position] {
        var parameter = TrafficTally.Parameter()
        parameter.exchanges = sibling.sent
        parameter.add(text)
        sibling.gaps.insert(parameter, at: gap)
      }
      tally.merge(sibling, of: tally, into: sum)
    }
    return sum
  }

  /// The names of the members of successful answers.
  private func answer(of operation: TrafficTally.Operation) -> [String] {
    var names: Set<String> = []
    for (status, response) in operation.statuses where status < 300 {
      for shape in response.bodies.messages.values.compactMap(\.shape) {
        let elements = tally.values.shapes[shape].elements
        names.formUnion(
          tally.values.memberNames(of: elements >= 0 ? elements : shape, evidence))
      }
    }
    return names.sorted()
  }
}
