@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The effect of a value on one of the apps that read the API.
package struct ClientEffect: Hashable, Sendable {
  /// The client's name in the contract; empty if the contract describes only one app.
  package let client: String
  /// A title such as `android (Gson)`.
  let title: String
  let outcome: ClientOutcome

  init(_ client: Client, _ outcome: ClientOutcome) {
    (self.client, title, self.outcome) = (client.name, client.title, outcome)
  }

  /// One of `decodes`, `changes` or `refuses`.
  package var word: String { outcome.word }

  /// The value that the app gets instead.
  var change: String { if case .changes(let text) = outcome { text } else { "" } }

  /// The effects of a scalar on each client.
  static func all(of failed: FailureContext, _ judge: ClientJudge) -> [ClientEffect] {
    let outcomes: [ClientOutcome]
    if failed.failure.key != nil {
      outcomes = judge.clients.list.map { $0.table[.halfSurrogate] }
    } else {
      outcomes = failed.node.withScalar { judge.outcomes(of: $0) } ?? []
    }
    return zip(judge.clients.list, outcomes).map { ClientEffect($0, $1) }
  }

  static func all(of fact: ClientFact, _ clients: Clients) -> [ClientEffect] {
    clients.list.map { ClientEffect($0, $0.table[fact]) }
  }

  /// The effects of a key that stands for a documented key. Nil if no client reads it as another
  /// key.
  static func all(ofKey failed: FailureContext, _ documented: String) -> [ClientEffect]? {
    let clients = failed.settings.clients
    guard clients.areNamed else { return nil }
    let effects = clients.list.map {
      ClientEffect($0, outcome(ofKey: failed.name ?? "", documented, failed, $0))
    }
    return effects.contains { $0.outcome != .decodes } ? effects : nil
  }

  /// The effects as a text, the most serious effect first: `android (Gson) refuses it; web (zod)
  /// has 1; ios decodes it`.
  package static func words(_ effects: [ClientEffect]) -> String {
    func names(_ effects: [ClientEffect], _ name: (ClientEffect) -> String) -> String {
      let names = effects.map(name)
      return names.count < 2
        ? names.joined()
        : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
    var parts: [String] = []
    let refusing = effects.filter { $0.outcome == .refuses }
    if !refusing.isEmpty {
      parts.append(names(refusing, \.title) + (refusing.count == 1 ? " refuses it" : " refuse it"))
    }
    var changes: [String] = []
    for effect in effects where !effect.change.isEmpty && !changes.contains(effect.change) {
      changes.append(effect.change)
    }
    for change in changes {
      let changing = effects.filter { $0.change == change }
      parts.append(names(changing, \.title) + (changing.count == 1 ? " has " : " have ") + change)
    }
    let decoding = effects.filter { $0.outcome == .decodes }
    if !decoding.isEmpty {
      parts.append(names(decoding, \.client) + (decoding.count == 1 ? " decodes it" : " decode it"))
    }
    return parts.joined(separator: "; ")
  }

  /// The effects as the end of a message. The message may end with a question.
  static func end(of message: String, _ effects: [ClientEffect]) -> String {
    (message.hasSuffix("?") ? " " : ": ") + words(effects)
  }
}

extension Finding {
  /// The effects on the apps that the contract names. Nil if the message already contains the
  /// effects, or if they are not known.
  package var clientLine: String? {
    if effects.isEmpty || [Rule.decodable.id, Rule.silentChange.id].contains(rule) { return nil }
    let words = ClientEffect.words(effects)
    return message.contains(words) ? nil : words
  }
}
