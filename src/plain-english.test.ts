import { expect, test } from "vitest";
import {
  awkwardCommitTitle,
  awkwardForUsers,
  awkwardInComment,
  awkwardTestTitle,
} from "../scripts/plain-english.ts";

test.for([
  "A list of everybody is nobody's to take.",
  "The server is told who waits.",
  "Others hear for themselves why.",
  "The row is deleted. Meanwhile the page waits.",
  "What the server answered.",
  "Whoever asks gets a fresh one.",
  "A browser that keeps nothing has no queue.",
])("rejects the comment: %s", (comment) => expect(awkwardInComment(comment)).toMatch(/^Not "/));

test.for([
  "Never return the full user list.",
  "The name may say what the owner wants.",
  "What does the server know? Only the hash.",
  "Retells no story.",
])("accepts the comment: %s", (comment) => expect(awkwardInComment(comment)).toBeNull());

test("allows more pronouns in sentences for users than in comments", () => {
  expect(awkwardForUsers("Someone changed this too.")).toBeNull();
  expect(awkwardForUsers("Somebody changed this too.")).toContain("say someone");
});

test.for([
  "keeps the note",
  "does not count the owner",
  "never sends a draft twice",
  "%s: rejects the value",
])("accepts the test title: %s", (title) => expect(awkwardTestTitle(title)).toBeNull());

test.for([
  "a huge title is rejected",
  "this row is the last",
  "phones are sent to the address",
  "stores a row and sends it and shows it",
  "hides what nobody may see",
])("rejects the test title: %s", (title) => expect(awkwardTestTitle(title)).not.toBeNull());

test.for([
  "fix(map): cut no name at the screen's edge",
  "docs: press any key to start",
  "feat: speed up the search",
])("accepts the commit title: %s", (title) => expect(awkwardCommitTitle(title)).toBeNull());

test.for([
  "a long report arrives whole",
  "fix(map): the name is cut",
  "fix(map): cuts no name",
  "Fix(map): cut no name",
  `fix(map): ${"cut ".repeat(20)}`,
  "fix(map): show what nobody saw",
])("rejects the commit title: %s", (title) => expect(awkwardCommitTitle(title)).not.toBeNull());
