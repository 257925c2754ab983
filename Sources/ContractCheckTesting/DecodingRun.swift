@_spi(Engine) internal import ContractAuthoring

#if canImport(Testing)
  @_spi(Engine) internal import ContractCheck
  internal import ContractRuns
  internal import JSONSchema
  internal import JSONTape
  internal import Testing

  /// Decodes the variants of a response with an app's decoder, and records issues.
  struct DecodingRun {
    /// The variants that the app does not decode.
    private(set) var refused: [Variant] = []
    private let contract: Contract
    private let operation: String
    private let recorder: FindingRecorder
    private let exceptions: [DecodingException]
    private let source: SourceFile
    private var used: Set<Int> = []
    /// The issues so far, in order. Each issue has the variants that fail in the same way.
    private var failures: [(cause: DecodingCause, variants: [Variant])] = []
    /// Whether the app refuses the response without any freedom.
    private var isHopeless = false

    private static let mostNamed = 3

    init(
      _ contract: Contract, _ operation: String, _ filePath: String,
      _ sourceLocation: SourceLocation, _ exceptions: [DecodingException]
    ) {
      self.contract = contract
      self.operation = operation
      self.exceptions = exceptions
      recorder = FindingRecorder(failOn: .error, sourceLocation: sourceLocation)
      source = SourceFile(filePath)
    }

    mutating func variants<Value>(_ status: Int?, _ decode: ([UInt8]) throws -> Value) {
      let faults = exceptions.compactMap(\.fault)
      for fault in faults { recorder.record(fault) }
      let today = CalendarDate.today
      let made = make(status) { contract, operation, status throws(Checker.UnknownName) in
        try contract.variants(operation: operation, status: status) { variant in
          guard !isHopeless else { return }
          do {
            _ = try decode(variant.body)
          } catch {
            refused.append(variant)
            note(DecodingCause(error), variant, today)
          }
        }
      }
      guard made else { return }
      for failure in failures { record(failure.cause, failure.variants) }
      guard !isHopeless, faults.isEmpty else { return }
      for (index, exception) in exceptions.enumerated() {
        if exception.isExpired(on: today) {
          recorder.record("\(exception.words) ended on \(exception.expires ?? "")")
        } else if !used.contains(index) {
          recorder.record("\(exception.words) is not needed; remove it")
        }
      }
    }

    mutating func lacking<Value>(
      _ status: Int?, _ decode: ([UInt8]) throws -> Value
    ) -> [String] {
      var found: [String] = []
      var isRight = false
      let made = make(status) { contract, operation, status throws(Checker.UnknownName) in
        try contract.variants(operation: operation, status: status) { variant in
          guard variant.freedom == .none else { return }
          do {
            _ = try decode(variant.body)
            isRight = true
          } catch {
            record(DecodingCause(error), [variant])
          }
        }
      }
      guard made, isRight else { return [] }
      _ = try? contract.lackingVariants(operation: operation, status: self.status(status)) {
        if (try? decode($0.body)) != nil { found.append($0.instance.description) }
      }
      return found
    }

    private func status(_ status: Int?) -> Int? {
      status ?? contract.successStatus(ofOperation: operation)
    }

    /// Makes the variants. Records an issue if some or all variants could not be made.
    private func make(
      _ status: Int?,
      _ variants: (Contract, String, Int?) throws(Checker.UnknownName) -> VariantTally
    ) -> Bool {
      do {
        let tally = try variants(contract, operation, self.status(status))
        for line in tally.omissions + tally.limits { recorder.remark(line) }
        if tally.variants == 0 {
          let code = self.status(status).map { " with status \($0)" } ?? ""
          recorder.record(
            tally.omissions.first
              ?? "`\(operation)` documents no response\(code) and a JSON body: nothing was decoded")
        }
        return tally.variants > 0
      } catch {
        recorder.record(error.message)
        return false
      }
    }

    private mutating func note(_ cause: DecodingCause, _ variant: Variant, _ today: CalendarDate?) {
      if variant.freedom == .none {
        isHopeless = true
      } else {
        let fitting = exceptions.indices.filter {
          exceptions[$0].fault == nil && exceptions[$0].fits(variant)
        }
        used.formUnion(fitting)
        if fitting.contains(where: { !exceptions[$0].isExpired(on: today) }) { return }
      }
      if let known = failures.firstIndex(where: { $0.cause.isLike(cause) }) {
        failures[known].variants.append(variant)
      } else {
        failures.append((cause, [variant]))
      }
    }

    private func record(_ cause: DecodingCause, _ variants: [Variant]) {
      guard let first = variants.first else { return }
      var text: String
      switch first.freedom {
      case .none: text = "the app refuses a response with every documented property"
      case .absent: text = "the contract allows \(first.words); the app needs this property"
      case .null: text = "the contract allows \(first.words); the app needs a value"
      default: text = "the contract allows \(first.words); the app refuses it"
      }
      text += ": \(cause.words)"
      let others = variants.dropFirst()
      if !others.isEmpty {
        let named = others.prefix(Self.mostNamed).map(\.words).joined(separator: ", ")
        let more = others.count > Self.mostNamed ? " …" : ""
        text +=
          "\n\(Plural.count(others.count, "other response")) "
          + "\(Plural.noun(others.count, "fails", "fail")) in the same way: \(named)\(more)"
      }
      text += "\n  --> \(first.operation) → \(first.status)"
      if !first.instance.tokens.isEmpty { text += " \(first.instance)" }
      if let place = first.place { text += "\n  = contract: \(place)" }
      recorder.at(location(of: first)).record(text)
    }

    /// The line of the contract, if its file exists.
    private func location(of variant: Variant) -> SourceLocation? {
      guard !contract.isBundled, let place = variant.place,
        source.path(place.file).isRegularFile
      else { return nil }
      let path = String(decoding: source.path(place.file).systemBytes, as: UTF8.self)
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return SourceLocation(
        fileID: "\(recorder.sourceLocation.moduleName)/\(name)", filePath: path,
        line: place.position.line, column: place.position.column)
    }
  }

  extension FindingRecorder {
    /// A recorder at another place.
    func at(_ location: SourceLocation?) -> FindingRecorder {
      FindingRecorder(failOn: failOn, sourceLocation: location ?? sourceLocation)
    }
  }

  /// Why a decoder refuses a body.
  struct DecodingCause {
    /// The kind: `keyNotFound`, or the type of another error.
    private let kind: String
    private let path: String
    private let detail: String

    init(_ error: any Error) {
      guard let error = error as? DecodingError else {
        kind = "\(type(of: error))"
        path = ""
        detail = "\(error)"
        return
      }
      var context: DecodingError.Context?
      var last: [any CodingKey] = []
      switch error {
      case .keyNotFound(let key, let found): (kind, context, last) = ("keyNotFound", found, [key])
      case .valueNotFound(_, let found): (kind, context) = ("valueNotFound", found)
      case .typeMismatch(_, let found): (kind, context) = ("typeMismatch", found)
      case .dataCorrupted(let found): (kind, context) = ("dataCorrupted", found)
      @unknown default: kind = "DecodingError"
      }
      path = Self.path((context?.codingPath ?? []) + last)
      let reason = context?.underlyingError.map { " (\($0))" } ?? ""
      detail = (context?.debugDescription ?? "\(error)") + reason
    }

    /// Whether one change of the app would correct both causes.
    func isLike(_ other: DecodingCause) -> Bool {
      kind == other.kind && path == other.path && (!path.isEmpty || detail == other.detail)
    }

    /// The cause as a text: `keyNotFound at data[0].name: …`.
    var words: String { kind + (path.isEmpty ? "" : " at \(path)") + ": " + detail }

    private static func path(_ keys: [any CodingKey]) -> String {
      keys.reduce("") { path, key in
        if let index = key.intValue { return "\(path)[\(index)]" }
        return path + (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
#endif
