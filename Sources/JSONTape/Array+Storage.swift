extension Array {
  /// Whether both arrays are one array in memory. Such arrays are equal without a comparison of
  /// their elements.
  package func isSameStorage(as other: [Element]) -> Bool {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { $0.baseAddress == own.baseAddress && $0.count == own.count }
    }
  }
}
