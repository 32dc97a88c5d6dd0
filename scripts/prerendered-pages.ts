import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import * as z from "zod/mini";
import { shellFile, type ShellView, shellViews } from "#shared/http/shell-file.ts";

const root = join(import.meta.dirname, "..");
/** `shells` are keyed by their file name. */
const renderedSchema = z.object({ chat: z.string(), shells: z.record(z.string(), z.string()) });

/**
 * Class names for both builds, the page's and the prerenderer's: the class and a short hash of its file. Vite's own names are long, and the
 * first paint has two hundred of them.
 */
export const pageStyles = {
  modules: {
    generateScopedName: (name: string, file: string) =>
      `${name}_${createHash("sha1").update(relative(root, file)).digest("base64url").slice(0, 4)}`,
  },
};

/** The file of each view below `src/web/pages`. */
const pages: Record<ShellView, string> = {
  about: "about-page.tsx",
  add: "add-entry-page.tsx",
  borrowing: "borrowing-page.tsx",
  explore: "explore/explore-page.tsx",
  library: "library/library-page.tsx",
  me: "profile/profile-page.tsx",
  memories: "memories-page.tsx",
  needs: "needs-page.tsx",
  nfc: "tag/nfc-page.tsx",
};

/**
 * Puts a new visitor's first view into the HTML, so that it is painted before any script has loaded: the chat page in `index.html`, and a
 * separate page with the header and the view's title for every other view. The styles of the first paint are inlined; a separate file would
 * cost another round trip.
 */
export function prerenderedPages(): Plugin {
  return {
    name: "looby:prerendered-pages",
    apply: "build",
    generateBundle: {
      // After Vite has written index.html.
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset" || typeof page.source !== "string")
          throw new Error("The build has no index.html to render into");
        const { chat, shells } = await render();
        const html = inlineStyles(page.source, (file) => {
          const style = bundle[file];
          if (style?.type !== "asset") throw new Error(`${file} is not in the bundle`);
          return style.source.toString();
        });
        const started = startAfterPaint(html);
        page.source = fill(started, chat);
        for (const [fileName, markup] of Object.entries(shells)) {
          const view = shellViews.find((name) => shellFile(`/${name}`) === fileName);
          const links = view === undefined ? "" : preloadsOf(view, bundle);
          const source = fill(started, markup).replace("</head>", () => `${links}</head>`);
          this.emitFile({ type: "asset", fileName, source });
        }
      },
    },
  };
}

/** Builds the page for Node and renders it in a separate process, because it starts timers that only end with the process. */
async function render(): Promise<z.infer<typeof renderedSchema>> {
  // Inside the project, where Node finds its packages.
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "prerender-"));
  try {
    await build({
      configFile: false,
      root: join(root, "src/web"),
      logLevel: "error",
      css: pageStyles,
      build: {
        ssr: "app/prerender.tsx",
        outDir: folder,
        target: "node24",
        // The styles are those of the page.
        ssrEmitAssets: false,
      },
    });
    const code = `
      globalThis.addEventListener = () => {};
      const { prerenderChat, prerenderShell } = await import(${JSON.stringify(join(folder, "prerender.js"))});
      const shells = {};
      for (const [file, path] of JSON.parse(process.argv[1])) shells[file] = await prerenderShell(path);
      process.stdout.write(JSON.stringify({ chat: await prerenderChat(), shells }), () => process.exit());`;
    const files = [...shellViews, "other"].map((view) => [shellFile(`/${view}`), `/${view}`]);
    const printed = execFileSync(
      process.execPath,
      ["--input-type=module", "-e", code, JSON.stringify(files)],
      {
        encoding: "utf8",
        env: { ...process.env, NODE_ENV: "production" },
        maxBuffer: 16e6,
      },
    );
    return renderedSchema.parse(JSON.parse(printed));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Links that fetch a view's code beside the first script. Otherwise the browser finds it chunk by chunk, each a round trip later. */
function preloadsOf(view: ShellView, bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = (chunk: Rolldown.OutputChunk | undefined, found = new Set<Rolldown.OutputChunk>()) => {
    if (chunk === undefined || found.has(chunk)) return found;
    found.add(chunk);
    for (const file of chunk.imports) needed(byFile.get(file), found);
    return found;
  };
  const chunkOf = (file: string) =>
    chunks.find(({ moduleIds }) => moduleIds.includes(join(root, "src/web", file)));
  const first = needed(chunks.find(({ isEntry }) => isEntry));
  const page = chunkOf(`pages/${pages[view]}`);
  if (page === undefined) throw new Error(`The build has no view ${pages[view]}`);
  const added = [
    ...needed(page)
      .union(needed(chunkOf("offline/copy/query-storage.ts")))
      .difference(first),
  ];
  const styles = new Set(added.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return [
    ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...added.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ].join("");
}

function fill(html: string, markup: string): string {
  const empty = '<div id="root"></div>';
  if (!html.includes(empty)) throw new Error(`index.html has no ${empty}`);
  return html.replace(empty, () => `<div id="root" data-is-rendered>${markup}</div>`);
}

/** @param read returns the content of a file of the build */
function inlineStyles(html: string, read: (file: string) => string): string {
  const link = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;
  const files = [...html.matchAll(link)].flatMap(([, file]) => file ?? []);
  if (files.length === 0) throw new Error("index.html has no style sheet");
  return (
    html
      // Lazy parts declare it as a dependency. A disabled link counts as loaded and is not fetched.
      .replace(link, '<link rel="stylesheet" crossorigin disabled href="/$1">')
      .replace("</style>", () => `${files.map(read).join("")}</style>`)
  );
}

/** Preloads the page's script, which the inline script in index.html starts after the first paint. */
function startAfterPaint(html: string): string {
  const tag = '<script type="module" crossorigin src=';
  if (!html.includes(tag)) throw new Error("index.html has no module script");
  return html.replace(
    /<script type="module" crossorigin src=("[^"]+")><\/script>/,
    '<link rel="modulepreload" crossorigin href=$1><script type="text/plain" id="script" crossorigin src=$1></script>',
  );
}
