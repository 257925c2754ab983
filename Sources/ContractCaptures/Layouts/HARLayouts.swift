@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// HTTP Archive 1.1 and 1.2.
  public static let har = CaptureFormat(
    rawValue: "har", noun: "a HAR", endings: ["har"], reading: .entries,
    layouts: [polly, trace, entryLine, yaml])

  /// PollyJS in a browser's storage: each recording is a HAR with a name.
  private static let polly = CaptureLayout(
    isMeant: { root in
      guard root.kind == .object, root.count > 0 else { return false }
      var isPolly = true
      root.forEachChild { name in
        let log = name.at(name.index + 1)["log"]
        isPolly = isPolly && log?["version"] != nil && log?["entries"]?.kind == .array
      }
      return isPolly
    },
    exchanges: .entries { root, take in
      root.forEachChild { $0.at($0.index + 1)["log"]?["entries"]?.forEachChild(take) }
    })

  /// A single entry: a HAR written as lines.
  private static let entryLine: CaptureLayout = {
    var layout = trace
    layout.isMeant = { root in
      root["request"]?["url"]?.kind == .string && isHARContent(root["response"]?["content"])
    }
    layout.request = "request"
    layout.response = "response"
    layout.time = ["startedDateTime"]
    return layout
  }()

  /// A HAR in YAML, as PollyJS writes it. Other HARs have their own reader.
  private static let yaml: CaptureLayout = {
    var layout = entryLine
    layout.isMeant = { root in
      root["log"]?["entries"]?.contains { $0["request"]?["url"]?.kind == .string } ?? false
    }
    layout.isLine = false
    layout.exchanges = .elements("log.entries")
    return layout
  }()

  /// Whether a value describes a body, as `content` in a HAR does.
  static func isHARContent(_ value: CapturedValue?) -> Bool {
    (value?["mimeType"] ?? value?["size"]) != nil
  }

  /// A line of `trace.network` in a Playwright trace: an entry of a HAR whose bodies are in files
  /// with SHA-1 names.
  private static let trace = CaptureLayout(
    isLine: true,
    isMeant: { root in
      root["type"]?.string == "resource-snapshot" && root["snapshot"]?["request"]?.kind == .object
    },
    request: "snapshot.request", response: "snapshot.response",
    requestBody: [.any("postData.text"), .file("postData._sha1")],
    responseBody: [
      .any("content.text", markedBy: "content.encoding"), .file("content._sha1"),
      .file("content._file"),
    ],
    mediaType: ["postData.mimeType", "content.mimeType"], time: ["snapshot.startedDateTime"])
}
