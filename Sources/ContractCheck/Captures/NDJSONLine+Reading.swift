internal import JSONSchema
@_spi(Engine) internal import JSONTape

extension NDJSONLine {
  /// Reads the line as an exchange record or as a bare body, with ranges of the whole file.
  public func read() -> CaptureItem {
    do throws(JSONParseError) {
      let tape = CaptureTape(try JSONDocument(bytes), base: offset)
      let reader = RecordReader(tape: tape, index: index, text: 0..<bytes.count)
      do throws(CaptureProblem) {
        return .exchange(try reader.exchange())
      } catch {
        return .problem(error)
      }
    } catch {
      let fault = JSONParseError(error.reason, offset: offset + error.offset)
      let range = ByteRange(offset: fault.offset, length: error.offset < bytes.count ? 1 : 0)
      return .problem(
        CaptureProblem(kind: .syntax(fault), index: index, unit: .line, range: range))
    }
  }
}

/// Reads a line's value as an exchange record or as a bare body.
struct RecordReader {
  private let tape: CaptureTape
  private let index: Int
  /// The range of the line in the tape's text.
  private let text: Range<Int>
  private let members: Members

  /// The indexes of a record's members; 0, the record itself, for absent ones.
  private struct Members {
    var method = 0
    var url = 0
    var status = 0
    var id = 0
    var requestBody = 0
    var responseBody = 0
    var requestHeaders = 0
    var responseHeaders = 0

    /// - Parameter length: The length of its name; nil where that is not known.
    mutating func note(_ cursor: TapeCursor, _ key: Int, _ length: Int?) {
      func note(_ name: StaticString, _ member: inout Int) {
        guard length ?? name.utf8CodeUnitCount == name.utf8CodeUnitCount, member == 0,
          cursor.stringEquals(key, name)
        else { return }
        member = key &+ 1
      }
      switch length ?? 0 {
      case 0, 2, 3:
        note("id", &id)
        note("url", &url)
        if length == nil { fallthrough }
      case 6:
        note("status", &status)
        note("method", &method)
        if length == nil { fallthrough }
      case 11, 12:
        note("requestBody", &requestBody)
        note("responseBody", &responseBody)
        if length == nil { fallthrough }
      case 14, 15:
        note("requestHeaders", &requestHeaders)
        note("responseHeaders", &responseHeaders)
      default: break
      }
    }
  }

  init(tape: CaptureTape, index: Int, text: Range<Int>) {
    self.tape = tape
    self.index = index
    self.text = text
    members = Self.members(tape.cursor)
  }

  func exchange() throws(CaptureProblem) -> Exchange {
    guard isRecord else {
      return .bare(.value(tape.root, text: text), index: index, unit: .line, range: range)
    }
    let method = try member(members.method, "method", "a string") { $0.kind == .string }
    let url = try member(members.url, "url", "a string") { $0.kind == .string }
    let status = try member(members.status, "status", "an integer") { $0.int != nil }
    try refuseOtherBodies()
    let code = status?.int
    var exchange = Exchange(
      index: index, unit: .line, status: code,
      request: message(members.requestBody, members.requestHeaders),
      response: message(members.responseBody, members.responseHeaders), range: range,
      statusRange: status?.range)
    exchange.methodText = method.map { .value($0) }
    exchange.address = url.map { .value($0) }
    // A stream that is split over several machines keeps its records' ids, but not their line
    // numbers.
    if let id = value(members.id), id.kind == .string || id.kind == .number {
      exchange.name = .value(id)
    }
    if code == 304 {
      exchange.response.drop(.notModified)
    } else if let code, code <= 0 {
      exchange.response.drop(.noResponse)
    } else if code == nil, exchange.response.absence != nil {
      exchange.response.drop(.noResponse)
    }
    return exchange
  }

  private var range: ByteRange { ByteRange(text).moved(by: tape.base) }

  /// An object with a body and what it belongs to; or, since an exchange may lack a body, with the
  /// three members of an exchange.
  private var isRecord: Bool {
    guard members.responseBody > 0 || members.requestBody > 0 else {
      return value(members.method)?.kind == .string && value(members.url)?.kind == .string
        && value(members.status)?.kind == .number
    }
    return members.status > 0 || members.url > 0 || members.method > 0
  }

  /// Refuses a body under an unknown name, which would otherwise be ignored.
  private func refuseOtherBodies() throws(CaptureProblem) {
    guard members.responseBody == 0, members.requestBody == 0 else { return }
    let cursor = tape.cursor
    var key = cursor.firstChild(0)
    while key < cursor.next(0) {
      let value = key + 1
      if cursor.rawTag(value) != TapeTag.null.rawValue {
        let name = cursor.decodedString(key)
        if let meant = Self.bodies[KeyPolicy.fold(name)] {
          throw CaptureProblem(
            kind: .unknown(member: name, meant: meant), index: index, unit: .line,
            range: tape.root.at(key).range)
        }
      }
      key = cursor.next(value)
    }
  }

  /// Names of bodies in other tools, folded, with their names in records.
  private static let bodies = [
    Array("body".utf8): "responseBody", Array("response".utf8): "responseBody",
    Array("responsebody".utf8): "responseBody", Array("request".utf8): "requestBody",
    Array("requestbody".utf8): "requestBody",
  ]

  private func value(_ index: Int) -> CapturedValue? { index > 0 ? tape.root.at(index) : nil }

  private func member(
    _ index: Int, _ name: String, _ expected: String, where isRight: (CapturedValue) -> Bool
  ) throws(CaptureProblem) -> CapturedValue? {
    guard let value = value(index), !value.isNull else { return nil }
    guard isRight(value) else {
      throw CaptureProblem(
        kind: .type(member: name, expected: expected, found: value.kind), index: self.index,
        unit: .line, range: value.range)
    }
    return value
  }

  /// A string is the body's text; every other value except null is the body itself.
  private func message(_ body: Int, _ headers: Int) -> Message {
    let headers = HeaderFields(value(headers))
    var message = Message(.absent(.noBody), type: headers.mediaType)
    message.headers = headers
    guard let value = value(body), !value.isNull else { return message }
    if value.kind != .string {
      message.content = .value(value, text: value.text)
    } else if !value.isBlank {
      message.content = .text(value, .none)
    }
    return message
  }

  /// Finds the first member of each name in one pass.
  private static func members(_ cursor: TapeCursor) -> Members {
    var members = Members()
    guard cursor.rawTag(0) == TapeTag.object.rawValue else { return members }
    var key = cursor.firstChild(0)
    let end = cursor.next(0)
    while key < end {
      // A name with escapes is shorter than it is written.
      let length = cursor.isEscaped(key) ? nil : cursor.length(key)
      members.note(cursor, key, length)
      key = cursor.next(key &+ 1)
    }
    return members
  }
}

extension Message {
  /// Treats the body and the media type as absent.
  mutating func drop(_ reason: SkipReason) {
    content = .absent(reason)
    type = nil
    fields = []
  }
}

extension CapturedValue {
  var isBlank: Bool {
    for byte in cursor.rawBytes(index) where !ASCIIByte.isSpace(byte) {
      guard byte == UInt8(ascii: "\\") else { return false }
      return cursor.decodedString(index).utf8.allSatisfy(ASCIIByte.isSpace)
    }
    return true
  }
}
