@_spi(Engine) internal import JSONTape

/// Compares the files of a folder with each other. For example, it finds that only seven of eight
/// users have an `avatarUrl`.
///
/// Bodies of the same shape are compared like the elements of an array (``ElementShapes``). The
/// comparison keeps names, counts and single words in memory, but no bodies.
@_spi(Engine) public struct SiblingFiles {
  private struct Address: Hashable {
    let folder: String
    let path: [String]
  }

  /// The objects with the same properties.
  fileprivate struct Shape {
    let kind: String?
    let names: Set<String>
    /// The names in the form that all cases share.
    let folded: Set<String>
    var valued: Set<String> = []
    var null: Set<String> = []
    var files: [Int] = []
    /// The values of properties that may be enumerations. An empty word stands for other text.
    var words: [String: [String: [Int]]] = [:]
  }

  fileprivate struct Table {
    var shapes: [Shape] = []
    var numbers: [[String]: Int] = [:]
    /// Whether the names are data. Then each file has a shape of its own.
    var isData = false
  }

  private var files: [String] = []
  private var tables: [Address: Table] = [:]

  fileprivate static let mostShapes = 512
  /// The maximum number of paths to objects in all folders. It is needed because the number of
  /// paths is unlimited if names are data.
  private static let mostTables = 1024
  fileprivate static let mostWords = 64

  /// Creates an empty comparison.
  public init() {}

  /// Adds the body of a file.
  public mutating func add(_ outline: BodyOutline, of file: String, in folder: String) {
    let number = files.count
    files.append(file)
    for place in outline.places where !place.properties.isEmpty {
      let address = Address(folder: folder, path: place.path)
      guard tables[address] != nil || tables.count < Self.mostTables else { continue }
      tables[address, default: Table()].add(place, number)
    }
  }

  /// The differences between the files that were added.
  public var differences: SiblingDifferences {
    var found = SiblingDifferences()
    for (address, table) in tables where !table.isData {
      for group in table.groups {
        for (file, difference) in Self.differences(in: group) {
          found.byFile[files[file], default: []].append((address.path, difference))
        }
      }
    }
    return found
  }

  /// A name without case and separators.
  fileprivate static func folded(_ name: String) -> String {
    String(decoding: NamePattern.fold(name), as: UTF8.self)
  }

  /// The most frequent name for each name that differs from it only in the case. No file has both
  /// names.
  private static func usualNames(in group: [Shape]) -> [String: String] {
    var counts: [String: [String: Int]] = [:]
    for shape in group {
      for name in shape.names {
        counts[folded(name), default: [:]][name, default: 0] += shape.files.count
      }
    }
    var usual: [String: String] = [:]
    for names in counts.values where names.count > 1 {
      guard let most = names.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
        continue
      }
      for name in names.keys where name != most {
        let areApart = !group.contains { $0.names.contains(name) && $0.names.contains(most) }
        if areApart { usual[name] = most }
      }
    }
    return usual
  }

  private static func differences(in group: [Shape]) -> [(Int, SiblingDifferences.Kind)] {
    let names = group.reduce(into: Set<String>()) { $0.formUnion($1.names) }.sorted()
    guard names.count <= ElementShapes.PropertySet.capacity,
      group.reduce(0, { $0 + $1.files.count }) > 1
    else { return [] }
    let usual = usualNames(in: group)
    let numberOf = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    func set(_ wanted: Set<String>) -> ElementShapes.PropertySet {
      var set = ElementShapes.PropertySet()
      for name in wanted { if let number = numberOf[usual[name] ?? name] { set.insert(number) } }
      return set
    }
    var shapes = ElementShapes()
    let numbers = group.map { shape in
      let known = ElementShapes.Shape(kind: shape.kind, properties: set(shape.names))
      return shapes.add(
        known, valued: set(shape.valued), null: set(shape.null), count: shape.files.count)
    }
    let absences = shapes.absences()
    var found: [(Int, SiblingDifferences.Kind)] = []
    for (shape, number) in zip(group, numbers) {
      // Files differ more than the elements of an array. So two or three files are no evidence.
      let total = absences[number].elements
      for (property, count) in absences[number].properties
      where total > 3 && count * 4 >= total * 3 {
        let absence = SiblingDifferences.Kind.absent(
          names[property], count: count, of: total)
        found += shape.files.map { ($0, absence) }
      }
      let renamed = shape.names.filter { usual[$0] != nil }.sorted()
      // A file with many such names follows another style.
      guard renamed.count * 2 <= shape.names.count else { continue }
      let alike = group.filter { $0.kind == shape.kind }
      let whole = alike.reduce(0) { $0 + $1.files.count }
      for name in renamed {
        guard let other = usual[name] else { continue }
        let count = alike.reduce(0) { $0 + ($1.names.contains(other) ? $1.files.count : 0) }
        guard whole > 3, count * 4 >= whole * 3 else { continue }
        let renaming = SiblingDifferences.Kind.renamed(name, usual: other, count: count, of: whole)
        found += shape.files.map { ($0, renaming) }
      }
    }
    for name in names {
      var tally = SpellingTally()
      for (word, files) in group.flatMap({ $0.words[name] ?? [:] }) {
        tally.add(word.isEmpty ? nil : word, count: files.count)
      }
      for odd in tally.odd {
        for file in group.flatMap({ $0.words[name]?[odd.spelling] ?? [] }) {
          found.append((file, .spelling(name, odd)))
        }
      }
    }
    return found
  }
}

