@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A Pact file.
  public static let pact = CaptureFormat(
    rawValue: "pact", noun: "a Pact file",
    mark: "it has no `consumer`, `provider` and `interactions`", layouts: [version4, anyVersion])

  private static let anyVersion = CaptureLayout(
    origin: .stub, isPartial: true,
    isMeant: {
      $0["consumer"]?.kind == .object && $0["provider"]?.kind == .object
        && ($0["interactions"] ?? $0["messages"] ?? $0["metadata"]) != nil
    },
    exchanges: .walk { root, take in
      root["interactions"]?.forEachChild { interaction in
        // Messages in queues are no exchanges.
        if let type = interaction["type"]?.string, type != "Synchronous/HTTP" { return }
        take(
          ExchangeParts(
            whole: interaction, request: interaction["request"], response: interaction["response"]))
      }
    },
    address: [.parts(path: "path", query: "query")],
    emptyRemark: "this Pact file has no HTTP interactions")

  /// Version 4 writes bodies as objects.
  private static let version4: CaptureLayout = {
    var layout = anyVersion
    layout.isMeant = { root in
      let version = root["metadata"]?["pactSpecification"]?["version"]?.string
      // Only in version 4 does an interaction have a type.
      let hasType = root["interactions"]?.first?["type"] != nil
      return anyVersion.isMeant(root) && (version?.hasPrefix("4") ?? false || hasType)
    }
    layout.requestBody = [.any("body.content", markedBy: "body.encoded")]
    layout.responseBody = layout.requestBody
    layout.mediaType = ["body.contentType"]
    return layout
  }()
}
