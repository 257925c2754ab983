@_spi(Engine) internal import JSONTape

extension CaptureLayoutReader {
  func message(
    _ part: Exchange.Part, _ side: CapturedValue, _ places: [CaptureLayout.BodyPlace],
    _ problems: inout [CaptureProblem]
  ) throws(CaptureProblem) -> Message {
    let fields = headerFields(of: side, part)
    let type =
      fields.first { ASCIIByte.equalIgnoringCase($0.name.utf8, "content-type".utf8) }
      .map { CapturedText.read($0.text, $0.range) }
      ?? layout.mediaType.lazy.compactMap { self.text($0.value(in: side)) }.first
    var message = Message(.absent(.noBody), type: type)
    let agent = part == .request ? userAgent(in: side, fields) : nil
    message.headers = HeaderFields(
      fields + [agent].compactMap(\.self), isPart: fields.isEmpty)
    // A stub describes the requests that it answers, not their contents.
    // A line may have the body of a response at a place that nobody named.
    let mayHoldBody = !places.isEmpty || part == .response && layout.isLine
    message.mayHoldBody = mayHoldBody && !layout.isAccessLog(parts.whole)
    if layout.truncated?.value(in: side)?.isTrue ?? false {
      message.content = .absent(.truncated)
      return message
    }
    if part == .request, layout.disabled?.value(in: side)?.isTrue ?? false { return message }
    for place in places {
      guard let value = place.path.value(in: side) else { continue }
      if case .data = place.coding, !value.isData { continue }
      if layout.isLine, value.isDash { return message }
      if case .bytes = place.coding, value.kind == .array, value.count == 0 { return message }
      if value.kind == .string, value.isBlank {
        if value.string != "" || message.headers.contentLength == 0 {
          message.emptyBody = document.range(of: value)
        }
        return message
      }
      if let content = try content(place, value, side, message) {
        message.content = content
      } else {
        message.content = .absent(.undecodable)
        problems.append(problem(.base64(part), value))
      }
      return message
    }
    return message
  }

  /// The content of a body. Nil if the body should be base64 but is not.
  private func content(
    _ place: CaptureLayout.BodyPlace, _ value: CapturedValue, _ side: CapturedValue,
    _ message: Message
  ) throws(CaptureProblem) -> Message.Content? {
    var coding = place.coding
    if case .marked(let path) = coding {
      let mark = path.value(in: side)
      let isNamed = mark?.string.map { ASCIIByte.equalIgnoringCase($0.utf8, "base64".utf8) }
      let isMarked = isNamed ?? mark?.isTrue ?? false
      coding = isMarked && value.kind == .string ? .base64 : .any
    }
    switch coding {
    case .value: return document.content(of: value)
    case .file:
      guard value.kind == .string else { throw typeProblem(place.path, "a string", value) }
      return .file(value)
    case .partner(let word): return .file(value, partner: word)
    case .bytes: return .body(try bytes(value, place.path))
    case .hexadecimal where value.kind == .array && !message.headers["content-encoding"].isEmpty,
      .hexadecimal where value.kind == .string && side["responseIsBinary"]?.isTrue ?? false:
      return hexadecimal(value)
    case .base64:
      guard value.kind == .string else { throw typeProblem(place.path, "a string", value) }
      return base64(value)
    case .guessed:
      guard value.kind == .string else { return document.content(of: value) }
      let first = value.string?.utf8.first { !ASCIIByte.isSpace($0) }
      let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      let isText = message.mediaType.flatMap { MediaType($0) }?.type == "text"
      return !isJSON && !isText
        ? base64(value) ?? document.content(ofText: value)
        : document.content(ofText: value)
    case .any, .data, .marked, .hexadecimal:
      guard value.kind == .string else { return document.content(of: value) }
      let content = layout.hasNotes ? withoutNotes(value) : document.content(ofText: value)
      // Only a text with the tag `!binary` may remain undecoded.
      if case .text(_, .unknown) = content { return nil }
      return content
    }
  }

