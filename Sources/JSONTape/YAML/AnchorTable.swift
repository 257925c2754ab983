/// What anchors name, while a document is read.
struct AnchorTable {
  typealias Index = Int

  /// What an anchor is at.
  enum Target {
    /// A collection that is not closed yet.
    case open(from: YAMLOutput.Mark)
    case collection(from: YAMLOutput.Mark, to: YAMLOutput.Mark)
    /// A scalar: its text, the content of a JSON string, for when it is a name; its JSON, for when it
    /// is a value.
    case scalar(text: [UInt8], json: [UInt8], at: ByteRange)
  }

  private var names: [[UInt8]: Index] = [:]
  private var targets: [Target] = []

  /// What a name stands for here: the last anchor before.
  subscript(name: [UInt8]) -> Target? { names[name].map { targets[$0] } }

  /// Notes an anchor at a collection that opens.
  mutating func open(_ name: [UInt8], at mark: YAMLOutput.Mark) -> Index {
    targets.append(.open(from: mark))
    names[name] = targets.count - 1
    return targets.count - 1
  }

  /// Notes that a collection is closed.
  mutating func close(_ index: Index, at mark: YAMLOutput.Mark) {
    guard case .open(let start) = targets[index] else { return }
    targets[index] = .collection(from: start, to: mark)
  }

  /// Notes an anchor at a scalar.
  mutating func add(_ name: [UInt8], text: [UInt8], json: [UInt8], at range: ByteRange) {
    targets.append(.scalar(text: text, json: json, at: range))
    names[name] = targets.count - 1
  }
}
