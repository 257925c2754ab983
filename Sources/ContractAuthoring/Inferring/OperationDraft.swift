@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONTape

/// The names and parameters of a drafted operation.
extension TrafficTally.Operation {
  /// The resource of the operation: `User` for `/users/{userId}`, `PublicPlace` for
  /// `/places/public`, `PostLike` for `/posts/{postId}/like`.
  var thing: String {
    var words: [(text: String, follows: Bool)] = []
    var isAfterGap = false
    for (index, segment) in path.segments.enumerated() {
      if let segment, index == path.segments.count - 1 || !Self.isPrefix(segment) {
        words.append((segment, !isAfterGap))
      }
      isAfterGap = segment == nil
    }
    guard let last = words.popLast() else { return "Value" }
    var name = DraftNames.pascal(DraftNames.singular(last.text))
    if !Self.isPlural(last.text), let before = words.last, Self.isPlural(before.text) {
      let owner = DraftNames.pascal(DraftNames.singular(before.text))
      name = last.follows ? name + owner : owner + name
    }
    return name.isEmpty ? "Value" : name
  }

  var endsInGap: Bool { path.segments.last == .some(nil) }

  private static func isPlural(_ word: String) -> Bool {
    PathOutline.isPlural(ASCIIByte.lowercased(word))
  }

  /// The name of the request's schema: `CreateUserRequest`.
  var requestName: String {
    let verb =
      switch method {
      case "POST": "Create"
      case "PUT", "PATCH": "Update"
      default: ""
      }
    return verb + thing + "Request"
  }

  /// Whether a segment does not name a resource.
  static func isPrefix(_ segment: String) -> Bool {
    let lower = ASCIIByte.lowercased(segment)
    if ["api", "rest", "json", "wp-json"].contains(lower) { return true }
    guard lower.hasPrefix("v"), lower.utf8.count > 1 else { return false }
    return lower.dropFirst().allSatisfy { $0.isNumber || $0 == "." }
      || lower.withByteView(DataLook.isVersion)
  }

  /// The operationId: `listUserPosts`, `getPost`, `createPost`, `likePost`.
  func operationID(isList: Bool) -> String {
    var words: [String] = []
    for (index, segment) in path.segments.enumerated() {
      let isLast = index == path.segments.count - 1
      guard let segment, isLast || !Self.isPrefix(segment) else { continue }
      let isOne = index + 1 < path.segments.count && path.segments[index + 1] == nil
      words.append(DraftNames.pascal(isOne ? DraftNames.singular(segment) : segment))
    }
    let last = endsInGap ? "" : words.last ?? ""
    switch method {
    case "GET": return (isList ? "list" : "get") + words.joined()
    case "POST" where Self.isPlural(last):
      return "create" + words.dropLast().joined() + DraftNames.singular(last)
    case "POST" where !last.isEmpty:
      // The last segment is a verb, as in `POST /posts/{postId}/like`.
      return DraftNames.camel(last) + words.dropLast().map(DraftNames.singular).joined()
    case "POST": return "post" + words.joined()
    case "PUT": return "replace" + words.joined()
    case "PATCH": return "update" + words.joined()
    default: return "delete" + words.joined()
    }
  }

  // MARK: Parameters

