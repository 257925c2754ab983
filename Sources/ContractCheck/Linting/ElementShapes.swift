/// The sets of properties in the objects of an array, or in files of one folder. Objects with the
/// same properties have the same shape. So even long arrays have few shapes.
struct ElementShapes {
  /// A set of properties, by their numbers in this array.
  struct PropertySet: Hashable {
    private var bits = SIMD2<UInt64>()

    static let capacity = 128

    var count: Int { bits[0].nonzeroBitCount + bits[1].nonzeroBitCount }
    var isEmpty: Bool { count == 0 }

    func contains(_ property: Int) -> Bool { bits[property >> 6] >> UInt64(property & 63) & 1 == 1 }
    mutating func insert(_ property: Int) { bits[property >> 6] |= 1 << UInt64(property & 63) }
    mutating func formUnion(_ other: PropertySet) { bits |= other.bits }
    func intersection(_ other: PropertySet) -> PropertySet { PropertySet(bits: bits & other.bits) }
    func subtracting(_ other: PropertySet) -> PropertySet { PropertySet(bits: bits & ~other.bits) }
  }

  struct Shape: Hashable {
    /// The value of the element's discriminator. Elements of different kinds are not compared.
    let kind: String?
    let properties: PropertySet
  }

  /// The missing properties of a shape. For each property: the number of elements of the same kind
  /// that have it.
  struct Absence {
    var properties: [(property: Int, count: Int)] = []
    var elements = 0
  }

  private var numbers: [Shape: Int] = [:]
  private var counts: [(shape: Shape, count: Int)] = []
  /// Properties whose value is not `true` in some element.
  private var valued = PropertySet()
  private var null = PropertySet()

  /// Adds elements of one shape and returns the number of the shape.
  mutating func add(_ shape: Shape, valued: PropertySet, null: PropertySet, count: Int = 1) -> Int {
    self.valued.formUnion(valued)
    self.null.formUnion(null)
    if let number = numbers[shape] {
      counts[number].count += count
      return number
    }
    numbers[shape] = counts.count
    counts.append((shape, count))
    return counts.count - 1
  }

  /// The missing properties of each shape, by the number of the shape.
  ///
  /// A property is expected if at least half of the elements of a kind have it, and at least two
  /// elements. If the value of an element is null, one element is enough. It shows that this API
  /// writes null and does not leave the property out. A property is not missing
  /// - in an element with less than half of the expected properties, which is of another kind;
  /// - beside a property that never occurs together with it: `url` instead of `text`, `created_at`
  ///   instead of `createdAt`;
  /// - if its value is always `true`, because such flags are often omitted when false.
  ///
  /// - Complexity: Linear in the properties of the shapes times the expected properties.
  func absences() -> [Absence] {
    var kinds: [String?: [Int]] = [:]
    for (number, entry) in counts.enumerated() {
      kinds[entry.shape.kind, default: []].append(number)
    }
    var absences = [Absence](repeating: Absence(), count: counts.count)
    for numbers in kinds.values {
      let total = numbers.reduce(0) { $0 + counts[$1].count }
      guard total > 1, numbers.count > 1 else { continue }
      var presence = [Int](repeating: 0, count: PropertySet.capacity)
      var company = [PropertySet](repeating: PropertySet(), count: PropertySet.capacity)
      for number in numbers {
        let properties = counts[number].shape.properties
        for property in 0..<PropertySet.capacity where properties.contains(property) {
          presence[property] += counts[number].count
          company[property].formUnion(properties)
        }
      }
      var due = PropertySet()
      for property in 0..<PropertySet.capacity
      where presence[property] * 2 >= total && (presence[property] > 1 || null.contains(property)) {
        due.insert(property)
      }
      for number in numbers {
        let properties = counts[number].shape.properties
        guard properties.intersection(due).count * 2 >= due.count else { continue }
        let lacking = due.subtracting(properties).intersection(valued)
        for property in 0..<PropertySet.capacity
        where lacking.contains(property) && properties.subtracting(company[property]).isEmpty {
          absences[number].properties.append((property, presence[property]))
        }
        absences[number].elements = total
      }
    }
    return absences
  }
}
