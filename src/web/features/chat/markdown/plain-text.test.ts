import { expect, test } from "vitest";
import type { Source } from "#shared/features/chat/contract.ts";
import { plain } from "#shared/features/chat/prose.ts";
import { answerText } from "./plain-text.ts";

test.each([
  ["emphasis", "**Ask** at the *blue* ~~red~~ `awning`.", "Ask at the blue red awning."],
  ["a citation and the space before it", "A ladder [^resource:1], here[^camp:2].", "A ladder, here."],
  [
    "a link",
    "See [the guide](https://a.example) or https://b.example.",
    "See the guide or https://b.example.",
  ],
  ["a picture", "![A map](https://a.example/m.png)", "A map"],
  ["headings and rules", "# One\n\ntwo\n\n***\n\nthree", "One\n\ntwo\n\nthree"],
  ["escapes and entities", String.raw`2\*3 &amp; \[a\]`, "2*3 & [a]"],
  ["a quote", "> so\n> it is", "so\nit is"],
  ["comments and breaks", "one<br>two<!-- no -->  \nthree <i>", "one\ntwo\nthree <i>"],
  ["a table", "| a | b |\n| - | - |\n| **1** | x<br>y |", "a\tb\n1\tx y"],
])("copies %s as words", (_, markdown, text) => {
  expect(answerText(markdown, [])).toBe(text);
});

test.each([
  ["3. three\n4. four\n   - nested\n   - again", "3. three\n4. four\n   - nested\n   - again"],
  ["* one\n* two **b**", "- one\n- two b"],
  ["- one\n\n- two\n\n  more", "- one\n- two\n\n  more"],
  ["- [x] done\n- [ ] open", "- [x] done\n- [ ] open"],
  ["- [x] done\n\n- [ ] open", "- [x] done\n- [ ] open"],
])("copies the list %j as lines", (markdown, text) => {
  expect(answerText(markdown, [])).toBe(text);
});

test("leaves code as it is", () => {
  const code = "if [[ $a == *[^x]* ]]; then\n  echo '**hi**' # no\n\nfi";
  expect(answerText(`Run\n\n\`\`\`sh\n${code}\n\`\`\`\n\nthen stop.`, [])).toBe(
    `Run\n\n${code}\n\nthen stop.`,
  );
});

test("copies the words of other users as they were written", () => {
  const words = "5 * 3 _or_ #1 <b> [x](https://a.example) www.a.example me@a.example";
  expect(answerText(`I know “${plain(words)}”.`, [])).toBe(`I know “${words}”.`);
});

test("lists the sources below, each on a line with its place", () => {
  const source = { kind: "resource", distanceM: null, excerpt: "" } as const;
  const sources: Source[] = [
    { ...source, sourceId: "resource:1", title: "Ladder *", place: "7:30 & E" },
    { ...source, sourceId: "resource:2", title: "Rope", place: null },
  ];
  expect(answerText("A ladder [^resource:1].", sources)).toBe("A ladder.\n\nLadder *, 7:30 & E\nRope");
  expect(answerText("", sources.slice(1))).toBe("Rope");
});
