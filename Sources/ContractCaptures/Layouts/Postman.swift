@_spi(Engine) internal import JSONTape

extension CaptureFormat {
  /// A Postman collection with saved responses.
  public static let postman = CaptureFormat(
    rawValue: "postman", noun: "a Postman collection",
    mark: "it has no `info` with an `item` array",
    layouts: [
      CaptureLayout(
        origin: .stub,
        isMeant: { root in
          let root = root["collection"] ?? root
          guard let info = root["info"], root["item"]?.kind == .array else { return false }
          return info["_postman_id"] != nil
            || info["schema"]?.string?.contains("getpostman.com") == true
            || info["schema"]?.string?.contains("schema.postman.com") == true
        },
        exchanges: .walk { root, take in eachSavedResponse(in: root["collection"] ?? root, take) },
        defaultMethod: "GET", address: [.postman("url")],
        variables: ["variable", "collection.variable"],
        status: ["code"], headers: ["header"],
        requestBody: [.any("body.raw")], form: "body.urlencoded", disabled: "body.disabled",
        hasNotes: true,
        emptyRemark: "this Postman collection has no saved responses; save some as examples, or "
          + "run Newman with the `json` reporter")
    ])

  private static func eachSavedResponse(
    in collection: CapturedValue, _ take: (ExchangeParts) -> Void
  ) {
    // This is not recursive, because folders may be nested deeply.
    var open = [collection]
    while let item = open.popLast() {
      if let request = item["request"] {
        item["response"]?.forEachChild { response in
          // Postman shows the item's request if the response has no request of its own.
          let own = response["originalRequest"].flatMap {
            $0.kind == .string || $0["url"] != nil ? $0 : nil
          }
          take(ExchangeParts(whole: response, request: own ?? request, response: response))
        }
      }
      var items: [CapturedValue] = []
      item["item"]?.forEachChild { items.append($0) }
      open += items.reversed()
    }
  }
}
