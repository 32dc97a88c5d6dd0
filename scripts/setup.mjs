// Runs before anything is installed and possibly under an old Node, so it is plain JavaScript and uses built-ins only.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(root, "node_modules", ".bin");
const rivals = join(root, "bench", "rivals");
// npm's own Node may be older than the project's; its warning about that is noise here.
const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];

const [command = "start", ...rest] = process.argv.slice(2);
if (isDue(root)) {
  console.log("Looby: installing packages (once) ...");
  install(root);
  // The only package that has to run an install script: it fetches the project's Node.
  must("npm", ["rebuild", "node", "--ignore-scripts=false", ...quietly]);
  noteInstalled(root);
}
switch (command) {
  case "start":
    build();
    run([join(root, "src/server/main.ts"), ...rest]);
    break;
  case "camp-box":
    build();
    run([join(root, "scripts/camp-box.ts"), ...rest]);
    break;
  case "build":
    build();
    break;
  case "bench":
  case "nightly":
    if (isDue(rivals)) {
      console.log("Looby: installing rivals and the mutation tester in bench/rivals (once) ...");
      install(rivals);
      noteInstalled(rivals);
    }
    if (command === "bench") run([join(root, "scripts/bench.ts"), ...rest]);
    else run([join(root, "scripts/test.ts"), "nightly", ...rest]);
    break;
  case "run":
    run(rest);
    break;
  default:
    console.error(`setup: ${command} is not start, camp-box, build, bench, nightly or run`);
    process.exit(2);
}

/** Whether the packages installed in a folder differ from its lock file. */
function isDue(folder) {
  const mark = installedMark(folder);
  return !existsSync(mark) || readFileSync(mark, "utf8") !== lockDigest(folder);
}

/** Installs exactly the folder's lock file. No downloaded code runs during the installation. */
function install(folder) {
  must("npm", ["ci", "--ignore-scripts", ...quietly], folder);
}

function noteInstalled(folder) {
  writeFileSync(installedMark(folder), lockDigest(folder));
}

function installedMark(folder) {
  return join(folder, "node_modules", ".looby-installed");
}

function lockDigest(folder) {
  return digest(readFileSync(join(folder, "package-lock.json"), "utf8"));
}

/** Builds the page when a source is newer than the last build. */
function build() {
  const built = join(root, "dist", "index.html");
  if (existsSync(built)) {
    const sources = [
      "src/web",
      "src/shared",
      "vite.config.ts",
      "scripts/drawn-files.ts",
      "scripts/app-images.ts",
      "scripts/app-manifest.ts",
      "scripts/lowest-browsers.ts",
      "scripts/build.ts",
      "scripts/notices.ts",
      "scripts/page-chunks.ts",
      "scripts/page-contracts.ts",
      "scripts/prerendered-pages.ts",
      "package-lock.json",
    ];
    const newest = Math.max(...sources.map((source) => newestChange(join(root, source))));
    if (newest <= statSync(built).mtimeMs) return;
  }
  console.log("Looby: building the page ...");
  must(join(bin, "node"), [join(root, "scripts/build.ts")]);
}

function newestChange(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time changes when a file in it is removed.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function must(program, args, cwd = root) {
  const { status, error } = spawnSync(program, args, { cwd, stdio: "inherit", env: environment() });
  if (error) console.error(String(error));
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs the project's own Node with this process's streams, and forwards signals. */
function run(args) {
  const child = spawn(join(bin, "node"), args, { cwd: root, stdio: "inherit", env: environment() });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) =>
    process.exit(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)),
  );
}

function environment() {
  // Without it, glibc's malloc reserves a heap for every thread: 140 MB of an idle server.
  return {
    MALLOC_ARENA_MAX: "2",
    ...process.env,
    PATH: `${bin}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
  };
}

/** A fingerprint of the lock file. */
function digest(text) {
  return createHash("sha256").update(text).digest("hex");
}
