internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Reads a line's value in place, as ``NDJSONLine`` reads it in full.
struct RecordReader {
  enum Reading {
    /// A body that tells nothing of its exchange.
    case bare
    case record(ScreenedExchange)
  }

  private let cursor: TapeCursor

  init(_ cursor: TapeCursor) { self.cursor = cursor }

  /// Nil for what is out of the ordinary: names with escapes, members twice, bodies as text.
  func read() -> Reading? {
    guard cursor.rawTag(0) == TapeTag.object.rawValue else { return .bare }
    var members = Members()
    var key = cursor.firstChild(0)
    let end = cursor.next(0)
    while key < end {
      if cursor.isEscaped(key) || !members.note(key, cursor) { return nil }
      // A body under another name is for the full check to speak of.
      if members.mayBeBody(key, cursor) { return nil }
      key = cursor.next(key &+ 1)
    }
    guard members.isRecord(cursor) else { return .bare }
    guard let method = members.method.flatMap({ cursor.plainText($0) }),
      let url = members.url.flatMap({ cursor.plainText($0) }),
      let status = members.status.flatMap({ cursor.smallInteger($0) })
    else { return nil }
    var exchange = ScreenedExchange(method: method, url: url, status: status)
    if let value = members.responseBody, cursor.rawTag(value) != TapeTag.null.rawValue {
      guard cursor.isContainer(value) else { return nil }
      exchange.response = .init(cursor: cursor, index: value)
    }
    if let value = members.requestBody, cursor.rawTag(value) != TapeTag.null.rawValue {
      guard cursor.isContainer(value) else { return nil }
      exchange.request = .init(cursor: cursor, index: value)
    }
    guard let response = mediaType(members.responseHeaders),
      let request = mediaType(members.requestHeaders)
    else { return nil }
    exchange.responseType = response.text
    exchange.requestType = request.text
    return .record(exchange)
  }

  /// The media type among headers, of which there may be none; nil for headers of another shape than
  /// an object of strings.
  private func mediaType(_ headers: Int?) -> (text: ScreenedExchange.Text?, Void)? {
    guard let headers, cursor.rawTag(headers) != TapeTag.null.rawValue else { return (nil, ()) }
    guard cursor.rawTag(headers) == TapeTag.object.rawValue else { return nil }
    var found: ScreenedExchange.Text?
    var key = cursor.firstChild(headers)
    let end = cursor.next(headers)
    while key < end {
      if cursor.isEscaped(key) { return nil }
      if cursor.rawBytes(key).isContentType {
        guard found == nil, let text = cursor.plainText(key &+ 1) else { return nil }
        found = text
      }
      key = cursor.next(key &+ 1)
    }
    return (found, ())
  }

  /// Where a record's members are.
  private struct Members {
    var method: Int?
    var url: Int?
    var status: Int?
    var requestBody: Int?
    var responseBody: Int?
    var requestHeaders: Int?
    var responseHeaders: Int?

    /// Notes a member that records have; false when it is there twice.
    mutating func note(_ key: Int, _ cursor: TapeCursor) -> Bool {
      switch cursor.length(key) {
      case 3: return note(key, cursor, "url", \.url)
      case 6: return note(key, cursor, "status", \.status) && note(key, cursor, "method", \.method)
      case 11: return note(key, cursor, "requestBody", \.requestBody)
      case 12: return note(key, cursor, "responseBody", \.responseBody)
      case 14: return note(key, cursor, "requestHeaders", \.requestHeaders)
      case 15: return note(key, cursor, "responseHeaders", \.responseHeaders)
      default: return true
      }
    }

    /// Whether a key that records do not have may be meant for a body's.
    func mayBeBody(_ key: Int, _ cursor: TapeCursor) -> Bool {
      let length = cursor.length(key)
      guard length == 4 || length == 7 || length == 8 || (11...13).contains(length),
        !cursor.isName(key, "requestBody"), !cursor.isName(key, "responseBody")
      else { return false }
      let name = String(decoding: cursor.rawBytes(key), as: UTF8.self)
      return NDJSONLine.bodies[KeyPolicy.fold(name)] != nil
    }

    private mutating func note(
      _ key: Int, _ cursor: TapeCursor, _ name: StaticString,
      _ member: WritableKeyPath<Members, Int?>
    ) -> Bool {
      guard cursor.isName(key, name) else { return true }
      if self[keyPath: member] != nil { return false }
      self[keyPath: member] = key &+ 1
      return true
    }

    /// As ``NDJSONLine`` has it.
    func isRecord(_ cursor: TapeCursor) -> Bool {
      guard responseBody != nil || requestBody != nil else {
        guard let method, let url, let status else { return false }
        return cursor.kind(method) == .string && cursor.kind(url) == .string
          && cursor.kind(status) == .number
      }
      return status != nil || url != nil || method != nil
    }
  }
}
