@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
internal import JSONTape

/// Compares how the fields of forms and the parts of multipart bodies are written.
extension OperationComparison {
  /// Compares the fields that both documents list. Sets which values of the body are text.
  mutating func compareFields(
    _ was: (type: MediaType, media: DocumentedMedia), _ now: DocumentedMedia,
    _ context: inout SchemaComparison.Context, _ step: Step
  ) {
    let type = was.type
    if type.essence == "text/plain" { context.text = .values }
    guard type.isForm || type.isMultipart else { return }
    let old = FormFields(was.media, type, self.old.layout, oldReader)
    let new = FormFields(now, type, self.new.layout, newReader)
    var fields: [String: SchemaComparison.Text] = [:]
    for (name, after) in new.fields {
      guard let before = old[name] else { continue }
      let isText = before.isText && after.isText
      fields[name] = !isText ? SchemaComparison.Text.none : after.hasStyle ? .all : .values
      let shown = "\(type.isForm ? "form field" : "part") `\(FailureContext.shownName(name))`"
      // If the schema has changed, and only it decides the way, its own change is the finding.
      if before.isGiven || after.isGiven, before.shape == after.shape, let from = before.way,
        let to = after.way, !from.fits(to)
      {
        note(
          .parameterStyle(shown, from: from.text, to: to.text), step,
          old: before.place, new: after.place)
      }
      compareHeaders(before, after, of: shown, step)
    }
    context.fields = fields
  }

  private mutating func compareHeaders(
    _ before: FormField, _ after: FormField, of field: String, _ step: Step
  ) {
    let was = Dictionary(before.headers.map { ($0.name, $0.node) }) { first, _ in first }
    for header in after.headers where header.node["required"]?.bool == true {
      let old = was[header.name]
      guard old?["required"]?.bool != true else { continue }
      note(
        .parameterRequired(
          "header `\(FailureContext.shownName(header.key.string ?? ""))` of the \(field)",
          isNew: old == nil),
        step, old: old, new: header.key)
    }
  }
}

/// The fields of a form, or the parts of a multipart body, in one document.
private struct FormFields {
  let fields: [(name: String, field: FormField)]
  private let byName: [String: FormField]

  init(
    _ media: DocumentedMedia, _ type: MediaType, _ layout: OpenAPILayout, _ reader: SchemaReader
  ) {
    let outline = reader.outline(of: reader.sites(of: media.schema))
    let encoding = layout.isSwagger ? nil : media.node["encoding"]
    fields = reader.outlines.properties(of: outline).map { property in
      (
        property.name,
        FormField(property, encoding?[property.name], type, layout, reader)
      )
    }
    byName = Dictionary(fields) { first, _ in first }
  }

  subscript(name: String) -> FormField? { byName[name] }
}

/// How a field of a form is written.
private struct FormField {
  enum Way {
    /// The style of a list or an object: `form, exploded`.
    case style(String)
    case media([MediaType])

    var text: String {
      switch self {
      case .style(let text): text
      case .media(let types): types.map(\.description).joined(separator: ", ")
      }
    }

    /// Whether a server that reads the new way also reads this one.
    func fits(_ new: Way) -> Bool {
      switch (self, new) {
      case (.style(let from), .style(let to)): from == to
      case (.media(let from), .media(let to)): from.allSatisfy { $0.closest(of: to) != nil }
      default: false
      }
    }
  }

  /// Nil if the document does not say it.
  let way: Way?
  /// Whether the document says it by more than the schema.
  let isGiven: Bool
  /// Whether the value is a list or an object.
  let shape: TypeSet
  /// Whether the style of an object is given, so that its properties are text, too.
  let hasStyle: Bool
  let place: JSONNode
  /// The headers of a part, with their names in lower case.
  let headers: [(name: String, key: JSONNode, node: JSONNode)]

  var isText: Bool {
    guard case .media(let types) = way else { return way != nil }
    return types.allSatisfy { $0.type == "text" && !$0.isJSON }
  }

  init(
    _ property: SchemaOutline.Property, _ encoding: JSONNode?, _ type: MediaType,
    _ layout: OpenAPILayout, _ reader: SchemaReader
  ) {
    let outline = reader.outline(of: property.schemas)
    let types = reader.types(of: outline).subtracting(.null)
    let isList = types == .array
    let style = ["style", "explode"].compactMap { encoding?[$0] }.first
    // In 3.0, only forms have styles.
    let readsStyle = style != nil && (type.isForm || layout.version >= .v3_1)
    let content = encoding?["contentType"]
    let field = outline.parts.map(\.node).first { $0["in"]?.string == "formData" }
    let holder = layout.isSwagger ? field : encoding
    place =
      style ?? content ?? field?["collectionFormat"] ?? field?["name"] ?? encoding ?? property.key
    hasStyle = readsStyle
    isGiven = readsStyle || content != nil || layout.isSwagger && isList
    shape = types.intersection([.array, .object])
    headers =
      type.isMultipart
      ? encoding?.properties(of: "headers").map {
        (ASCIIByte.lowercased($0.name), $0.key, reader.resolve($0.value))
      }.filter { $0.name != "content-type" } ?? [] : []
    if readsStyle && (isList || types == .object) || type.isForm && isList && content == nil {
      way = .style(layout.way(of: holder ?? property.key, in: "query"))
    } else if let text = content?.string {
      let listed = text.split(separator: ",").compactMap { MediaType(String($0)) }
      way = listed.isEmpty ? nil : .media(listed)
    } else {
      let inner = isList ? reader.outline(of: outline.items) : outline
      way = Self.standard(inner, reader).flatMap { MediaType($0) }.map { .media([$0]) }
    }
  }

  /// The media type of a part without `contentType`. Source: OpenAPI 3.0.4 and 3.1.1, Encoding
  /// Object. Nil if the schema does not decide it.
  private static func standard(_ outline: SchemaOutline, _ reader: SchemaReader) -> String? {
    let types = reader.types(of: outline).subtracting(.null)
    if types == .object { return "application/json" }
    guard !types.isEmpty, types.isSubset(of: [.string, .number, .integer, .boolean]),
      outline.values(of: "contentMediaType").isEmpty
    else { return nil }
    let isBinary =
      outline.isFile || outline.format?.string == "binary"
      || !outline.values(of: "contentEncoding").isEmpty
    return isBinary ? "application/octet-stream" : "text/plain"
  }
}
