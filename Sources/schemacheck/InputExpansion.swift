@_spi(Engine) import ContractCheck

/// One thing to check.
enum Input: Hashable, Sendable {
  case file(InputPath)
  case standardInput
  case url(String)

  /// What findings call it, without its secrets.
  var name: String {
    switch self {
    case .file(let path): Redaction.fileName(path.text)
    case .standardInput: "<stdin>"
    case .url(let url): URLRedaction.redact(url)
    }
  }
}

/// The operands of a command made into inputs: files, folders, globs, `-` and URLs.
///
/// The inputs come out in the order of their names, each once. What cannot be found is a trouble
/// beside the others, which are still checked.
struct InputExpansion {
  private(set) var inputs: [Input] = []
  private(set) var troubles: [InputTrouble] = []
  /// Folders that were walked, so that links back to them end.
  var walked: Set<InputPath.Identity> = []

  /// What folders are searched for.
  let extensions: [String]

  init(_ operands: [Argument], extensions: [String] = Self.extensions) {
    self.extensions = extensions
    for operand in operands { expand(operand) }
    var seen: Set<Input> = []
    inputs = inputs.filter { seen.insert($0).inserted }.sorted {
      $0.sortKey.lexicographicallyPrecedes($1.sortKey)
    }
  }

  private mutating func expand(_ operand: Argument) {
    if operand == "-" {
      inputs.append(.standardInput)
      return
    }
    if Self.isURL(operand.text) {
      inputs.append(.url(operand.text))
      return
    }
    guard !operand.bytes.isEmpty else {
      troubles.append(InputTrouble("an input has an empty name"))
      return
    }
    let path = InputPath(operand.bytes)
    switch path.kind {
    case .file: add(path)
    case .folder: walk(named: path)
    case .missing(let reason):
      guard GlobPattern.isGlob(operand.text) else {
        troubles.append(InputTrouble("\(operand.text): \(reason)"))
        return
      }
      let before = inputs.count
      for pattern in GlobPattern.alternatives(of: operand.text) { expandGlob(pattern) }
      if inputs.count == before {
        troubles.append(InputTrouble("\(operand.text): no file matches"))
      }
    }
  }

  mutating func add(_ path: InputPath) { inputs.append(.file(path)) }

  mutating func note(_ trouble: InputTrouble) { troubles.append(trouble) }

  /// Whether a text is meant as an address and not as a file's name.
  static func isURL(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}

extension Input {
  fileprivate var sortKey: [UInt8] {
    switch self {
    case .file(let path): path.bytes
    case .standardInput, .url: Array(name.utf8)
    }
  }
}
