import { expect, test } from "vitest";
import { type Intent, newTalk, noIntent } from "../understand/intent.ts";
import { isPlainSearch } from "./understand.ts";

const near: Intent["near"] = { kind: "named", name: "the copper tree" };
const before = { ...noIntent, what: "saddle", near, sought: "gear" } satisfies Intent;

test.each<[string, Partial<Intent>, boolean]>([
  ["searches by all words of a later question with a subject of its own", { what: "toffee" }, true],
  ["looks for the subject alone that a later question inherits", { what: "saddle" }, false],
  ["looks for the subject of a part alone", { what: "toffee", isPart: true }, false],
  ["looks for the subject alone near a place that it inherits", { what: "toffee", near }, false],
  ["looks for the subject alone of a kind that it inherits", { what: "toffee", sought: "gear" }, false],
])("chooses the words of the search: %s", (_, asked, isPlain) => {
  expect(isPlainSearch([{ ...noIntent, ...asked }], { ...newTalk, intent: before })).toBe(isPlain);
});

test("searches by all words after a question that names neither a place nor a kind", () => {
  const bare = { ...noIntent, what: "saddle" };
  expect(isPlainSearch([{ ...noIntent, what: "toffee" }], { ...newTalk, intent: bare })).toBe(true);
});
