import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { appManifest, offlineFiles } from "./scripts/app-manifest.ts";
import { buildTarget } from "./scripts/lowest-browsers.ts";
import { listParts, pageChunks } from "./scripts/page-chunks.ts";
import { pageContracts } from "./scripts/page-contracts.ts";
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
      // No module of ours or of a library does anything when a property is read: `schema.shape.name` is dropped with its schema.
      treeshake: {
        propertyReadSideEffects: false,
        // A contract must not load the schemas that it no longer needs.
        moduleSideEffects: [{ test: /\/src\/shared\/|\/node_modules\/zod\//, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [...firstPaintChunks(), pageChunks(join(import.meta.dirname, "src/web/main.tsx"))],
        },
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
  worker: { format: "es", plugins: () => [pageContracts(), dropSpeechEngine()] },
  plugins: [
    react(),
    pageContracts(),
    listParts(),
    iconFiles(),
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
        buildPlugins: { vite: [pageContracts()] },
        // A browser that blocks its database has no worker.
        rollupOptions: { external: ["fake-indexeddb"] },
        ...offlineFiles,
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
      test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react|router|history|store)[^/]*)\/(?!.*(useBlocker|[mM]utationObserver|useMutation|nfiniteQuery))|preload-helper|rolldown\/runtime|base-companion\.ts|session-note\.ts|when-idle\.ts|when-settled\.ts|class-names\.ts|visually-hidden\.|http\/endpoint\.ts|http\/problem\.ts|lucide-react\/dist\/esm\/(?!icons)/,
    },
    // Parts loaded later need these; the first paint does not, although files of it import them. Each would be a file of its own.
    {
      name: "later",
      test: /\/(useBlocker|useMutation|mutationObserver)\.js$|\/shared\/(http\/safe-link|features\/(account\/pseudonym|communities\/limits|photos\/(contract|photo-signature)))\.ts$/,
      includeDependenciesRecursively: false,
    },
  ];
}

/**
 * Imports each Lucide icon from its own file, so that it is in the chunk of the part that shows it, and shortens it: each shape has a random
 * React key, which does not compress, and a key only has to differ from its siblings'. The statement `__iconData.node;` has no effect, which
 * the bundler cannot detect.
 */
function iconFiles(): Plugin {
  const barrel = readFileSync(
    join(import.meta.dirname, "node_modules/lucide-react/dist/esm/lucide-react.mjs"),
    "utf8",
  );
  const files = new Map(
    [...barrel.matchAll(/export \{(.*?)\} from '\.\/icons\/(.*?)\.mjs'/g)].flatMap(
      ([, names = "", file = ""]) =>
        [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const),
    ),
  );
  return {
    name: "looby:icon-files",
    apply: "build",
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/|\/src\/web\// },
      handler(code, id) {
        if (id.includes("/src/web/"))
          return {
            code: code.replaceAll(/import \{([^}]*)\} from "lucide-react";/g, (_, names: string) =>
              importEach(names),
            ),
            map: null,
          };
        let place = 0;
        const keyed = code.replaceAll(/\bkey: "[^"]*"/g, () => `key: ${(place += 1)}`);
        return { code: keyed.replace("__iconData.node;", ""), map: null };
      },
    },
  };
  function importEach(names: string): string {
    return names
      .split(",")
      .map((part) => part.trim().split(" as "))
      .filter(([name]) => name !== "")
      .map(([name = "", local = name]) => {
        const file = files.get(name);
        return file === undefined
          ? `import { ${name} as ${local} } from "lucide-react";`
          : `import ${local} from "lucide-react/icons/${file}";`;
      })
      .join("");
  }
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
