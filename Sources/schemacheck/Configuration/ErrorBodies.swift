@_spi(Engine) import ContractCheck
import ContractRuns

/// Fixtures of errors, with the status in the name of the file or its folder: `401.json`,
/// `login-404.json`, `errors/422/name.json`.
struct ErrorBodies {
  private let contract: Contract
  /// The operations of other fixtures by folder.
  private let operations: [String: [String: Int]]

  /// - Parameter known: The operations of other fixtures in the project.
  init(_ contract: Contract, known: [(file: String, assumption: Checker.Assumption)]) {
    self.contract = contract
    var operations: [String: [String: Int]] = [:]
    for (file, assumption) in known where NameHint.status(in: file) == nil {
      guard let operation = assumption.operation else { continue }
      for folder in Self.folders(of: file) {
        operations[folder, default: [:]][operation, default: 0] += 1
      }
    }
    self.operations = operations
  }

  /// The assumption for a file. Nil if the file's name gives no status, or if no operation
  /// documents such a body for the status.
  func assumption(
    of bytes: @autoclosure () -> [UInt8], in file: String
  ) -> Checker.Assumption? {
    guard let status = NameHint.status(in: file) else { return nil }
    let fitting = contract.operations(answering: status, with: bytes())
    guard !fitting.isEmpty else { return nil }
    // The best operation shares most words with the file's name. If several operations do, it is
    // the operation of the fixtures around the file, from the nearest folder upwards. If there is
    // none, it is the operation that shares most words with the path.
    let own = Set(NameHint.words(of: file.split(separator: "/").last.map(String.init) ?? file))
    let shared = fitting.map { own.intersection($0.ownWords).count }
    let named = zip(fitting, shared).filter { $0.1 == shared.max() }.map(\.0)
    for folder in Self.folders(of: file) {
      let counts = operations[folder] ?? [:]
      let near = named.filter { counts[$0.name] != nil }
      if let best = Self.likest(file, near, counts) { return assumption(best, status) }
    }
    return Self.likest(file, named, [:]).map { assumption($0, status) }
  }

  private func assumption(_ operation: ContractCheck.Operation, _ status: Int) -> Checker.Assumption
  {
    Checker.Assumption(operation: operation.name, status: status)
  }

  private static func likest(
    _ file: String, _ operations: [ContractCheck.Operation], _ counts: [String: Int]
  ) -> ContractCheck.Operation? {
    let wanted = Set(NameHint.words(of: file))
    func rank(_ operation: ContractCheck.Operation) -> (Int, Int) {
      let words = Set(NameHint.words(of: operation.name) + NameHint.words(of: operation.id ?? ""))
      return (words.intersection(wanted).count, counts[operation.name] ?? 0)
    }
    // This returns the first of several equally near operations.
    return operations.reversed().max { rank($0) < rank($1) }
  }

  /// The folders of a file, from the nearest folder upwards. The empty name is the project's
  /// folder.
  private static func folders(of file: String) -> [String] {
    let parts = file.split(separator: "/").dropLast()
    return (0...parts.count).reversed().map { parts.prefix($0).joined(separator: "/") }
  }
}
