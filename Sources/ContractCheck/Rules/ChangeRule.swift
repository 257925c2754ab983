/// One kind of change between two contracts, and its effect on released apps.
package struct ChangeRule: Identifiable, Hashable, Sendable {
  /// The rule's id in findings, such as `response-member-nullable`.
  package let id: String
  /// The change in one line.
  package let summary: String
  /// The effect on a released app.
  package let rationale: String
  /// The severity. A change with an error breaks released apps. A change with a warning may break
  /// them. A note is only information.
  package let severity: Severity

  init(_ id: String, _ severity: Severity, _ summary: String, _ rationale: String) {
    self.id = id
    self.summary = summary
    self.rationale = rationale
    self.severity = severity
  }

  /// The kind of change with an id, or nil.
  package static func named(_ id: String) -> ChangeRule? { catalogue.first { $0.id == id } }

  /// Every kind of change: of operations, of responses, of both directions, and of requests.
  package static let catalogue: [ChangeRule] = [
    operationRemoved, operationAdded, serversChanged, schemaRemoved,
    responseStatusRemoved, errorStatusRemoved, responseStatusAdded, responseMediaTypeRemoved,
    responseTypeChanged, responsePropertyNullable, responseOptionalNullable,
    responsePropertyOptional, responseNullOmitted, responsePropertyDropped, responseOptionalDropped,
    responseEnumValueAdded, responseEnumOpened, responseVariantAdded, responseFormatChanged,
    responseBoundsWidened, responseNarrowed, responsePropertyAdded,
    coordinatePairRenamed, dateFormatChanged, discriminatorChanged, conditionsChanged,
    mediaTypeRenamed, mediaTypeAdded,
    credentialsRequired, parameterRequired, parameterStyleChanged, parameterRemoved, parameterAdded,
    requestBodyRequired, requestBodyRemoved, requestBodyAdded, requestMediaTypeRemoved,
    requestTypeNarrowed, requestPropertyNotNull, requestPropertyRequired, requestPropertyRefused,
    requestPropertiesClosed, requestEnumValueRemoved, requestEnumClosed, requestVariantRemoved,
    requestPropertyRemoved, requestFormatChanged, requestBoundsNarrowed, requestWidened,
    requestPropertyAdded,
  ]

  package static let operationRemoved = ChangeRule(
    "operation-removed", .error, "an operation is gone, or has another path or method",
    "released apps that call it get an error; keep the operation until no version of the app calls "
      + "it")
  package static let operationAdded = ChangeRule(
    "operation-added", .note, "an operation is new", "released apps do not know the new operation")
  package static let serversChanged = ChangeRule(
    "servers-changed", .note, "a base URL is no longer documented",
    "released apps still call this URL; keep the server running")
  package static let schemaRemoved = ChangeRule(
    "schema-removed", .note, "a component schema that no operation uses is gone",
    "an app may decode other data with this schema, such as a push payload; that data is no longer "
      + "documented")

  package static let responseStatusRemoved = ChangeRule(
    "response-status-removed", .error, "a success status is no longer documented",
    "released apps expect the documented status, and treat another status as a failure")
  package static let errorStatusRemoved = ChangeRule(
    "error-status-removed", .note, "an error status is no longer documented",
    "released apps handle an error that the server no longer sends")
  package static let responseStatusAdded = ChangeRule(
    "response-status-added", .note, "a status is new",
    "released apps handle the new status like any unknown status")
  package static let responseMediaTypeRemoved = ChangeRule(
    "response-media-type-removed", .error, "a response no longer comes in a media type",
    "released apps cannot decode another media type")
  package static let responseTypeChanged = ChangeRule(
    "response-type-changed", .error, "a value of a response may have another type",
    "a Swift decoder fails on a value of another type, and the app loses the whole response; an "
      + "Int fails if the number now has a fraction")
  package static let responsePropertyNullable = ChangeRule(
    "response-member-nullable", .error, "a value that was always there may now be null",
    "released apps fail if they decode it into a type that is not optional")
  package static let responseOptionalNullable = ChangeRule(
    "response-optional-nullable", .note, "a property that could be missing may now be null, too",
    "most decoders read null like a missing property; a decoder written by hand may fail")
  package static let responsePropertyOptional = ChangeRule(
    "response-member-optional", .error, "a property that was always there may now be missing",
    "released apps fail if they decode it into a type that is not optional")
  package static let responseNullOmitted = ChangeRule(
    "response-null-omitted", .error, "a property that could be null may now be missing",
    "released apps that need an explicit `null` fail if the property is missing")
  package static let responsePropertyDropped = ChangeRule(
    "response-member-dropped", .error, "a property that was always there is gone or renamed",
    "released apps that decode this name fail")
  package static let responseOptionalDropped = ChangeRule(
    "response-optional-dropped", .warning, "a property that could be missing is gone or renamed",
    "released apps still decode the response, but cannot show this value any more")
  package static let responseEnumValueAdded = ChangeRule(
    "response-enum-value-added", .error, "a list of values has a new value",
    "a Swift enum without a case for the value fails to decode, and the app loses the whole "
      + "response")
  package static let responseEnumOpened = ChangeRule(
    "response-enum-opened", .error, "a property had a list of values and may now have any value",
    "a Swift enum fails to decode every value that has no case")
  package static let responseVariantAdded = ChangeRule(
    "response-variant-added", .error, "a value of a response may have a new form",
    "released apps know only the old forms, and fail to decode the new form")
  package static let responseFormatChanged = ChangeRule(
    "response-format-changed", .warning, "a value of a response has another format",
    "released apps that decode the value as UUID, URL, Data or Int32 may fail")
  package static let responseBoundsWidened = ChangeRule(
    "response-bounds-widened", .note, "a limit for values of a response is wider or gone",
    "values decode as before, but may be larger or smaller than apps expect")
  package static let responseNarrowed = ChangeRule(
    "response-narrowed", .note, "a response has fewer possible forms than before",
    "released apps decode the response as before")
  package static let responsePropertyAdded = ChangeRule(
    "response-member-added", .note, "a response has a new property",
    "Swift decoders ignore unknown properties")

  package static let coordinatePairRenamed = ChangeRule(
    "coordinate-pair-renamed", .error, "the coordinates have other names",
    "released apps decode and send the old pair of names, so a place has no position any more")
  package static let dateFormatChanged = ChangeRule(
    "date-format-changed", .error, "dates have another format or another profile",
    "a date decoder accepts one form; other forms fail on some systems or on all")
  package static let discriminatorChanged = ChangeRule(
    "discriminator-changed", .error, "another property says which form a value has",
    "released apps read the old property to know what to decode")
  package static let conditionsChanged = ChangeRule(
    "conditions-changed", .warning,
    "a keyword has changed, and schemacheck does not compare its content",
    "the change may break released apps: compare the two places by hand")
  package static let mediaTypeRenamed = ChangeRule(
    "media-type-renamed", .warning, "JSON has another media type",
    "released apps may fail if they read or send Content-Type")
  package static let mediaTypeAdded = ChangeRule(
    "media-type-added", .note, "a body may have one more media type",
    "released apps still use the media types that they know")

  package static let credentialsRequired = ChangeRule(
    "credentials-required", .error, "a request now needs credentials",
    "the server refuses released apps that send no credentials")
  package static let parameterRequired = ChangeRule(
    "parameter-required", .error, "a parameter must now be sent",
    "released apps do not send it, so the server refuses their requests")
  package static let parameterStyleChanged = ChangeRule(
    "parameter-style-changed", .error,
    "a parameter, a form field or a part is written in another way",
    "released apps write it in the old way, and the server misreads it")
  package static let parameterRemoved = ChangeRule(
    "parameter-removed", .warning, "a parameter is no longer documented",
    "released apps still send it, and the server may ignore it and respond differently")
  package static let parameterAdded = ChangeRule(
    "parameter-added", .note, "an optional parameter is new", "released apps do not send it")
  package static let requestBodyRequired = ChangeRule(
    "request-body-required", .error, "a request must now have a body",
    "released apps send no body, so the server refuses their requests")
  package static let requestBodyRemoved = ChangeRule(
    "request-body-removed", .warning, "a request has no body any more",
    "released apps still send a body, and its content is lost")
  package static let requestBodyAdded = ChangeRule(
    "request-body-added", .note, "a request may now have a body", "released apps send no body")
  package static let requestMediaTypeRemoved = ChangeRule(
    "request-media-type-removed", .error, "the server no longer accepts a media type in requests",
    "released apps send it, so the server refuses their requests")
  package static let requestTypeNarrowed = ChangeRule(
    "request-type-narrowed", .error, "a value of a request may no longer have a type",
    "released apps send the old type, so the server refuses their requests")
  package static let requestPropertyNotNull = ChangeRule(
    "request-member-not-null", .error, "a value of a request may no longer be null",
    "released apps send null, so the server refuses their requests")
  package static let requestPropertyRequired = ChangeRule(
    "request-member-required", .error, "a property of a request must now be sent",
    "released apps do not send it, so the server refuses their requests")
  package static let requestPropertyRefused = ChangeRule(
    "request-member-refused", .error,
    "a property of a request is gone, and the server refuses properties that are not listed",
    "released apps still send it, so the server refuses their requests")
  package static let requestPropertiesClosed = ChangeRule(
    "request-members-closed", .error, "a request may no longer have properties that are not listed",
    "the server refuses released apps that send other properties")
  package static let requestEnumValueRemoved = ChangeRule(
    "request-enum-value-removed", .error, "a value is no longer accepted",
    "released apps send it, so the server refuses their requests")
  package static let requestEnumClosed = ChangeRule(
    "request-enum-closed", .error,
    "only listed values are accepted; before, any value was accepted",
    "the server refuses released apps that send other values")
  package static let requestVariantRemoved = ChangeRule(
    "request-variant-removed", .error, "a form of a value is no longer accepted",
    "released apps send it, so the server refuses their requests")
  package static let requestPropertyRemoved = ChangeRule(
    "request-member-removed", .warning, "a property of a request is no longer documented",
    "released apps still send it; the server may ignore its value")
  package static let requestFormatChanged = ChangeRule(
    "request-format-changed", .warning, "a value of a request has another format",
    "released apps send the old format, and the server may refuse it")
  package static let requestBoundsNarrowed = ChangeRule(
    "request-bounds-narrowed", .warning, "a limit for values of a request is tighter or new",
    "released apps may allow users to enter values that the server refuses")
  package static let requestWidened = ChangeRule(
    "request-widened", .note, "a request may have more values than before",
    "the server accepts what released apps send")
  package static let requestPropertyAdded = ChangeRule(
    "request-member-added", .note, "a request may have a new property",
    "released apps do not send it")
}