extension SiblingFiles.Table {
  fileprivate mutating func add(_ place: BodyOutline.Place, _ file: Int) {
    guard !isData else { return }
    let key = place.properties.map(\.name).sorted() + [place.kind.map { ":\($0)" } ?? ""]
    let number = numbers[key] ?? shapes.count
    if number == shapes.count {
      guard number < SiblingFiles.mostShapes else {
        self = SiblingFiles.Table(isData: true)
        return
      }
      numbers[key] = number
      let names = Set(place.properties.map(\.name))
      shapes.append(
        SiblingFiles.Shape(
          kind: place.kind, names: names, folded: Set(names.map(SiblingFiles.folded))))
    }
    shapes[number].files.append(file)
    for property in place.properties {
      if !property.isTrue { shapes[number].valued.insert(property.name) }
      if property.isNull { shapes[number].null.insert(property.name) }
      guard property.isText else { continue }
      let known = shapes[number].words[property.name] ?? [:]
      let isRoom = known.count < SiblingFiles.mostWords
      let word = isRoom || known[property.word ?? ""] != nil ? property.word ?? "" : ""
      shapes[number].words[property.name, default: [:]][word, default: []].append(file)
    }
  }

  /// The similar shapes: they share two thirds of their names with the most frequent shape. The case
  /// of the names does not matter.
  fileprivate var groups: [[SiblingFiles.Shape]] {
    let order = shapes.sorted {
      ($1.files.count, $0.files[0]) < ($0.files.count, $1.files[0])
    }
    var groups: [[SiblingFiles.Shape]] = []
    for shape in order {
      let home = groups.firstIndex { group in
        let common = group[0].folded.intersection(shape.folded).count
        return common * 3 >= (group[0].folded.count + shape.folded.count - common) * 2
      }
      if let home { groups[home].append(shape) } else { groups.append([shape]) }
    }
    return groups
  }
}

/// The differences between files of one folder: properties that only some of the files have,
/// properties with another name, and values with another spelling.
@_spi(Engine) public struct SiblingDifferences: Sendable {
  enum Kind: Sendable {
    case absent(String, count: Int, of: Int)
    case spelling(String, SpellingTally.Odd)
    case renamed(String, usual: String, count: Int, of: Int)
  }

  /// The shape of findings about siblings, so that the findings of one folder form one group.
  package static let shape = "sibling"

  typealias Difference = (path: [String], kind: Kind)

  fileprivate(set) var byFile: [String: [Difference]] = [:]

  init() {}
}
