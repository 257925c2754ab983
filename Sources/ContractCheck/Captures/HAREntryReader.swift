import JSONTape

/// Reads one entry of a HAR. Members that the format does not know, those with a `_` among them,
/// are passed over; null counts as absent.
struct HAREntryReader {
  let index: Int
  /// Where the parsed text begins in the file.
  let base: Int

  func read(_ entry: JSONNode, _ yield: (CaptureItem) -> Void) {
    do throws(CaptureProblem) {
      let (exchange, problems) = try exchange(of: entry)
      for problem in problems { yield(.problem(problem)) }
      yield(.exchange(exchange))
    } catch {
      yield(.problem(error))
    }
  }

  private func exchange(
    of entry: JSONNode
  ) throws(CaptureProblem) -> (Exchange, [CaptureProblem]) {
    guard entry.kind == .object else { throw problem(.notObject(found: entry.kind), entry) }
    let request = try required("request", .object, in: entry, path: "request")
    let response = try required("response", .object, in: entry, path: "response")
    let method = try required("method", .string, in: request, path: "request.method")
    let url = try required("url", .string, in: request, path: "request.url")
    let post = try optional("postData", .object, in: request, path: "request.postData")
    let content = try optional("content", .object, in: response, path: "response.content")
    let status = try optional("status", .number, in: response, path: "response.status")
    let code = status?.int
    if let status, code == nil {
      throw problem(
        .type(member: "response.status", expected: "an integer", found: .number), status)
    }

    var problems: [CaptureProblem] = []
    var exchange = Exchange(
      index: index, unit: .entry, method: method.string, url: url.string, status: code,
      request: try message(.request, holder: post, in: request, &problems),
      response: .absent(.noResponse), range: place(entry), urlRange: place(url),
      statusRange: status.map(place))
    exchange.request.headers = HeaderFields(request["headers"], base: base)
    if code == nil, content?["text"] != nil {
      throw problem(.absent(member: "response.status"), response)
    }
    // Browsers write 0 for requests that failed or were blocked, some tools −1.
    guard let code, code > 0 else { return (exchange, problems) }
    // With 304 the content shown is the cache's, under whatever contract it was stored.
    if code == 304 {
      exchange.response = .absent(.notModified)
    } else {
      exchange.response = try message(.response, holder: content, in: response, &problems)
    }
    exchange.response.headers = HeaderFields(response["headers"], base: base)
    return (exchange, problems)
  }

  /// `holder` is the object with `text` and `mimeType`.
  private func message(
    _ part: Exchange.Part, holder: JSONNode?, in side: JSONNode,
    _ problems: inout [CaptureProblem]
  ) throws(CaptureProblem) -> Message {
    let type = mediaType(holder, side)
    let typeRange = type.map(place)
    let fields = holder.map(fields) ?? []
    func absent(_ reason: SkipReason) -> Message {
      Message(
        mediaType: type?.string, mediaTypeRange: typeRange, absence: reason, fields: fields)
    }
    let path = part == .request ? "request.postData" : "response.content"
    guard let holder, let text = try optional("text", .string, in: holder, path: path + ".text")
    else { return absent(fields.isEmpty ? .noBody : .nonJSON) }

    var body = Body(decoding: text, base: base)
    guard body.bytes.contains(where: { !ASCIIByte.isSpace($0) }) else { return absent(.noBody) }
    if let encoding = holder["encoding"]?.string, !encoding.isEmpty {
      guard ASCIIByte.equalIgnoringCase(encoding, "base64") else {
        // Some recorders name the charset of text that is text already.
        if ASCIIByte.equalIgnoringCase(encoding, "utf-8")
          || ASCIIByte.equalIgnoringCase(encoding, "utf8")
        {
          return Message(
            mediaType: type?.string, mediaTypeRange: typeRange, body: body, fields: fields)
        }
        problems.append(problem(.encoding(part, name: encoding), holder["encoding"] ?? holder))
        return absent(.undecodable)
      }
      guard let decoded = Base64.decode(body.bytes) else {
        problems.append(problem(.base64(part), text))
        return absent(.undecodable)
      }
      body = Body(bytes: decoded, map: .base64(string: place(text)))
    }
    return Message(mediaType: type?.string, mediaTypeRange: typeRange, body: body, fields: fields)
  }

  /// `mimeType`, or the header where the recorder knew none (Chrome writes `x-unknown`).
  private func mediaType(_ holder: JSONNode?, _ side: JSONNode) -> JSONNode? {
    if let type = holder?["mimeType"], let text = type.string, !text.isEmpty, text != "x-unknown" {
      return type
    }
    return CapturedHeaders(side["headers"])["content-type"]
  }

  private func fields(_ post: JSONNode) -> [FormField] {
    guard let parameters = post["params"] else { return [] }
    return parameters.elements.compactMap { parameter in
      guard let name = parameter["name"]?.string else { return nil }
      let value = parameter["value"]
      return FormField(
        name: name, value: value?.string ?? "", nameRange: place(parameter["name"] ?? parameter),
        valueRange: place(value ?? parameter))
    }
  }

  private func required(
    _ name: String, _ kind: JSONKind, in object: JSONNode, path: String
  ) throws(CaptureProblem) -> JSONNode {
    guard let member = try optional(name, kind, in: object, path: path) else {
      throw problem(.absent(member: path), object)
    }
    return member
  }

  private func optional(
    _ name: String, _ kind: JSONKind, in object: JSONNode, path: String
  ) throws(CaptureProblem) -> JSONNode? {
    guard let member = object[name], member.kind != .null else { return nil }
    guard member.kind == kind else {
      let article = kind == .object || kind == .array ? "an" : "a"
      throw problem(
        .type(member: path, expected: "\(article) \(kind.name)", found: member.kind), member)
    }
    return member
  }

  private func problem(_ kind: CaptureProblem.Kind, _ node: JSONNode) -> CaptureProblem {
    CaptureProblem(kind: kind, index: index, unit: .entry, range: place(node))
  }

  private func place(_ node: JSONNode) -> ByteRange {
    node.range.moved(by: base)
  }
}
