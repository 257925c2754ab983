/// The sets of properties in the objects of an array, or in files of one folder. Objects with the
/// same properties have the same shape. So even long arrays have few shapes.
struct ElementShapes {
  /// A set of properties, by their numbers in this array.
  struct MemberSet: Hashable {
    private var bits = SIMD2<UInt64>()

    static let capacity = 128

    var count: Int { bits[0].nonzeroBitCount + bits[1].nonzeroBitCount }
    var isEmpty: Bool { count == 0 }

    func contains(_ member: Int) -> Bool { bits[member >> 6] >> UInt64(member & 63) & 1 == 1 }
    mutating func insert(_ member: Int) { bits[member >> 6] |= 1 << UInt64(member & 63) }
    mutating func formUnion(_ other: MemberSet) { bits |= other.bits }
    func intersection(_ other: MemberSet) -> MemberSet { MemberSet(bits: bits & other.bits) }
    func subtracting(_ other: MemberSet) -> MemberSet { MemberSet(bits: bits & ~other.bits) }
  }

  struct Shape: Hashable {
    /// The value of the element's discriminator. Elements of different kinds are not compared.
    let kind: String?
    let members: MemberSet
  }

  /// The missing properties of a shape. For each property: the number of elements of the same kind
  /// that have it.
  struct Absence {
    var members: [(member: Int, count: Int)] = []
    var elements = 0
  }

  private var numbers: [Shape: Int] = [:]
  private var counts: [(shape: Shape, count: Int)] = []
  /// Properties whose value is not `true` in some element.
  private var valued = MemberSet()
  private var null = MemberSet()

  /// Adds elements of one shape and returns the number of the shape.
  mutating func add(_ shape: Shape, valued: MemberSet, null: MemberSet, count: Int = 1) -> Int {
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
      var presence = [Int](repeating: 0, count: MemberSet.capacity)
      var company = [MemberSet](repeating: MemberSet(), count: MemberSet.capacity)
      for number in numbers {
        let members = counts[number].shape.members
        for member in 0..<MemberSet.capacity where members.contains(member) {
          presence[member] += counts[number].count
          company[member].formUnion(members)
        }
      }
      var due = MemberSet()
      for member in 0..<MemberSet.capacity
      where presence[member] * 2 >= total && (presence[member] > 1 || null.contains(member)) {
        due.insert(member)
      }
      for number in numbers {
        let members = counts[number].shape.members
        guard members.intersection(due).count * 2 >= due.count else { continue }
        let lacking = due.subtracting(members).intersection(valued)
        for member in 0..<MemberSet.capacity
        where lacking.contains(member) && members.subtracting(company[member]).isEmpty {
          absences[number].members.append((member, presence[member]))
        }
        absences[number].elements = total
      }
    }
    return absences
  }
}
