import Testing

@testable import ContractRuns
@testable import schemacheck
@_spi(Engine) import JSONTape

@Suite struct LiveReceiverTests {
  private func hand(_ text: String, to take: (ByteView) -> Bool) -> Bool {
    text.withByteView(take)
  }

  @Test func `The piece that crosses the limit is not kept`() {
    let receiver = LiveReceiver(maxBody: 5)
    #expect(hand("abc", to: receiver.receive(body:)))
    #expect(!hand("def", to: receiver.receive(body:)))
    #expect(receiver.body == Array("abc".utf8))
    #expect(receiver.stop == .bodyOverLimit(5))
  }

  @Test func `Each block of headers replaces the one before`() {
    let receiver = LiveReceiver(maxBody: 5)
    let lines = [
      "HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n", "HTTP/2 200 \r\n", "b:2:3\r\n",
      "nonsense\r\n",
      "C:\r\n", "\r\n", "D: 4\r\n",
    ]
    for line in lines { #expect(hand(line, to: receiver.receive(header:))) }
    #expect(
      receiver.headers == [LiveHeader(name: "b", value: "2:3"), LiveHeader(name: "C", value: "")])
  }

  @Test func `A trailer that looks like a status line does not begin anew`() {
    let receiver = LiveReceiver(maxBody: 5)
    for line in ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"] {
      #expect(hand(line, to: receiver.receive(header:)))
    }
    #expect(hand("abc", to: receiver.receive(body:)))
    for line in ["HTTP/1.1: x\r\n", "B: 2\r\n", "\r\n"] {
      #expect(hand(line, to: receiver.receive(header:)))
    }
    #expect(receiver.headers == [LiveHeader(name: "A", value: "1")])
  }

  @Test func `Headers stop at their limit`() {
    let receiver = LiveReceiver(maxBody: 5)
    let line = "A: " + String(repeating: "x", count: 100_000)
    #expect(hand(line, to: receiver.receive(header:)))
    #expect(hand(line, to: receiver.receive(header:)))
    #expect(!hand(line, to: receiver.receive(header:)))
    #expect(receiver.stop == .headersOverLimit(LiveReceiver.maximumHeaderBytes))
  }
}
