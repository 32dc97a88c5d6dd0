import fc from "fast-check";
import { expect, test } from "vitest";
import {
  earlierWindow,
  endWindow,
  laterWindow,
  type MessageWindow,
  sliceOf,
  windowAround,
} from "./message-window.ts";

const items = (count: number, before = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `m${index - before}` }));

test("renders a long conversation from its end, at most 100 messages", () => {
  expect(sliceOf(items(1000), endWindow)).toEqual({ from: 960, to: 1000 });
  expect(sliceOf(items(7), endWindow)).toEqual({ from: 0, to: 7 });
  const steps = fc.array(fc.constantFrom(earlierWindow, laterWindow), { maxLength: 60 });
  fc.assert(
    fc.property(fc.nat(1200), steps, (count, moves) => {
      let window: MessageWindow = endWindow;
      for (const move of moves) {
        const before = sliceOf(items(count), window);
        window = move(items(count), window);
        const now = sliceOf(items(count), window);
        expect(now.to - now.from).toBeLessThanOrEqual(100);
        expect(now.from).toBeGreaterThanOrEqual(0);
        // Both windows overlap, so the messages in view stay rendered.
        if (count > 0)
          expect(Math.min(now.to, before.to) - Math.max(now.from, before.from)).toBeGreaterThan(0);
      }
    }),
  );
});

test("reaches the first message by steps up and the last by steps down", () => {
  const all = items(430);
  let window: MessageWindow = endWindow;
  for (let step = 0; step < 12; step += 1) window = earlierWindow(all, window);
  expect(sliceOf(all, window)).toMatchObject({ from: 0 });
  for (let step = 0; step < 12; step += 1) window = laterWindow(all, window);
  expect(sliceOf(all, window)).toMatchObject({ to: 430 });
});

test("renders the messages around one that is above the end", () => {
  const all = items(430);
  expect(sliceOf(all, windowAround(all, "m200"))).toEqual({ from: 180, to: 220 });
  expect(sliceOf(all, windowAround(all, "m5"))).toEqual({ from: 0, to: 40 });
  for (const id of ["m390", "m429", "unknown"]) expect(windowAround(all, id)).toEqual(endWindow);
});

test("leaves the rendered range unchanged when messages are added around it", () => {
  const window = earlierWindow(items(200), endWindow);
  const first = items(200)[sliceOf(items(200), window).from];
  const grown = [...items(250, 50), { id: "new" }];
  const slice = sliceOf(grown, window);
  expect(grown[slice.from]).toEqual(first);
  expect(slice.to).toBe(grown.length); // the end was in view, and still is
  // Another conversation contains none of these ids.
  expect(sliceOf([{ id: "other" }], window)).toEqual({ from: 0, to: 1 });
});
