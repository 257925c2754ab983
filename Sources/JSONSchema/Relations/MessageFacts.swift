/// The facts about a message that rules can use when they check a value in the message.
@_spi(Engine) public struct MessageFacts: Hashable, Sendable {
  /// The status of the exchange. Nil if it is not known.
  var status: Int?
  /// The media type of the message, without parameters. Nil if the message has none.
  var mediaType: String?

  /// Of no message.
  init() {}

  /// - Parameter mediaType: The media type in small letters, without parameters.
  public init(status: Int?, mediaType: String?) {
    self.status = status
    self.mediaType = mediaType
  }
}
