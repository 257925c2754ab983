import ContractRuns

/// Reads a contract from its URL. The URL may be on this machine or, with `--allow-contract-url`,
/// on another machine.
struct LiveContract {
  private let client: LiveClient
  private let allowsOthers: Bool

  init(_ project: Project, _ arguments: Arguments, _ console: Console) throws(RunError) {
    var options = LiveOptions()
    options.zlib = console.zlib
    options.tls = try LiveTLS(arguments)
    options.allowHTTP = arguments.has(.allowHTTP)
    options.staysAtOrigin = true
    if project.options.contracts.contains(where: \.isURL) {
      options.headers = try LiveHeaders.read(arguments, console)
      let server = project.given.server.map { [$0] } ?? []
      options.trustedOrigins = project.trustedOrigins(with: Set(server))
    }
    var client = LiveClient(options: options)
    client.sleep = console.wait
    self.client = client
    allowsOthers = arguments.has(.allowContractURL)
  }

  func fetch(_ url: String) throws(RunError) -> [UInt8] {
    let shown = ContractName.url(url).text
    do throws(LiveError.Cause) {
      let isHere = try LiveURL(url).isLoopback
      guard allowsOthers || isHere else {
        throw .invalidRequest("a contract of another machine needs `--allow-contract-url`")
      }
    } catch {
      throw RunError("\(shown): \(error.text)")
    }
    var request = LiveRequest(url)
    request.headers = [
      LiveHeader(name: "Accept", value: "application/json, application/yaml, */*;q=0.5")
    ]
    do {
      let response = try client.send(request)
      guard 200...299 ~= response.status else {
        throw RunError("\(shown): the server sent the status \(response.status)")
      }
      if let failure = response.undecoded { throw RunError("\(shown): the body \(failure)") }
      return response.body
    } catch let error as LiveError {
      throw RunError(error.message)
    } catch {
      throw error as? RunError ?? RunError("\(shown): it cannot be read")
    }
  }
}

extension ContractName {
  fileprivate var isURL: Bool { if case .url = self { true } else { false } }
}
