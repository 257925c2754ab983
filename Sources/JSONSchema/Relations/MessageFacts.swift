/// The facts about a message that rules may use. The message contains the value.
@_spi(Engine) public struct MessageFacts: Hashable, Sendable {
  /// The status of the exchange; nil where it is not known.
  var status: Int?
  /// The media type that came, without parameters; nil without one.
  var mediaType: String?

  /// Of no message.
  init() {}

  /// - Parameter mediaType: In small letters, without parameters.
  public init(status: Int?, mediaType: String?) {
    self.status = status
    self.mediaType = mediaType
  }
}
