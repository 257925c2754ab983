public import Foundation

/// Finds files that tests need.
public enum PackageFolder {
  /// The package's top level.
  public static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a program of the package in the build folder, beside the bundle of the tests.
  public static func product(_ name: String) -> String {
    folder(ofBundle: testImage).appendingPathComponent(name).path
  }

  /// The file that this code was loaded from.
  private static var testImage: String {
    #if canImport(Darwin)
      // The running program is the toolchain's, which loads the tests.
      var image = Dl_info()
      if dladdr(#dsohandle, &image) != 0, let name = image.dli_fname {
        return String(cString: name)
      }
    #endif
    return CommandLine.arguments[0]
  }

  /// The folder of a test bundle, given the file of its code: on macOS a bundle is a folder,
  /// `a.xctest/Contents/MacOS/a`.
  static func folder(ofBundle image: String) -> URL {
    let file = URL(fileURLWithPath: image)
    let way = sequence(first: file) { $0.deletingLastPathComponent() }.prefix(4)
    return (way.first { $0.pathExtension == "xctest" } ?? file).deletingLastPathComponent()
  }

  /// A file in `shared/findings` beside the package; nil if it does not exist.
  public static func finding(_ name: String) -> URL? {
    let file = url.deletingLastPathComponent().appendingPathComponent("shared/findings/\(name)")
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }

  /// The folder `name` of the public test suites: in `SCHEMACHECK_SUITES`, else in `shared/suites`
  /// beside the package; nil if it does not exist. Tests that need it are then skipped, with a
  /// reason.
  public static func suite(_ name: String) -> URL? {
    let named = ProcessInfo.processInfo.environment["SCHEMACHECK_SUITES"]
      .map { URL(fileURLWithPath: $0) }
    let beside = url.deletingLastPathComponent().appendingPathComponent("shared/suites")
    let folder = (named ?? beside).appendingPathComponent(name)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
