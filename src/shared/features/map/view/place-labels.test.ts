import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, boxAround, doTouch, type Label, placeLabels } from "./place-labels.ts";

const below: Box = { left: 0, top: 20, width: 80, height: 20 };
const above: Box = { left: 0, top: -40, width: 80, height: 20 };

test("moves a label that has no room and omits it if no place is free", () => {
  const choices = [
    { side: "below", box: below },
    { side: "above", box: above },
  ] as const;
  const labels = ["Man", "Temple", "Camp"].map((key) => ({ key, choices }));
  expect([...placeLabels(labels)]).toEqual([
    ["Man", choices[0]],
    ["Temple", choices[1]],
  ]);
});

test("draws a fixed label even over another label, and none over it", () => {
  const fixed = { key: "Here", isFixed: true, choices: [{ side: "below", box: below }] };
  const man = { key: "Man", choices: [{ side: "below", box: below }] };
  expect([...placeLabels<string>([man, fixed]).keys()]).toEqual(["Man", "Here"]);
  expect([...placeLabels<string>([fixed, man]).keys()]).toEqual(["Here"]);
});

test("omits the label of an omitted marker", () => {
  const [one, other] = [boxAround(0, 0, 10, 10), boxAround(50, 0, 10, 10)];
  const labels: Label[] = [
    { key: "mark 1", choices: [{ side: "here", box: one }] },
    { key: "mark 2", choices: [{ side: "here", box: one }] },
    { key: "2", of: "mark 2", choices: [{ side: "right", box: other }] },
    { key: "1", of: "mark 1", choices: [{ side: "right", box: other }] },
  ];
  expect([...placeLabels(labels).keys()]).toEqual(["mark 1", "1"]);
});

test("separates labels that are side by side", () => {
  expect(doTouch(below, { ...below, left: 80 })).toBe(false);
  expect(doTouch(below, { ...below, left: 79 })).toBe(true);
});

test("never lets two labels touch, however many there are", () => {
  const box = fc.record({
    left: fc.integer({ min: -400, max: 800 }),
    top: fc.integer({ min: -400, max: 800 }),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 60 }),
  });
  const boxes = fc.array(fc.array(box, { minLength: 1, maxLength: 4 }), { maxLength: 80 });
  fc.assert(
    fc.property(boxes, (boxSets) => {
      const labels = boxSets.map((all, index): Label => ({
        key: String(index),
        choices: all.map((one, side) => ({ side: String(side), box: one })),
      }));
      const placed = [...placeLabels(labels).values()].map(({ box: one }) => one);
      for (const [index, one] of placed.entries()) {
        for (const other of placed.slice(0, index)) expect(doTouch(one, other)).toBe(false);
      }
    }),
    { seed: 7, numRuns: 200 },
  );
});
