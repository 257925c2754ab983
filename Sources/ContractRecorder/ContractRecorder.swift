public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Records the requests and responses of an app in a file. A test can check this file afterwards.
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
/// Each exchange becomes one line of NDJSON that `schemacheck check` can read. Each secret is
/// replaced by a value of the same type and length, with the same kinds of characters. A process
/// has only one recording.
public enum ContractRecorder {
  /// The name of the environment variable that gives ``configuration(base:)`` the path of the file.
  public static let variable = "SCHEMACHECK_RECORD"

  /// A configuration whose sessions record each exchange in a file. The environment variable
  /// ``variable`` gives the path of this file. If the variable is not set, as in a released app,
  /// the result is `base` itself.
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
  /// The recorder sends the requests through its own session. This session has the settings of the
  /// first `base`. If this function is called again in the same process, all sessions record in the
  /// new file.
  ///
  /// - Parameters:
  ///   - file: The file. If the file does not exist, it is created. If the file exists, new lines
  ///     are added at the end. Only the owner of the file can read it afterwards. The file must be
  ///     a regular file, not a symbolic link.
  ///   - base: The settings to use. `base` itself is not changed.
  ///   - mostBodyBytes: The size of the largest body that is written. The app also receives larger
  ///     bodies, but they are not written to the file. Such bodies do not count as checked.
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

  /// The reason why the recording has stopped, such as a full disk. The app then continues without
  /// a recording. Nil if there is no problem.
  public static var failure: String? { RecordingSession.current.file?.failure }

  private static func copy(of configuration: URLSessionConfiguration) -> URLSessionConfiguration {
    configuration.copy() as? URLSessionConfiguration ?? configuration
  }
}
