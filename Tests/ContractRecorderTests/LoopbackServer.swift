import Foundation
import TestSupport

/// A server of this machine, for one test at a time.
final class LoopbackServer: Sendable {
  let origin: String
  private let process: Process

  static var isAvailable: Bool { Program.isThere("python3") }

  struct NotStarted: Error {}

  init() throws {
    let process = Process()
    process.executableURL = Program.path(of: "python3").map { URL(fileURLWithPath: $0) }
    process.arguments = ["-c", Self.script]
    let output = Pipe()
    process.standardOutput = output
    // The server ends with this pipe.
    process.standardInput = Pipe()
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { throw NotStarted() }
      line += piece
    }
    let port = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    origin = "http://127.0.0.1:\(port)"
    self.process = process
  }

  deinit { kill(process.processIdentifier, SIGKILL) }

  /// `/echo` answers the body of the request, `/slow` half of its answer.
  private static let script = #"""
    import http.server, json, os, sys, threading, time
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *arguments): pass
        def read(self):
            if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
                body = b""
                while True:
                    size = int(self.rfile.readline().strip(), 16)
                    body += self.rfile.read(size)
                    self.rfile.readline()
                    if size == 0: return body
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        def answer(self, status, body, kind="application/json", **headers):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD": self.wfile.write(body)
        def do(self):
            body = self.read()
            path = self.path.split("?")[0]
            if path == "/echo": self.answer(200, body)
            elif path == "/echo-size": self.answer(200, json.dumps({"size": len(body)}).encode())
            elif path == "/user": self.answer(200, b'{"name": "Al",\n "accessToken": "s3cretTOKEN-x9", "pin": 4711}', Set_Cookie="session=abc123; Path=/")
            elif path == "/binary": self.answer(200, b"\xff\xd8\xff\x00", "image/jpeg")
            elif path == "/large": self.answer(200, b"[" + b"1," * 3000000 + b"1]")
            elif path == "/moved": self.answer(302, b"", Location="/user")
            elif path == "/gone": self.answer(404, b'"no such thing"')
            elif path == "/empty": self.answer(200, b"")
            elif path == "/headers": self.answer(200, json.dumps(dict(self.headers)).encode())
            elif path == "/slow":
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b'{"half": ')
                self.wfile.flush()
                time.sleep(20)
            elif path == "/cut":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b'{"half": ')
                self.wfile.flush()
                self.close_connection = True
            else: self.answer(404, b"{}")
        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """#
}
