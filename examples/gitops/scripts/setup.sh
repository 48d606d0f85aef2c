#!/usr/bin/env bash
# Installs the packages of the project and the Pulumi CLI. It needs no secret and gets none.
source "$(dirname "$0")/environment.sh"

if [ ! -f package-lock.json ]; then
  fail "There is no package-lock.json. Run npm install once, and commit the file."
fi
npm ci --ignore-scripts --no-audit --no-fund

if command -v pulumi >/dev/null; then
  pulumi version
  exit 0
fi

need PULUMI_VERSION
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) machine=linux-x64 ;;
  Linux-aarch64) machine=linux-arm64 ;;
  Darwin-x86_64) machine=darwin-x64 ;;
  Darwin-arm64) machine=darwin-arm64 ;;
  *) fail "Install Pulumi on this runner: there is no release for $(uname -s) $(uname -m)." ;;
esac
name="pulumi-v$PULUMI_VERSION-$machine.tar.gz"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
curl --fail --silent --show-error --location --proto =https \
  --output "$work/$name" "https://get.pulumi.com/releases/sdk/$name"
if [ -n "${PULUMI_SHA256:-}" ]; then
  if command -v sha256sum >/dev/null; then
    echo "$PULUMI_SHA256  $work/$name" | sha256sum --check --quiet
  else
    echo "$PULUMI_SHA256  $work/$name" | shasum --algorithm 256 --check --quiet
  fi
fi
mkdir -p "$HOME/.pulumi/bin"
tar --extract --gzip --file "$work/$name" --directory "$HOME/.pulumi/bin" --strip-components 1
pulumi version
