#!/usr/bin/env bash
# Puts schemacheck on the path: a release with a verified checksum, or a build of this source. The release is $VERSION, or
# else the one that $REF names, such as v0.1.0. If $VERSION is not set and the release of $REF has no binary for this
# machine, the source is built.
#
#   install.sh key      writes the key of the cache to $GITHUB_OUTPUT
#   install.sh install  installs the tool into $FOLDER, unless the cache has restored it
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
platform="$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)"

named=
[[ ! ${REF:-} =~ ^v([0-9]+\.[0-9]+\.[0-9]+)$ ]] || named=${BASH_REMATCH[1]}
version=${VERSION:-$named}

# Systems without coreutils have shasum, which comes with Perl.
sum=(sha256sum)
command -v sha256sum > /dev/null || sum=(shasum -a 256)

# A hash of all files that are built.
source_hash() {
  (cd "$root" && find Package.swift Sources -type f -print0 | LC_ALL=C sort -z \
    | xargs -0 "${sum[@]}" | "${sum[@]}" | cut -c1-16)
}

# Writes the binary of a release to $FOLDER. Fails if there is none. A wrong checksum ends the script.
download() {
  local base=${RELEASES:-https://github.com/$REPOSITORY/releases/download}/v$version
  local archive=schemacheck-$version-$platform.tar.gz
  curl --fail --silent --show-error --location --output "$FOLDER/$archive" "$base/$archive" || return 1
  if [ -z "${CHECKSUM:-}" ]; then
    curl --fail --silent --show-error --location --output "$FOLDER/SHA256SUMS" "$base/SHA256SUMS" || return 1
    CHECKSUM=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' "$FOLDER/SHA256SUMS")
    [ -n "$CHECKSUM" ] || { echo "::error::SHA256SUMS does not list $archive"; exit 1; }
  fi
  echo "$CHECKSUM  $FOLDER/$archive" | "${sum[@]}" -c --status \
    || { echo "::error::$archive does not have the checksum $CHECKSUM"; rm -f "$FOLDER/$archive"; exit 1; }
  tar -xzf "$FOLDER/$archive" -C "$FOLDER" schemacheck && rm -f "$FOLDER/$archive" "$FOLDER/SHA256SUMS"
}

build() {
  local static=--static-swift-stdlib
  [ "$(uname -s)" = Linux ] || static=
  # shellcheck disable=SC2086
  swift build --package-path "$root" --scratch-path "$FOLDER/build" -c release $static --product schemacheck
  cp "$FOLDER/build/release/schemacheck" "$FOLDER/schemacheck"
  rm -rf "$FOLDER/build"
}

case ${1:-} in
  key)
    echo "key=schemacheck-$platform-${version:-$(source_hash)}" >> "$GITHUB_OUTPUT"
    ;;
  install)
    mkdir -p "$FOLDER"
    if [ -x "$FOLDER/schemacheck" ]; then
      echo "schemacheck comes from the cache"
    elif [ -z "$version" ]; then
      build
    elif ! download; then
      [ -z "${VERSION:-}" ] || { echo "::error::there is no release $version for $platform"; exit 1; }
      echo "::notice::there is no release $version for $platform: the source is built"
      build
    fi
    "$FOLDER/schemacheck" --version
    [ -z "${GITHUB_PATH:-}" ] || echo "$FOLDER" >> "$GITHUB_PATH"
    ;;
  *)
    echo "usage: install.sh key|install" >&2
    exit 2
    ;;
esac
