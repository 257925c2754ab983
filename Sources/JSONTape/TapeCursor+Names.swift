extension TapeCursor {
  /// A member's name: the hash of its decoded bytes, and where it stands.
  struct Name {
    var hash: UInt64
    var index: Int
  }

  /// The names of the members between two indexes, in the order of the tape.
  func names(_ members: Range<Int>) -> [Name] {
    var names: [Name] = []
    var index = members.lowerBound
    while index < members.upperBound {
      names.append(Name(hash: stringHash(index), index: index))
      index = next(index &+ 1)
    }
    return names
  }

  /// The names in an order that brings the same ones together, each group in the order of the tape.
  ///
  /// Names with the same hash that are not the same are put in order by their bytes, so that nobody
  /// gains by making hashes collide.
  func sortedNames(_ members: Range<Int>) -> [Name] {
    names(members).sorted { left, right in
      if left.hash != right.hash { return left.hash < right.hash }
      if stringsEqual(left.index, self, right.index) { return left.index < right.index }
      return decodedString(left.index).utf8.lexicographicallyPrecedes(
        decodedString(right.index).utf8)
    }
  }
}
