import { expect, test } from "vitest";
import { newTagCode, readTagText, spelledTagCode, TAG_CODE, tagAddress, tagMark } from "./tag-code.ts";

test("a code can be read from its address, its printed form and careless typing", () => {
  const code = newTagCode();
  expect(code).toMatch(TAG_CODE);
  expect(newTagCode()).not.toBe(code);
  const item = { kind: "item", code };
  expect(readTagText(tagAddress("https://looby.example", code))).toEqual(item);
  expect(readTagText(`${tagAddress("http://10.0.0.7:3000", code)}/`)).toEqual(item);
  expect(readTagText(` ${spelledTagCode(code).toLowerCase()} `)).toEqual(item);
  expect(readTagText("OOOO-1Il1-abcd-efgh")).toEqual({ kind: "item", code: "00001111ABCDEFGH" });
  const companion = "AbCdEfGhIjKlMnOpQrSt_-";
  expect(readTagText(companion)).toEqual({ kind: "companion", code: companion });
  expect(readTagText(tagAddress("http://127.0.0.1:3000", companion))).toEqual({
    kind: "companion",
    code: companion,
  });
});

test("any other content of a tag gives an error message and nothing to open", () => {
  for (const hostile of [
    "",
    "   ",
    "https://evil.example/",
    "https://evil.example/t/",
    "https://evil.example/t/7K3MQ9TD0XVF2B8C/../../login",
    "https://evil.example/t/7K3MQ9TD0XVF2B8C?next=//evil.example",
    "https://evil.example/x?u=/t/7K3MQ9TD0XVF2B8C",
    "javascript:alert(1)//t/7K3MQ9TD0XVF2B8C",
    "data:text/html,/t/7K3MQ9TD0XVF2B8C",
    "tel:112",
    "../../etc/passwd",
    "7K3MQ9TD0XVF2B8",
    "7K3MQ9TD0XVF2B8CC",
    "UUUUUUUUUUUUUUUU",
    `https://${"a".repeat(230)}/t/7K3MQ9TD0XVF2B8C`,
    "7".repeat(100_000),
    "７Ｋ３ＭＱ９ＴＤ０ＸＶＦ２Ｂ８Ｃ",
    "\u0000\u202e7K3MQ9TD0XVF2B8C",
  ])
    expect(readTagText(hostile), JSON.stringify(hostile.slice(0, 60))).toMatchObject({
      kind: "problem",
      problem: expect.stringMatching(/\.$/),
    });
});

test("the mark of a code is the same everywhere and is not the code", async () => {
  const code = "7K3MQ9TD0XVF2B8C";
  expect(await tagMark(code)).toMatch(/^[0-9a-f]{32}$/);
  expect(await tagMark(code)).toBe(await tagMark(code));
  expect(await tagMark("7K3MQ9TD0XVF2B8D")).not.toBe(await tagMark(code));
});
