@_spi(Engine) import ContractCaptures
import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import ContractRecorder

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stream that gives some bytes and then fails, or never ends.
private final class BrokenStream: InputStream {
  private let good: Int
  private let fails: Bool
  private var given = 0
  private(set) var isOpen = false

  init(good: Int, fails: Bool = true) {
    self.good = good
    self.fails = fails
    super.init(data: Data())
  }

  override func open() { isOpen = true }
  override func close() { isOpen = false }
  override var hasBytesAvailable: Bool { true }
  override var streamStatus: Stream.Status { fails && given >= good ? .error : .open }
  override var streamError: (any Error)? {
    fails && given >= good ? URLError(.cannotOpenFile) : nil
  }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    if fails, given >= good { return -1 }
    let count = fails ? min(maxLength, good - given) : maxLength
    // Bound: at most `maxLength`.
    buffer.update(repeating: 0x61, count: count)
    given += count
    return count
  }
}

/// The body of a request is sent whole or not at all.
@Suite struct SentBodyTests {
  private func request(_ stream: InputStream, length: Int? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://h/a")))
    request.httpMethod = "POST"
    request.httpBodyStream = stream
    if let length { request.setValue("\(length)", forHTTPHeaderField: "Content-Length") }
    return request
  }

  @Test(arguments: [0, 10, 200_000])
  func aStreamThatFailsSendsNothing(_ good: Int) throws {
    for most in [0, 100, 1 << 20] {
      let request = try request(BrokenStream(good: good))
      #expect(throws: URLError.self) { try SentBody(request, atMost: most) }
    }
  }

  @Test func aStreamThatEndsBeforeItsLengthSendsNothing() throws {
    let short = try request(InputStream(data: Data("abc".utf8)), length: 4)
    #expect(throws: URLError.self) { try SentBody(short, atMost: 100) }
    let whole = try SentBody(
      try request(InputStream(data: Data("abc".utf8)), length: 3), atMost: 100)
    #expect(whole.recorded == .bytes(Array("abc".utf8)))
  }

  /// A body past the limit waits in a file, from which it can be sent more than once.
  @Test(arguments: [99, 100, 101, 1_000_000])
  func aStreamIsSentWhole(_ count: Int) throws {
    let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let sent = try SentBody(try request(InputStream(data: body)), atMost: 100)
    let marked = NSMutableURLRequest(url: try #require(URL(string: "http://h/a")))
    #expect(sent.place(in: marked))
    if count <= 100 {
      #expect(marked.httpBody == body)
      #expect(sent.recorded == .bytes(Array(body)))
    } else {
      #expect(sent.recorded == .leftOut("\(count) bytes; the limit is 100"))
      for stream in [marked.httpBodyStream, sent.stream(), sent.stream()] {
        #expect(try Self.all(of: #require(stream)) == body)
      }
    }
  }

  private static func all(of stream: InputStream) throws -> Data {
    stream.open()
    defer { stream.close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      data += buffer[..<count]
    }
    return data
  }

  /// The app has given up, so nobody reads a stream without an end.
  @Test func nobodyWaitsForTheBody() throws {
    let stream = BrokenStream(good: 0, fails: false)
    var pieces = 0
    let request = try request(stream)
    #expect(throws: URLError(.cancelled)) {
      try SentBody(request, atMost: 1 << 30) {
        pieces += 1
        return pieces < 10
      }
    }
    #expect(pieces == 10 && !stream.isOpen)
  }

  /// The file of a long body does not fit: the request fails, and nothing raises.
  @Test func aFullDisk() async {
    await #expect(processExitsWith: .success) {
      limitFileSize(to: 100_000)
      guard let url = URL(string: "http://h/a") else { preconditionFailure("a URL") }
      var request = URLRequest(url: url)
      request.httpBodyStream = InputStream(data: Data(repeating: 0x61, count: 1_000_000))
      do throws(URLError) {
        _ = try SentBody(request, atMost: 1_000)
        preconditionFailure("a full disk went unnoticed")
      } catch {
        precondition(error.code == .cannotWriteToFile, "\(error)")
      }
    }
  }
}
