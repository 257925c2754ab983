public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Records what an app sends and receives, for a test that checks the file afterwards.
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
/// Each exchange becomes one line of NDJSON, as `schemacheck check` reads it. Secrets are replaced by
/// values of the same type, length and character classes. There is one recording in a process.
public enum ContractRecorder {
  /// The environment variable that names the file of ``configuration(base:)``.
  public static let variable = "SCHEMACHECK_RECORD"

  /// A configuration whose sessions record each exchange in the file that ``variable`` names; the given
  /// one where the variable is not set, as in an app that people use.
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
  /// Requests go to the server through one session of the recorder's own, with the settings of the
  /// first `base`. A second call in the same process changes the file for all sessions.
  ///
  /// - Parameters:
  ///   - file: Lines are added at its end. It is made if it is not there. In both cases only its owner
  ///     can read it from then on. It must be a regular file and no symbolic link.
  ///   - base: The settings to use; it is not changed.
  ///   - mostBodyBytes: A larger body is passed on and not written down; it does not count as
  ///     checked.
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

  /// Records what `URLSession.shared` sends and receives, too.
  public static func recordSharedSession() {
    _ = URLProtocol.registerClass(RecordingProtocol.self)
  }

  /// Why nothing is written to the file any more, such as a full disk; nil while all is well. The app goes
  /// on without a recording then.
  public static var failure: String? { RecordingSession.current.file?.failure }

  private static func copy(of configuration: URLSessionConfiguration) -> URLSessionConfiguration {
    configuration.copy() as? URLSessionConfiguration ?? configuration
  }
}
