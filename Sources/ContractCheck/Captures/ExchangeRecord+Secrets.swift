@_spi(Engine) internal import JSONTape

/// A record whose findings are those of what it records.
extension ExchangeRecord {
  /// The exchange as it was; what was sent and received has no place in a file.
  @_spi(Engine) public var exchange: Exchange {
    let bytes = responseBody.bytes
    let mediaType = self.mediaType(responseHeaders, responseType)
    let isBlank = bytes.allSatisfy(ASCIIByte.isSpace)
    var response =
      isBlank || status == 304
      ? Message(mediaType: mediaType, absence: status == 304 ? .notModified : .noBody)
      : Message(
        mediaType: mediaType, body: ContractCheck.Body(bytes: bytes, map: .identity(base: 0)))
    if case .leftOut = responseBody {
      response = Message(mediaType: mediaType, absence: .undecodable)
    } else if isBlank {
      response.emptyBody = ByteRange(offset: 0, length: 0)
    }
    response.headers = HeaderFields(responseHeaders)
    var request = Message(absence: .noBody)
    if case .bytes(let bytes) = requestBody {
      request = Message(
        mediaType: self.mediaType(requestHeaders, requestType),
        body: ContractCheck.Body(
          bytes: bytes, map: .base64(string: ByteRange(offset: 0, length: 0))))
    }
    request.headers = HeaderFields(requestHeaders)
    var exchange = Exchange(
      method: method, url: url, status: status, request: request, response: response,
      range: ByteRange(offset: 0, length: bytes.count))
    exchange.sentAt = time
    return exchange
  }

  /// Replaces secrets so that the same is found in the record as in the exchange. Where no
  /// replacement can do that, the record says what is not to be found.
  ///
  /// - Parameters:
  ///   - live: What was found in the exchange.
  ///   - literals: What the contracts publish; asked for only where it is needed.
  ///   - check: Finds what is wrong with an exchange and its response's body.
  @_spi(Engine) public mutating func keep(
    _ live: [Finding], literals: () -> ContractLiterals, check: (Exchange, [UInt8]) -> [Finding]
  ) {
    let bodies: [(part: Exchange.Part, bytes: [UInt8])] = [
      (.request, requestBody.bytes), (.response, responseBody.bytes),
    ]
    var best: (score: Int, replacement: SecretReplacement, accepted: [Finding])?
    for attempt in 0...SecretReplacement.mostAttempts + 1 {
      let replaced = replaced
      let (onlyLive, onlyRecorded) = LiveVerdict.differences(
        live, check(replaced.exchange, replaced.responseBody.bytes))
      let score = onlyLive.count * 1024 + onlyRecorded.count
      if score < best?.score ?? .max { best = (score, replacement, onlyRecorded) }
      // The last attempt is for what must be wrong.
      if score == 0 || attempt == SecretReplacement.mostAttempts && onlyLive.isEmpty { break }
      if attempt == 0 { replacement.literals = literals() }
      var hasChanged = false
      for place in Set((onlyLive + onlyRecorded).map(\.instance)) {
        for body in bodies where replacement.change(body.bytes, of: body.part, at: place) {
          hasChanged = true
        }
      }
      guard hasChanged else { break }
    }
    guard let best else { return }
    replacement = best.replacement
    verdict.accepted = best.accepted.map(LiveVerdict.Accepted.init)
    verdict.replaced = replacedPlaces
  }

  /// Where secrets are replaced.
  private var replacedPlaces: [LiveVerdict.Replaced] {
    var places: [LiveVerdict.Replaced] = []
    for part in Exchange.Part.allCases {
      let fields = part == .request ? requestHeaders : responseHeaders
      let body = part == .request ? requestBody : responseBody
      let isOfURL = part == .request && replacedURL != url
      if isOfURL || fields.contains(where: { headerValue($0) != $0.value }) {
        places.append(LiveVerdict.Replaced(part: part, instance: nil))
      }
      places += replacement.places(in: body.bytes, of: part).map {
        LiveVerdict.Replaced(part: part, instance: $0)
      }
    }
    return places
  }

  /// Adds what is wrong with the page among other pages.
  @_spi(Engine) public mutating func keepPages(of findings: [Finding]) {
    verdict.pages = findings.filter { $0.rule == Rule.pageSequence.id }
      .map(LiveVerdict.PageFinding.init)
  }

  /// The exchange as it is written down.
  private var replaced: ExchangeRecord {
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
  fileprivate var bytes: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}
