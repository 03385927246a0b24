#!/usr/bin/env bash
# Installs the npm packages if the lock file or a package.json has changed since the last call.
source "$(dirname "$0")/env.sh"

stamp=node_modules/.precount-lock
wanted="$(cat package-lock.json package.json ./*/package.json | cksum)"
if [ "$(cat "$stamp" 2>/dev/null || true)" != "$wanted" ]; then
  echo "Installing packages …"
  npm ci --no-audit --no-fund --loglevel=error
  echo "$wanted" >"$stamp"
fi
