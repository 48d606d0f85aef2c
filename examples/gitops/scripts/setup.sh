#!/usr/bin/env bash
# Installs the packages of the project, and the Pulumi CLI into a folder of this job. It needs no secret.
# PULUMI_ARCHIVE: the file or the address of the archive; default: the release of Pulumi.
source "$(dirname "$0")/environment.sh"

rm -rf "$PULUMI_CLI"
install_packages

# What is installed on the runner is not used: an earlier job may have put it there. The version and its hash are files of
# the repository, so that nobody changes them without a review.
checksums=scripts/pulumi-checksums.txt
if [ ! -f "$checksums" ]; then
  fail "There is no $checksums. Commit the checksums of a release: curl -fsSL -o $checksums https://github.com/pulumi/pulumi/releases/download/v3.259.0/pulumi-3.259.0-checksums.txt"
fi
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) machine=linux-x64 ;;
  Linux-aarch64) machine=linux-arm64 ;;
  Darwin-x86_64) machine=darwin-x64 ;;
  Darwin-arm64) machine=darwin-arm64 ;;
  *) fail "There is no release of Pulumi for $(uname -s) $(uname -m)." ;;
esac
line="$(grep -E "^[0-9a-f]{64} +pulumi-v[0-9][0-9A-Za-z.-]*-$machine\\.tar\\.gz$" "$checksums")" ||
  fail "$checksums has no archive for $machine."
if [ "$(wc -l <<<"$line")" -ne 1 ]; then fail "$checksums has more than one archive for $machine."; fi
hash="${line%% *}"
file="${line##* }"
archive="${PULUMI_ARCHIVE:-https://get.pulumi.com/releases/sdk/$file}"
mkdir -p "$PULUMI_CLI"
case "$archive" in
  https://*) curl --fail --silent --show-error --location --proto =https --output "$PULUMI_CLI/archive" "$archive" ;;
  *) cp "$archive" "$PULUMI_CLI/archive" ;;
esac
if command -v sha256sum >/dev/null; then
  found="$(sha256sum "$PULUMI_CLI/archive")"
else
  found="$(shasum --algorithm 256 "$PULUMI_CLI/archive")"
fi
if [ "${found%% *}" != "$hash" ]; then
  rm -rf "$PULUMI_CLI"
  fail "$archive is not the $file of $checksums: its hash is another."
fi
mkdir "$PULUMI_CLI/bin"
tar --extract --gzip --file "$PULUMI_CLI/archive" --directory "$PULUMI_CLI/bin" --strip-components 1
rm "$PULUMI_CLI/archive"
version="$(pulumi version)"
if [[ "$file" != "pulumi-$version-$machine.tar.gz" ]]; then fail "$file has Pulumi $version."; fi
echo "Pulumi $version"
