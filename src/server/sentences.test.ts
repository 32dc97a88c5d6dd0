import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Words for developers, not for users. */
const OURS =
  /\b(transactions?|connections?|pool|embedded|queries|query|SQL|Postgres|PGlite|engine|worker|deadline|statement|schema|mutex|socket|stack|exception|undefined|null|timeout|idempoten\w*|repository|endpoint|payload|upstream)\b/i;

/** For developers who use the API. Our own page never sends anything that causes these errors. */
const OF_THE_PROTOCOL = /^(Idempotency-Key|Last-Event-ID|[a-zA-Z]+:) |Idempotency-Key/;

/** Given verbatim by the specification. */
const SPECIFIED = new Set(["Invalid credentials"]);

const sentences = globSync("src/{server,shared}/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts") && !file.includes("/testing/"))
  .flatMap((file) =>
    sentencesIn(readFileSync(join(root, file), "utf8")).map((sentence) => ({ file, sentence })),
  );

/** The sentences of `new AppError(code, sentence` and its subclasses; templates keep their placeholders. */
function sentencesIn(code: string): string[] {
  const made = /(?:new AppError|super)\(\s*"[a-z-]+",\s*(?:"([^"]*)"|`([^`]*)`)/g;
  return [...code.matchAll(made)].map(([, text, template]) => text ?? template ?? "");
}

describe("refusal messages for users", () => {
  test("finds every sentence", () => {
    expect(sentences.length).toBeGreaterThan(120);
  });

  test.each(sentences)("avoids developers' words: $sentence", ({ file, sentence }) => {
    if (OF_THE_PROTOCOL.test(sentence) || SPECIFIED.has(sentence)) return;
    expect(OURS.exec(sentence)?.[0], `${file}: this word is for developers`).toBeUndefined();
    expect(sentence, `${file}: a whole sentence`).toMatch(/^[A-Z$].*[.?!}]$/);
  });
});
