/// How live requests are sent: limits, what is allowed and who asks.
struct LiveOptions: Sendable {
  /// For one try, from the name look-up to the last byte, redirects included.
  var timeout: Duration = .seconds(30)
  /// For the name look-up, the connection and its TLS handshake.
  var connectTimeout: Duration = .seconds(10)
  /// How often a request is sent at most; 1 is never again.
  var tries = 3
  /// In bytes, after the content encoding is undone.
  var maxBody = 64 << 20
  var maxRedirects = 5
  /// Whether plain http may leave this machine.
  var allowHTTP = false
  /// The methods that may be sent; any other was not asked for.
  var methods: Set<String> = ["GET", "HEAD"]
  /// A file of certificates (PEM) to trust.
  var caFile: String?
  /// Sent as `Authorization: Bearer …`, to the origin of the request's URL alone.
  var bearerToken: String?
  var userAgent = "schemacheck"
}
