import ContractCheck

/// Why the tool could not do its work, in one line.
struct ToolError: Error, Hashable, Sendable {
  let message: String

  init(_ message: String) { self.message = message }

  /// The system's message for `code` (an `errno`).
  init(path: InputPath, code: Int32) {
    message = "\(path.text): \(systemMessage(code))"
  }

  /// - Parameters:
  ///   - near: the known word that is most like the wrong one
  ///   - known: all known words; shown if none is near
  init(_ message: String, near: String?, known: [String] = []) {
    if let near {
      self.message = message + NearestName.suggestion(near)
    } else if known.isEmpty {
      self.message = message
    } else {
      self.message = "\(message); use one of: \(known.joined(separator: ", "))"
    }
  }
}
