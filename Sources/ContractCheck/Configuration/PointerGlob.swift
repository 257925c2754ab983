public import JSONTape

/// A pattern over JSON Pointers: `/items/*/lat`.
///
/// It is written as a pointer (RFC 6901) in which the token `*` stands for any one token and `**` for
/// any number of them, none included.
public struct PointerGlob: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it is written.
  public let description: String
  private let tokens: [String]

  /// The pattern that a text writes; nil where the text is no pointer.
  public init?(_ text: String) {
    guard let pointer = JSONPointer(text) else { return nil }
    description = text
    tokens = pointer.tokens
  }

  /// Whether the pattern matches the whole pointer.
  ///
  /// - Complexity: The product of the lengths of both.
  public func matches(_ pointer: JSONPointer) -> Bool {
    // All the tokens that the next one may have to match, at once: no way is tried twice.
    var open = Array(repeating: false, count: tokens.count + 1)
    enter(0, &open)
    for token in pointer.tokens {
      var next = Array(repeating: false, count: tokens.count + 1)
      for (index, wanted) in tokens.enumerated() where open[index] {
        if wanted == "**" {
          enter(index, &next)
        } else if wanted == "*" || wanted == token {
          enter(index + 1, &next)
        }
      }
      open = next
    }
    return open[tokens.count]
  }

  private func enter(_ index: Int, _ open: inout [Bool]) {
    var index = index
    open[index] = true
    while index < tokens.count, tokens[index] == "**" {
      index += 1
      open[index] = true
    }
  }
}
