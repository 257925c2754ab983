@_spi(Engine) internal import ContractCaptures
import CLibcurl
import ContractRuns
@_spi(Engine) internal import JSONTape

/// The parts of a request that a redirect changes.
struct LiveHop: Sendable {
  var url: LiveURL
  var method: String
  /// Credentials and other headers that the user sends to this origin.
  var headers: [LiveHeader]
  var body: LiveRequest.Body?
  /// Whether the response must not be compressed.
  var isPlain = false

  /// Whether only a proxy may receive the header.
  static func isForProxy(_ header: LiveHeader) -> Bool { header.isNamed("Proxy-Authorization") }

  /// All headers that the tool sets, in the order of sending.
  func sentHeaders(_ userAgent: String) -> [LiveHeader] {
    var sent = [
      LiveHeader(name: "Accept", value: "application/json"),
      LiveHeader(name: "User-Agent", value: userAgent),
    ]
    if let body { sent.append(LiveHeader(name: "Content-Type", value: body.mediaType)) }
    sent.removeAll { own in headers.contains { $0.isNamed(own.name) } }
    return sent + headers
  }
}

/// An easy handle of libcurl. It keeps its connections open for redirects and further tries.
final class LiveTransfer {
  private let easy: OpaquePointer
  private let errorText: UnsafeMutablePointer<CChar>
  /// The data that libcurl reads during a request.
  private var addresses: OpaquePointer?

  init() throws(LiveError.Cause) {
    if let reason = clibcurl_open() { throw .libcurlMissing(String(cString: reason)) }
    guard let easy = clibcurl_easy_init() else { throw .libcurlMissing("out of memory") }
    self.easy = easy
    errorText = .allocate(capacity: Int(CLIBCURL_ERROR_SIZE))
    // Bound: libcurl writes at most CURL_ERROR_SIZE bytes, which is the capacity.
    errorText.initialize(repeating: 0, count: Int(CLIBCURL_ERROR_SIZE))
  }

  deinit {
    // The order matters: libcurl may write error text while it closes.
    clibcurl_easy_cleanup(easy)
    clibcurl_list_free(addresses)
    errorText.deallocate()
  }

  /// Sends the request. `remaining` is the remaining time.
  func perform(
    _ hop: LiveHop, options: LiveOptions, remaining: Duration, arrived: LiveClient.Arrived? = nil
  ) throws(LiveError.Cause) -> LiveResponse {
    guard remaining > .zero else { throw .timeout(options.timeout) }
    let receiver = LiveReceiver(
      maxBody: options.maxBody, limits: options.sequence, timeout: remaining, zlib: options.zlib,
      arrived: arrived)
    clibcurl_easy_reset(easy)
    errorText[0] = 0
    configure(hop, options: options, remaining: remaining)
    let sent = hop.sentHeaders(options.userAgent)
    let lines = try list(sent.filter { !LiveHop.isForProxy($0) })
    defer { clibcurl_list_free(lines) }
    set(CLIBCURLOPT_HTTPHEADER, UnsafeMutableRawPointer(lines))
    let proxyLines = try list(sent.filter(LiveHop.isForProxy))
    defer { clibcurl_list_free(proxyLines) }
    if let proxyLines {
      set(CLIBCURLOPT_HEADEROPT, CLIBCURL_SEPARATE_HEADERS)
      set(CLIBCURLOPT_PROXYHEADER, UnsafeMutableRawPointer(proxyLines))
    }

    let start = ContinuousClock.now
    let code = withExtendedLifetime(receiver) {
      listen(receiver)
      return clibcurl_easy_perform(easy)
    }
    if let stop = receiver.stop {
      if case .timeout = stop { throw .timeout(options.timeout) }
      throw stop
    }
    var ending = receiver.ending
    let isWhole = Int(code) == CLIBCURL_OK
    let broken = receiver.brokenBody(isWhole: isWhole && ending == nil)
    if ending == nil, receiver.items > 0 {
      ending = broken.map { .broken($0) } ?? (isWhole ? nil : self.ending(code, options))
    }
    guard isWhole || ending != nil || broken != nil else {
      throw failure(code, hop: hop, options: options, remaining: remaining)
    }
    var (body, failure) = (Array(receiver.wholeBody), receiver.items > 0 ? nil : broken)
    if !receiver.isDecoded {
      (body, failure) = try ContentDecoder(options).decode(body, receiver.headers)
    } else if failure != nil {
      body = []
    }
    return LiveResponse(
      status: clibcurl_get_long(easy, Int32(CLIBCURLINFO_RESPONSE_CODE)),
      headers: receiver.headers, body: body, undecoded: failure, ending: ending,
      items: receiver.items, url: hop.url.text,
      sentHeaders: sent,
      receivedBytes: Int(clibcurl_get_offset(easy, Int32(CLIBCURLINFO_SIZE_DOWNLOAD_T))),
      duration: start.duration(to: .now))
  }

