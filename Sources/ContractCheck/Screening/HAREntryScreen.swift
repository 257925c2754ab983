@_spi(Engine) internal import JSONTape

/// Reads an entry of a HAR in place, as ``HAREntryReader`` reads it in full, and parses its bodies in
/// memory that is kept.
final class HAREntryScreen {
  private let request = BodyBuffer()
  private let response = BodyBuffer()

  /// Nil for what is out of the ordinary: names with escapes, members twice or of other types, bodies
  /// that are encoded or not JSON.
  func exchange(of entry: HAREntry) -> ScreenedExchange? {
    let cursor = entry.cursor
    guard let members = HAREntryMembers(cursor), let method = cursor.plainText(members.method),
      let url = cursor.plainText(members.url), let status = cursor.smallInteger(members.status),
      let requestType = members.post.mediaType(cursor),
      let responseType = members.content.mediaType(cursor)
    else { return nil }
    var exchange = ScreenedExchange(method: method, url: url, status: status)
    exchange.requestType = requestType.text
    exchange.responseType = responseType.text
    if members.post.text != nil {
      guard let body = request.body(members.post, of: entry) else { return nil }
      exchange.request = body
    }
    if members.content.text != nil {
      guard let body = response.body(members.content, of: entry) else { return nil }
      exchange.response = body
    }
    return exchange
  }
}

/// Memory for one body after another.
private final class BodyBuffer {
  private let tape = TapeBuffer()
  private var bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private static let padding = 64

  deinit { bytes.deallocate() }

  /// The document that is a message's text; nil when it is none.
  func body(_ holder: HAREntryMembers.Holder, of entry: HAREntry) -> ScreenedExchange.Body? {
    guard let text = holder.text else { return nil }
    let cursor = entry.cursor
    if cursor.isEscaped(text), !holder.isBase64 {
      // Too short to be kept, it is not worth a way of its own.
      guard let value = entry.texts.value(at: cursor.offset(text)) else { return nil }
      return parse(value)
    }
    guard !cursor.isEscaped(text) else { return nil }
    let raw = cursor.rawBytes(text)
    if bytes.count < raw.count + Self.padding * 2 {
      bytes.deallocate()
      bytes = .allocate(capacity: (raw.count + Self.padding) * 2)
    }
    guard let start = bytes.baseAddress else { return nil }
    var count = raw.count
    if holder.isBase64 {
      guard let decoded = Base64.decode(raw, into: start) else { return nil }
      count = decoded
    } else {
      _ = bytes.update(fromContentsOf: raw)
    }
    (start + count).update(repeating: 0, count: Self.padding)
    return parse(UnsafeBufferPointer(start: start, count: count))
  }

  /// Parses a document that 64 bytes of 0 follow.
  private func parse(_ value: UnsafeBufferPointer<UInt8>) -> ScreenedExchange.Body? {
    guard let start = value.baseAddress,
      (try? tape.parse(bytes: start, start: 0, end: value.count)) != nil
    else { return nil }
    return ScreenedExchange.Body(cursor: tape.cursor, index: 0)
  }
}

/// Where the members of an entry are that a check asks for.
private struct HAREntryMembers {
  /// The object with a message's body, and the headers beside it.
  struct Holder {
    var text: Int?
    var type: Int?
    var headers: Int?
    var isBase64 = false

    /// The media type, of which there may be none; nil for headers of another shape than usual.
    func mediaType(_ cursor: TapeCursor) -> (text: ScreenedExchange.Text?, Void)? {
      if let type {
        guard let text = cursor.plainText(type) else { return nil }
        // Chrome writes this where it knows none.
        if !text.isEmpty, !text.elementsEqual("x-unknown".utf8) { return (text, ()) }
      }
      guard let headers else { return (nil, ()) }
      guard cursor.rawTag(headers) == TapeTag.array.rawValue else { return nil }
      var members = MemberReader(cursor)
      var element = cursor.firstChild(headers)
      let end = cursor.next(headers)
      while element < end {
        guard let name = members.value(element, "name"), let text = cursor.plainText(name) else {
          return nil
        }
        if text.isContentType {
          guard let value = members.value(element, "value"), let text = cursor.plainText(value)
          else { return nil }
          return (text, ())
        }
        element = cursor.next(element)
      }
      return members.isUsual ? (nil, ()) : nil
    }
  }

  let method: Int
  let url: Int
  let status: Int
  var post = Holder()
  var content = Holder()

  init?(_ cursor: TapeCursor) {
    var members = MemberReader(cursor)
    guard let request = members.object(members.value(0, "request")),
      let response = members.object(members.value(0, "response")),
      let method = members.value(request, "method"), let url = members.value(request, "url"),
      let status = members.value(response, "status")
    else { return nil }
    self.method = method
    self.url = url
    self.status = status
    post.headers = members.value(request, "headers")
    content.headers = members.value(response, "headers")
    if let holder = members.value(request, "postData") {
      read(holder, &post, &members)
      // Fields that a form is listed by.
      if let fields = members.value(holder, "params"),
        cursor.rawTag(fields) != TapeTag.array.rawValue || cursor.count(fields) > 0
      {
        return nil
      }
    }
    if let holder = members.value(response, "content") { read(holder, &content, &members) }
    if !members.isUsual { return nil }
  }

  private func read(_ holder: Int, _ target: inout Holder, _ members: inout MemberReader) {
    guard let object = members.object(holder) else { return }
    target.text = members.text(object, "text")
    target.type = members.text(object, "mimeType")
    guard let encoding = members.text(object, "encoding") else { return }
    target.isBase64 = members.cursor.stringEquals(encoding, "base64")
    if !target.isBase64 { members.isUsual = false }
  }
}

extension ScreenedExchange.Text {
  /// Whether this names the media type's header, in whatever case.
  var isContentType: Bool {
    count == 12 && zip(self, "content-type".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }
}

/// Finds members as ``HAREntryReader`` does: the first of a name, and null as if it were not there.
private struct MemberReader {
  let cursor: TapeCursor
  /// False once a name with escapes or a member of an unusual kind was met.
  var isUsual = true

  init(_ cursor: TapeCursor) { self.cursor = cursor }

  mutating func value(_ object: Int, _ name: StaticString) -> Int? {
    guard cursor.rawTag(object) == TapeTag.object.rawValue else { return nil }
    var key = cursor.firstChild(object)
    let end = cursor.next(object)
    while key < end {
      if cursor.isEscaped(key) { isUsual = false }
      if cursor.isName(key, name) {
        return cursor.rawTag(key &+ 1) == TapeTag.null.rawValue ? nil : key &+ 1
      }
      key = cursor.next(key &+ 1)
    }
    return nil
  }

  mutating func object(_ index: Int?) -> Int? {
    guard let index, cursor.rawTag(index) == TapeTag.object.rawValue else {
      isUsual = false
      return nil
    }
    return index
  }

  /// A string that is not empty; nil where there is none.
  mutating func text(_ object: Int, _ name: StaticString) -> Int? {
    guard let index = value(object, name) else { return nil }
    guard cursor.rawTag(index) == TapeTag.string.rawValue else {
      isUsual = false
      return nil
    }
    return cursor.length(index) > 0 ? index : nil
  }
}
