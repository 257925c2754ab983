/// What a report must know beside its findings.
public struct ReportContext {
  /// Whether to colour what is for readers; formats for machines never do.
  public var usesColour = false
  /// The least severity that fails the run.
  public var failOn = Severity.error
  /// How inputs are called from the top of the repository.
  public var paths = ReportPaths()
  /// Takes Markdown for the page of the job, where the surroundings have one.
  public var stepSummary: ReportSink?

  /// No colour, errors fail, names as they are.
  public init() {}
}
