import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  cyclesAmong,
  doors,
  featureUse,
  folderUse,
  homeOf,
  importStyle,
  lateImportIn,
  twoWayAmong,
  twoWayFolders,
  wallBetween,
} from "../scripts/walls.ts";

// The linter applies the same rule in the editor; this test is the backstop, since its plugins are young.

const files = globSync("src/**/*.{ts,tsx}", { cwd: `${import.meta.dirname}/..` }).map((file) =>
  file.replaceAll("\\", "/"),
);
const IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

test("finds no forbidden import in any file", () => {
  const breaches = files.flatMap((file) =>
    specifiersOf(file).flatMap((specifier) => {
      const reason = wallBetween(file, specifier);
      return reason === null ? [] : [`${file} -> ${specifier}: ${reason}`];
    }),
  );
  expect(breaches).toEqual([]);
});

test("lets only listed files load a part of the page later", () => {
  const late = files.filter((file) =>
    /\bimport\(/.test(readFileSync(`${import.meta.dirname}/../${file}`, "utf8")),
  );
  expect(late.filter((file) => lateImportIn(file) !== null)).toEqual([]);
  expect(lateImportIn("src/web/features/needs/api.ts")).toContain("import this plainly");
  expect(lateImportIn("src/web/app/router.tsx")).toBeNull();
});

test("reports planted forbidden imports in every form of import", () => {
  const breaches: [string, string][] = [
    ["src/shared/features/chat/contract.ts", "#server/db/connection/client.ts"],
    ["src/web/features/chat/store/use-chat.ts", "#server/features/chat/service.ts"],
    ["src/web/features/chat/store/use-chat.ts", "../../../../server/features/chat/service.ts"],
    ["src/server/features/chat/reply.ts", "#web/lib/server/api-client.ts"],
    ["src/server/features/chat/reply.ts", "#server/features/account/auth.ts"],
    ["src/server/features/chat/reply.ts", "../account/auth.ts"],
    ["src/web/ui/button.tsx", "#web/features/chat/store/chat-state.ts"],
    ["src/server/http/router.ts", "#server/features/chat/routes.ts"],
    ["src/shared/http/endpoint.ts", "../features/chat/reasoning.ts"],
  ];
  for (const [file, specifier] of breaches)
    expect(wallBetween(file, specifier), `${file} -> ${specifier}`).not.toBeNull();
});

test("allows contracts, doors, composers and a feature's own files", () => {
  const allowed: [string, string][] = [
    ["src/server/features/chat/reply.ts", "#shared/features/account/contract.ts"],
    ["src/server/features/chat/retrieval.ts", "#server/features/search/service.ts"],
    ["src/server/features/chat/retrieval.ts", "#shared/features/map/city/geometry.ts"],
    ["src/server/features/chat/reply.ts", "./prompt.ts"],
    ["src/server/app.ts", "#server/features/chat/routes.ts"],
    ["src/web/pages/chat/chat-page.tsx", "../../features/chat/screen/chat-screen.tsx"],
    ["src/web/features/chat/message/turn.tsx", "../../../ui/button.tsx"],
    ["src/server/main.ts", "node:path"],
  ];
  for (const [file, specifier] of allowed)
    expect(wallBetween(file, specifier), `${file} -> ${specifier}`).toBeNull();
});

test("demands relative imports within a room and `#side/` between rooms", () => {
  const wrong: [string, string][] = [
    ["src/web/features/chat/message/turn.tsx", "../../../ui/button.tsx"],
    ["src/web/features/chat/message/turn.tsx", "#web/features/chat/store/chat-state.ts"],
    ["src/server/app.ts", "./http/router.ts"],
    ["src/server/platform/llm/fake.ts", "../egress.ts"],
  ];
  const right: [string, string][] = [
    ["src/web/features/chat/message/turn.tsx", "#web/ui/button.tsx"],
    ["src/web/features/chat/message/turn.tsx", "../store/chat-state.ts"],
    ["src/server/main.ts", "./app.ts"],
    ["src/walls.test.ts", "../scripts/walls.ts"],
  ];
  for (const [file, specifier] of wrong) expect(importStyle(file, specifier), specifier).not.toBeNull();
  for (const [file, specifier] of right) expect(importStyle(file, specifier), specifier).toBeNull();
  const written = files.flatMap((file) =>
    specifiersOf(file).flatMap((specifier) => {
      const reason = importStyle(file, specifier);
      return reason === null ? [] : [`${file} -> ${specifier}: ${reason}`];
    }),
  );
  expect(written).toEqual([]);
});

test("finds no door without a use", () => {
  const used = new Set(usesOf(files).flatMap(({ door, isContract }) => (isContract ? [] : [door])));
  expect(Object.keys(doors).filter((door) => !used.has(door))).toEqual([]);
});

test("does not count imports of stories and of the other side as uses", () => {
  const door = "server/telegram -> server/chat";
  expect(featureUse("src/server/features/telegram/ask.ts", "../chat/service.ts")?.door).toBe(door);
  expect(featureUse("src/server/features/telegram/receive.test.ts", "../chat/service.ts")).toBeNull();
  expect(featureUse("src/server/features/telegram/ask.ts", "#shared/features/chat/limits.ts")).toBeNull();
});

test("finds no cycle among the features of a side", () => {
  expect(cyclesAmong([...Object.keys(doors), ...usesOf(files).map(({ door }) => door)])).toEqual([]);
});

test("finds no new pair of folders that import each other", () => {
  const uses = files.flatMap((file) =>
    specifiersOf(file).flatMap((specifier) => folderUse(file, specifier) ?? []),
  );
  expect(twoWayAmong(uses)).toEqual(twoWayFolders);
  const there = folderUse("src/web/features/chat/screen/a.tsx", "../store/b.ts");
  const back = folderUse("src/web/features/chat/store/b.ts", "../screen/a.tsx");
  expect(twoWayAmong([there ?? "", back ?? ""])).toEqual(["web/features/chat: screen <-> store"]);
  expect(folderUse("src/web/features/chat/store/b.test.ts", "../screen/a.tsx")).toBeNull();
});

test("reports a planted cycle among doors, imports or contracts", () => {
  const ring = [
    "server/a -> server/b",
    "server/b -> server/c",
    "server/c -> server/a",
    "server/c -> server/d",
  ];
  expect(cyclesAmong(ring)).toEqual(["server/a -> server/b -> server/c -> server/a"]);
  expect(cyclesAmong(ring.slice(1))).toEqual([]);
  expect(cyclesAmong(["web/a -> web/b", "shared/b -> shared/a"])).toEqual([]);
  for (const planted of ["repository.ts", "contract.ts"]) {
    const back = featureUse("src/server/features/memories/service.ts", `#server/features/chat/${planted}`);
    const there = featureUse("src/server/features/chat/retrieval.ts", "../memories/repository.ts");
    const uses = [there, back].flatMap((use) => use?.door ?? []);
    expect(cyclesAmong(uses)).toEqual(["server/chat -> server/memories -> server/chat"]);
  }
});

test("allows fetch, IndexedDB, the environment and SQL in one place each", () => {
  expect(homeOf("src/web/features/chat/store/use-chat.ts", "fetch")).not.toBeNull();
  expect(homeOf("src/web/lib/server/ask-server.ts", "fetch")).toBeNull();
  expect(homeOf("src/web/features/photos/api.ts", "indexedDB")).not.toBeNull();
  expect(homeOf("src/web/offline/database.ts", "indexedDB")).toBeNull();
  expect(homeOf("src/server/features/chat/service.ts", "process.env")).not.toBeNull();
  expect(homeOf("src/server/features/chat/service.ts", "SQL")).not.toBeNull();
  expect(homeOf("src/server/features/chat/run/run-repository.ts", "SQL")).toBeNull();
});

function specifiersOf(file: string): string[] {
  const source = readFileSync(`${import.meta.dirname}/../${file}`, "utf8");
  return [...source.matchAll(IMPORT)].flatMap((match) => match[1] ?? []);
}

function usesOf(paths: readonly string[]) {
  return paths.flatMap((file) =>
    specifiersOf(file).flatMap((specifier) => featureUse(file, specifier) ?? []),
  );
}