  private func base64(_ value: CapturedValue) -> Message.Content? {
    Base64.decode(Array((value.string ?? "").utf8)).map {
      .body(Body(bytes: $0, map: .base64(string: document.range(of: value))))
    }
  }

  /// The bytes of a text, or of an array of texts.
  private func hexadecimal(_ list: CapturedValue) -> Message.Content? {
    var digits: [Int?] = []
    if let text = list.string { digits = text.map(\.hexDigitValue) }
    list.forEachChild { digits += ($0.string ?? "?").map(\.hexDigitValue) }
    let values = digits.compactMap { $0 }
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: values.count, by: 2).map {
      UInt8(values[$0] * 16 + values[$0 + 1])
    }
    return .body(Body(bytes: bytes, map: .base64(string: document.range(of: list))))
  }

  private func bytes(
    _ list: CapturedValue, _ path: PropertyPath
  ) throws(CaptureProblem) -> Body {
    guard list.kind == .array else { throw typeProblem(path, "an array", list) }
    var bytes: [UInt8] = []
    var runs: [TextRuns.Run] = []
    var wrong: (position: Int, value: CapturedValue)?
    list.forEachChild { element in
      guard wrong == nil, let byte = element.int.flatMap({ UInt8(exactly: $0) }) else {
        wrong = wrong ?? (bytes.count, element)
        return
      }
      runs.append(
        TextRuns.Run(offset: bytes.count, length: 1, file: document.range(of: element)))
      bytes.append(byte)
    }
    if let (position, value) = wrong {
      throw problem(
        .type(
          property: "\(path.text)[\(position)]", expected: "a byte from 0 to 255", found: value.kind
        ), value)
    }
    return Body(bytes: bytes, map: .runs(TextRuns(runs, .bytes)))
  }

  /// A body without the comments that Postman allows.
  private func withoutNotes(_ value: CapturedValue) -> Message.Content {
    guard let blanked = JSONComments.blanked(Body(decoding: value).bytes),
      let start = blanked.firstIndex(where: { !ASCIIByte.isSpace($0) }),
      blanked[start] == UInt8(ascii: "{") || blanked[start] == UInt8(ascii: "[")
    else { return document.content(ofText: value) }
    let raw = Array(value.cursor.rawBytes(value.index))
    let content = value.range.content
    let lead = SourceMap.escaped(content: ByteRange(0..<raw.count)).fileRanges(
      of: [ByteRange(offset: start, length: 1)], in: raw)[0].offset
    let place = ByteRange(offset: content.offset + lead, length: raw.count - lead)
    return .body(Body(bytes: Array(blanked[start...]), map: .escaped(content: place)))
  }

  func fields(_ form: CapturedValue) -> [FormField] {
    var fields: [FormField] = []
    form.forEachChild { field in
      guard let name = field["key"] ?? field["name"], let text = name.string,
        !(field["disabled"]?.isTrue ?? false)
      else { return }
      let value = field["value"]
      fields.append(
        FormField(
          name: text, value: value?.string ?? "", nameRange: document.range(of: name),
          valueRange: document.range(of: value ?? field)))
    }
    return fields
  }

  /// The `User-Agent` that stands beside the headers, if they have none.
  private func userAgent(
    in side: CapturedValue, _ fields: [HeaderFields.Field]
  ) -> HeaderFields.Field? {
    let name = "User-Agent"
    guard let path = layout.userAgent, let value = path.value(in: side), value.kind == .string,
      !fields.contains(where: { ASCIIByte.equalIgnoringCase($0.name.utf8, name.utf8) }),
      let text = text(.property(path), in: side)
    else { return nil }
    return HeaderFields.Field(name: name, text: text.string, range: document.range(of: value))
  }

  func headerFields(
    of side: CapturedValue, _ part: Exchange.Part
  ) -> [HeaderFields.Field] {
    let places = part == .response ? layout.responseHeaders ?? layout.headers : layout.headers
    return places.lazy.compactMap { $0.value(in: side) }.first.map {
      HeaderFields.fields($0) { (document.text($0).string, document.range(of: $0)) }
    } ?? []
  }
}
