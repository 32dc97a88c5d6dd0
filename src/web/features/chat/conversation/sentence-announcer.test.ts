import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSentenceAnnouncer } from "./sentence-announcer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const announced: { at: number; text: string }[] = [];
  const begin = Date.now();
  const announcer = createSentenceAnnouncer((text) => announced.push({ at: Date.now() - begin, text }));
  return { announced: announced, announcer };
}

test("announces whole sentences at most every two seconds, then the end", () => {
  const { announced, announcer } = listen();
  const answer = "Ask Nova at 7:30. She has two. One is quiet! Is that enough? Bring propane";
  for (let length = 1; length <= answer.length; length += 1) {
    announcer.update(answer.slice(0, length), false, "");
    vi.advanceTimersByTime(60);
  }
  announcer.update(answer, true, "Answer complete.");
  vi.advanceTimersByTime(10_000);
  expect(announced.map(({ text }) => text)).toEqual([
    "Ask Nova at 7:30.",
    "She has two. One is quiet!",
    "Is that enough? Bring propane Answer complete.",
  ]);
  for (const [index, { at }] of announced.entries())
    expect(at - (announced[index - 1]?.at ?? -2000)).toBeGreaterThanOrEqual(2000);
});

test("announces the answer from its start after earlier text was withdrawn", () => {
  const { announced, announcer } = listen();
  announcer.update("They want power. Let me see.\n", false, "");
  announcer.update("", false, "");
  vi.advanceTimersByTime(3_000);
  announcer.update("Ask Nova.", true, "Answer complete.");
  vi.advanceTimersByTime(3_000);
  expect(announced.map(({ text }) => text)).toEqual([
    "They want power. Let me see.",
    "Ask Nova. Answer complete.",
  ]);
});

test("announces an answer that arrives complete in one piece", () => {
  const { announced, announcer } = listen();
  announcer.update("Here is what I found:\n\n- Quiet generator (7:30 & E)", true, "Answer complete.");
  expect(announced).toEqual([
    { at: 0, text: "Here is what I found: - Quiet generator (7:30 & E) Answer complete." },
  ]);
});

test("announces the end of an answer without text, but nothing after a stop", () => {
  const first = listen();
  first.announcer.update("", true, "The answer was stopped.");
  expect(first.announced.map(({ text }) => text)).toEqual(["The answer was stopped."]);
  const second = listen();
  second.announcer.update("One. ", false, "");
  second.announcer.update("One. Two. ", false, "");
  second.announcer.stop();
  vi.advanceTimersByTime(10_000);
  expect(second.announced.map(({ text }) => text)).toEqual(["One."]);
});

test("announces every word once and in order, however the answer is streamed", () => {
  const piece = fc.record({
    text: fc.constantFrom("Yes. ", "no ", "3.5 l", "!\n", "so", "? ", "…"),
    ms: fc.nat(1500),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { announced, announcer } = listen();
      let text = "";
      for (const { text: more, ms } of pieces) {
        text += more;
        announcer.update(text, false, "");
        vi.advanceTimersByTime(ms);
      }
      announcer.update(text, true, "Done.");
      vi.advanceTimersByTime(60_000);
      const plain = (all: string) => all.replaceAll(/\s+/g, "");
      expect(plain(announced.map((one) => one.text).join(""))).toBe(plain(`${text}Done.`));
      for (let index = 1; index < announced.length; index += 1)
        expect((announced[index]?.at ?? 0) - (announced[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    }),
  );
});
