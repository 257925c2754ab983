/// One value that a path gave to a parameter of a template.
public struct PathParameter: Hashable, Sendable {
  /// The name in braces.
  public let name: String
  /// Percent-decoded; never empty.
  public let value: String
}

extension PathTemplate {
  /// The parameters' values when `path` is one of this template's paths, else nil.
  public func match(_ path: RequestPath) -> [PathParameter]? {
    guard path.segments.count == segments.count else { return nil }
    var parameters: [PathParameter] = []
    for (segment, bytes) in zip(segments, path.segments) {
      switch segment {
      case .literal(let literal):
        guard bytes == literal else { return nil }
      case .parameter(let name):
        parameters.append(PathParameter(name: name, value: String(decoding: bytes, as: UTF8.self)))
      case .mixed(let parts):
        guard Self.match(parts, bytes[...], &parameters) else { return nil }
      }
    }
    return parameters
  }

  /// Each inner literal is taken where it first occurs and the last one at the end: with parameters
  /// that never touch, this finds a reading whenever there is one, without going back.
  private static func match(
    _ parts: [Part], _ bytes: ArraySlice<UInt8>, _ parameters: inout [PathParameter]
  ) -> Bool {
    var rest = bytes
    var open: String?
    for (index, part) in parts.enumerated() {
      guard case .literal(let literal) = part else {
        if case .parameter(let name) = part { open = name }
        continue
      }
      guard let name = open else {
        guard rest.starts(with: literal) else { return false }
        rest = rest.dropFirst(literal.count)
        continue
      }
      let isLast = index == parts.count - 1
      guard let start = isLast ? suffixStart(literal, rest) : firstStart(literal, rest) else {
        return false
      }
      parameters.append(
        PathParameter(name: name, value: String(decoding: rest[..<start], as: UTF8.self)))
      rest = rest[(start + literal.count)...]
      open = nil
    }
    guard let name = open else { return rest.isEmpty }
    guard !rest.isEmpty else { return false }
    parameters.append(PathParameter(name: name, value: String(decoding: rest, as: UTF8.self)))
    return true
  }

  /// Both leave the parameter before the literal at least one byte.
  private static func firstStart(_ literal: [UInt8], _ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > literal.count else { return nil }
    return (bytes.startIndex + 1...bytes.endIndex - literal.count).first {
      bytes[$0...].starts(with: literal)
    }
  }

  private static func suffixStart(_ literal: [UInt8], _ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > literal.count, bytes.suffix(literal.count).elementsEqual(literal) else {
      return nil
    }
    return bytes.endIndex - literal.count
  }
}
