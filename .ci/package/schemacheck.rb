# The formula for Homebrew: it installs the binary on Linux, and builds the source on macOS.
class Schemacheck < Formula
  desc "Check the JSON that an API sends against its contract"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/schemacheck-@VERSION@-source.tar.gz"
  sha256 "@SOURCE@"

  on_macos do
    depends_on xcode: ["26.0", :build]
  end

@BINARIES@
  def install
    if OS.mac?
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "schemacheck"
      bin.install ".build/release/schemacheck"
      generate_completions_from_executable(bin/"schemacheck", "completions")
      (man1/"schemacheck.1").write Utils.safe_popen_read(bin/"schemacheck", "manual")
    else
      resource("binary").stage do
        bin.install "schemacheck"
        bash_completion.install "completions/schemacheck.bash" => "schemacheck"
        zsh_completion.install "completions/_schemacheck"
        fish_completion.install "completions/schemacheck.fish"
        man1.install "schemacheck.1"
      end
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/schemacheck --version")
    assert_match "fotolokashen", shell_output("#{bin}/schemacheck contracts")
  end
end