  private func configure(_ hop: LiveHop, options: LiveOptions, remaining: Duration) {
    set(CLIBCURLOPT_URL, hop.url.text)
    set(CLIBCURLOPT_PROTOCOLS, CLIBCURL_HTTP_AND_HTTPS)
    set(CLIBCURLOPT_HTTP09_ALLOWED, 0)
    set(CLIBCURLOPT_NOSIGNAL, 1)
    set(CLIBCURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Without this, closing waits for a name server that does not respond, even after the timeout.
    set(CLIBCURLOPT_QUICK_EXIT, 1)
    // If `--for` gives a sequence its time, the receiver ends both.
    let longest = options.sequence.time.map { max(remaining, $0) + .seconds(5) } ?? remaining
    set(CLIBCURLOPT_TIMEOUT_MS, longest.inMilliseconds)
    set(CLIBCURLOPT_CONNECTTIMEOUT_MS, min(options.connectTimeout, remaining).inMilliseconds)
    set(CLIBCURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))

    // libcurl decodes data that is cut at its end without an error.
    set(CLIBCURLOPT_ACCEPT_ENCODING, hop.isPlain ? "identity" : ContentDecoder.accepted)
    set(CLIBCURLOPT_HTTP_CONTENT_DECODING, 0)
    set(options.tls, hop)
    // Requests to this machine use no proxy, which could read plain http.
    if hop.url.isLoopback { set(CLIBCURLOPT_PROXY, "") }
    switch hop.method {
    case "GET": set(CLIBCURLOPT_HTTPGET, 1)
    case "HEAD": set(CLIBCURLOPT_NOBODY, 1)
    case _ where hop.body != nil || ["POST", "PUT", "PATCH"].contains(hop.method):
      var bytes = hop.body?.bytes ?? []
      set(CLIBCURLOPT_POST, 1)
      set(CLIBCURLOPT_POSTFIELDSIZE, bytes.count)
      // The bytes are copied. At least one byte is needed, so that there is a pointer to the bytes.
      bytes.append(0)
      bytes.withUnsafeMutableBytes { set(CLIBCURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
      set(CLIBCURLOPT_CUSTOMREQUEST, hop.method)
    default:
      set(CLIBCURLOPT_HTTPGET, 1)
      set(CLIBCURLOPT_CUSTOMREQUEST, hop.method)
    }
  }

  private func set(_ tls: LiveTLS, _ hop: LiveHop) {
    if let caFile = tls.caFile { set(CLIBCURLOPT_CAINFO, caFile) }
    if let certificate = tls.certificate { set(CLIBCURLOPT_SSLCERT, certificate) }
    if let key = tls.key { set(CLIBCURLOPT_SSLKEY, key) }
    if let socket = tls.socket { set(CLIBCURLOPT_UNIX_SOCKET_PATH, socket) }
    if tls.trustsLoopback, hop.url.isLoopback {
      set(CLIBCURLOPT_SSL_VERIFYPEER, 0)
      set(CLIBCURLOPT_SSL_VERIFYHOST, 0)
    }
    var list: OpaquePointer?
    for address in tls.addresses { list = clibcurl_list_append(list, address) ?? list }
    clibcurl_list_free(addresses)
    addresses = list
    if list != nil { set(CLIBCURLOPT_RESOLVE, UnsafeMutableRawPointer(list)) }
  }

  /// The list of headers. Nil if there are none.
  private func list(_ headers: [LiveHeader]) throws(LiveError.Cause) -> OpaquePointer? {
    var list: OpaquePointer?
    for header in headers {
      guard let longer = clibcurl_list_append(list, "\(header.name): \(header.value)") else {
        clibcurl_list_free(list)
        throw .invalidRequest("out of memory")
      }
      list = longer
    }
    return list
  }

  /// The caller must keep the receiver alive during the request.
  private func listen(_ receiver: LiveReceiver) {
    let context = Unmanaged.passUnretained(receiver).toOpaque()
    clibcurl_set_stop(
      easy,
      { context, _, _, _, _ in
        guard !Interruption.isRequested, let context else { return 1 }
        let receiver = Unmanaged<LiveReceiver>.fromOpaque(context).takeUnretainedValue()
        return receiver.isLate() ? 1 : 0
      }, context)
    set(CLIBCURLOPT_WRITEDATA, context)
    clibcurl_set_receiver(easy, Int32(CLIBCURLOPT_WRITEFUNCTION)) { bytes, size, count, context in
      LiveTransfer.hand(bytes, size, count, context) { $0.receive(body: $1) }
    }
    set(CLIBCURLOPT_HEADERDATA, context)
    clibcurl_set_receiver(easy, Int32(CLIBCURLOPT_HEADERFUNCTION)) { bytes, size, count, context in
      LiveTransfer.hand(bytes, size, count, context) { $0.receive(header: $1) }
    }
  }

  /// Passes data on and returns the number of accepted bytes. libcurl promises that `size` is 1. So
  /// any number other than `count` stops the transfer.
  private static func hand(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ context: UnsafeMutableRawPointer?,
    to take: (LiveReceiver, ByteView) -> Bool
  ) -> Int {
    guard let bytes, let context, count > 0 else { return 0 }
    let receiver = Unmanaged<LiveReceiver>.fromOpaque(context).takeUnretainedValue()
    let isTaken = take(
      receiver, ByteView(UnsafeRawBufferPointer(start: bytes, count: size &* count)))
    return isTaken ? size &* count : count &- 1
  }

  private func set(_ option: Int, _ value: Int) {
    clibcurl_set_long(easy, Int32(option), value)
  }

  private func set(_ option: Int, _ value: String) {
    clibcurl_set_string(easy, Int32(option), value)
  }

  private func set(_ option: Int, _ value: UnsafeMutableRawPointer?) {
    clibcurl_set_pointer(easy, Int32(option), value)
  }
}

extension LiveTransfer {
  /// Whether a transfer that timed out was connected. For https, the TLS handshake must be
  /// complete.
  ///
  /// `PRETRANSFER_TIME` does not show this: libcurl 8.23 also sets it if TLS never completes. A
  /// connection that was already open has no time for TLS.
  private func hasConnected(_ hop: LiveHop) -> Bool {
    let isNew = clibcurl_get_long(easy, Int32(CLIBCURLINFO_NUM_CONNECTS)) > 0
    return hop.url.isSecure && isNew
      ? clibcurl_get_offset(easy, Int32(CLIBCURLINFO_APPCONNECT_TIME_T)) > 0
      : clibcurl_get_long(easy, Int32(CLIBCURLINFO_REQUEST_SIZE)) > 0
  }

  /// libcurl's words for an error.
  private func words(_ code: Int32) -> String {
    let written = String(cString: errorText)
    return written.isEmpty ? String(cString: clibcurl_describe(code)) : written
  }

  /// The reason why a sequence ended after some items. These items are checked.
  private func ending(_ code: Int32, _ options: LiveOptions) -> LiveEnding {
    switch Int(code) {
    case CLIBCURL_OPERATION_TIMEDOUT: .timeout(options.timeout)
    case CLIBCURL_ABORTED_BY_CALLBACK: .interrupted
    default: .lost(words(code))
    }
  }

  private func failure(
    _ code: Int32, hop: LiveHop, options: LiveOptions, remaining: Duration
  ) -> LiveError.Cause {
    let words = words(code)
    let origin = hop.url.origin
    switch Int(code) {
    case CLIBCURL_URL_MALFORMAT:
      return .invalidURL(.malformed)
    case CLIBCURL_COULDNT_RESOLVE_HOST:
      return .hostNotFound(origin.host)
    case CLIBCURL_COULDNT_CONNECT:
      let system = Int32(truncatingIfNeeded: clibcurl_get_long(easy, Int32(CLIBCURLINFO_OS_ERRNO)))
      guard system == ECONNREFUSED else { return .connectionFailed(words) }
      if Self.mayUseProxy, let (host, port) = Self.peer(words),
        port != origin.port || host != origin.host && "[\(host)]" != origin.host
      {
        return .proxyRefused(host: host, port: port)
      }
      return .connectionRefused(host: origin.host, port: origin.port)
    case CLIBCURL_COULDNT_RESOLVE_PROXY, CLIBCURL_PROXY:
      return .connectionFailed(words)
    case CLIBCURL_ABORTED_BY_CALLBACK:
      return .interrupted
    case CLIBCURL_OPERATION_TIMEDOUT:
      guard !hasConnected(hop) else { return .timeout(options.timeout) }
      return .connectTimeout(
        remaining < options.connectTimeout ? options.timeout : options.connectTimeout)
    case CLIBCURL_PARTIAL_FILE, CLIBCURL_GOT_NOTHING, CLIBCURL_SEND_ERROR, CLIBCURL_RECV_ERROR,
      CLIBCURL_HTTP2_STREAM:
      return .connectionLost(words)
    case CLIBCURL_PEER_FAILED_VERIFICATION, CLIBCURL_PEER_FAILED_VERIFICATION_OLD:
      // Another CA does not help if the name is wrong or the certificate has expired.
      let isOtherError = words.contains("subject name") || words.contains("expired")
      return .tls(words, isUntrusted: !isOtherError)
    case CLIBCURL_SSL_CACERT_BADFILE:
      // Without `--cacert`, the missing or invalid file belongs to libcurl.
      return options.tls.caFile.map { .caFile($0, words) } ?? .tls(words, isUntrusted: true)
    case CLIBCURL_SSL_CONNECT_ERROR, CLIBCURL_SSL_CERTPROBLEM, CLIBCURL_SSL_CIPHER,
      CLIBCURL_SSL_SHUTDOWN_FAILED, CLIBCURL_SSL_ISSUER_ERROR, CLIBCURL_SSL_PINNEDPUBKEYNOTMATCH,
      CLIBCURL_SSL_INVALIDCERTSTATUS:
      return .tls(words, isUntrusted: false)
    default:
      return .brokenAnswer(words)
    }
  }
}

extension LiveTransfer {
  /// The host that refused the connection, from libcurl's text:
  /// `Failed to connect to HOST port PORT`. With a proxy, it is not the server.
  private static func peer(_ words: String) -> (host: String, port: Int)? {
    let parts = words.split(separator: " ")
    guard let name = parts.firstIndex(of: "port"), name > 1, name + 1 < parts.count,
      parts[name - 2] == "to", let port = Int(parts[name + 1].prefix { $0.isNumber })
    else { return nil }
    return (parts[name - 1].lowercased(), port)
  }

  /// Whether libcurl may use a proxy.
  private static var mayUseProxy: Bool {
    let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    return names.contains { name in
      guard let value = getenv(name) else { return false }
      return value[0] != 0
    }
  }
}

extension Duration {
  /// The time in milliseconds, rounded up. It is at least 1, because for libcurl 0 means no limit.
  /// It is at most 11 days, because that fits 32 bits.
  fileprivate var inMilliseconds: Int {
    Int(min(max((self / .milliseconds(1)).rounded(.up), 1), 1e9))
  }
}
