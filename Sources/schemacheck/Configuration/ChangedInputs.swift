@_spi(Engine) import ContractCheck

/// The inputs that `--changed-since` selects, and a line about the others.
struct ChangedInputs {
  let inputs: [Input]
  let remark: String?
  /// Whether some inputs are not checked.
  var isPart = false
  /// Whether no input changed.
  var isNothing = false

  /// All inputs without `--changed-since`.
  init(
    _ inputs: [Input], _ project: Project, contractFiles: [InputPath]
  ) throws(ToolError) {
    guard let revision = project.arguments.argument(.changedSince) else {
      self.inputs = inputs
      remark = nil
      return
    }
    let changes = try GitChanges(since: revision)
    let baseline = project.arguments.argument(.baseline).map { InputPath($0.bytes) }
    let settings = [project.file?.path, baseline].compactMap { $0 } + contractFiles
    if let changed = settings.first(where: { changes.contains($0) ?? false }) {
      self.inputs = inputs
      remark = "\(changed.text) changed since \(revision.text): all inputs are checked"
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
      ? "nothing changed since \(revision.text): none of \(total) is checked"
      : isPart
        ? "\(self.inputs.count) of \(total) changed since \(revision.text); the others are not checked"
        : nil
  }
}
