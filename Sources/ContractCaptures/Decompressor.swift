/// Decompresses gzip and deflate data.
///
/// The libraries open no system library, so a program with zlib gives them this value.
public struct Decompressor: Sendable {
  /// The format around deflated data (RFC 1951).
  public enum Wrapping: Hashable, Sendable {
    /// RFC 1952; several members may follow each other.
    case gzip
    /// RFC 1950. HTTP calls it `deflate`.
    case zlib
    /// No wrapping. Some servers call this `deflate`, too.
    case raw
  }

  /// Why data cannot be decompressed.
  public enum Failure: Error, Hashable, Sendable {
    /// The coding is neither gzip nor deflate.
    case unknownCoding
    /// There is no zlib, for this reason.
    case unavailable(String)
    /// The data is not valid.
    case broken
    /// There are other bytes after the data.
    case excess
    /// The data ends too early.
    case truncated
    /// The result would be larger than `limit(for:)`.
    case tooLarge
  }

  /// Decompresses data; see ``init(_:)``.
  @_spi(Engine) public let decompress:
    @Sendable (_ data: [UInt8], _ wrapping: Wrapping, _ limit: Int) -> Result<[UInt8], Failure>

  /// - Parameter decompress: Decompresses all of `data` to at most `limit` bytes.
  package init(
    _ decompress:
      @escaping @Sendable (_ data: [UInt8], _ wrapping: Wrapping, _ limit: Int) ->
      Result<[UInt8], Failure>
  ) {
    self.decompress = decompress
  }

  /// The largest result for a number of compressed bytes: 64 MiB; above 1 MiB at most 1,000 times
  /// the number.
  package static func limit(for count: Int) -> Int { min(64 << 20, max(1 << 20, count * 1000)) }
}

extension Decompressor.Failure {
  /// The failure as a predicate of the body: `is broken gzip data`.
  ///
  /// - Parameter coding: The name of the coding.
  @_spi(Engine) public func words(_ coding: String) -> String {
    switch self {
    case .unknownCoding:
      "is still compressed (\(coding)); only gzip and deflate can be decoded, so record it without "
        + "compression"
    case .unavailable(let why): "is compressed (\(coding)), and zlib cannot be used: \(why)"
    case .broken: "is broken \(coding) data"
    case .excess: "is \(coding) data with bytes after its end"
    case .truncated: "is \(coding) data that ends too soon"
    case .tooLarge:
      "is \(coding) data that becomes too large: the limit is 64 MiB, and 1,000 times the "
        + "compressed size if that is more than 1 MiB"
    }
  }
}
