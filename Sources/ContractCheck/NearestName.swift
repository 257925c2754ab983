/// "Did you mean": the known name that a misspelled one most likely means.
public enum NearestName {
  /// The name among `candidates` that is nearest to `wanted`, if one is near enough.
  ///
  /// Case and `-`, `_` and `.` are ignored, so `coordinateNames` finds `coordinate-names`. The
  /// distance counts letters inserted, deleted, replaced or swapped with a neighbour; at most a
  /// third of the longer name may differ, and never more than 3. An unfinished name finds what
  /// begins with it. Of equally near names the first wins.
  public static func of(
    _ wanted: String, among candidates: some Sequence<String>
  ) -> String? {
    let letters = folded(wanted)
    guard !letters.isEmpty else { return nil }
    var nearest: (name: String, distance: Int)?
    var completion: String?
    for candidate in candidates where candidate != wanted {
      let other = folded(candidate)
      guard !other.isEmpty else { continue }
      let allowed = min(3, max(letters.count, other.count) / 3)
      if let distance = distance(letters, other, atMost: allowed), distance < nearest?.distance ?? 4
      {
        nearest = (candidate, distance)
      }
      if completion == nil, letters.count >= 3, other.starts(with: letters) {
        completion = candidate
      }
    }
    return nearest?.name ?? completion
  }

  /// "; did you mean `NAME`?", or nothing: the end of a message about an unknown name.
  public static func suggestion(
    for wanted: String, among candidates: some Sequence<String>
  ) -> String {
    suggestion(of(wanted, among: candidates))
  }

  /// The same for a given nearest name.
  public static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean `\($0)`?" } ?? ""
  }

  /// Whether one name is most likely a misspelling of the other: one letter differs, or two from
  /// ten letters on. Names under four letters never match.
  static func isSlip(_ name: String, _ other: String) -> Bool {
    let (letters, others) = (folded(name), folded(other))
    let length = min(letters.count, others.count)
    // Names that differ in a digit, such as `line1` and `line2`, are two members.
    let isDigit = { (letter: UInt32) in letter >= 0x30 && letter <= 0x39 }
    guard length >= 4, letters.filter(isDigit) == others.filter(isDigit) else { return false }
    return distance(letters, others, atMost: length >= 10 ? 2 : 1) != nil
  }

  /// Longer names are data rather than misspellings; the limit bounds the work.
  private static let longest = 64

  private static func folded(_ name: String) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in name.unicodeScalars where !["-", "_", "."].contains(scalar) {
      guard letters.count < longest else { return [] }
      let isUpper = ("A"..."Z").contains(scalar)
      letters.append(isUpper ? scalar.value + 32 : scalar.value)
    }
    return letters
  }

  /// The optimal string alignment distance (Damerau-Levenshtein without edits between swapped
  /// letters), or nil when it is more than `limit`.
  private static func distance(_ a: [UInt32], _ b: [UInt32], atMost limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
