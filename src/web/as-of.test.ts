import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

// A screen that shows cached data offline must show how old it is. This test finds screens that do not.

const web = import.meta.dirname;

/** Screens whose queries need no age, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  "account-dialog.tsx": "what it asks for is not kept",
  "community-login-dialog.tsx": "only whether there is an account to sign in to",
  "community-data-dialog.tsx": "only whether the person is an admin; files come from the server alone",
  "door-dialog.tsx": "only the name of what was wanted",
  "import-camps-page.tsx": "for operators, not kept",
  "join-page.tsx": "an invitation is not kept",
  "omi-dialog.tsx": "a link to another service is not kept",
  "omi-page.tsx": "a link to another service is not kept",
  "operator-page.tsx": "for operators, not kept",
  "outbound-page.tsx": "not kept",
  "outbox-dialog.tsx": "only photos of this device",
  "server-checks-page.tsx": "for operators, not kept",
  "shared-dialog.tsx": "what was shared is this device's own",
  "thought-dialog.tsx": "only names of companions just met, after an answer",
};

const screens = globSync("{pages,dialogs}/**/*-{page,dialog}.tsx", { cwd: web });

test.each(screens)("%s: shows the age of its data or has an exemption", (screen) => {
  const sources = closureOf(join(web, screen));
  const asks = sources.some((source) => /use(Infinite)?Query\(/.test(source));
  const says = sources.some((source) => /<(AsOf|Loaded)\b/.test(source));
  expect(says || !asks || basename(screen) in exempt).toBe(true);
});

test("has no exemption for a screen that does not exist", () => {
  const names = new Set(screens.map((screen) => basename(screen)));
  expect(Object.keys(exempt).filter((name) => !names.has(name))).toEqual([]);
});

/** The sources of the screen and of the pages and features it imports, statically or lazily. */
function closureOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const parts = [...source.matchAll(/(?:from|import\()\s*"([^"]+\.tsx)"/g)].flatMap(([, path = ""]) => {
    const part = path.startsWith("#web/") ? join(web, path.slice("#web/".length)) : join(dirname(file), path);
    const isOfScreen = /\/(pages|dialogs|features)\//.test(part) && !part.endsWith("-dialog.tsx");
    return isOfScreen ? closureOf(part, seen) : [];
  });
  return [source, ...parts];
}
