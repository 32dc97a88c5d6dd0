import { mkdir, mkdtempDisposable, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DatabaseAway, insufficientStorage, queryTimeout } from "#server/db/database-error.ts";
import { OperatorError } from "./operator-error.ts";
import { loadSecret } from "#server/config/secret.ts";
import { reasonForOperator } from "./start-failure.ts";

test("reports a known reason in one line and a bug with its stack trace", () => {
  expect(reasonForOperator(new OperatorError("invalid-config", "PORT: takes a number."))).toBe(
    "PORT: takes a number.",
  );
  for (const error of [queryTimeout(), insufficientStorage(), new DatabaseAway(new Error("refused"))])
    expect(reasonForOperator(error)).toMatch(/^[A-Z][^\n]+[.]$/);
  expect(reasonForOperator(new DatabaseAway(new Error("refused")))).toContain("refused");
  expect(reasonForOperator(new TypeError("x is undefined"))).toBeNull();
});

describe("unusable data folder, reported in one line with its place and remedy:", () => {
  const aFile = /^[^\n]+\/a-file: there is a file in the place of a folder\. Move it away/;
  const nowhere = /^[^\n]+\/link: it leads nowhere\. Remove/;
  test.each<[string, (folder: string) => Promise<string>, RegExp]>([
    ["a file instead of it", withFile, aFile],
    ["a file above it", async (folder) => join(await withFile(folder), "data/deep"), aFile],
    [
      "a folder instead of the secret",
      async (folder) => {
        await mkdir(join(folder, "secret"));
        return folder;
      },
      /^[^\n]+\/secret: there is a folder in the place of a file\. Move it away/,
    ],
    ["a link to nothing", (folder) => withLink(folder, "nothing/at-all"), nowhere],
    ["a link to itself", (folder) => withLink(folder, "link"), nowhere],
    ["below such a link", async (folder) => join(await withLink(folder, "link"), "data"), nowhere],
    [
      "a secret that is a link to nothing",
      async (folder) => {
        await symlink(join(folder, "nothing"), join(folder, "secret"));
        return folder;
      },
      /^[^\n]+\/secret: it leads nowhere\. Remove/,
    ],
    [
      "too long a name",
      async (folder) => join(folder, "x".repeat(300)),
      /x.secret: a name in this path is too long\. Set/,
    ],
    [
      "an empty secret",
      async (folder) => {
        await writeFile(join(folder, "secret"), "\n");
        return folder;
      },
      /^[^\n]+\/secret is empty or too short for a secret: put the whole one back, or delete it/,
    ],
  ])("reports %s", async (_, prepare, line) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "looby-start-"));
    const dataDir = await prepare(folder.path);
    const error: unknown = await loadSecret({ secret: null, dataDir }).catch((thrown: unknown) => thrown);
    expect(reasonForOperator(error)).toMatch(line);
  });

  async function withFile(folder: string): Promise<string> {
    await writeFile(join(folder, "a-file"), "");
    return join(folder, "a-file");
  }

  async function withLink(folder: string, target: string): Promise<string> {
    await symlink(join(folder, target), join(folder, "link"));
    return join(folder, "link");
  }
});

test("names the existing folder in which a file cannot be created", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "looby-start-"));
  const path = join(folder.path, "data/secret.123");
  for (const [code, line] of [
    ["EACCES", `${folder.path}: Looby may not use it. Give Looby's account the right to`],
    ["EROFS", `${folder.path}: it can only be read. Set DATA_DIR`],
    ["ENOSPC", `${folder.path}: the disk is full. Free some space, then start Looby again.`],
  ]) {
    expect(reasonForOperator(failure({ code, path, syscall: "open" }))).toContain(line);
  }
  const full = failure({ code: "ENOSPC", syscall: "write" });
  expect(reasonForOperator(full)).toBe(
    "The data folder: the disk is full. Free some space, then start Looby again.",
  );
});

test("treats a missing file of Looby itself as a bug with its stack trace", () => {
  expect(reasonForOperator(failure({ code: "ENOENT", path: "/looby/dist/x" }))).toBeNull();
});

test.each([
  { code: "EACCES", syscall: "connect", address: "/run/postgresql/.s.PGSQL.5432" },
  { code: "EPERM", syscall: "connect" },
  { code: "EACCES", syscall: "bind", port: 80 },
  { code: "EINVAL", syscall: "listen" },
  { code: "EMFILE", syscall: "accept" },
  { code: "EIO", syscall: "getaddrinfo" },
  { code: "EACCES", syscall: "spawn pg_dump", path: "pg_dump" },
  { code: "EPERM", syscall: "kill" },
  { code: "EACCES" },
])("does not blame the data folder for errors outside the file system: %j", (fields) => {
  expect(reasonForOperator(failure(fields))).toBeNull();
});

test.each([
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["EBUSY", "another program uses it"],
  ["ESTALE", "the network drive it is on is gone"],
  ["ENOTCONN", "the network drive it is on is gone"],
  ["EINVAL", "its file system cannot hold the data"],
])("explains %s", (code, words) => {
  const reason = reasonForOperator(failure({ code, path: tmpdir(), syscall: "open" }));
  expect(reason).toMatch(new RegExp(`^${tmpdir()}: ${words}[^\\n]*\\.$`));
});

test("names the configured folder with what is in its way", () => {
  const denied = failure({ code: "EACCES", path: "/nowhere", syscall: "mkdir" });
  const line =
    "/nowhere/data cannot be used. /: Looby may not use it. Give Looby's account the right to, or set DATA_DIR to another folder.";
  expect(reasonForOperator(denied, "/nowhere/data")).toBe(line);
  expect(reasonForOperator(denied)).toMatch(/^\/nowhere cannot be used\. \/: /);
  const other = failure({ code: "EACCES", path: tmpdir(), syscall: "open" });
  expect(reasonForOperator(other, "/nowhere/data")).toMatch(new RegExp(`^${tmpdir()}: Looby may not`));
});

function failure(fields: object): Error {
  return Object.assign(new Error("It failed"), fields);
}
