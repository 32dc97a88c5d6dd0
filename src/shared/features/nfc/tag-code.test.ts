import { expect, test } from "vitest";
import { newTagCode, readTagText, spelledTagCode, TAG_CODE, tagAddress, tagMark } from "./tag-code.ts";

test("reads a code from its address, its printed form or careless typing", () => {
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

test.each([
  ...["–", "—", "‑", "−", "‒", "‐", "－", " - ", "\u00a0", "\u202f", "\u200b", "\u00ad", "\ufeff", "."].map(
    (sign) => ["7K3M", "Q9TD", "0XVF", "2B8C"].join(sign),
  ),
  ...[".", ",", "!", "?", ":", ";", ")", "”", "'", "…", "。", " ", "\u200b.", "/"].map(
    (end) => `7k3mQ9TD0XVF2B8C${end}`,
  ),
  "“7K3M-Q9TD-0XVF-2B8C”.",
  "(7K3M-Q9TD-0XVF-2B8C)",
  "7K3M--Q9TD--0XVF--2B8C",
  "7K3M·Q9TD‧0XVF•2B8C",
  "`7K3M-Q9TD-0XVF-2B8C`",
  "*7K3M-Q9TD-0XVF-2B8C*",
  "７Ｋ３Ｍ－Ｑ９ＴＤ－０ＸＶＦ－２Ｂ８Ｃ",
  "７ｋ３ｍＱ９ＴＤ０ＸＶＦ２Ｂ８Ｃ。",
  "7K3M, Q9TD, 0XVF, 2B8C",
  "7K3M:Q9TD:0XVF:2B8C",
  "7K3M+Q9TD+0XVF+2B8C+",
  "7K3M~Q9TD=0XVF|2B8C",
  "code: 7K3M-Q9TD-0XVF-2B8C",
  "Tag code 7K3M-Q9TD-0XVF-2B8C.",
  "QR code = 7K3M-Q9TD-0XVF-2B8C",
  "ＣＯＤＥ：7K3M-Q9TD-0XVF-2B8C",
])("reads a code with any sign between and after its letters: %j", (text) => {
  const item = { kind: "item", code: "7K3MQ9TD0XVF2B8C" };
  expect(readTagText(text)).toEqual(item);
  expect(readTagText(`https://looby.example/t/${text}`)).toEqual(item);
  expect(readTagText(`https://looby.example/t/${encodeURIComponent(text)}`)).toEqual(item);
});

test.each([
  "https://looby.example/t/7K3MQ9TD0XVF2B8C?utm_source=mail&utm_medium=x",
  "https://looby.example/t/7K3MQ9TD0XVF2B8C/?utm_source=mail#top",
  "https://looby.example/t/7K3MQ9TD0XVF2B8C#top.",
  `https://looby.example/t/7K3MQ9TD0XVF2B8C?fbclid=${"x".repeat(300)}`,
  "https://looby.example/t/7K3MQ9TD0XVF2B8C&utm_source=mail",
  "`https://looby.example/t/7K3MQ9TD0XVF2B8C`",
  "#7K3M-Q9TD-0XVF-2B8C",
  "<https://looby.example/t/7K3MQ9TD0XVF2B8C>",
  "(https://looby.example/t/7K3MQ9TD0XVF2B8C).",
  "looby.example/t/7K3M-Q9TD-0XVF-2B8C",
  "/t/7K3M-Q9TD-0XVF-2B8C",
  "/t/7K3M-Q9TD-0XVF-2B8C/extra",
  "https://looby.example/t/7K3M-Q9TD-0XVF-2B8C/extra/more/",
  "https://looby.example/t/7K3MQ9TD0XVF2B8C/edit?x=1",
  "/T/7K3M-Q9TD-0XVF-2B8C",
  "HTTP://10.0.0.7:3000/t/7k3mq9td0xvf2b8c",
])("reads an address despite the text around it: %s", (text) => {
  expect(readTagText(text)).toEqual({ kind: "item", code: "7K3MQ9TD0XVF2B8C" });
});

test("reads all of a code that begins like its label", () => {
  expect(readTagText("C0DE-TAGS-0XVF-2B8C")).toEqual({ kind: "item", code: "C0DETAGS0XVF2B8C" });
});

test("reads a companion's code with other dashes and a full stop", () => {
  const companion = { kind: "companion", code: "AbCdEfGhIjKlMnOpQrSt_-" };
  for (const text of [
    "AbCdEfGhIjKlMnOpQrSt_–.",
    "https://looby.example/t/AbCdEfGhIjKlMnOpQrSt_-?utm_source=x",
  ])
    expect(readTagText(text)).toEqual(companion);
});

test("rejects any other content of a tag with an error message", () => {
  for (const hostile of [
    "",
    "   ",
    "https://evil.example/",
    "https://evil.example/t/",
    "https://evil.example/t/7K3MQ9TD0XVF2B8C/../../login",
    "https://evil.example/t/%E0%A4%A",
    "https://evil.example/t/7K3MQ9TD0XVF2B8C%2F..%2Flogin",
    "mailto:a@evil.example/t/7K3MQ9TD0XVF2B8C",
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
    "javascript:7K3MQ9TD0XVF2B8C",
    "\u0000\u202e7K3MQ9TD0XVF2B8C",
  ])
    expect(readTagText(hostile), JSON.stringify(hostile.slice(0, 60))).toMatchObject({
      kind: "problem",
      problem: expect.stringMatching(/\.$/),
    });
});

test("derives the same mark of a code everywhere, without revealing the code", async () => {
  const code = "7K3MQ9TD0XVF2B8C";
  expect(await tagMark(code)).toMatch(/^[0-9a-f]{32}$/);
  expect(await tagMark(code)).toBe(await tagMark(code));
  expect(await tagMark("7K3MQ9TD0XVF2B8D")).not.toBe(await tagMark(code));
});
