@_spi(Engine) import ContractCheck

/// The inputs that are left of `--changed-since`, and what is said of the others.
struct ChangedInputs {
  let inputs: [Input]
  let remark: String?
  /// Whether the inputs that did not change are left out.
  var isPart = false
  /// Whether there is nothing to check, and rightly so.
  var isNothing = false

  /// All inputs where nobody asks for less.
  init(
    _ inputs: [Input], _ project: Project, contractFiles: [InputPath]
  ) throws(UsageError) {
    guard let revision = project.arguments.argument(.changedSince) else {
      self.inputs = inputs
      remark = nil
      return
    }
    let changes = try GitChanges(since: revision)
    let baseline = project.arguments.argument(.baseline).map { InputPath($0.bytes) }
    let judges = [project.file?.path, baseline].compactMap { $0 } + contractFiles
    if let judge = judges.first(where: { changes.contains($0) ?? false }) {
      self.inputs = inputs
      remark = "\(judge.text) has changed since \(revision.text): everything is checked"
      return
    }
    self.inputs = inputs.filter { input in
      guard case .file(let path) = input else { return true }
      return changes.contains(path) ?? true
    }
    let total = Plural.count(inputs.count, "input")
    isPart = self.inputs.count < inputs.count
    isNothing = self.inputs.isEmpty && !inputs.isEmpty
    remark =
      isNothing
      ? "nothing has changed since \(revision.text): none of \(total) is checked"
      : isPart
        ? "\(self.inputs.count) of \(total) changed since \(revision.text); the others are not checked"
        : nil
  }
}
