/// Why a source text is not a pattern: one sentence fragment, and where.
public struct PatternError: Error, Hashable, Sendable {
  /// What is wrong, as a sentence fragment without a full stop.
  public let message: String
  /// Where, in UTF-8 bytes from the start of the source.
  public let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// A pattern with back-references took more steps than a check may take.
///
/// Only such patterns can throw it: all others run in time linear in the text.
public struct PatternLimit: Error, Hashable, Sendable {
  /// The number of steps after which the matcher gave up.
  public let steps: Int

  init(steps: Int) { self.steps = steps }
}
