@_spi(Engine) internal import JSONTape

/// Makes a record with the same findings as its exchange.
extension ExchangeRecord {
  /// The exchange with its secrets. The messages of a live run are in no file, so the exchange has
  /// no place in a file.
  @_spi(Engine) public var exchange: Exchange {
    let bytes = responseBody.bytes
    let mediaType = self.mediaType(responseHeaders, responseType)
    let isBlank = bytes.allSatisfy(ASCIIByte.isSpace)
    var response =
      isBlank || status == 304
      ? Message(mediaType: mediaType, absence: status == 304 ? .notModified : .noBody)
      : Message(
        mediaType: mediaType, body: ContractCaptures.Body(bytes: bytes, map: .identity(base: 0)))
    if case .leftOut(_, let reason) = responseBody {
      response = Message(mediaType: mediaType, absence: reason)
    } else if isBlank {
      response.emptyBody = ByteRange(offset: 0, length: 0)
    }
    response.headers = HeaderFields(responseHeaders)
    var request = Message(absence: .noBody)
    if case .bytes(let bytes) = requestBody {
      request = Message(
        mediaType: self.mediaType(requestHeaders, requestType),
        body: ContractCaptures.Body(
          bytes: bytes, map: .base64(string: ByteRange(offset: 0, length: 0))))
    }
    request.headers = HeaderFields(requestHeaders)
    var exchange = Exchange(
      method: method, url: url, status: status, request: request, response: response,
      range: ByteRange(offset: 0, length: bytes.count))
    exchange.sentAt = time
    exchange.isLive = true
    return exchange
  }

  /// The places where secrets are replaced.
  package var replacedPlaces: [LiveVerdict.Replaced] {
    var places: [LiveVerdict.Replaced] = []
    for part in Exchange.Part.allCases {
      let fields = part == .request ? requestHeaders : responseHeaders
      let body = part == .request ? requestBody : responseBody
      let isOfURL = part == .request && replacedURL != url
      if isOfURL || fields.contains(where: { headerValue($0) != $0.value }) {
        places.append(LiveVerdict.Replaced(part: part, instance: nil))
      }
      let type = part == .request ? requestType : responseType
      let found =
        sequence(fields, type).map { replacement.places(in: body.bytes, $0, of: part) }
        ?? replacement.places(in: body.bytes, of: part)
      places += found.map {
        LiveVerdict.Replaced(part: part, instance: $0)
      }
    }
    return places
  }

  /// The exchange with its secrets replaced, as it is written.
  package var replaced: ExchangeRecord {
    var copy = self
    copy.url = replacedURL
    copy.requestHeaders = requestHeaders.map { Field($0.name, headerValue($0)) }
    copy.responseHeaders = responseHeaders.map { Field($0.name, headerValue($0)) }
    copy.requestBody = replaced(requestBody, .request, requestHeaders, requestType)
    copy.responseBody = replaced(responseBody, .response, responseHeaders, responseType)
    return copy
  }

  private func replaced(
    _ body: Body, _ part: Exchange.Part, _ fields: [Field], _ type: String?
  ) -> Body {
    switch written(body, part, fields, type) {
    case .absent: .none
    case .empty: .bytes([])
    case .text(let bytes), .base64(let bytes): .bytes(bytes)
    }
  }
}

extension ExchangeRecord.Body {
  package var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}
