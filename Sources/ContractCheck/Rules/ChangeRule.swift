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
    responseTypeChanged, responseMemberNullable, responseOptionalNullable, responseMemberOptional,
    responseNullOmitted, responseMemberDropped, responseOptionalDropped, responseEnumValueAdded,
    responseEnumOpened, responseVariantAdded, responseFormatChanged, responseBoundsWidened,
    responseNarrowed, responseMemberAdded,
    coordinatePairRenamed, dateFormatChanged, discriminatorChanged, conditionsChanged,
    mediaTypeRenamed, mediaTypeAdded,
    credentialsRequired, parameterRequired, parameterStyleChanged, parameterRemoved, parameterAdded,
    requestBodyRequired, requestBodyRemoved, requestBodyAdded, requestMediaTypeRemoved,
    requestTypeNarrowed, requestMemberNotNull, requestMemberRequired, requestMemberRefused,
    requestMembersClosed, requestEnumValueRemoved, requestEnumClosed, requestVariantRemoved,
    requestMemberRemoved, requestFormatChanged, requestBoundsNarrowed, requestWidened,
    requestMemberAdded,
  ]

  package static let operationRemoved = ChangeRule(
    "operation-removed", .error, "an operation is gone, or is under another path or method",
    "released apps that call it get an error; keep it until no version of the app calls it")
  package static let operationAdded = ChangeRule(
    "operation-added", .note, "an operation is new", "released apps do not know it")
  package static let serversChanged = ChangeRule(
    "servers-changed", .note, "a base URL is no longer documented",
    "released apps that have it built in still call it; keep it running")
  package static let schemaRemoved = ChangeRule(
    "schema-removed", .note, "a component schema that no operation uses is gone",
    "what an app decodes by it, such as a push payload, is no longer documented")

  package static let responseStatusRemoved = ChangeRule(
    "response-status-removed", .error, "a success has another status",
    "released apps that wait for the documented status take the new one for a failure")
  package static let errorStatusRemoved = ChangeRule(
    "error-status-removed", .note, "an error status is no longer documented",
    "released apps handle an error that no longer comes")
  package static let responseStatusAdded = ChangeRule(
    "response-status-added", .note, "a status is new",
    "released apps handle it as they handle any status that they do not know")
  package static let responseMediaTypeRemoved = ChangeRule(
    "response-media-type-removed", .error, "a response no longer comes in a media type",
    "released apps cannot decode what comes in its place")
  package static let responseTypeChanged = ChangeRule(
    "response-type-changed", .error, "a value of a response may have another type",
    "Swift decoders throw on another type, and the whole response is lost; a number that was always "
      + "whole and may now have a fraction fails as Int")
  package static let responseMemberNullable = ChangeRule(
    "response-member-nullable", .error, "a value that was always there may now be null",
    "released apps decode it into a type that is not optional and fail when it is null")
  package static let responseOptionalNullable = ChangeRule(
    "response-optional-nullable", .note, "a property that could be missing may now be null, too",
    "decoders of optional properties take null for missing; those written by hand may not")
  package static let responseMemberOptional = ChangeRule(
    "response-member-optional", .error, "a property that was always there may now be missing",
    "released apps decode it into a type that is not optional and fail when it is missing")
  package static let responseNullOmitted = ChangeRule(
    "response-null-omitted", .error, "a property that could be null may now be missing",
    "released apps that decode an explicit `null` fail where the property is missing")
  package static let responseMemberDropped = ChangeRule(
    "response-member-dropped", .error, "a property that was always there is gone or renamed",
    "released apps decode it under this name and fail without it")
  package static let responseOptionalDropped = ChangeRule(
    "response-optional-dropped", .warning, "a property that could be missing is gone or renamed",
    "released apps still decode, but never show this value again")
  package static let responseEnumValueAdded = ChangeRule(
    "response-enum-value-added", .error, "a list of values has a new one",
    "a Swift enum without a case for it fails to decode, and the whole response is lost")
  package static let responseEnumOpened = ChangeRule(
    "response-enum-opened", .error, "a list of values is no longer one: any value may come",
    "a Swift enum fails on every value that it has no case for")
  package static let responseVariantAdded = ChangeRule(
    "response-variant-added", .error, "a value of a response may have a new form",
    "released apps know the old forms only and fail to decode the new one")
  package static let responseFormatChanged = ChangeRule(
    "response-format-changed", .warning, "a value of a response has another format",
    "released apps that decode it as UUID, URL, Data or Int32 may fail")
  package static let responseBoundsWidened = ChangeRule(
    "response-bounds-widened", .note, "a bound of a response is wider or gone",
    "values decode as before; values may be larger or smaller than apps expect")
  package static let responseNarrowed = ChangeRule(
    "response-narrowed", .note, "a response promises more than before",
    "released apps decode it as before")
  package static let responseMemberAdded = ChangeRule(
    "response-member-added", .note, "a response has a new property",
    "Swift decoders pass over properties that they do not know")

  package static let coordinatePairRenamed = ChangeRule(
    "coordinate-pair-renamed", .error, "the coordinates have other names",
    "released apps decode and send the old pair; a place has no position any more")
  package static let dateFormatChanged = ChangeRule(
    "date-format-changed", .error, "dates have another format or another profile",
    "a date decoder takes one form; others fail on some systems or on all")
  package static let discriminatorChanged = ChangeRule(
    "discriminator-changed", .error, "another property tells the forms of a value apart",
    "released apps look at the old property to know what to decode")
  package static let conditionsChanged = ChangeRule(
    "conditions-changed", .warning, "keywords have changed that are not compared further",
    "whether released apps break depends on what the author meant: read both places")
  package static let mediaTypeRenamed = ChangeRule(
    "media-type-renamed", .warning, "JSON goes under another media type",
    "released apps that look at Content-Type or send it refuse it or are refused")
  package static let mediaTypeAdded = ChangeRule(
    "media-type-added", .note, "a body may have a further media type",
    "released apps ask for and send what they know")

  package static let credentialsRequired = ChangeRule(
    "credentials-required", .error, "a request now needs credentials",
    "released apps that send none are refused")
  package static let parameterRequired = ChangeRule(
    "parameter-required", .error, "a parameter must now be sent",
    "released apps do not send it and are refused")
  package static let parameterStyleChanged = ChangeRule(
    "parameter-style-changed", .error, "a parameter is written in another way",
    "released apps write it in the old way, which is read as something else")
  package static let parameterRemoved = ChangeRule(
    "parameter-removed", .warning, "a parameter is no longer documented",
    "released apps still send it; the response may be another than they asked for")
  package static let parameterAdded = ChangeRule(
    "parameter-added", .note, "an optional parameter is new", "released apps do not send it")
  package static let requestBodyRequired = ChangeRule(
    "request-body-required", .error, "a request must now have a body",
    "released apps send none and are refused")
  package static let requestBodyRemoved = ChangeRule(
    "request-body-removed", .warning, "a request has no body any more",
    "released apps still send one; what it says is lost")
  package static let requestBodyAdded = ChangeRule(
    "request-body-added", .note, "a request may now have a body", "released apps send none")
  package static let requestMediaTypeRemoved = ChangeRule(
    "request-media-type-removed", .error, "a request is no longer accepted in a media type",
    "released apps send it and are refused")
  package static let requestTypeNarrowed = ChangeRule(
    "request-type-narrowed", .error, "a value of a request may no longer have a type",
    "released apps send the old type and are refused")
  package static let requestMemberNotNull = ChangeRule(
    "request-member-not-null", .error, "a value of a request may no longer be null",
    "released apps send null and are refused")
  package static let requestMemberRequired = ChangeRule(
    "request-member-required", .error, "a property of a request must now be sent",
    "released apps do not send it and are refused")
  package static let requestMemberRefused = ChangeRule(
    "request-member-refused", .error, "a property of a request is gone, and others are refused",
    "released apps still send it and are refused")
  package static let requestMembersClosed = ChangeRule(
    "request-members-closed", .error, "a request may no longer have properties that are not listed",
    "released apps that send others are refused")
  package static let requestEnumValueRemoved = ChangeRule(
    "request-enum-value-removed", .error, "a value is no longer accepted",
    "released apps send it and are refused")
  package static let requestEnumClosed = ChangeRule(
    "request-enum-closed", .error, "only listed values are taken, where any was",
    "released apps that send others are refused")
  package static let requestVariantRemoved = ChangeRule(
    "request-variant-removed", .error, "a form of a value is no longer accepted",
    "released apps send it and are refused")
  package static let requestMemberRemoved = ChangeRule(
    "request-member-removed", .warning, "a property of a request is no longer documented",
    "released apps still send it; the server may ignore its value")
  package static let requestFormatChanged = ChangeRule(
    "request-format-changed", .warning, "a value of a request has another format",
    "released apps send the old one and may be refused")
  package static let requestBoundsNarrowed = ChangeRule(
    "request-bounds-narrowed", .warning, "a bound of a request is tighter or new",
    "what released apps let people enter may be refused")
  package static let requestWidened = ChangeRule(
    "request-widened", .note, "a request may be more than before",
    "what released apps send is taken as before")
  package static let requestMemberAdded = ChangeRule(
    "request-member-added", .note, "a request may have a new property",
    "released apps do not send it")
}
