import ContractCheck

/// A command line that cannot be understood: one line, with the nearest thing that can be.
struct UsageError: Error, Hashable, Sendable {
  let message: String

  init(_ message: String) { self.message = message }

  init(_ message: String, near: String?, known: [String] = []) {
    if let near {
      self.message = message + NearestName.suggestion(near)
    } else if known.isEmpty {
      self.message = message
    } else {
      self.message = "\(message); known: \(known.joined(separator: ", "))"
    }
  }
}
