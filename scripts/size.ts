import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { roomCaps, srcCap } from "./size-caps.ts";

// Prints the lines of each room and fails when a room passes its cap of size-caps.ts: npm run size. With `--roles`, a line for each folder
// in a room; with `--check`, only the problems.

/** A file's path from the root, with slashes, and its physical lines. */
export interface SourceFile {
  path: string;
  lines: number;
}

/** Lines of one room by kind. Only production has a cap. */
export interface Room {
  name: string;
  production: number;
  styles: number;
  tests: number;
  data: number;
}
type Kind = Exclude<keyof Room, "name">;

/** All files of these folders check Looby, helpers included. */
const TEST_AREAS = /^(?:e2e|proof)\//;
const TEST = /\.test\.tsx?$|\/testing\//;
/** Texts, vectors and tables without logic, and what a program or a migration has written once. Tables of patterns are rules: production. */
const data = [
  /^src\/server\/db\/(?:migrations\/.*\.sql|schema\.ts)$/,
  /^src\/server\/sample\/(?:camp-themes|camp-words|communities|offers)\.ts$/,
  /^src\/server\/features\/(?:companions\/context\/.*|daily\/quest-bank)\.md$/,
  /^src\/shared\/features\/(?:chat\/help|talk\/understand\/learned)\/.*-weights\.ts$/,
  /^src\/shared\/features\/map\/cities\/.*\.json$/,
  /^bench\/(?!rivals\/).*\.(?:json|txt)$/,
];
const byEnding: readonly (readonly [RegExp, Kind])[] = [
  [/\.(?:tsx?|m?js)$/, "production"],
  [/\.(?:css|html)$/, "styles"],
];

/** Sums the lines of each room, the largest first. `withRoles` makes every folder in a room a room of its own. */
export function roomsOf(files: readonly SourceFile[], withRoles = false): Room[] {
  const rooms = new Map<string, Room>();
  for (const { path, lines } of files) {
    const kind = kindOf(path);
    if (kind === null) continue;
    const name = roomOf(path, withRoles);
    const room = rooms.get(name) ?? { name, production: 0, styles: 0, tests: 0, data: 0 };
    room[kind] += lines;
    rooms.set(name, room);
  }
  return [...rooms.values()].toSorted((a, b) => b.production - a.production || (a.name < b.name ? -1 : 1));
}

/** Production lines under `src`: the sum that has a cap. */
export function srcLines(rooms: readonly Room[]): number {
  return rooms.reduce((sum, { name, production }) => sum + (isInSrc(name) ? production : 0), 0);
}

/** One sentence for each room over its cap or without one, each cap without a room, and a sum over its cap. Caps are in lines. */
export function sizeProblems(
  rooms: readonly Room[],
  caps: Readonly<Record<string, number>>,
  cap: number,
): string[] {
  const used = rooms.filter(({ production }) => production > 0);
  const names = new Set(used.map(({ name }) => name));
  const unused = Object.keys(caps).filter((name) => !names.has(name));
  return [
    ...used.flatMap(({ name, production }) => problemOf(name, production, caps[name])),
    ...unused.map((name) => `${name}: a cap without code. Remove its line from scripts/size-caps.ts.`),
    ...problemOf("all of src", srcLines(rooms), cap),
  ];
}

function problemOf(name: string, lines: number, cap: number | undefined): string[] {
  if (cap === undefined)
    return [`${name}: ${grouped(lines)} lines, no cap. Add a line to scripts/size-caps.ts with the reason.`];
  if (lines <= cap) return [];
  const advice = "Remove code, or raise the cap in scripts/size-caps.ts with the reason.";
  return [`${name}: ${grouped(lines)} lines, at most ${grouped(cap)}. ${advice}`];
}

/** "web/chat" for src/web/features/chat/store/chat-store.ts; "web/offline" for src/web/offline/copy/copy.ts; "bench" for bench/a/b.ts. */
function roomOf(path: string, withRoles: boolean): string {
  const [area = "", ...folders] = path.split("/").slice(0, -1);
  const roles = withRoles ? 1 : 0;
  if (area !== "src") return [area, ...folders.slice(0, roles)].join("/");
  const own = folders.filter((folder, index) => index !== 1 || folder !== "features");
  return own.slice(0, 2 + roles).join("/") || area;
}

function kindOf(path: string): Kind | null {
  if (data.some((pattern) => pattern.test(path))) return "data";
  const [, kind = null] = byEnding.find(([ending]) => ending.test(path)) ?? [];
  if (kind !== "production") return kind;
  return TEST_AREAS.test(path) || TEST.test(path) ? "tests" : "production";
}

function isInSrc(room: string): boolean {
  return /^(?:shared|server|web|src)\b/.test(room);
}

/** Every file of the areas, also those not committed yet. */
function readFiles(): SourceFile[] {
  const cwd = join(import.meta.dirname, "..");
  const ending = "{ts,tsx,js,mjs,css,html,sql,md,json,txt}";
  const ignored = new Set(["node_modules", "dist", ".cache"]);
  return globSync(`{src,e2e,proof,bench,scripts}/**/*.${ending}`, {
    cwd,
    exclude: (name) => ignored.has(name),
  }).map((path) => ({
    path: path.replaceAll("\\", "/"),
    lines: readFileSync(join(cwd, path), "utf8").split("\n").length - 1,
  }));
}

function printTable(rooms: readonly Room[], caps: Readonly<Record<string, number>>): void {
  const widest = Math.max(...rooms.map(({ name }) => name.length));
  const row = (name: string, columns: readonly string[]) =>
    console.log(name.padEnd(widest) + columns.map((column) => column.padStart(12)).join(""));
  row("room", ["production", "cap", "styles", "tests", "data"]);
  for (const { name, production, styles, tests, data } of rooms) {
    const cap = caps[name] === undefined ? "" : grouped(caps[name]);
    row(name, [grouped(production), cap, ...[styles, tests, data].map(grouped)]);
  }
  row("all of src", [grouped(srcLines(rooms)), grouped(srcCap)]);
}

function grouped(lines: number): string {
  return lines === 0 ? "-" : lines.toLocaleString("en");
}

if (import.meta.main) {
  const files = readFiles();
  const rooms = roomsOf(files);
  if (process.argv.includes("--roles")) printTable(roomsOf(files, true), {});
  else if (!process.argv.includes("--check")) printTable(rooms, roomCaps);
  const problems = sizeProblems(rooms, roomCaps, srcCap);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
