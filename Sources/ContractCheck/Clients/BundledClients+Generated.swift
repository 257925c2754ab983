// Generated from `schemas/clients/`; see BundleGeneratorTests. Do not edit.

/// The text of the decoders of clients.
enum BundledClients {
  static let all: [(name: String, text: StaticString)] = [
    ("Gson", gson),
    ("JSONDecoder", jSONDecoder),
    ("Jackson", jackson),
    ("Moshi", moshi),
    ("encoding-json", encodingJson),
    ("kotlinx.serialization", kotlinxSerialization),
    ("pydantic", pydantic),
    ("swift-openapi-generator", swiftOpenapiGenerator),
    ("zod", zod),
  ]

  private static let gson: StaticString = ###"""
    {"name":"Gson",
    "language":"Java",
    "about":"Gson",
    "run":"Gson 2.10 on Java 17",
    "source":"https://github.com/google/gson/blob/main/UserGuide.md",
    "integers":{"":["int","int32"],"int8":["byte","int8","wraps"],"int16":["short","int16","wraps"],"int32":["int","int32"],"int64":["long","int64","clamps"],"uint8":["int","int32"],"uint16":["int","int32"],"uint32":["long","int64"],"uint64":["BigInteger","digits"]},
    "numbers":{"":["double","binary64"],"double":["double","binary64"],"float":["float","binary32"],"decimal":["BigDecimal","exact"]},
    "any":["Object","binary64"],
    "texts":{"date-time":"date","uuid":"uuid","uri":"url"},
    "dates":"iso8601",
    "decodes":["whole-number-with-point","whole-number-with-exponent","null-for-text","null-for-other","null-for-optional","null-for-element","missing-text","missing-other","missing-nullable","unknown-key","key-beside-closed-all-of","missing-write-only","unknown-key-in-union","key-in-other-case","half-surrogate","half-surrogate-elsewhere","byte-order-mark","date-fraction","date-offset","date-without-colon","day-for-date","uuid-of-unknown-version","url-not-http","url-without-path","url-in-capitals","url-scheme-in-capitals","url-with-default-port","url-with-dots","url-with-big-port","url-with-forbidden-characters"],
    "refuses":["fraction-for-integer","empty-text-for-number","boolean-for-number","number-for-boolean","date-with-small-t","date-with-small-z","date-without-zone","date-with-space","hour-24","impossible-day","number-for-date","empty-date","url-empty","url-without-scheme","url-of-other-scheme"],
    "changes":{"whole-number-by-double":"the nearest double","number-too-big":"Infinity","number-too-small":"0","text-for-number":"a number","number-for-text":"text","boolean-for-text":"text","text-for-boolean":"a Boolean","other-text-for-boolean":"false","empty-text-for-boolean":"false","null-for-number":"0","null-for-boolean":"false","missing-number":"0","missing-boolean":"false","unknown-enum-value":"null","number-for-enum":"null","repeated-key":"the last one","date-past-milliseconds":"the digits to the millisecond","date-past-microseconds":"the digits to the millisecond","date-past-nanoseconds":"the digits to the millisecond","leap-second":"the second before","early-date":"another day","uuid-in-other-form":"another UUID"},
    "options":{"types":{"default":"primitive","values":["primitive","boxed"],"boxed":{"decodes":["null-for-number","null-for-boolean","missing-number","missing-boolean"]}},"lenient":{"default":true,"values":[true,false],"false":{"refuses":["number-too-big"]}},"objectToNumberStrategy":{"default":"DOUBLE","values":["DOUBLE","LONG_OR_DOUBLE","BIG_DECIMAL"],"LONG_OR_DOUBLE":{"any":["Object","int64 or binary64"]},"BIG_DECIMAL":{"any":["Object","exact"]}}}}
    """###

  private static let jSONDecoder: StaticString = ###"""
    {"name":"JSONDecoder",
    "language":"Swift",
    "about":"Foundation's JSONDecoder",
    "run":"Swift 6.3.1 on Linux",
    "source":"https://developer.apple.com/documentation/foundation/jsondecoder",
    "versions":"a date with a fraction of a second, such as `2026-01-06T10:00:00.123Z`, decodes as `.iso8601` since iOS 26; earlier systems refuse the date; a URL that needs percent-encoding, such as `my photo.jpg`, decodes since iOS 17; iOS 16 refuses the URL; give the oldest system of the app with the option `oldestSystem`; if a property is repeated, other versions may keep the last value",
    "integers":{"":["Int","int64"],"int8":["Int8","int8"],"int16":["Int16","int16"],"int32":["Int32","int32"],"int64":["Int","int64"],"uint8":["UInt8","uint8"],"uint16":["UInt16","uint16"],"uint32":["UInt32","uint32"],"uint64":["UInt64","uint64"]},
    "numbers":{"":["Double","binary64"],"double":["Double","binary64"],"float":["Float","binary32"],"decimal":["Decimal","decimal"]},
    "any":["Any","int64 or binary64"],
    "texts":{"byte":"data","uuid":"uuid","uri":"url"},
    "dates":"text",
    "decodes":["whole-number-with-point","whole-number-with-exponent","whole-number-by-double","null-for-optional","missing-nullable","unknown-key","key-beside-closed-all-of","missing-write-only","unknown-key-in-union","half-surrogate-elsewhere","byte-order-mark","date-fraction","date-past-milliseconds","date-past-microseconds","date-offset","date-with-small-z","leap-second","date-without-colon","hour-24","uuid-of-unknown-version","url-without-scheme","url-of-other-scheme","url-not-http","url-without-path","url-in-capitals","url-scheme-in-capitals","url-with-default-port","url-with-dots","url-with-big-port"],
    "refuses":["fraction-for-integer","number-too-big","number-too-small","text-for-number","empty-text-for-number","boolean-for-number","number-for-text","boolean-for-text","text-for-boolean","other-text-for-boolean","empty-text-for-boolean","number-for-boolean","null-for-number","null-for-text","null-for-boolean","null-for-other","null-for-element","missing-number","missing-text","missing-boolean","missing-other","unknown-enum-value","number-for-enum","key-in-other-case","half-surrogate","date-past-nanoseconds","date-with-small-t","date-without-zone","day-for-date","date-with-space","number-for-date","empty-date","uuid-in-other-form","url-empty"],
    "changes":{"repeated-key":"the first one","early-date":"another day","impossible-day":"the day after the month's end","url-with-forbidden-characters":"it percent-encoded"},
    "options":{"keys":{"default":"exact","values":["exact","convertFromSnakeCase"]},"allowsJSON5":{"default":false,"values":[false,true]},"assumesTopLevelDictionary":{"default":false,"values":[false,true]},"oldestSystem":{"default":"iOS 26","values":["iOS 26","iOS 18","iOS 17","iOS 16"],"iOS 18":{"refuses":["date-fraction"]},"iOS 17":{"refuses":["date-fraction"]},"iOS 16":{"refuses":["date-fraction","url-with-forbidden-characters"]}}}}
    """###

  private static let jackson: StaticString = ###"""
    {"name":"Jackson",
    "language":"Java",
    "about":"Jackson's ObjectMapper",
    "run":"Jackson 2.21.4 on Java 17",
    "source":"https://github.com/FasterXML/jackson-databind/wiki/Deserialization-Features",
    "integers":{"":["int","int32"],"int8":["byte","int8","wraps"],"int16":["short","int16"],"int32":["int","int32"],"int64":["long","int64"],"uint8":["int","int32"],"uint16":["int","int32"],"uint32":["long","int64"],"uint64":["BigInteger","big"]},
    "numbers":{"":["double","binary64"],"double":["double","binary64"],"float":["float","binary32"],"decimal":["BigDecimal","exact"]},
    "any":["Object","whole or binary64"],
    "texts":{"date-time":"date","uuid":"uuid","uri":"url"},
    "dates":"iso8601",
    "decodes":["whole-number-with-point","whole-number-with-exponent","null-for-text","null-for-other","null-for-optional","null-for-element","missing-text","missing-other","missing-nullable","key-beside-closed-all-of","missing-write-only","half-surrogate","half-surrogate-elsewhere","byte-order-mark","date-fraction","date-offset","leap-second","date-without-colon","date-without-zone","day-for-date","hour-24","uuid-of-unknown-version","url-empty","url-without-scheme","url-of-other-scheme","url-not-http","url-without-path","url-in-capitals","url-with-default-port","url-with-dots","url-with-big-port"],
    "refuses":["boolean-for-number","other-text-for-boolean","unknown-enum-value","unknown-key","unknown-key-in-union","key-in-other-case","date-past-nanoseconds","date-with-small-t","date-with-small-z","date-with-space","uuid-in-other-form","url-with-forbidden-characters"],
    "changes":{"whole-number-by-double":"the nearest double","fraction-for-integer":"the whole part","number-too-big":"Infinity","number-too-small":"0","text-for-number":"a number","empty-text-for-number":"0","number-for-text":"text","boolean-for-text":"text","text-for-boolean":"a Boolean","empty-text-for-boolean":"false","number-for-boolean":"a Boolean","null-for-number":"0","null-for-boolean":"false","missing-number":"0","missing-boolean":"false","number-for-enum":"the value at that place","repeated-key":"the last one","date-past-milliseconds":"the digits to the millisecond","date-past-microseconds":"the digits to the millisecond","early-date":"another day","impossible-day":"the day after the month's end","number-for-date":"a moment in milliseconds","empty-date":"null","url-scheme-in-capitals":"a scheme in small letters"},
    "options":{"FAIL_ON_UNKNOWN_PROPERTIES":{"default":true,"values":[true,false],"false":{"decodes":["unknown-key","unknown-key-in-union"]}},"FAIL_ON_NULL_FOR_PRIMITIVES":{"default":false,"values":[false,true],"true":{"refuses":["null-for-number","null-for-boolean"]}},"ACCEPT_FLOAT_AS_INT":{"default":true,"values":[true,false],"false":{"refuses":["fraction-for-integer","whole-number-with-point","whole-number-with-exponent"]}},"ALLOW_COERCION_OF_SCALARS":{"default":true,"values":[true,false],"false":{"refuses":["text-for-number","empty-text-for-number","text-for-boolean","empty-text-for-boolean","number-for-boolean","empty-date"]}},"READ_UNKNOWN_ENUM_VALUES_AS_NULL":{"default":false,"values":[false,true],"true":{"changes":{"unknown-enum-value":"null"}}},"ACCEPT_CASE_INSENSITIVE_PROPERTIES":{"default":false,"values":[false,true],"true":{"changes":{"key-in-other-case":"its value"}}},"STRICT_DUPLICATE_DETECTION":{"default":false,"values":[false,true],"true":{"refuses":["repeated-key"]}},"USE_BIG_DECIMAL_FOR_FLOATS":{"default":false,"values":[false,true],"true":{"any":["Object","exact"]}},"FAIL_ON_NUMBERS_FOR_ENUMS":{"default":false,"values":[false,true],"true":{"refuses":["number-for-enum"]}},"FAIL_ON_TRAILING_TOKENS":{"default":false,"values":[false,true]},"types":{"default":"primitive","values":["primitive","boxed"],"boxed":{"decodes":["null-for-number","null-for-boolean","missing-number","missing-boolean"]}}}}
    """###

  private static let moshi: StaticString = ###"""
    {"name":"Moshi",
    "language":"Kotlin",
    "about":"Moshi with the adapters that it generates",
    "run":"Moshi 1.9.3 on Java 17",
    "source":"https://github.com/square/moshi",
    "integers":{"":["Int","int32"],"int8":["Byte","int8"],"int16":["Short","int16"],"int32":["Int","int32"],"int64":["Long","int64"],"uint8":["Int","int32"],"uint16":["Int","int32"],"uint32":["Long","int64"],"uint64":["BigInteger","big"]},
    "numbers":{"":["double","binary64"],"double":["double","binary64"],"float":["float","binary32"],"decimal":["BigDecimal","exact"]},
    "any":["Any","binary64"],
    "texts":{},
    "dates":"text",
    "decodes":["whole-number-with-point","whole-number-with-exponent","whole-number-by-double","null-for-optional","missing-nullable","unknown-key","key-beside-closed-all-of","missing-write-only","unknown-key-in-union","half-surrogate","half-surrogate-elsewhere","byte-order-mark","date-fraction","date-past-milliseconds","date-past-microseconds","date-past-nanoseconds","date-offset","date-with-small-t","date-with-small-z","leap-second","early-date","date-without-colon","day-for-date","uuid-of-unknown-version","uuid-in-other-form","url-empty","url-without-scheme","url-of-other-scheme","url-not-http","url-without-path","url-in-capitals","url-scheme-in-capitals","url-with-default-port","url-with-dots","url-with-big-port","url-with-forbidden-characters"],
    "refuses":["fraction-for-integer","number-too-big","empty-text-for-number","boolean-for-number","text-for-boolean","other-text-for-boolean","empty-text-for-boolean","number-for-boolean","null-for-number","null-for-text","null-for-boolean","null-for-other","null-for-element","missing-number","missing-text","missing-boolean","missing-other","unknown-enum-value","number-for-enum","key-in-other-case","date-without-zone","date-with-space","hour-24","impossible-day","number-for-date","empty-date"],
    "changes":{"number-too-small":"0","text-for-number":"a number","number-for-text":"text","boolean-for-text":"text","repeated-key":"the last one"},
    "read":["number-too-small","boolean-for-text","null-for-text","null-for-other","missing-text","missing-other","half-surrogate","half-surrogate-elsewhere","byte-order-mark"],
    "options":{"failOnUnknown":{"default":false,"values":[false,true],"true":{"refuses":["unknown-key","unknown-key-in-union"]}}}}
    """###

  private static let encodingJson: StaticString = ###"""
    {"name":"encoding/json",
    "language":"Go",
    "about":"Go's encoding/json",
    "run":"Go 1.19.8",
    "source":"https://pkg.go.dev/encoding/json",
    "integers":{"":["int","int64"],"int8":["int8","int8"],"int16":["int16","int16"],"int32":["int32","int32"],"int64":["int64","int64"],"uint8":["uint8","uint8 in digits"],"uint16":["uint16","uint16 in digits"],"uint32":["uint32","uint32 in digits"],"uint64":["uint64","uint64 in digits"]},
    "numbers":{"":["float64","binary64"],"double":["float64","binary64"],"float":["float32","binary32"],"decimal":["json.Number","exact"]},
    "any":["any","binary64"],
    "texts":{"date-time":"date"},
    "dates":"iso8601",
    "decodes":["whole-number-by-double","null-for-optional","missing-nullable","unknown-enum-value","unknown-key","key-beside-closed-all-of","missing-write-only","unknown-key-in-union","half-surrogate-elsewhere","date-fraction","date-past-milliseconds","date-past-microseconds","date-offset","early-date","uuid-of-unknown-version","uuid-in-other-form","url-empty","url-without-scheme","url-of-other-scheme","url-not-http","url-without-path","url-in-capitals","url-scheme-in-capitals","url-with-default-port","url-with-dots","url-with-big-port","url-with-forbidden-characters"],
    "refuses":["whole-number-with-point","whole-number-with-exponent","fraction-for-integer","number-too-big","text-for-number","empty-text-for-number","boolean-for-number","number-for-text","boolean-for-text","text-for-boolean","other-text-for-boolean","empty-text-for-boolean","number-for-boolean","number-for-enum","byte-order-mark","date-with-small-t","date-with-small-z","leap-second","date-without-colon","date-without-zone","day-for-date","date-with-space","hour-24","impossible-day","number-for-date","empty-date"],
    "changes":{"number-too-small":"0","null-for-number":"0","null-for-text":"an empty string","null-for-boolean":"false","null-for-other":"the zero value","null-for-element":"the zero value","missing-number":"0","missing-text":"an empty string","missing-boolean":"false","missing-other":"the zero value","key-in-other-case":"its value","repeated-key":"the last one","half-surrogate":"`\\ufffd`","date-past-nanoseconds":"the digits to the nanosecond"},
    "options":{"DisallowUnknownFields":{"default":false,"values":[false,true],"true":{"refuses":["unknown-key"]}},"UseNumber":{"default":false,"values":[false,true],"true":{"any":["json.Number","exact"]}}}}
    """###

  private static let kotlinxSerialization: StaticString = ###"""
    {"name":"kotlinx.serialization",
    "language":"Kotlin",
    "about":"kotlinx.serialization's Json",
    "run":"kotlinx.serialization 1.9.0 on Java 17",
    "source":"https://github.com/Kotlin/kotlinx.serialization/blob/master/docs/json.md",
    "integers":{"":["Int","int32"],"int8":["Byte","int8"],"int16":["Short","int16"],"int32":["Int","int32"],"int64":["Long","int64"],"uint8":["UByte","uint8 in digits"],"uint16":["UShort","uint16 in digits"],"uint32":["UInt","uint32 in digits"],"uint64":["ULong","uint64 in digits"]},
    "numbers":{"":["Double","binary64"],"double":["Double","binary64"],"float":["Float","binary32"],"decimal":["BigDecimal","exact"]},
    "any":["JsonElement","exact"],
    "texts":{"date-time":"date","uuid":"uuid"},
    "dates":"iso8601",
    "decodes":["whole-number-with-exponent","null-for-optional","key-beside-closed-all-of","missing-write-only","half-surrogate","half-surrogate-elsewhere","date-fraction","date-past-milliseconds","date-past-microseconds","date-offset","date-with-small-t","date-with-small-z","early-date","uuid-of-unknown-version","uuid-in-other-form","url-empty","url-without-scheme","url-of-other-scheme","url-not-http","url-without-path","url-in-capitals","url-scheme-in-capitals","url-with-default-port","url-with-dots","url-with-big-port","url-with-forbidden-characters"],
    "refuses":["whole-number-with-point","fraction-for-integer","number-too-big","empty-text-for-number","boolean-for-number","number-for-text","boolean-for-text","other-text-for-boolean","empty-text-for-boolean","number-for-boolean","null-for-number","null-for-text","null-for-boolean","null-for-other","null-for-element","missing-number","missing-text","missing-boolean","missing-other","missing-nullable","unknown-enum-value","number-for-enum","unknown-key","unknown-key-in-union","key-in-other-case","byte-order-mark","date-past-nanoseconds","leap-second","date-without-colon","date-without-zone","day-for-date","date-with-space","hour-24","impossible-day","number-for-date","empty-date"],
    "changes":{"whole-number-by-double":"the nearest Double","number-too-small":"0","text-for-number":"a number","text-for-boolean":"a Boolean","repeated-key":"the last one"},
    "options":{"ignoreUnknownKeys":{"default":false,"values":[false,true],"true":{"decodes":["unknown-key","unknown-key-in-union"]}},"coerceInputValues":{"default":false,"values":[false,true]},"explicitNulls":{"default":true,"values":[true,false],"false":{"decodes":["missing-nullable"]}},"isLenient":{"default":false,"values":[false,true],"true":{"changes":{"number-for-text":"text","boolean-for-text":"text"}}},"decodeEnumsCaseInsensitive":{"default":false,"values":[false,true]},"allowSpecialFloatingPointValues":{"default":false,"values":[false,true]},"allowTrailingComma":{"default":false,"values":[false,true]},"allowComments":{"default":false,"values":[false,true]},"namingStrategy":{"default":"none","values":["none","SnakeCase","KebabCase"]},"useAlternativeNames":{"default":true,"values":[true,false]}}}
    """###

  private static let pydantic: StaticString = ###"""
    {"name":"pydantic",
    "language":"Python",
    "about":"pydantic's model_validate_json",
    "run":"pydantic 2.14.3",
    "source":"https://docs.pydantic.dev/latest/concepts/conversion_table/",
    "integers":{"":["int","whole"],"int8":["int","whole"],"int16":["int","whole"],"int32":["int","whole"],"int64":["int","whole"],"uint8":["int","whole"],"uint16":["int","whole"],"uint32":["int","whole"],"uint64":["int","whole"]},
    "numbers":{"":["float","binary64"],"double":["float","binary64"],"float":["float","binary64"],"decimal":["Decimal","whole or binary64","refuses"]},
    "any":["Any","whole or binary64"],
    "texts":{"date-time":"date","uuid":"uuid","uri":"url"},
    "dates":"iso8601",
    "decodes":["whole-number-with-point","whole-number-with-exponent","null-for-optional","unknown-key","key-beside-closed-all-of","missing-write-only","unknown-key-in-union","date-fraction","date-past-milliseconds","date-offset","date-with-small-t","date-with-small-z","early-date","date-without-colon","date-without-zone","day-for-date","date-with-space","uuid-of-unknown-version","uuid-in-other-form"],
    "refuses":["fraction-for-integer","empty-text-for-number","number-for-text","boolean-for-text","other-text-for-boolean","empty-text-for-boolean","null-for-number","null-for-text","null-for-boolean","null-for-other","null-for-element","missing-number","missing-text","missing-boolean","missing-other","missing-nullable","unknown-enum-value","number-for-enum","key-in-other-case","half-surrogate","half-surrogate-elsewhere","byte-order-mark","leap-second","hour-24","impossible-day","empty-date","url-empty","url-without-scheme","url-of-other-scheme","url-not-http","url-with-big-port"],
    "changes":{"whole-number-by-double":"the nearest float","number-too-big":"inf","number-too-small":"0","text-for-number":"a number","boolean-for-number":"1 or 0","text-for-boolean":"a Boolean","number-for-boolean":"a Boolean","repeated-key":"the last one","date-past-microseconds":"the digits to the microsecond","date-past-nanoseconds":"the digits to the microsecond","number-for-date":"a moment","url-without-path":"a `/` behind the host","url-in-capitals":"small letters","url-scheme-in-capitals":"small letters","url-with-default-port":"no port","url-with-dots":"the path without them","url-with-forbidden-characters":"it percent-encoded"},
    "options":{"extra":{"default":"ignore","values":["ignore","allow","forbid"],"forbid":{"refuses":["unknown-key","unknown-key-in-union"]}},"strict":{"default":false,"values":[false,true],"true":{"refuses":["text-for-number","boolean-for-number","text-for-boolean","number-for-boolean","number-for-date","whole-number-with-point","whole-number-with-exponent"]}}}}
    """###

  private static let swiftOpenapiGenerator: StaticString = ###"""
    {"name":"swift-openapi-generator",
    "language":"Swift",
    "about":"types that swift-openapi-generator makes, with Foundation's JSONDecoder",
    "run":"Swift 6.3.1 on Linux",
    "source":"https://github.com/apple/swift-openapi-generator",
    "integers":{"":["Int","int64"],"int8":["Int8","int8"],"int16":["Int16","int16"],"int32":["Int32","int32"],"int64":["Int64","int64"],"uint8":["UInt8","uint8"],"uint16":["UInt16","uint16"],"uint32":["UInt32","uint32"],"uint64":["UInt64","uint64"]},
    "numbers":{"":["Double","binary64"],"double":["Double","binary64"],"float":["Float","binary32"],"decimal":["Decimal","decimal"]},
    "any":["OpenAPIValueContainer","int64 or binary64"],
    "texts":{"byte":"data","date-time":"date"},
    "dates":"iso8601",
    "decodes":["whole-number-with-point","whole-number-with-exponent","whole-number-by-double","null-for-optional","missing-nullable","unknown-key","unknown-key-in-union","half-surrogate-elsewhere","byte-order-mark","date-offset","date-with-small-z","leap-second","date-without-colon","hour-24","uuid-of-unknown-version","url-without-scheme","url-of-other-scheme","url-not-http","url-without-path","url-in-capitals","url-scheme-in-capitals","url-with-default-port","url-with-dots","url-with-big-port"],
    "refuses":["fraction-for-integer","number-too-big","number-too-small","text-for-number","empty-text-for-number","boolean-for-number","number-for-text","boolean-for-text","text-for-boolean","other-text-for-boolean","empty-text-for-boolean","number-for-boolean","null-for-number","null-for-text","null-for-boolean","null-for-other","null-for-element","missing-number","missing-text","missing-boolean","missing-other","unknown-enum-value","number-for-enum","key-beside-closed-all-of","missing-write-only","key-in-other-case","half-surrogate","date-fraction","date-past-milliseconds","date-past-microseconds","date-past-nanoseconds","date-with-small-t","date-without-zone","day-for-date","date-with-space","number-for-date","empty-date","uuid-in-other-form","url-empty"],
    "changes":{"repeated-key":"the first one","early-date":"another day","impossible-day":"the day after the month's end","url-with-forbidden-characters":"it percent-encoded"},
    "read":["key-beside-closed-all-of","missing-write-only","date-fraction","date-past-milliseconds","date-past-microseconds"],
    "options":{}}
    """###

  private static let zod: StaticString = ###"""
    {"name":"zod",
    "language":"TypeScript",
    "about":"zod over JSON.parse",
    "run":"zod 4.6.7 on Node 20.20",
    "source":"https://zod.dev/api",
    "integers":{"":["number","safe"],"int8":["number","safe"],"int16":["number","safe"],"int32":["number","safe"],"int64":["number","safe"],"uint8":["number","usafe"],"uint16":["number","usafe"],"uint32":["number","usafe"],"uint64":["number","usafe"]},
    "numbers":{"":["number","binary64"],"float":["number","binary64"],"double":["number","binary64"],"decimal":["number","binary64"]},
    "any":["any","binary64","Infinity"],
    "texts":{"date-time":"date","uuid":"uuid","uri":"url"},
    "dates":"iso8601",
    "decodes":["whole-number-with-point","whole-number-with-exponent","whole-number-by-double","unknown-key","key-beside-closed-all-of","missing-write-only","unknown-key-in-union","half-surrogate","half-surrogate-elsewhere","byte-order-mark","date-fraction","date-past-milliseconds","date-past-microseconds","date-past-nanoseconds","early-date","url-of-other-scheme","url-not-http","url-without-path","url-in-capitals","url-scheme-in-capitals","url-with-default-port","url-with-dots","url-with-forbidden-characters"],
    "refuses":["fraction-for-integer","number-too-big","text-for-number","empty-text-for-number","boolean-for-number","number-for-text","boolean-for-text","text-for-boolean","other-text-for-boolean","empty-text-for-boolean","number-for-boolean","null-for-number","null-for-text","null-for-boolean","null-for-other","null-for-optional","null-for-element","missing-number","missing-text","missing-boolean","missing-other","missing-nullable","unknown-enum-value","number-for-enum","key-in-other-case","date-offset","date-with-small-t","date-with-small-z","leap-second","date-without-colon","date-without-zone","day-for-date","date-with-space","hour-24","impossible-day","number-for-date","empty-date","uuid-of-unknown-version","uuid-in-other-form","url-empty","url-without-scheme","url-with-big-port"],
    "changes":{"number-too-small":"0","repeated-key":"the last one"},
    "options":{"objects":{"default":"strip","values":["strip","strict","passthrough"],"strict":{"refuses":["unknown-key","unknown-key-in-union"]}},"offset":{"default":false,"values":[false,true],"true":{"decodes":["date-offset"]}},"local":{"default":false,"values":[false,true],"true":{"decodes":["date-without-zone"]}},"coerce":{"default":false,"values":[false,true],"true":{"changes":{"text-for-number":"a number","empty-text-for-number":"0","boolean-for-number":"1 or 0","number-for-text":"text","boolean-for-text":"text","text-for-boolean":"true","empty-text-for-boolean":"false","number-for-boolean":"a Boolean","null-for-number":"0","null-for-text":"the text null","null-for-boolean":"false"}}}}}
    """###
}
