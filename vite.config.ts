import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { appManifest } from "./scripts/app-manifest.ts";
import { buildTarget } from "./scripts/lowest-browsers.ts";
import { pageStyles, prerenderedPages } from "./scripts/prerendered-pages.ts";
import { appImages, mapImages } from "./scripts/drawn-files.ts";

export default defineConfig({
  root: "src/web",
  css: pageStyles,
  build: {
    outDir: "../../dist",
    emptyOutDir: true,
    // Read by scripts/bundle-budget.ts.
    manifest: true,
    target: buildTarget,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: firstPaintChunks() },
        hashCharacters: "base36",
        // Names would be most of the entry's list of chunks.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: ({ names }) =>
          names.every((name) => name.endsWith(".css"))
            ? "assets/[hash:7][extname]"
            : "assets/[name]-[hash][extname]",
      },
    },
    modulePreload: {
      // Only old Safari lacks it, where this costs a little speed but no feature.
      polyfill: false,
      // Creating a view's 60 links in one step would block a slow phone for half a second; the browser finds imports by itself.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === "html" ? needed : needed.filter((file) => file.endsWith(".css")),
    },
    // A data: URL would be part of every page's entry chunk; fonts and pictures stay files that the worker precaches.
    assetsInlineLimit: 0,
  },
  worker: { format: "es", plugins: () => [dropSpeechEngine()] },
  plugins: [
    react(),
    shortIconKeys(),
    mapImages(),
    appImages(),
    prerenderedPages(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: ".",
      filename: "service-worker.ts",
      // Registered by lib/service-worker-registration.ts, so that no inline script is needed.
      injectRegister: null,
      injectManifest: {
        rollupFormat: "iife",
        // A browser that blocks its database has no worker.
        rollupOptions: { external: ["fake-indexeddb"] },
        globPatterns: ["**/*.{js,css,html,woff2,svg,png,webmanifest}"],
        globIgnores: ["**/service-worker.js"],
        maximumFileSizeToCacheInBytes: 1_000_000,
      },
      manifest: appManifest,
    }),
  ],
});

/**
 * The first paint in two files instead of six: on a slow link every additional file costs a round trip. Our code changes often and
 * third-party code does not, so they are cached separately.
 */
function firstPaintChunks() {
  return [
    {
      name: "vendor",
      // Our chunks are tiny but shared with parts loaded later, so each would become a separate file. Only forms use useBlocker and
      // mutations.
      test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react|router|history|store)[^/]*)\/(?!.*(useBlocker|[mM]utationObserver|useMutation|nfiniteQuery))|preload-helper|base-companion\.ts|class-names\.ts|visually-hidden\.|http\/endpoint\.ts|http\/problem\.ts|lucide-react\/dist\/esm\/(?!icons)/,
    },
  ];
}

/**
 * Each shape of a Lucide icon has a random React key, which does not compress. A key only has to differ from its siblings', so its index is
 * enough. The statement `__iconData.node;` has no effect, which the bundler cannot detect.
 */
function shortIconKeys(): Plugin {
  return {
    name: "looby:short-icon-keys",
    apply: "build",
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler(code) {
        let place = 0;
        const keyed = code.replaceAll(/\bkey: "[^"]*"/g, () => `key: ${(place += 1)}`);
        return { code: keyed.replace("__iconData.node;", ""), map: null };
      },
    },
  };
}

/**
 * onnxruntime references its WebAssembly as a separate asset. Ours comes with the speech model that the user downloads
 * (src/web/features/voice/on-device), so its 14 MB need not be in the build and the server's memory a second time.
 */
function dropSpeechEngine(): Plugin {
  return {
    name: "looby:drop-speech-engine",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const file of Object.keys(bundle)) if (file.endsWith(".wasm")) delete bundle[file];
    },
  };
}
