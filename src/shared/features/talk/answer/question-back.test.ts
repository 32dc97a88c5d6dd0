import { expect, test } from "vitest";
import { chip } from "#shared/features/chat/proposal.ts";
import { after, talkContext, ladder, understood } from "../testing/talk-context.ts";
import { newTalk, type TalkState } from "../understand/intent.ts";
import { show } from "../understand/talk-state.ts";
import { questionBack } from "./question-back.ts";

function asked(
  message: string,
  state: TalkState = newTalk,
  { likelihood = 0.5, isFound = false, what = "" } = {},
) {
  const abilities = understood(message, state);
  const intent = { ...abilities, likelihood, what: what === "" ? abilities.what : what };
  return questionBack(talkContext, { state, after: show(state, [intent], []), intent, message, isFound });
}

test("asks nothing after a clear message", () => {
  expect(asked("who has a ladder", newTalk, { likelihood: 0.9 })).toBeNull();
});

test("names its reading of an unclear message and offers other readings", () => {
  const back = asked("seven goats on the roof");
  expect(back?.question).toBe("I took this for a search for “seven goats”. Did you mean something else?");
  expect(back?.chips.length).toBeGreaterThan(0);
});

test("offers clear words, each for another ability", () => {
  const state = after("who has a ladder", ladder);
  const abilities = asked("light ones?", state)?.chips.map(({ say }) => understood(say, state)) ?? [];
  expect(abilities.length).toBeGreaterThan(1);
  expect(new Set(abilities.map(({ ability }) => ability)).size).toBe(abilities.length);
  for (const { likelihood } of abilities) expect(likelihood).toBeGreaterThanOrEqual(0.8);
});

test("offers a search, events or notes only where no result was certain", () => {
  const labels = (isFound: boolean) =>
    asked("goat roof", newTalk, { isFound })?.chips.map(({ label }) => label);
  expect(labels(false)).toContain("A note of mine");
  expect(labels(true) ?? []).not.toContain("A note of mine");
});

test("takes no subject from a story", () => {
  const what = "tent that flew to reno";
  expect(asked("my tent flew to Reno", newTalk, { what })).toBeNull();
});

test("limits chips to the size of a message and shows its question without markup", () => {
  const back = asked(`**[goats](https://evil.example)** ${"x".repeat(8_000)}`);
  for (const each of back?.chips ?? []) expect(() => chip.parse(each)).not.toThrow();
  expect(asked("**goats**")?.question).not.toContain("**goats**");
});
