import ContractCheck

package struct RunError: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }

  /// The error when a signal or a closed output ends reading; see ``InputRun/cut(_:)``.
  static let cut = RunError("interrupted")

  /// Creates an error from an `errno` in `code`.
  package init(path: InputPath, code: Int32) {
    message = "\(path.text): \(systemMessage(code))"
  }

  /// - Parameters:
  ///   - near: the known word most similar to the wrong one
  ///   - known: all known words. They are shown if `near` is nil
  package init(_ message: String, near: String?, known: [String] = []) {
    if let near {
      self.message = message + NearestName.suggestion(near)
    } else if known.isEmpty {
      self.message = message
    } else {
      self.message = "\(message); use one of: \(known.joined(separator: ", "))"
    }
  }
}
