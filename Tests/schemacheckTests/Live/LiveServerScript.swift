/// The server of these tests, in Python, since it can misbehave as no well-made server would.
///
/// It prints its ports in one line (origin, second origin, a port nobody listens on, one where nobody
/// speaks, TLS or 0, IPv6 or 0), and ends with its standard input.
let liveServerScript = #"""
  import apis, http.server, json, os, socket, ssl, subprocess, sys, threading, time, urllib.parse, zlib

  counts, requests, log, lock = {}, [], [], threading.Lock()

  def count(key, by=1):
      with lock:
          counts[key] = counts.get(key, 0) + by
          return counts[key]

  class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"

      def log_message(self, *arguments):
          pass

      def answer(self, status, body=b"", headers=()):
          self.send_response(status)
          for name, value in headers:
              self.send_header(name, value)
          self.send_header("Content-Length", str(len(body)))
          self.end_headers()
          if self.command != "HEAD":
              self.wfile.write(body)

      def stream(self, pieces, headers, key):
          self.close_connection = True
          self.send_response(200)
          for name, value in headers:
              self.send_header(name, value)
          self.send_header("Connection", "close")
          self.end_headers()
          for piece in pieces:
              self.wfile.write(piece)
              count(key, len(piece))

      def handle_any(self):
          length = int(self.headers.get("Content-Length", 0))
          body = self.rfile.read(length)
          url = urllib.parse.urlsplit(self.path)
          query = dict(urllib.parse.parse_qsl(url.query))
          parts = url.path.strip("/").split("/")
          if self.path.startswith("http"):
              parts = ["echo"]
          with lock:
              requests.append(self.command + " " + self.path + " "
                              + self.headers.get("Authorization", "-"))
              log.append({"port": self.server.server_address[1], "method": self.command,
                          "path": self.path, "time": time.time(), "body": body.decode("utf-8", "replace"),
                          "headers": {name.lower(): value for name, value in self.headers.items()}})
          if parts[0] != "count":
              seen = count(query.get("id", ""))
          try:
              getattr(self, "do_" + parts[0].replace("-", "_"))(parts, query, body, locals().get("seen"))
          except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
              self.close_connection = True

      do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = handle_any

      def do_echo(self, parts, query, body, seen):
          text = self.command + " " + self.path + "\n"
          text += "".join(name.lower() + ": " + value + "\n" for name, value in self.headers.items())
          self.answer(200, text.encode() + b"\n" + body)

      def do_count(self, parts, query, body, seen):
          self.answer(200, str(counts.get(query["id"], 0)).encode())

      def do_requests(self, parts, query, body, seen):
          lines = [line for line in requests if query["about"] in line and "/requests" not in line]
          self.answer(200, "\n".join(lines).encode())

      def do_log(self, parts, query, body, seen):
          with lock:
              lines = [entry for entry in log if query["about"] in entry["path"]
                       and not entry["path"].startswith("/log")]
          self.answer(200, json.dumps(lines).encode())

      # Any API under `/site/NAME`: the file `NAME.site` has a reply, or several, for each target.
      def do_site(self, parts, query, body, seen):
          with open(parts[1] + ".site") as file:
              replies = json.load(file)
          target = self.path[len("/site/" + parts[1]):]
          reply = replies.get(self.command + " " + target, replies.get(target))
          if isinstance(reply, list):
              reply = reply[min(count(self.path), len(reply)) - 1]
          if reply is None:
              reply = {"status": 404, "text": '{"message": "not here"}'}
          time.sleep(reply.get("sleep", 0))
          headers = {"Content-Type": "application/json", **reply.get("headers", {})}
          body = reply["text"].encode() if "text" in reply else b""
          if "gzip" in reply:
              compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
              body = compressor.compress(body) + compressor.flush()
              headers["Content-Encoding"] = "gzip"
          body = body[:len(body) - reply.get("cut", 0)] + reply.get("more", "").encode()
          self.answer(reply.get("status", 200), body, headers.items())

      # The APIs of `apis.py`.
      def do_apis(self, parts, query, body, seen):
          status, text, headers = apis.answer(parts, query)
          self.answer(status, text, headers)

      # The API: a file of this folder, `body` or the last segment, with what else the query asks for.
      def do_api(self, parts, query, body, seen):
          if seen <= int(query.get("failures", "0")):
              self.answer(500, b"{}")
              return
          try:
              with open(query.get("body", parts[-1]) + ".json", "rb") as file:
                  body = file.read()
          except FileNotFoundError:
              self.answer(404, b'{"message": "not here"}', [("Content-Type", "application/json")])
              return
          headers = [("Content-Type", query.get("type", "application/json"))]
          if "gzip" in query:
              compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
              body = compressor.compress(body) + compressor.flush()
              headers.append(("Content-Encoding", "gzip"))
          self.answer(int(query.get("status", "200")), body, headers)

      # Any API under `/sweep/NAME`: the files `NAME-segment`.
      def do_sweep(self, parts, query, body, seen):
          self.do_api([parts[1] + "-" + parts[-1]], query, body, seen)

      def do_status(self, parts, query, body, seen):
          headers = [("Retry-After", query["after"])] if "after" in query else []
          if seen > int(query.get("times", "1000")):
              self.answer(200, b'{"ok": true}')
          else:
              self.answer(int(parts[1]), b'{"status": ' + parts[1].encode() + b"}", headers)

      def do_redirect(self, parts, query, body, seen):
          headers = [("Location", query["to"])] if "to" in query else []
          self.answer(int(query.get("status", "302")), b"moved", headers)

      def do_loop(self, parts, query, body, seen):
          self.answer(302, b"", [("Location", self.path)])

      def do_body(self, parts, query, body, seen):
          self.answer(200, b"x" * int(query["bytes"]))

      def do_endless(self, parts, query, body, seen):
          def pieces():
              while True:
                  yield b"x" * 65536
          self.stream(pieces(), [], query["id"] + "-sent")

      def do_bomb(self, parts, query, body, seen):
          def pieces():
              compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
              zeros = b"\0" * (1 << 20)
              yield compressor.compress(zeros) + compressor.flush(zlib.Z_FULL_FLUSH)
              again = zlib.compressobj(9, zlib.DEFLATED, -15)
              piece = again.compress(zeros) + again.flush(zlib.Z_FULL_FLUSH)
              while True:
                  yield piece
          self.stream(pieces(), [("Content-Encoding", "gzip")], query["id"] + "-sent")

      def do_gzip(self, parts, query, body, seen):
          compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
          packed = compressor.compress(b" " * 5000 + b"{}") + compressor.flush()
          self.answer(200, packed, [("Content-Encoding", "gzip")])

      def do_slow(self, parts, query, body, seen):
          time.sleep(100)

      def do_drip(self, parts, query, body, seen):
          def pieces():
              while True:
                  time.sleep(0.05)
                  yield b" "
          self.stream(pieces(), [], "drip")

      # Items by `kind`, each third one wrong: as many as `items` says, or without end. `silent` waits
      # after them and its text, `lost` loses the connection. `coding` compresses each piece.
      def do_sequence(self, parts, query, body, seen):
          type, form = {
              "lines": ("application/x-ndjson", "%s\n"), "records": ("application/json-seq", "\x1e%s\n"),
              "events": ("text/event-stream", ": next\n\ndata: %s\n\n")}[parts[-1]]
          def pieces():
              number = 0
              while number < int(query.get("items", "1000000")):
                  item = {"id": "x" if number % 3 == 2 else number}
                  yield (form % json.dumps(item)).encode()
                  number += 1
                  time.sleep(0.01)
              if "lost" in query:
                  yield b'{"id": 4'
              if "silent" in query:
                  yield {"1": b'{"id": 4', "ping": b": ping\n\n", "nothing": b""}[query["silent"]]
                  time.sleep(100)
          headers = [("Content-Type", query.get("type", type))]
          if "lost" in query:
              headers.append(("Content-Length", "100000"))
          packed = pieces()
          if "coding" in query:
              headers.append(("Content-Encoding", query["coding"]))
              compressor = zlib.compressobj(9, zlib.DEFLATED, 31 if query["coding"] == "gzip" else 15)
              packed = (compressor.compress(piece) + compressor.flush(zlib.Z_SYNC_FLUSH)
                        for piece in pieces())
          self.stream(packed, headers, query.get("id", "sequence") + "-sent")

      def do_invalid_utf8(self, parts, query, body, seen):
          self.answer(200, b'"\xff\xfe\x00"')

      def do_truncated(self, parts, query, body, seen):
          self.close_connection = True
          self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1, 2")

      def do_silent(self, parts, query, body, seen):
          self.close_connection = True

      def do_flood(self, parts, query, body, seen):
          self.close_connection = True
          self.wfile.write(b"HTTP/1.1 200 OK\r\n")
          for index in range(100):
              self.wfile.write(b"X-Flood: " + b"y" * 4096 + b"\r\n")
          self.wfile.write(b"Content-Length: 0\r\n\r\n")

      def do_nonsense(self, parts, query, body, seen):
          self.close_connection = True
          self.wfile.write(b"\x00\x01\x02 this is not HTTP\r\n\r\n")

      def do_blocks(self, parts, query, body, seen):
          self.wfile.write(
              b"HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n"
              b"HTTP/1.1 200 OK\r\nX-Final:  spaced out \t\r\nTransfer-Encoding: chunked\r\n"
              b"Trailer: X-Late\r\n\r\n"
              b"4\r\n[1]\n\r\n0\r\nX-Late: yes\r\n\r\n")

  class ServerOfIPv6(http.server.ThreadingHTTPServer):
      address_family = socket.AF_INET6

  def serve(context=None, kind=http.server.ThreadingHTTPServer, host=""):
      server = kind((host, 0), Handler)
      server.daemon_threads = True
      server.handle_error = lambda *arguments: None
      if context:
          server.socket = context.wrap_socket(
              server.socket, server_side=True, do_handshake_on_connect=False)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      return server.server_address[1]

  def certificate():
      with open("conf", "w") as file:
          file.write("""
  [req]
  distinguished_name = name
  prompt = no
  [name]
  CN = live tests
  [authority]
  basicConstraints = critical, CA:TRUE
  keyUsage = critical, keyCertSign, cRLSign
  subjectKeyIdentifier = hash
  [server]
  basicConstraints = CA:FALSE
  extendedKeyUsage = serverAuth
  subjectAltName = IP:127.0.0.1
  """)
      new = "req -new -newkey rsa:2048 -nodes -config conf "
      for line in [
          new + "-x509 -extensions authority -days 2 -keyout ca.key -out ca.pem",
          new + "-keyout server.key -out server.csr",
          "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -set_serial 1 -days 2 "
          "-extfile conf -extensions server -out server.pem",
      ]:
          subprocess.run(["openssl"] + line.split(), check=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain("server.pem", "server.key")
      return context

  try:
      secure = serve(certificate())
  except (OSError, subprocess.CalledProcessError):
      secure = 0
  try:
      newer = serve(None, ServerOfIPv6, "::1")
  except OSError:
      newer = 0
  # Bound and never listening: refused, and nobody else's.
  closed = socket.socket()
  closed.bind(("127.0.0.1", 0))
  # Connections are taken by the system, and nobody speaks.
  mute = socket.socket()
  mute.bind(("127.0.0.1", 0))
  mute.listen(16)
  origin, apis.OTHER_PORT = serve(), serve()
  print(origin, apis.OTHER_PORT, closed.getsockname()[1], mute.getsockname()[1], secure, newer,
        flush=True)
  sys.stdin.read()
  """#
