@_spi(Engine) package import JSONTape

/// The owner of an entry's bytes and tape.
package protocol HAREntryMemory: AnyObject {
  var tape: TapeBuffer { get }
  /// The entry's long texts, without their escapes.
  var texts: StringArena { get }
  func range(_ start: Int, _ end: Int) -> ByteRange
  /// The bytes of a part of the window.
  func bytes(_ start: Int, _ end: Int) -> [UInt8]
  /// The number of lines in the file before a byte of the window.
  func lineCount(_ offset: Int) -> LineCount
}

/// A complete entry of a HAR. The entry is valid only during the call that passes it to the caller.
public struct HAREntry {
  package let stream: any HAREntryMemory
  /// The entry's number in the file, from 0.
  package let index: Int
  /// The start of the entry in the stream's window.
  let start: Int
  let end: Int

  /// The range of the entry in the file.
  package var range: ByteRange { stream.range(start, end) }

  /// The bytes of the entry with their place in the file.
  ///
  /// - Parameter name: The file's name in findings.
  package func source(name: String) -> CaptureSource {
    CaptureSource(
      name: name,
      bytes: stream.bytes(start, end),
      offset: range.offset, after: stream.lineCount(start))
  }

  /// Yields a problem for each part that could not be read, then the exchange. Compressed bodies
  /// are not decoded: see ``CaptureItem/decompressed(_:_:)``.
  package func read(_ yield: (CaptureItem) -> Void) {
    // The stream's memory is reused, so a yielded exchange gets its own tape.
    let document = JSONDocument(copying: stream.tape.cursor, at: 0, text: start..<end)
    HAREntryReader(index: index, tape: CaptureTape(document, base: range.offset)).read(yield)
  }

  /// Reads the entry without a copy. The result is valid as long as the entry is valid.
  package var reader: HAREntryReader {
    HAREntryReader(
      index: index, tape: CaptureTape(lent: stream.tape.cursor, base: stream.range(0, 0).offset))
  }
}

