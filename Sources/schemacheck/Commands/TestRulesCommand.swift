@_spi(Engine) import ContractCheck
import ContractRuns
import JSONTape

extension CommandSpec {
  static let testRules = CommandSpec(
    name: "test-rules",
    summary: "Check the examples of your own rules.",
    examples: [
      "schemacheck test-rules":
        "the rules of the configuration and of its contracts",
      "schemacheck test-rules rules/money.yaml":
        "the rules of one file",
    ],
    operands: Operands(name: "[FILE...]", count: 0...Int.max),
    groups: [.ownRules],
    notes: [
      """
      A right example must have no finding of its rule. A wrong example must have a finding at \
      each place in its `at`, and no other finding. `operations`, `statuses`, `mediaTypes`, `in`, \
      `nullable` and `documented` are ignored in examples. One line is printed for each rule. The \
      exit status is 1 if an example is not as expected.
      """
    ],
    run: TestRulesCommand.run)
}

enum TestRulesCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    var contracts: [Contract] = []
    let own =
      arguments.operands.isEmpty
      ? try OwnRuleArguments.rules(arguments, of: .testRules, console, &contracts)
      : try OwnRuleArguments.rules(inFiles: arguments.operands)
    guard !own.isEmpty else {
      throw RunError(
        "there are no rules to test: neither the configuration, its `extends` nor a contract has "
          + "`customRules`")
    }
    let idle = IdleRule.all(in: contracts)
    var wrong = 0
    let tests = OwnRuleTest.run(own)
    for test in tests {
      let counts = "\(test.right) right, \(test.wrong) wrong"
      if test.right + test.wrong == 0 {
        console.print("\(test.rule.id): no examples\n")
      } else if test.mismatches.isEmpty {
        console.print("\(test.rule.id): ok (\(counts))\n")
      } else {
        wrong += 1
        console.print("\(test.rule.id): \(test.mismatches.count) not as expected (\(counts))\n")
      }
      let file = test.rule.origin?.file ?? ""
      for mismatch in test.mismatches {
        let place = "\(file):\(mismatch.position.line):\(mismatch.position.column)"
        console.print("  \(place): \(mismatch.message)\n")
      }
      for idle in idle where idle.rule.id == test.rule.id {
        console.print("  \(idle.effect): \(idle.reason)\n")
      }
    }
    let without = tests.count { $0.right + $0.wrong == 0 }
    let rules = tests.count - without
    let outcome =
      rules == 0 ? "" : wrong == 0 ? ": all as expected" : ": \(wrong) not as expected"
    let rest = without > 0 ? "; \(Plural.count(without, "rule has", "rules have")) no examples" : ""
    console.inform("tested \(Plural.count(rules, "rule"))\(outcome)\(rest)")
    return wrong == 0 ? .clean : .findings
  }
}

/// Finds the rules that are not in the catalogue: the rules of the configuration and of contracts.
enum OwnRuleArguments {
  static func rules(
    _ arguments: Arguments, of command: CommandSpec, _ console: Console
  ) throws(RunError) -> OwnRules {
    var contracts: [Contract] = []
    return try rules(arguments, of: command, console, &contracts)
  }

  /// - Parameter contracts: A list to which the contracts are added.
  static func rules(
    _ arguments: Arguments, of command: CommandSpec, _ console: Console,
    _ contracts: inout [Contract]
  ) throws(RunError) -> OwnRules {
    let project = try Project(arguments, of: command, console)
    var own = project.rules.own
    for name in project.options.contracts {
      let contract = try name.contract(rules: project.rules).contract
      own.formUnion(contract.ownRules)
      contracts.append(contract)
    }
    return own
  }

  static func rules(inFiles files: [Argument]) throws(RunError) -> OwnRules {
    var own = OwnRules()
    for file in files {
      let path = InputPath(file.bytes)
      if path.kind == .folder {
        throw RunError("\(path.text) is a folder; give the files of rules in this folder")
      }
      let bytes = try InputFile(path).readAll()
      do {
        try own.read(bytes, name: path.text) { name throws(Contract.CompanionError) in
          try path.folder.companion(named: name)
        }
      } catch {
        throw RunError(error.description)
      }
    }
    return own
  }
}
