import Foundation
import JSONTape
import TestSupport
import Testing

/// The samples for ClickHouse and mitmproxy, run by the engines themselves. `.ci/engines` installs them.
@Suite struct EngineSampleTests {
  /// A `python3` with the engines: `SCHEMACHECK_ENGINES_PYTHON`, or the one on the path.
  static let python =
    ProcessInfo.processInfo.environment["SCHEMACHECK_ENGINES_PYTHON"] ?? "python3"

  private static func has(_ module: String) -> Bool {
    (try? Program.run([python, "-c", "import \(module)"]))?.status == 0
  }

  private static func sample(_ name: String) -> String {
    PackageFolder.url.appendingPathComponent("samples/\(name)").path
  }

  private static let tool = PackageFolder.product("schemacheck")

  private static func traffic(_ count: Int) -> String {
    (0..<count).map { number in
      let name = number % 3 == 0 ? "latitude" : "lat"
      let place = CheckCommandTests.place.replacing("\"lat\"", with: "\"\(name)\"")
        .replacing("Lookout", with: "Caf\u{e9} \\t 2").replacing("\n", with: " ")
      return #"{"id": "r\#(number)", "method": "GET", "url": "https://h/api/v1/locations/public", "#
        + #""status": 200, "responseBody": \#(CheckCommandTests.page(place).replacing("\n", with: " "))}"#
        + "\n"
    }.joined()
  }

  @Test(.enabled(if: has("chdb"), "a python3 with chdb is needed (SCHEMACHECK_ENGINES_PYTHON)"))
  func clickHouseCountsTheSameOnAnyNumberOfThreads() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.traffic(60), to: "it's traffic.ndjson")
    func run(_ arguments: String...) throws -> Program.Outcome {
      try Program.run(
        [
          Self.python, Self.sample("clickhouse/check_traffic.py"), file, "--tool", Self.tool,
          "--contract",
        ] + arguments)
    }
    let expected = """
      "GET /api/v1/locations/public","fail",20,20,0
      "GET /api/v1/locations/public","pass",40,0,0

      """
    for threads in ["1", "3", "8"] {
      for block in ["65409", "7"] {
        let outcome = try run("fotolokashen", "--threads", threads, "--block", block)
        #expect(outcome.status == 1 && outcome.output == expected, "\(outcome)")
      }
    }
    #expect(try run("fotolokashen", "--once").output == expected)
    // A part that cannot be checked fails the query.
    let broken = try run("there-is-none")
    #expect(broken.status != 0 && broken.output == "", "\(broken.output)")
  }

  @Test(
    .enabled(
      if: has("mitmproxy") && Program.isThere("openssl"),
      "openssl and a python3 with mitmproxy are needed (SCHEMACHECK_ENGINES_PYTHON)"))
  func mitmproxyMarksWhatFails() throws {
    let folder = try TemporaryFolder()
    let right = try folder.write(CheckCommandTests.page(CheckCommandTests.place), to: "right")
    let wrong = try folder.write(
      CheckCommandTests.page(
        CheckCommandTests.place.replacing("\"lat\"", with: "\"latitude\"")), to: "wrong")
    let script = try folder.write(Self.proxyScript, to: "proxy.py")
    let outcome = try Program.run(
      [
        Self.python, script, Self.sample("mitmproxy/schemacheck_addon.py"), Self.tool, right, wrong,
        folder.path,
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    func has(_ words: String) -> Bool { lines.contains { $0.contains(words) } }
    let name = "GET /api/v1/locations/public"
    #expect(has("schemacheck: pass \(name)"), "\(outcome.output)")
    #expect(has("schemacheck: fail \(name): coordinate is named `latitude`"), "\(outcome.output)")
    #expect(has("schemacheck: skipped \(name): omitted-body"), "\(outcome.output)")
    #expect(has("schemacheck: 1 fail, 1 pass, 1 skipped"), "\(outcome.output)")
    #expect(has("marked :red_circle: coordinate is named `latitude`"), "\(outcome.output)")
  }

  /// A server with TLS, the proxy before it, and three requests.
  private static let proxyScript = """
    import http.server, os, signal, socket, ssl, subprocess, sys, threading, time, urllib.request
    # Tests are run with signals blocked, and the proxy is ended by one.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())
    addon, tool, right, wrong, folder = sys.argv[1:]
    os.chdir(folder)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "k.pem",
      "-out", "c.pem", "-days", "2", "-subj", "/CN=127.0.0.1"], check=True, capture_output=True)
    bodies = {"right": open(right, "rb").read(), "wrong": open(wrong, "rb").read(), "big": b" " * 300000}
    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *a): pass
        def do_GET(self):
            body = bodies[self.path.split("?")[1]]
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("c.pem", "k.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    open("marks.py", "w").write('''
    import logging
    flows = []
    def response(flow): flows.append(flow)
    def done():
        for flow in flows: logging.info(f"marked {flow.marked} {flow.comment}")
    ''')
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    proxy = subprocess.Popen([sys.executable, "-c", "from mitmproxy.tools.main import mitmdump; mitmdump()",
      "-m", f"reverse:https://127.0.0.1:{server.server_address[1]}", "-p", str(port),
      "--set", "ssl_insecure=true", "--set", "stream_large_bodies=100k", "--set", f"confdir={folder}/conf",
      "-s", addon, "-s", "marks.py", "--set", "schemacheck_contract=fotolokashen", "--set", f"schemacheck_tool={tool}"],
      stdout=open("log", "w"), stderr=subprocess.STDOUT)
    for name in bodies:
        for attempt in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/locations/public?{name}").read()
                break
            except OSError: time.sleep(0.1)
    while open("log").read().count("schemacheck: ") < 3 and proxy.poll() is None: time.sleep(0.1)
    proxy.send_signal(signal.SIGINT)
    proxy.wait()
    print(open("log").read())
    """
}
