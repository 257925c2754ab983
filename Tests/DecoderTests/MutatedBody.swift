import JSONTape
import TestSupport

/// A kind of mistake, and the property that it is at.
struct Mistake: Sendable {
  let kind: Mutation.Kind
  let property: String?
}

/// A right body with one mistake in it, or with two.
struct MutatedBody {
  let sample: Sample
  let bytes: [UInt8]
  let mistakes: [Mistake]

  var isEmpty: Bool { bytes.isEmpty }

  /// Bodies of all apps. Every kind of mutation is made equally often; its places are taken in turn from all
  /// properties of all types, so that a rare one is not left out.
  static func all(
    _ count: Int, _ generator: inout SeededGenerator
  ) throws -> [MutatedBody] {
    let samples = try App.all.flatMap { try Sample.all(of: $0) }
    // By operation for the body as a whole, by type and property for what is in it.
    var wholes: [String: [(Sample, Place)]] = [:]
    var parts: [String: [(Sample, Place)]] = [:]
    for sample in samples {
      for place in Place.all(in: try JSONDocument(sample.body)) {
        if place.path.isEmpty {
          wholes["\(sample.name) \(sample.status)", default: []].append((sample, place))
        }
        parts["\(sample.answer.name) \(place.path)", default: []].append((sample, place))
      }
    }
    let each = (count + Mutation.Kind.allCases.count - 1) / Mutation.Kind.allCases.count
    var bodies: [MutatedBody] = []
    for kind in Mutation.Kind.allCases {
      let mutations = Mutation.all.filter { $0.kind == kind }
      // In an order that is the same on every run.
      let groups = (mutations[0].isOfBody ? wholes : parts).sorted { $0.key < $1.key }
        .map(\.value).shuffled(using: &generator)
      var made = 0
      for round in 0..<each where made < each {
        for (number, group) in groups.enumerated() where made < each {
          let mutation = mutations[(round + number) % mutations.count]
          let (sample, place) = group[round % group.count]
          guard let bytes = mutation.mutated(place) else { continue }
          made += 1
          var body = MutatedBody(
            sample: sample, bytes: bytes,
            mistakes: [Mistake(kind: mutation.kind, property: place.property?.name)])
          if made % 6 == 0 { body = body.again(&generator) ?? body }
          bodies.append(body)
        }
      }
    }
    return bodies
  }

  /// With another mistake in it; nil if it is too broken for that.
  private func again(_ generator: inout SeededGenerator) -> MutatedBody? {
    guard let document = try? JSONDocument(bytes),
      let place = Place.all(in: document).randomElement(using: &generator),
      let mutation = Mutation.all.randomElement(using: &generator),
      let bytes = mutation.mutated(place)
    else { return nil }
    return MutatedBody(
      sample: sample, bytes: bytes,
      mistakes: mistakes + [Mistake(kind: mutation.kind, property: place.property?.name)])
  }
}
