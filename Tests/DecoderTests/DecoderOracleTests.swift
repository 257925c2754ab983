import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

/// Green means that the app decodes it: whatever the real decoder refuses has a finding of severity
/// error.
///
/// `SCHEMACHECK_DECODER_MUTATIONS` says how many bodies are mutated.
@Suite struct DecoderOracleTests {
  private static let usual = 4_800
  private static var count: Int {
    ProcessInfo.processInfo.environment["SCHEMACHECK_DECODER_MUTATIONS"].flatMap(Int.init)
      ?? (TestSeed.isLong ? usual : usual / 3)
  }

  @Test(arguments: App.all)
  func rightBodiesAreDecodedAndGreen(app: App) throws {
    let contract = try Contract.bundled(app.contract)
    let command = try CommandCheck(contract)
    let decoder = app.decoder()
    let known = Set(contract.operations.compactMap(\.id))
    #expect(known.isSuperset(of: app.answers.keys), "a type of no operation")
    for sample in try Sample.all(of: app) {
      let refusal = sample.answer.refusal(of: sample.body, by: decoder)
      #expect(refusal == nil, "\(sample.name): \(refusal.map { "\($0)" } ?? "")")
      #expect(try sample.findings(of: sample.body, contract).isEmpty, "\(sample.name)")
      for (carrier, asText) in Self.carriers where !sample.isSchema {
        let findings = try command.findings(of: sample.body, sample, in: carrier, asText: asText)
        let errors = try #require(findings).filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(sample.name), \(carrier): \(errors.map(\.message))")
      }
    }
  }

  /// With whether they hold bodies as text.
  private static let carriers = Carrier.allCases.flatMap { [($0, true), ($0, false)] }

  @Test func whatTheAppRefusesIsAnError() throws {
    var generator = SeededGenerator(seed: 0xDEC0_DE)
    var tally = Tally()
    let bodies = try MutatedBody.all(Self.count, &generator)
    for app in App.all {
      let contract = try Contract.bundled(app.contract)
      let command = try CommandCheck(contract)
      let decoder = app.decoder()
      for (number, body) in bodies.enumerated() where body.sample.app.contract == app.contract {
        let sample = body.sample
        let refusal = sample.answer.refusal(of: body.bytes, by: decoder)
        tally.add(body, refusal: refusal, try sample.findings(of: body.bytes, contract), in: "bare")
        for (index, (carrier, asText)) in Self.carriers.enumerated()
        where !sample.isSchema && (index == number % 16 || body.isEmpty) {
          let findings = try command.findings(
            of: body.bytes, sample, in: carrier, asText: asText)
          if let findings { tally.add(body, refusal: refusal, findings, in: carrier.rawValue) }
        }
      }
    }
    tally.report(isWhole: Self.count >= Self.usual)
  }
}
