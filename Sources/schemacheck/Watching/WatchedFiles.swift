@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// The state of a run's files before the run.
struct WatchedFiles {
  private struct Mark: Hashable {
    let identity: FileState.Identity
    let size: Int
    let modified: [Int]
  }

  /// The changes since the run.
  struct Changes: CustomStringConvertible {
    fileprivate var lists: [(word: String, paths: [InputPath])] = []

    var isEmpty: Bool { lists.allSatisfy(\.paths.isEmpty) }

    private static let most = 3

    /// The changes as a text: `changed: a.json, b.json; added: c.json`.
    var description: String {
      lists.filter { !$0.paths.isEmpty }.map { word, paths in
        let names = paths.sorted { $0.bytes.precedes($1.bytes) }.prefix(Self.most).map {
          Redaction.fileName($0.text)
        }
        let more = paths.count > Self.most ? ["\(paths.count - Self.most) more"] : []
        return "\(word): \((names + more).joined(separator: ", "))"
      }.joined(separator: "; ")
    }
  }

  private var marks: [InputPath: Mark]

  init(_ operands: [Operand], and others: Set<InputPath>) {
    marks = Self.marks(operands, others)
  }

  /// The number of existing files.
  var count: Int { marks.count }

  /// Adds the current state of files that are not watched yet.
  mutating func add(_ others: Set<InputPath>) {
    for path in others where marks[path] == nil { marks[path] = Self.mark(path) }
  }

  /// Updates the states. Files are read again only when they no longer change, because some files
  /// are written in pieces.
  mutating func update(_ operands: [Operand], _ others: Set<InputPath>) -> Changes {
    var now = Self.marks(operands, others)
    var changes = Changes()
    guard now != marks else { return changes }
    for _ in 0..<Self.mostPauses {
      _ = poll(nil, 0, 100)
      let later = Self.marks(operands, others)
      if later == now { break }
      now = later
    }
    let (old, new) = (Set(marks.keys), Set(now.keys))
    changes.lists = [
      ("changed", old.intersection(new).filter { marks[$0] != now[$0] }),
      ("added", Array(new.subtracting(old))), ("removed", Array(old.subtracting(new))),
    ]
    marks = now
    return changes
  }

  /// The most pauses before a file that still changes is read.
  private static let mostPauses = 20

  private static func marks(_ operands: [Operand], _ others: Set<InputPath>) -> [InputPath: Mark] {
    var marks: [InputPath: Mark] = [:]
    let inputs = InputExpansion(operands).inputs.compactMap(\.file)
    for path in Set(inputs).union(others) { marks[path] = mark(path) }
    return marks
  }

  /// The mark of a file. Nil if there is no such file.
  private static func mark(_ path: InputPath) -> Mark? {
    guard !path.bytes.contains(0), let state = FileState(path), state.isRegularFile else {
      return nil
    }
    return Mark(identity: state.identity, size: state.size, modified: state.modified)
  }
}
