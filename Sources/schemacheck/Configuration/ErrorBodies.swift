@_spi(Engine) import ContractCheck

/// Fixtures of errors, whose status is in the name of the file or of its folder: `401.json`,
/// `login-404.json`, `errors/422/name.json`.
struct ErrorBodies {
  private let contract: Contract
  /// The operations of other fixtures by folder.
  private let operations: [String: [String: Int]]

  /// - Parameter known: What other fixtures of the project are.
  init(_ contract: Contract, known: [(file: String, assumption: Checker.Assumption)]) {
    self.contract = contract
    var operations: [String: [String: Int]] = [:]
    for (file, assumption) in known where Self.status(in: file) == nil {
      guard let operation = assumption.operation else { continue }
      for folder in Self.folders(of: file) {
        operations[folder, default: [:]][operation, default: 0] += 1
      }
    }
    self.operations = operations
  }

  /// Nil if the file names no status, or no operation documents such a body for it.
  func assumption(
    of bytes: @autoclosure () -> [UInt8], in file: String
  ) -> Checker.Assumption? {
    guard let status = Self.status(in: file) else { return nil }
    let fitting = contract.operations(answering: status, with: bytes())
    guard !fitting.isEmpty else { return nil }
    // The operation of the fixtures around it, from the nearest folder upwards; without one, the
    // operation that shares most words with the path of the file.
    for folder in Self.folders(of: file) {
      let counts = operations[folder] ?? [:]
      let near = fitting.filter { counts[$0.name] != nil }
      if let best = Self.likest(file, near, counts) { return assumption(best, status) }
    }
    return Self.likest(file, fitting, [:]).map { assumption($0, status) }
  }

  private func assumption(_ operation: ContractCheck.Operation, _ status: Int) -> Checker.Assumption
  {
    Checker.Assumption(operation: operation.name, status: status)
  }

  private static func likest(
    _ file: String, _ operations: [ContractCheck.Operation], _ counts: [String: Int]
  ) -> ContractCheck.Operation? {
    let wanted = Set(words(of: file))
    func rank(_ operation: ContractCheck.Operation) -> (Int, Int) {
      let words = Set(words(of: operation.name) + words(of: operation.id ?? ""))
      return (words.intersection(wanted).count, counts[operation.name] ?? 0)
    }
    // The first of several that are as near.
    return operations.reversed().max { rank($0) < rank($1) }
  }

  /// In lower case, without a plural's `s`: `getUser` and `users/` share `user`.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isAfterLower = false
    for character in text {
      let isPart = character.isLetter || character.isNumber
      if !isPart || character.isUppercase && isAfterLower {
        words.append(word)
        word = ""
      }
      if isPart { word += character.lowercased() }
      isAfterLower = character.isLowercase
    }
    return (words + [word]).filter { !$0.isEmpty }.map {
      $0.hasSuffix("s") ? String($0.dropLast()) : $0
    }
  }

  /// The status of an error, from the name of the file, else of the nearest folder.
  static func status(in file: String) -> Int? {
    let parts = file.split(separator: "/")
    guard let name = parts.last else { return nil }
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return ([stem] + parts.dropLast().reversed()).lazy.compactMap(errorStatus).first
  }

  private static func errorStatus(_ name: Substring) -> Int? {
    name.split { !$0.isLetter && !$0.isNumber }.reversed().lazy.compactMap { word -> Int? in
      let letters = word.prefix { $0.isLetter }.lowercased()
      guard ["", "error", "http", "status"].contains(letters) else { return nil }
      let digits = word.dropFirst(letters.count)
      guard digits.count == 3, let status = Int(digits), 400..<600 ~= status else { return nil }
      return status
    }.first
  }

  /// From the nearest upwards; the empty name is the project's.
  private static func folders(of file: String) -> [String] {
    let parts = file.split(separator: "/").dropLast()
    return (0...parts.count).reversed().map { parts.prefix($0).joined(separator: "/") }
  }
}
