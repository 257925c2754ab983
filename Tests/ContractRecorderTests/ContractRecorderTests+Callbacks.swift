import Foundation
import TestSupport
import Testing

@testable import ContractRecorder

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// URLSession hears of a request on the thread that began it.
extension ContractRecorderTests {
  /// What URLSession is told, and on which thread.
  private final class Client: NSObject, URLProtocolClient, @unchecked Sendable {
    private let lock = NSLock()
    private var heard: [(event: String, thread: Thread)] = []
    var events: [String] { lock.withLock { heard.map(\.event) } }
    var threads: [Thread] { lock.withLock { heard.map(\.thread) } }

    private func hear(_ event: String) {
      lock.withLock { heard.append((event, Thread.current)) }
    }

    func urlProtocol(
      _: URLProtocol, wasRedirectedTo _: URLRequest, redirectResponse _: URLResponse
    ) { hear("redirected") }
    func urlProtocol(_: URLProtocol, cachedResponseIsValid _: CachedURLResponse) { hear("cached") }
    func urlProtocol(
      _: URLProtocol, didReceive _: URLResponse, cacheStoragePolicy _: URLCache.StoragePolicy
    ) { hear("response") }
    func urlProtocol(_: URLProtocol, didLoad _: Data) { hear("data") }
    func urlProtocolDidFinishLoading(_: URLProtocol) { hear("finished") }
    func urlProtocol(_: URLProtocol, didFailWithError _: any Error) { hear("failed") }
    func urlProtocol(_: URLProtocol, didReceive _: URLAuthenticationChallenge) { hear("asked") }
    func urlProtocol(_: URLProtocol, didCancel _: URLAuthenticationChallenge) { hear("cancelled") }
  }

  private struct Loading: @unchecked Sendable {
    let value: RecordingProtocol
  }

  /// Loads a request on a thread with a run loop, until its exchange is recorded and some rounds of the loop
  /// longer.
  private func load(_ url: URL, stops: Bool = false) async throws -> (Client, Thread) {
    _ = ContractRecorder.configuration(recordingTo: file, base: .ephemeral)
    let client = Client()
    let thread = Thread { [file] in
      let loading = Loading(
        value: RecordingProtocol(
          request: URLRequest(url: url), cachedResponse: nil, client: client))
      let loop = RunLoop.current
      loop.perform(inModes: [.default]) {
        loading.value.startLoading()
        if stops { loading.value.stopLoading() }
      }
      var rounds = 50
      while rounds > 0 {
        _ = loop.run(mode: .default, before: Date() + 0.01)
        Thread.sleep(forTimeInterval: 0.001)
        if (try? Data(contentsOf: file))?.isEmpty == false { rounds -= 1 }
      }
    }
    thread.start()
    while !thread.isFinished { try await Task.sleep(for: .milliseconds(10)) }
    return (client, thread)
  }

  @Test(arguments: [
    ("/user", ["response", "data", "finished"]), ("/empty", ["response", "finished"]),
    ("", ["failed"]),
  ])
  func eventsAreHeardOnTheThreadThatBegan(_ path: String, _ events: [String]) async throws {
    let url = path.isEmpty ? "http://127.0.0.1:1/none" : server.origin + path
    let (client, thread) = try await load(try #require(URL(string: url)))
    #expect(client.events == events)
    #expect(client.threads.allSatisfy { $0 === thread })
  }

  @Test func nothingIsHeardAfterAStop() async throws {
    let url = try #require(URL(string: server.origin + "/user"))
    #expect(try await load(url, stops: true).0.events == [])
  }
}
