import fc from "fast-check";
import { expect, test } from "vitest";
import { feelingOf } from "./feeling.ts";

const sound = (text: string) => Math.sign(feelingOf(text)?.sentiment ?? Number.NaN);

test.each([
  ["I'm so happy, what a wonderful night!", 1],
  ["We are stuck, tired and it is awful.", -1],
  ["I am not happy.", -1],
  ["That's not bad at all", 1],
  ["I don't really love it", -1],
  ["Never been sad here", 1],
  ["see you at the fire 🥳", 1],
  ["missed the bus 😭", -1],
  ["good and bad", 0],
])("reads the sentiment: %s", (text, expected) => {
  expect(sound(text)).toBe(expected);
});

test.each(["Where is the ice?", "7:30 & Enchant!!!", "", "Wo ist das Eis?", "GOODNESS123"])(
  "finds no feeling in '%s'",
  (text) => {
    expect(feelingOf(text)).toBeNull();
  },
);

test("raises the intensity for stronger words and lowers it for quiet ones", () => {
  const calm = feelingOf("a peaceful, quiet, relaxed evening");
  const plain = feelingOf("a good evening");
  const loud = feelingOf("the BEST EVER evening!!! 🔥");
  expect(calm?.intensity).toBeLessThan(plain?.intensity ?? 0);
  expect(plain?.intensity).toBeLessThan(loud?.intensity ?? 0);
  expect(feelingOf("great fun, lovely people")?.sentiment).toBeGreaterThan(plain?.sentiment ?? 1);
  expect(feelingOf("very good")?.sentiment).toBeGreaterThan(feelingOf("good")?.sentiment ?? 1);
});

test("limits a feeling to its bounds for any text", () => {
  const words = fc.constantFrom("good", "bad", "not", "very", "calm", "🔥", "!", "WOW", "😭", "x");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(words).map((list) => list.join(" ")),
        fc.string({ unit: "binary" }),
      ),
      (text) => {
        const feeling = feelingOf(text);
        if (feeling === null) return;
        expect(Math.abs(feeling.sentiment)).toBeLessThanOrEqual(1);
        expect(feeling.intensity).toBeGreaterThanOrEqual(0);
        expect(feeling.intensity).toBeLessThanOrEqual(1);
      },
    ),
    { seed: 20_261_122, numRuns: 500 },
  );
});
