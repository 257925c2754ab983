/// Which members the objects of an array have: objects with the same members are one shape, so an
/// array of any length is a handful of them.
struct ElementShapes {
  /// A set of members by the numbers of this array.
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
    /// What the element's discriminator says; elements of other kinds are no evidence.
    let kind: String?
    let members: MemberSet
  }

  /// Members that a shape lacks, and how many elements of its kind have each.
  struct Absence {
    var members: [(member: Int, count: Int)] = []
    var elements = 0
  }

  private var numbers: [Shape: Int] = [:]
  private var counts: [(shape: Shape, count: Int)] = []
  /// Members that are anything but `true` somewhere.
  private var valued = MemberSet()
  private var null = MemberSet()

  mutating func add(_ shape: Shape, valued: MemberSet, null: MemberSet) -> Int {
    self.valued.formUnion(valued)
    self.null.formUnion(null)
    if let number = numbers[shape] {
      counts[number].count += 1
      return number
    }
    numbers[shape] = counts.count
    counts.append((shape, 1))
    return counts.count - 1
  }

  /// What each shape lacks, by its number.
  ///
  /// A member is due where at least half of the elements of a kind have it, and two at least: one
  /// is no evidence, unless it is null there, which shows that this API does not leave it out. It
  /// is not missed
  /// - in an element that has less than half of what is due: that is something else;
  /// - beside a member that never stands with it: `url` in place of `text`, `created_at` in place
  ///   of `createdAt`;
  /// - when it is never anything but `true`: such flags are often left out when they are false.
  ///
  /// - Complexity: Linear in the members of the shapes, times the members that are due.
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
