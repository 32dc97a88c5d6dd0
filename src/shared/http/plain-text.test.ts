import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("removes markup but no text or line breaks", () => {
  const cases: [string, string][] = [
    ["<p>Tea &amp; <b>cake</b></p><p>at dusk</p>", "Tea & cake\nat dusk"],
    ["we <3 dust & 1 < 2", "we <3 dust & 1 < 2"],
    ["a<script>alert('x')</script>b<style>p{}</style>c<!-- d -->e", "abce"],
    ["<img src=x onerror=alert(1)>hi<svg/onload=alert(1)", "hi"],
    ["caf&#233; &#x2603; &unknown; &lt;b&gt;", "café ☃ &unknown; <b>"],
    ["Caf&eacute; d&rsquo;&Eacute;t&eacute; &mdash; &euro;5 &hellip;", "Café d’Été — €5 …"],
    ["AT&T, R&D and &amp;lt;", "AT&T, R&D and &lt;"],
    ["one\r\ntwo\u202E\u200B \t three\n\n\n\nfour", "one\ntwo three\n\nfour"],
    ["\uD800", ""],
  ];
  for (const [text, expected] of cases) expect([text, plainText(text)]).toEqual([text, expected]);
});

test("returns a text that can be stored for any input", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (input) => {
      const text = plainText(`<${input}&#0;`);
      expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
    }),
    { seed: 7, numRuns: 500 },
  );
});
