public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Records the requests and responses of an app, for a test that checks the file afterwards.
///
/// ```swift
/// // In the app:
/// let session = URLSession(configuration: ContractRecorder.configuration())
///
/// // In its UI test:
/// app.launchEnvironment[ContractRecorder.variable] = file.path
/// app.launch()
/// ```
///
/// Each exchange becomes one line of NDJSON that `schemacheck check` can read. Secrets are replaced
/// by values of the same type, length and character classes. There is one recording in each
/// process.
public enum ContractRecorder {
  /// The environment variable with the file's path for ``configuration(base:)``.
  public static let variable = "SCHEMACHECK_RECORD"

  /// A configuration whose sessions record each exchange in the file that ``variable`` names. If
  /// the variable is not set, as in a released app, the result is the given configuration.
  public static func configuration(
    base: URLSessionConfiguration = .default
  ) -> URLSessionConfiguration {
    guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else {
      return base
    }
    return configuration(recordingTo: URL(fileURLWithPath: path), base: base)
  }

  /// A configuration whose sessions record each exchange in a file.
  ///
  /// The recorder sends the requests through its own session, with the settings of the first
  /// `base`. A second call in the same process changes the file for all sessions.
  ///
  /// - Parameters:
  ///   - file: The file. It is created if it does not exist. New lines are added at its end. In
  ///     both cases, only the file's owner can read the file afterwards. It must be a regular file,
  ///     not a symbolic link.
  ///   - base: The settings to use. `base` itself is not changed.
  ///   - mostBodyBytes: The largest body that is written. The app receives a larger body, but it is
  ///     not written. Such a body does not count as checked.
  public static func configuration(
    recordingTo file: URL, base: URLSessionConfiguration = .default, mostBodyBytes: Int = 4 << 20
  ) -> URLSessionConfiguration {
    let plain = copy(of: base)
    plain.protocolClasses = base.protocolClasses?.filter { $0 != RecordingProtocol.self }
    RecordingSession.current.begin(
      RecordingFile(file.path), through: plain, mostBodyBytes: mostBodyBytes)
    let recorded = copy(of: base)
    recorded.protocolClasses = [RecordingProtocol.self] + (plain.protocolClasses ?? [])
    return recorded
  }

  /// Also records the requests and responses of `URLSession.shared`.
  public static func recordSharedSession() {
    _ = URLProtocol.registerClass(RecordingProtocol.self)
  }

  /// The reason why nothing is written to the file any more, such as a full disk. Then the app
  /// continues without a recording. Nil if there is no problem.
  public static var failure: String? { RecordingSession.current.file?.failure }

  private static func copy(of configuration: URLSessionConfiguration) -> URLSessionConfiguration {
    configuration.copy() as? URLSessionConfiguration ?? configuration
  }
}
