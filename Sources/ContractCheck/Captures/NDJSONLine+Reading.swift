internal import JSONSchema
internal import JSONTape

extension NDJSONLine {
  /// The line as an exchange record or as a bare body, with ranges of the whole file.
  public func read() -> CaptureItem {
    do throws(JSONParseError) {
      let document = try JSONDocument(bytes)
      guard Self.isRecord(document.root) else { return .exchange(bare) }
      do throws(CaptureProblem) {
        return .exchange(try record(document.root))
      } catch {
        return .problem(error)
      }
    } catch {
      let fault = JSONParseError(error.reason, offset: offset + error.offset)
      return .problem(
        CaptureProblem(
          kind: .syntax(fault), index: index, unit: .line,
          range: ByteRange(offset: fault.offset, length: error.offset < bytes.count ? 1 : 0)))
    }
  }

  private var bare: Exchange {
    .bare(
      Body(bytes: bytes, map: .identity(base: offset)), index: index, unit: .line, range: range)
  }

  private var range: ByteRange { ByteRange(offset: offset, length: bytes.count) }

  /// An object with a body and what it belongs to; or, since not every exchange has a body, with the
  /// three members that make an exchange.
  private static func isRecord(_ root: JSONNode) -> Bool {
    guard root["responseBody"] != nil || root["requestBody"] != nil else {
      return root["method"]?.kind == .string && root["url"]?.kind == .string
        && root["status"]?.kind == .number
    }
    return root["status"] != nil || root["url"] != nil || root["method"] != nil
  }

  private func record(_ root: JSONNode) throws(CaptureProblem) -> Exchange {
    let method = try member("method", "a string", of: root) { $0.kind == .string }
    let url = try member("url", "a string", of: root) { $0.kind == .string }
    let status = try member("status", "an integer", of: root) { $0.int != nil }
    try refuseOtherBodies(root)
    let code = status?.int
    var exchange = Exchange(
      index: index, unit: .line, method: method?.string, url: url?.string, status: code,
      request: message(root["requestBody"], headers: root["requestHeaders"]),
      response: message(root["responseBody"], headers: root["responseHeaders"]),
      range: range, urlRange: url.map(place), statusRange: status.map(place))
    // A stream that is cut up for several machines keeps its records' names, not their lines.
    if let id = root["id"], id.kind == .string || id.kind == .number {
      exchange.id = Redaction.shown(id.string ?? id.text, ofMember: nil)
    }
    exchange.request.headers = HeaderFields(root["requestHeaders"], base: offset)
    if code == 304 {
      exchange.response = .absent(.notModified)
    } else if let code, code <= 0 {
      exchange.response = .absent(.noResponse)
    } else if code == nil, exchange.response.body == nil {
      exchange.response = .absent(.noResponse)
    }
    exchange.response.headers = HeaderFields(root["responseHeaders"], base: offset)
    return exchange
  }

  /// A body under a name that no record has would be passed over.
  private func refuseOtherBodies(_ root: JSONNode) throws(CaptureProblem) {
    guard root["responseBody"] == nil, root["requestBody"] == nil else { return }
    for member in root.members where !member.value.isNull {
      guard let meant = Self.bodies[KeyPolicy.fold(member.name)] else { continue }
      throw CaptureProblem(
        kind: .unknown(member: member.name, meant: meant), index: index, unit: .line,
        range: place(member.key))
    }
  }

  /// Names that other tools have for bodies, folded, with those that records have.
  static let bodies = [
    Array("body".utf8): "responseBody", Array("response".utf8): "responseBody",
    Array("responsebody".utf8): "responseBody", Array("request".utf8): "requestBody",
    Array("requestbody".utf8): "requestBody",
  ]

  private func member(
    _ name: String, _ expected: String, of root: JSONNode, where isRight: (JSONNode) -> Bool
  ) throws(CaptureProblem) -> JSONNode? {
    guard let node = root[name], !node.isNull else { return nil }
    guard isRight(node) else {
      throw CaptureProblem(
        kind: .type(member: name, expected: expected, found: node.kind), index: index, unit: .line,
        range: place(node))
    }
    return node
  }

  /// A string is the body's text; every other value but null is the body itself.
  private func message(_ value: JSONNode?, headers: JSONNode?) -> Message {
    let type = CapturedHeaders(headers)["content-type"]
    let typeRange = type.map(place)
    if let value, !value.isNull {
      let body =
        value.kind == .string
        ? Body(decoding: value, base: offset)
        : Body(
          bytes: Array(value.document.bytes(in: value.range)),
          map: .identity(base: offset + value.range.offset))
      if body.bytes.contains(where: { !ASCIIByte.isSpace($0) }) {
        return Message(mediaType: type?.string, mediaTypeRange: typeRange, body: body)
      }
    }
    return Message(mediaType: type?.string, mediaTypeRange: typeRange, absence: .noBody)
  }

  private func place(_ node: JSONNode) -> ByteRange {
    node.range.moved(by: offset)
  }
}