  /// The path with the names of its gaps.
  func template(_ names: [String]) -> String {
    var names = names[...]
    let parts = path.segments.map { segment in
      segment.map(Self.encoded) ?? "{\(names.popFirst() ?? "id")}"
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Braces are parameters in a template.
  private static func encoded(_ segment: String) -> String {
    segment.utf8.reduce(into: "") { text, byte in
      if ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || "-_.~".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
  }

  /// - Parameter names: The names of the path's gaps.
  func parameters(_ names: [String], _ evidence: Evidence) -> [DraftNode] {
    var nodes: [DraftNode] = []
    for (name, gap) in zip(names, gaps) {
      nodes.append(
        .object([
          DraftProperty("name", name), DraftProperty("in", "path"),
          DraftProperty("required", .literal("true")),
          // A word beside ids is no mistake: the server accepted it.
          DraftProperty("schema", .object(gap.type(Evidence(acceptsAll: true)))),
        ]))
    }
    for (name, parameter) in query.sorted(by: { $0.key < $1.key }) where parameter.isNamed(name) {
      nodes.append(
        .object([
          DraftProperty("name", name, remark: "\(parameter.exchanges) of \(sent)"),
          DraftProperty("in", "query"), DraftProperty("schema", parameter.schema(evidence)),
        ]))
    }
    return nodes
  }
}

extension TrafficTally.Operation {
  /// Notes the words of the path that a response repeats as a name: `order-service` for
  /// `{"name": "order-service"}`.
  func noteNames(_ cursor: TapeCursor, _ index: Int, depth: Int = 0) {
    guard cursor.rawTag(index) == TapeTag.object.rawValue else { return }
    var key = cursor.firstChild(index)
    let end = cursor.next(index)
    while key < end {
      let value = key &+ 1
      if cursor.rawTag(value) == TapeTag.string.rawValue {
        note(cursor.rawBytes(value), key, cursor)
      } else if depth == 0,
        SchemaSharing.isWrapper(String(decoding: cursor.rawBytes(key), as: UTF8.self))
      {
        noteNames(cursor, value, depth: 1)
      }
      key = cursor.next(value)
    }
  }

  private func note(_ text: ByteView, _ key: Int, _ cursor: TapeCursor) {
    for (index, segment) in path.segments.enumerated() {
      guard let segment, segment.utf8.count == text.count, !named.contains(index),
        ASCIIByte.equalIgnoringCase(segment.utf8, text)
      else { continue }
      let name = ASCIIByte.lowercased(String(decoding: cursor.rawBytes(key), as: UTF8.self))
      if Self.names.contains(name)
        || ResourceWords.isCompound(segment) && !Self.kinds.contains(name)
      {
        named.insert(index)
      }
    }
  }

  private static let names: Set<String> = ["id", "login", "name", "slug", "username"]
  /// Properties whose values are words of the API.
  private static let kinds: Set<String> = [
    "action", "category", "code", "error", "event", "kind", "message", "object", "reason", "rel",
    "scope", "state", "status", "type",
  ]
}

/// The names of the gaps of paths. The operations of one path share these names.
struct GapNames {
  private var names: [PathOutline: [String]] = [:]

  init(_ operations: [TrafficTally.Operation]) {
    var gaps: [PathOutline: [TrafficTally.Parameter]] = [:]
    for operation in operations {
      var sum = gaps[operation.path] ?? operation.gaps.map { _ in TrafficTally.Parameter() }
      for (index, gap) in operation.gaps.enumerated() { sum[index].merge(gap) }
      gaps[operation.path] = sum
    }
    for (path, gaps) in gaps { names[path] = Self.names(of: path, gaps) }
  }

  subscript(operation: TrafficTally.Operation) -> [String] { names[operation.path] ?? [] }

  private static func names(of path: PathOutline, _ gaps: [TrafficTally.Parameter]) -> [String] {
    var used: Set<String> = []
    var names: [String] = []
    var before = ""
    for segment in path.segments {
      if let segment {
        before = segment
        continue
      }
      let thing = DraftNames.camel(DraftNames.singular(before))
      let gap = gaps[names.count]
      let isWord = gap.forms[.word, default: 0] * 2 >= gap.values
      let isNumber = (gap.integers + gap.forms[.uuid, default: 0]) * 2 >= gap.values
      let name: String
      if thing.isEmpty {
        name = "id"
      } else if thing == "user", !isNumber {
        name = "username"
      } else {
        name = isWord ? thing : thing + "Id"
      }
      names.append(DraftNames.free(name, &used))
    }
    return names
  }
}

extension TrafficTally.Parameter {
  /// Whether a name is not data.
  func isNamed(_ name: String) -> Bool {
    name.withByteView { !DataLook.isKey($0) }
  }

  /// The schema of a query parameter. The parameter may occur several times.
  func schema(_ evidence: Evidence) -> DraftNode {
    let schema = DraftNode.object(type(evidence))
    guard repeated > 0, !evidence.isMistake(repeated, of: exchanges) else { return schema }
    return .object([DraftProperty("type", "array"), DraftProperty("items", schema)])
  }

  /// The type of the parameter's texts.
  func type(_ evidence: Evidence) -> [DraftProperty] {
    let total = values
    func isAll(_ count: Int) -> Bool {
      count > 0 && (count == total || evidence.isMistake(total - count, of: total))
    }
    if isAll(integers) { return [DraftProperty("type", "integer")] }
    if isAll(integers + numbers) { return [DraftProperty("type", "number")] }
    if isAll(booleans) { return [DraftProperty("type", "boolean")] }
    for form in [TextForm.uuid, .date] where isAll(forms[form] ?? 0) {
      return [DraftProperty("type", "string"), DraftProperty("format", form.format ?? "")]
    }
    return [DraftProperty("type", "string")]
  }
}
