import ContractCheck
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `rules`, `explain` and `contracts`.
@Suite struct CatalogueCommandTests {
  @Test func rules() {
    let scenario = Scenario.run("rules")
    #expect(scenario.code == .clean && scenario.errors.isEmpty)
    #expect(Scenario.difference(of: scenario.output, from: "rules.txt") == nil)
    #expect(
      scenario.output.split(separator: "\n").count
        == Rule.catalogue.count + 1 + ChangeRule.catalogue.count)
  }

  @Test(arguments: Rule.catalogue.map(\.id))
  func explain(id: String) {
    let scenario = Scenario.run("explain", id)
    #expect(scenario.code == .clean && scenario.errors.isEmpty)
    #expect(Scenario.difference(of: scenario.output, from: "explain-\(id).txt") == nil)
  }

  @Test func explainKnowsWhatIsMeant() {
    let near = Scenario.run("explain", "iso-date")
    #expect(near.code == .error && near.output.isEmpty)
    #expect(
      near.errors
        == "schemacheck: there is no rule `iso-date`; `schemacheck rules` lists them; did you mean "
        + "`iso-dates`?\n")
    #expect(
      Scenario.run("explain", "x").errors
        == "schemacheck: there is no rule `x`; `schemacheck rules` lists them\n")
    let none = Scenario.run("explain")
    let ids = Rule.catalogue.map(\.id).joined(separator: ", ")
    #expect(none.code == .error)
    #expect(none.errors == "schemacheck: `explain` needs RULE; use one of: \(ids)\n")
  }

  @Test func contracts() {
    let scenario = Scenario.run("contracts")
    #expect(scenario.code == .clean && scenario.errors.isEmpty)
    #expect(Scenario.difference(of: scenario.output, from: "contracts.txt") == nil)
  }

  @Test(arguments: Contract.bundledNames)
  func contract(name: String) {
    let scenario = Scenario.run("contracts", name)
    #expect(scenario.code == .clean && scenario.errors.isEmpty)
    #expect(Scenario.difference(of: scenario.output, from: "contracts-\(name).txt") == nil)
  }

  @Test func contractOfAFile() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"openapi": "3.1.0", "info": {"title": "Own\\u001b[2J", "version": "7"},
       "paths": {"/a/{id}": {"get": {
         "parameters": [{"name": "id", "in": "path", "required": true}],
         "responses": {"200": {"description": ""}, "default": {"description": ""}}}}}}
      """
    let scenario = Scenario.run("contracts", try folder.write(text, to: "own.json"))
    #expect(scenario.code == .clean)
    #expect(
      scenario.output.replacing(folder.path, with: "DIR") == """
        DIR/own.json: Own␛[2J 7

        Servers:
          none documented; any host matches

        Operations:
          GET /a/{id}    200, default

        """)
  }

  @Test func contractThatIsNone() throws {
    #expect(
      Scenario.run("contracts", "fotolokashn").errors
        == "schemacheck: there is no contract `fotolokashn`; `schemacheck contracts` lists the "
        + "bundled contracts; did you mean `fotolokashen`?\n")
    #expect(
      Scenario.run("contracts", "./none.json").errors
        == "schemacheck: ./none.json: No such file or directory\n")
    let folder = try TemporaryFolder()
    let broken = Scenario.run("contracts", try folder.write("{\n \"openapi\": 3,}", to: "b.json"))
    #expect(broken.code == .error)
    #expect(broken.errors.contains("b.json:2:14: not JSON: "))
  }
}

@Suite struct PrettyJSONTests {
  @Test func valuesStayAsTheyAreWritten() {
    #expect(
      PrettyJSON.text(#"{"b":1.50,"a":[],"a":{"\u00e9":[true,null,"\n"]},"c":{}}"#) == #"""
        {
          "b": 1.50,
          "a": [],
          "a": {
            "é": [
              true,
              null,
              "\n"
            ]
          },
          "c": {}
        }
        """#)
    #expect(PrettyJSON.text("{broken,}") == "{broken,}")
  }
}

@Suite struct TextTableTests {
  @Test func columnsAreAligned() {
    #expect(
      TextTable.text([["a", "", "x"], ["bbb", "c", ""], ["é\u{1B}"]], indent: 1)
        == " a       x\n bbb  c\n é␛\n")
    #expect(TextTable.text([]).isEmpty)
  }
}
