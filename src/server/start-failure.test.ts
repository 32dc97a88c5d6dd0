import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DatabaseAway, insufficientStorage, queryTimeout } from "#server/db/database-error.ts";
import { OperatorError } from "./operator-error.ts";
import { loadSecret } from "#server/config/secret.ts";
import { reasonForOperator } from "./start-failure.ts";

test("a start that fails for a known reason says so in one line; a bug keeps its stack trace", () => {
  expect(reasonForOperator(new OperatorError("invalid-config", "PORT: takes a number."))).toBe(
    "PORT: takes a number.",
  );
  for (const error of [queryTimeout(), insufficientStorage(), new DatabaseAway(new Error("refused"))])
    expect(reasonForOperator(error)).toMatch(/^[A-Z][^\n]+[.]$/);
  expect(reasonForOperator(new DatabaseAway(new Error("refused")))).toContain("refused");
  expect(reasonForOperator(new TypeError("x is undefined"))).toBeNull();
});

test("an unusable data folder is reported in one line with the way out", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "looby-start-"));
  const file = join(folder.path, "a-file");
  await writeFile(file, "");
  const config = { secret: null, dataDir: file };
  const error: unknown = await loadSecret(config).catch((thrown: unknown) => thrown);
  expect(reasonForOperator(error)).toMatch(
    /a-file\/secret: there is a file in the place of a folder\. Move it away/,
  );
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(reasonForOperator(full)).toBe(
    "The data folder: the disk is full. Free some space, then start Looby again.",
  );
});
