@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// Decodes the bodies of live responses. The compression must be the compression in the headers.
struct ContentDecoder {
  /// The codings that servers may use.
  static let accepted = "gzip, deflate"

  private let decompressor: Decompressor
  private let limit: Int

  init(_ options: LiveOptions) {
    decompressor = options.zlib.decompressor
    limit = options.maxBody
  }

  /// The body, or the reason why it cannot be decoded: `is broken gzip data`.
  ///
  /// - Throws: If the body is larger than allowed.
  func decode(
    _ body: [UInt8], _ headers: [LiveHeader]
  ) throws(LiveError.Cause) -> (body: [UInt8], failure: String?) {
    var body = body
    for coding in Self.codings(of: headers).reversed() where !body.isEmpty {
      switch decode(body, coding) {
      case .success(let decoded): body = decoded
      case .failure(.tooLarge): throw .bodyOverLimit(limit)
      case .failure(let failure): return ([], failure.words(String(coding.prefix(20))))
      }
    }
    return (body, nil)
  }

  /// The codings in lower case, in the order of their use.
  static func codings(of headers: [LiveHeader]) -> [String] {
    headers.filter { $0.isNamed("Content-Encoding") }.flatMap { $0.value.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }

  private func decode(
    _ body: [UInt8], _ coding: String
  ) -> Result<[UInt8], Decompressor.Failure> {
    switch coding {
    case "gzip", "x-gzip": return decompressor.decompress(body, .gzip, limit)
    case "deflate":
      // Some servers omit the wrapping around the data.
      let whole = decompressor.decompress(body, .zlib, limit)
      guard case .failure(.broken) = whole else { return whole }
      let bare = decompressor.decompress(body, .raw, limit)
      if case .success = bare { return bare }
      return whole
    default: return .failure(.unknownCoding)
    }
  }
}
