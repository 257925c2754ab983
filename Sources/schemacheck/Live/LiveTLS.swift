import ContractRuns

/// The settings of connections: `--cacert`, `--cert`, `--key`, `-k`, `--unix-socket`, `--resolve`.
struct LiveTLS: Sendable {
  /// Certificates (PEM) to trust.
  var caFile: String?
  /// The client's own certificate (PEM), and its key if that is in another file.
  var certificate: String?
  var key: String?
  /// Whether servers on this machine need no valid certificate.
  var trustsLoopback = false
  /// The socket to which requests are sent instead of the address.
  var socket: String?
  /// The addresses of hosts in libcurl's form: `HOST:PORT:ADDRESS`.
  var addresses: [String] = []

  init() {}

  init(_ arguments: Arguments) throws(RunError) {
    caFile = arguments.text(.certificates)
    certificate = arguments.text(.clientCertificate)
    key = arguments.text(.clientKey)
    trustsLoopback = arguments.has(.insecure)
    socket = arguments.text(.unixSocket)
    addresses = arguments.all(.addressOf).map(\.text)
    for (option, file) in [(OptionSpec.clientCertificate, certificate), (.clientKey, key)] {
      guard let file, !InputPath(Array(file.utf8)).isRegularFile else { continue }
      throw RunError("`--\(option.name)`: `\(file)` is not a file")
    }
    for address in addresses where address.split(separator: ":").count < 3 {
      throw RunError("`--resolve` takes `HOST:PORT:ADDRESS`, not `\(address)`")
    }
  }
}