/// Reads one entry of a HAR. Unknown properties, such as names that begin with `_`, are ignored.
/// Null counts as missing.
package struct HAREntryReader {
  let index: Int
  let tape: CaptureTape

  func read(_ yield: (CaptureItem) -> Void) {
    read(Result { () throws(CaptureProblem) in try exchange() }, yield)
  }

  /// Yields the result of ``exchange()`` with decoded bodies.
  package func read(_ exchange: Result<Exchange, CaptureProblem>, _ yield: (CaptureItem) -> Void) {
    do throws(CaptureProblem) {
      var exchange = try exchange.get()
      for problem in decode(&exchange) { yield(.problem(problem)) }
      yield(.exchange(exchange))
    } catch {
      yield(.problem(error))
    }
  }

  /// The exchange with bodies still encoded.
  package func exchange() throws(CaptureProblem) -> Exchange {
    let entry = tape.root
    guard entry.kind == .object else { throw problem(.notObject(found: entry.kind), entry) }
    let request = try required("request", .object, in: entry, path: "request")
    let response = try optional("response", .object, in: entry, path: "response")
    let method = try required("method", .string, in: request, path: "request.method")
    let url = try required("url", .string, in: request, path: "request.url")
    let post = try optional("postData", .object, in: request, path: "request.postData")
    let content = try response.flatMap { (response) throws(CaptureProblem) in
      try optional("content", .object, in: response, path: "response.content")
    }
    let status = try status(of: response)
    let code = status?.int ?? status?.string.flatMap { Int($0) }
    if let status, code == nil {
      throw problem(
        .type(property: "response.status", expected: "an integer", found: .number), status)
    }
    var exchange = Exchange(
      index: index, unit: .entry, status: code,
      request: try message("request.postData.text", holder: post, in: request),
      response: .absent(.noResponse), range: entry.range, statusRange: status?.range)
    exchange.request.headers = exchange.request.headers.adding(cookies: request["cookies"])
    exchange.record = entry
    exchange.methodText = .value(method)
    exchange.address = .value(url)
    let names = Self.entryNames.addRepeated(in: entry, to: &exchange.repeatedKeys)
    exchange.hasLiveVerdict = names & 4 != 0
    Self.requestNames.addRepeated(in: request, to: &exchange.repeatedKeys)
    Self.postNames.addRepeated(in: post, to: &exchange.repeatedKeys)
    // A request without a response.
    guard let response else { return exchange }
    Self.responseNames.addRepeated(in: response, to: &exchange.repeatedKeys)
    Self.contentNames.addRepeated(in: content, to: &exchange.repeatedKeys)
    if code == nil, let text = content?["text"], text.kind == .string, !text.isBlank {
      throw problem(.absent(property: "response.status"), response)
    }
    switch code {
    // Browsers write 0 for requests that failed or were blocked. Some tools write −1.
    case nil: break
    case let code? where code <= 0: exchange.status = 0
    case 101?: exchange.response = .absent(.websocket)
    // If the status is 304, the content comes from the client's cache. It may have been stored
    // under another contract.
    case 304?:
      exchange.response = .absent(.notModified)
      exchange.response.headers = HeaderFields(response["headers"])
    default:
      exchange.response = try message("response.content.text", holder: content, in: response)
      // A response from a cache has no transfer size.
      if exchange.response.emptyBody != nil, isCached(response) {
        exchange.response.emptyBody = nil
      }
    }
    return exchange
  }

  /// The status. It is a number, or digits in a string, as some tools write it.
  private func status(of response: CapturedValue?) throws(CaptureProblem) -> CapturedValue? {
    guard let status = response?["status"], !status.isNull else { return nil }
    guard status.kind == .number || status.string.flatMap({ Int($0) }) != nil else {
      throw problem(
        .type(property: "response.status", expected: "a number", found: status.kind), status)
    }
    return status
  }

  /// Whether the response comes from the browser's cache. Chrome, Safari and Firefox each have
  /// their own mark for this.
  private func isCached(_ response: CapturedValue) -> Bool {
    let cache = tape.root["cache"]
    return tape.root["_fromCache"].map { !$0.isNull } ?? false
      || response["_fetchType"]?.string?.hasSuffix("Cache") ?? false
      || [cache?["beforeRequest"], cache?["afterRequest"]].contains { $0?.kind == .object }
  }

  private static let entryNames = EnvelopeNames(
    "", .response, ["request", "response", LiveVerdict.nameInEntry])
  private static let requestNames = EnvelopeNames(
    "request.", .request, ["method", "url", "headers", "postData", "bodySize"])
  private static let postNames = EnvelopeNames(
    "request.postData.", .request, ["mimeType", "text", "params", "encoding"])
  private static let responseNames = EnvelopeNames(
    "response.", .response, ["status", "headers", "content", "bodySize"])
  private static let contentNames = EnvelopeNames(
    "response.content.", .response, ["mimeType", "text", "encoding", "size", "_isBinary"])

  /// Decodes the encoded bodies and returns the problems of bodies that cannot be decoded.
  func decode(_ exchange: inout Exchange) -> [CaptureProblem] {
    [decode(&exchange.request, .request), decode(&exchange.response, .response)].compactMap { $0 }
  }

  private func decode(_ message: inout Message, _ part: Exchange.Part) -> CaptureProblem? {
    guard case .text(let text, let coding) = message.content, coding != .none else { return nil }
    if let body = message.body {
      message.content = .body(body)
      return nil
    }
    if coding != .unknown, let bytes = BinaryText.polly(Body(decoding: text).bytes) {
      message.content = .body(Body(bytes: bytes, map: .base64(string: text.range)))
      return nil
    }
    if coding == .binary {
      message.content = .text(text, .none)
      return nil
    }
    // Recorders that decode a body may leave the mark. No base64 begins like this.
    let start = text.cursor.rawBytes(text.index).first { !ASCIIByte.isSpace($0) }
    if coding == .base64, start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
      message.content = .text(text, .none)
      return nil
    }
    message.content = .absent(.undecodable)
    let holder =
      part == .request
      ? tape.root["request"]?["postData"] : tape.root["response"]?["content"]
    guard coding == .unknown, let encoding = holder?["encoding"] else {
      return problem(.base64(part), text)
    }
    return problem(.encoding(part, name: encoding.string ?? ""), encoding)
  }

  /// `holder` is the object with `text` and `mimeType`.
  private func message(
    _ path: String, holder: CapturedValue?, in side: CapturedValue
  ) throws(CaptureProblem) -> Message {
    let headers = HeaderFields(side["headers"])
    var message = Message(
      .absent(.noBody), type: mediaType(holder, headers), fields: holder.map(fields) ?? [])
    message.headers = headers
    guard let holder, let text = try optional("text", .string, in: holder, path: path) else {
      if !message.fields.isEmpty { message.content = .absent(.nonJSON) }
      // Playwright stores bodies in files.
      if let file = holder?["_file"], file.kind == .string {
        message.content = .file(file)
        return message
      }
      // Without text, the body was not recorded, unless its length says that there is none.
      if let holder, headers.contentLength == 0, holder["size"]?.int ?? 0 <= 0 {
        message.emptyBody = ByteRange(offset: holder.range.offset, length: 1)
      }
      return message
    }
    guard !text.isBlank else {
      if isEmptyBody(text, holder, side, headers) { message.emptyBody = text.range }
      return message
    }
    let coding = coding(holder["encoding"]?.string ?? "")
    let isBinary = coding == .none && isBinary(text, in: holder)
    message.content = .text(text, isBinary ? .binary : coding)
    return message
  }

  /// Whether PollyJS marks the text as bytes. PollyJS never writes bytes as a JSON object.
  private func isBinary(_ text: CapturedValue, in holder: CapturedValue) -> Bool {
    guard text.cursor.rawBytes(text.index).first != UInt8(ascii: "{"),
      let mark = holder["_isBinary"]
    else { return false }
    return mark.cursor.rawTag(mark.index) == TapeTag.true.rawValue
  }

  /// Recorders that leave bodies out may write an empty text. So the sizes must also be 0.
  private func isEmptyBody(
    _ text: CapturedValue, _ holder: CapturedValue, _ side: CapturedValue, _ headers: HeaderFields
  ) -> Bool {
    guard text.string == "" else { return true }
    let sizes = [holder["size"]?.int, side["bodySize"]?.int, headers.contentLength]
    return sizes.allSatisfy { $0 ?? 0 <= 0 } && sizes.dropFirst().contains(0)
  }

  private func coding(_ name: String) -> Message.TextCoding {
    if name.isEmpty { return .none }
    if ASCIIByte.equalIgnoringCase(name, "base64") { return .base64 }
    // Some recorders name the charset of text that is already decoded.
    let isText = ["utf-8", "utf8"].contains { ASCIIByte.equalIgnoringCase(name, $0) }
    return isText ? .none : .unknown
  }

  /// The media type from `mimeType`. If the recorder did not know the type, the media type from the
  /// header. Chrome writes `x-unknown` for unknown types.
  private func mediaType(_ holder: CapturedValue?, _ headers: HeaderFields) -> CapturedText? {
    if let type = holder?["mimeType"], type.kind == .string {
      let text = CapturedText.value(type)
      if text.withBytes({ !$0.isEmpty && !$0.elementsEqual("x-unknown".utf8) }) { return text }
    }
    return headers.mediaType
  }

  private func fields(_ post: CapturedValue) -> [FormField] {
    var fields: [FormField] = []
    guard let parameters = post["params"], parameters.kind == .array else { return fields }
    parameters.forEachChild { parameter in
      guard let name = parameter["name"], let text = name.string else { return }
      let value = parameter["value"]
      fields.append(
        FormField(
          name: text, value: value?.string ?? "", nameRange: name.range,
          valueRange: (value ?? parameter).range))
    }
    return fields
  }

  private func required(
    _ name: StaticString, _ kind: JSONKind, in object: CapturedValue, path: String
  ) throws(CaptureProblem) -> CapturedValue {
    guard let property = try optional(name, kind, in: object, path: path) else {
      throw problem(.absent(property: path), object)
    }
    return property
  }

  private func optional(
    _ name: StaticString, _ kind: JSONKind, in object: CapturedValue, path: String
  ) throws(CaptureProblem) -> CapturedValue? {
    guard let property = object[name], !property.isNull else { return nil }
    guard property.kind == kind else {
      let expected = kind.phrase
      throw problem(.type(property: path, expected: expected, found: property.kind), property)
    }
    return property
  }

  private func problem(_ kind: CaptureProblem.Kind, _ value: CapturedValue) -> CaptureProblem {
    CaptureProblem(kind: kind, index: index, unit: .entry, range: value.range)
  }
}

extension Exchange {
  /// Whether the browser answered the request itself. In Chrome, such entries have few headers.
  package var isOfBrowser: Bool {
    guard unit == .entry, let record else { return false }
    return record["_fromCache"].map { !$0.isNull } ?? false
      || record["_fetchedViaServiceWorker"]?.isTrue ?? false
  }
}
