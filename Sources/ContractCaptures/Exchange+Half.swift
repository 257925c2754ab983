@_spi(Engine) internal import JSONTape

extension Exchange {
  /// A line of an exchange that has other lines, too.
  package final class Half: Sendable {
    package enum Line: Hashable, Sendable {
      case request, response
      /// Bodies under names that tell their message.
      case bodies
      /// A body under another name.
      case body(String)
    }

    package let line: Line
    /// The text that all lines have.
    package let id: String
    /// The bodies of a request's other lines.
    fileprivate let bodies: [LoneBody]

    init(_ line: Line, id: String) { (self.line, self.id, bodies) = (line, id, []) }

    fileprivate init(_ half: Half, _ bodies: [LoneBody]) {
      (line, id, self.bodies) = (half.line, half.id, bodies)
    }
  }

  /// A body on a line of its own.
  fileprivate struct LoneBody {
    /// The message that has it; nil if its line does not tell.
    let part: Part?
    let name: String
    var body: Body
  }

  /// Adds the name of the container in a line's prefix to the id. Each container counts its requests
  /// for itself.
  mutating func nameContainer(of line: [UInt8]) {
    guard let half, let name = OtherLine.container(line) else { return }
    self.half = Half(half.line, id: "\(name)\n\(half.id)")
  }

  /// The exchange of this response, or of this body, and its request, if that is known.
  ///
  /// - Parameters:
  ///   - source: The line of the request, for the places of its body; nil if the whole file is at
  ///     hand.
  ///   - own: This line; nil if the whole file is at hand.
  package func answering(
    _ request: Exchange?, in source: CaptureSource?, _ own: CaptureSource? = nil
  ) -> Exchange {
    var exchange = self
    guard let request else {
      exchange.response = .absent(.noRequest)
      return exchange
    }
    if let half, half.line != .response { return request.adding(self, half, in: own) }
    // Places of the line of the request count in that line; these may be shown in the response's.
    let start = source.map { _ in ByteRange(offset: range.offset, length: 0) }
    exchange.methodText = request.methodText.map { .read($0.string, $0.range) }
    exchange.address = request.address.map { .read($0.string, $0.range) }
    exchange.addressForm = request.addressForm
    exchange.sentAt = request.sentAt ?? sentAt
    exchange.passedOver = exchange.passedOver ?? request.passedOver
    exchange.repeatedKeys += request.repeatedKeys.map {
      RepeatedKey(property: $0.property, part: $0.part, range: start ?? $0.range)
    }
    exchange.request = request.request
    exchange.request.type = request.request.type.map { .read($0.string, start ?? $0.range) }
    exchange.request.emptyBody = request.request.emptyBody.map { start ?? $0 }
    exchange.requestLine = source.map(Body.OtherLine.init)
    if source != nil, var body = request.request.body {
      body.line = exchange.requestLine
      exchange.request.content = .body(body)
    }
    exchange.take(request.half?.bodies ?? [])
    return exchange
  }

  /// This request with the bodies of another line.
  private func adding(_ line: Exchange, _ own: Half, in source: CaptureSource?) -> Exchange {
    guard let half else { return self }
    var bodies = half.bodies
    for (part, message) in [(Part.request, line.request), (.response, line.response)] {
      // A third one shows that two are of the same message.
      guard bodies.count < 3, var body = message.body else { continue }
      body.line = source.map(Body.OtherLine.init)
      if case .body(let name) = own.line {
        bodies.append(LoneBody(part: nil, name: name, body: body))
      } else {
        bodies.insert(LoneBody(part: part, name: "\(part.rawValue)Body", body: body), at: 0)
      }
    }
    var exchange = self
    exchange.half = Half(half, bodies)
    return exchange
  }

  /// Takes bodies of lines of their own for messages without a body.
  private mutating func take(_ bodies: [LoneBody]) {
    for lone in bodies {
      // A hook may log a response again, so another body is not that of the request.
      let isOfResponse = !mayHaveRequestBody || request.absence == nil
      let part = lone.part ?? (isOfResponse ? .response : nil)
      let isOnly = bodies.count { $0.part == lone.part } == 1
      if let part, isOnly || absence(part) != .noBody {
        guard absence(part) == .noBody else { continue }
        if part == .request {
          request.content = .body(lone.body)
        } else {
          response.content = .body(lone.body)
        }
      } else {
        passedOver =
          passedOver ?? PassedOver(lone: lone.name, isOfResponse: absence(.response) != nil)
      }
    }
  }

  private func absence(_ part: Part) -> SkipReason? {
    part == .request ? request.absence : response.absence
  }
}
