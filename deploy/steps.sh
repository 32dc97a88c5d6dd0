#!/bin/sh
# What the image is made of, step by step. The Dockerfile calls it, and so does proof/deploy.proof.ts in a folder of its own, so that it is
# known to work where no container engine is. Run it in a copy of the project:
#
#   deploy/steps.sh install        everything it takes to build
#   deploy/steps.sh build          the page
#   deploy/steps.sh prune          takes out again what only building needs
#   deploy/steps.sh assemble OUT   moves what runs, and nothing else, into the new folder OUT
set -eu

case "${1:-}" in
  install)
    # Nothing that is fetched runs here. The one script that does elsewhere fetches a Node, which the image has.
    npm ci --ignore-scripts --no-audit --no-fund
    ;;
  build)
    node scripts/build.ts
    ;;
  prune)
    npm prune --omit=dev --no-audit --no-fund --ignore-scripts
    ;;
  assemble)
    out="${2:?assemble: into which folder?}"
    mkdir -p "$out/src" "$out/scripts" "$out/deploy"
    cp package.json package-lock.json LICENSE "$out/"
    cp -R src/server src/shared "$out/src/"
    # Tests, and what only they use.
    rm -rf "$out/src/server/testing"
    find "$out/src" \( -name '*.test.ts' -o -name 'tsconfig.json' \) -exec rm {} +
    # What an operator runs beside the server, with `docker compose exec`.
    for script in operator-call companion-tag community-login copy-database doctor forget import-camps omi-setup reset-code restore try-model try-model-needs try-model-talk; do
      cp "scripts/$script.ts" "$out/scripts/"
    done
    cp deploy/healthcheck.ts "$out/deploy/"
    mv dist node_modules "$out/"
    # Of the many builds in these packages one is used; the sources of what is in the first stay, as its licence asks.
    find "$out/node_modules/libav.js" -maxdepth 1 -name 'libav-*' ! -name '*-obsolete.*' -exec rm {} +
    find "$out/node_modules/onnxruntime-web/dist" -type f ! -name ort-wasm-simd-threaded.wasm -exec rm {} +
    ;;
  *)
    echo "steps.sh: ${1:-nothing} is not install, build, prune or assemble" >&2
    exit 2
    ;;
esac
