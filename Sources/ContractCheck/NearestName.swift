/// Finds the known name that a misspelled name most likely means.
package enum NearestName {
  /// The name among `candidates` that is nearest to `wanted`. Nil if no name is near enough.
  ///
  /// Case and `-`, `_` and `.` are ignored, so `coordinateNames` finds `coordinate-names`. The
  /// distance counts the letters that are inserted, deleted, replaced or swapped with a neighbour.
  /// At most 3 letters may differ, and at most a third of the longer name. An unfinished name also
  /// finds the names that begin with it. If several names are equally near, the first name is the
  /// result.
  package static func of(
    _ wanted: String, among candidates: some Sequence<String>
  ) -> String? {
    NamePool(candidates).nearest(to: wanted)
  }

  /// The end of a message about an unknown name: "; did you mean `NAME`?", or nothing.
  package static func suggestion(
    for wanted: String, among candidates: some Sequence<String>
  ) -> String {
    suggestion(of(wanted, among: candidates))
  }

  /// The same text for a given nearest name.
  package static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean `\($0)`?" } ?? ""
  }

  /// Whether one name is most likely a misspelling of the other name. One letter may differ, or two
  /// letters if the name has at least ten letters. Names under four letters never match.
  static func isSlip(_ name: String, _ other: String) -> Bool {
    let (letters, others) = (folded(name), folded(other))
    let length = min(letters.count, others.count)
    // Names that differ in a digit, such as `line1` and `line2`, are two properties.
    let isDigit = { (letter: UInt32) in letter >= 0x30 && letter <= 0x39 }
    guard length >= 4, letters.filter(isDigit) == others.filter(isDigit) else { return false }
    return distance(letters, others, atMost: length >= 10 ? 2 : 1) != nil
  }

  /// The maximum length of names. Longer names are probably data, not misspellings. The limit also
  /// limits the work.
  fileprivate static let longest = 64

  fileprivate static func folded(_ name: String) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in name.unicodeScalars where !["-", "_", "."].contains(scalar) {
      guard letters.count < longest else { return [] }
      let isUpper = ("A"..."Z").contains(scalar)
      letters.append(isUpper ? scalar.value + 32 : scalar.value)
    }
    return letters
  }

  /// The optimal string alignment distance: Damerau-Levenshtein without edits between swapped
  /// letters. Nil if the distance is more than `limit`.
  private static func distance(_ a: [UInt32], _ b: [UInt32], atMost limit: Int) -> Int? {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in distance(a, b, atMost: limit) }
    }
  }

  fileprivate static func distance(
    _ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>, atMost limit: Int
  ) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    // There are three rows: the one before the last, the last, and the current one.
    let width = b.count + 1
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: width * 3) { rows in
      // Bound: a row starts at 0, `width` or `2 * width`, and `j + 1` is less than `width`.
      for j in 0..<width * 3 { rows[j] = j < width ? 0 : j - width }
      var (beforeLast, last, row) = (0, width, width * 2)
      for i in 0..<a.count {
        rows[row] = i + 1
        var least = i + 1
        for j in 0..<b.count {
          var best = min(
            rows[last + j] + (a[i] == b[j] ? 0 : 1), rows[last + j + 1] + 1, rows[row + j] + 1)
          if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
            best = min(best, rows[beforeLast + j - 1] + 1)
          }
          rows[row + j + 1] = best
          least = min(least, best)
        }
        // A swap looks two rows back. No row has a smaller minimum than the two rows before it.
        if least > limit + 1 { return nil }
        (beforeLast, last, row) = (last, row, beforeLast)
      }
      return rows[last + b.count] <= limit ? rows[last + b.count] : nil
    }
  }
}

/// Known names, prepared for many look-ups.
struct NamePool {
  private struct Name {
    let text: String
    let letters: Range<Int>
    /// A bit set of the letters, by their last six bits.
    let signature: UInt64
  }

  private var names: [Name] = []
  private var letters: [UInt32] = []

  /// Names without letters and very long names are ignored.
  init(_ candidates: some Sequence<String>) {
    for text in candidates {
      let folded = NearestName.folded(text)
      guard !folded.isEmpty else { continue }
      let start = letters.count
      letters += folded
      names.append(
        Name(text: text, letters: start..<letters.count, signature: Self.signature(folded)))
    }
  }

  private static func signature(_ letters: [UInt32]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1 % 64) }
  }

  /// The cost of a look-up: the number of comparisons letter by letter. It is small because most
  /// names already differ in length or letters.
  func cost(of wanted: String) -> Int {
    wanted.utf8.count > 4 * NearestName.longest ? 0 : 1 + names.count / 16
  }

  /// The name nearest to `wanted`; see ``NearestName/of(_:among:)``.
  func nearest(to wanted: String) -> String? {
    let folded = NearestName.folded(wanted)
    guard !folded.isEmpty else { return nil }
    let signature = Self.signature(folded)
    var nearest: (name: String, distance: Int)?
    var completion: String?
    folded.withUnsafeBufferPointer { wantedLetters in
      self.letters.withUnsafeBufferPointer { letters in
        for name in names {
          let other = UnsafeBufferPointer(rebasing: letters[name.letters])
          let allowed = min(
            3, max(folded.count, other.count) / 3, (nearest?.distance ?? 4) - 1)
          // A letter that occurs in only one of the names needs an edit.
          if abs(other.count - folded.count) <= allowed,
            (signature & ~name.signature).nonzeroBitCount <= allowed,
            (name.signature & ~signature).nonzeroBitCount <= allowed, name.text != wanted,
            let distance = NearestName.distance(wantedLetters, other, atMost: allowed)
          {
            nearest = (name.text, distance)
          }
          if completion == nil, folded.count >= 3, other.count >= folded.count,
            signature & ~name.signature == 0, other.starts(with: wantedLetters),
            name.text != wanted
          {
            completion = name.text
          }
        }
      }
    }
    return nearest?.name ?? completion
  }
}
