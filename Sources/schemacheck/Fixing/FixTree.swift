#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folders that a run may write in: those that its operands name, and the working folder. A
/// symbolic link that leads out of them is not followed to write.
struct FixTree {
  private let roots: [InputPath]

  init(_ operands: [Argument]) {
    var roots = [InputPath(".")]
    for operand in operands where operand != "-" {
      let path = InputPath(operand.bytes)
      switch path.kind {
      case .folder: roots.append(path)
      case .file: roots.append(path.folder)
      case .missing:
        // A glob: what stands before its first wildcard.
        let literal = operand.bytes.prefix { !Self.wildcards.contains($0) }
        roots.append(InputPath(Array(literal)).folder)
      }
    }
    self.roots = roots.compactMap(\.real)
  }

  private static let wildcards = Array("*?[{".utf8)

  /// The file that a path leads to, if that is one to write.
  func target(of path: InputPath) throws(InputTrouble) -> InputPath {
    guard let target = path.real else { throw InputTrouble(path: path, code: errno) }
    guard roots.contains(where: { target.name(in: $0) != nil }) else {
      throw InputTrouble(
        "\(path.text): leads to \(target.text), outside of what was named; not fixed")
    }
    return target
  }

  /// A path as a diff names it: relative to the working folder where it lies in there.
  func shownPath(of target: InputPath) -> [UInt8] {
    InputPath(".").real.flatMap { target.name(in: $0) } ?? target.bytes
  }
}
