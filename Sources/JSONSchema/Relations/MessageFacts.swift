/// The facts about a message that rules may use. The message contains the value.
@_spi(Engine) public struct MessageFacts: Hashable, Sendable {
  /// The status of the exchange. Nil if it is not known.
  var status: Int?
  /// The media type of the message, without parameters. Nil if the message has none.
  var mediaType: String?

  /// Of no message.
  init() {}

  /// - Parameter mediaType: In small letters, without parameters.
  public init(status: Int?, mediaType: String?) {
    self.status = status
    self.mediaType = mediaType
  }
}
