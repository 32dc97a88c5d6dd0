import { expect, test } from "vitest";
import { layOut } from "./layout.ts";
import { labelOf, mostConnected, nearestTowards, neighbourhood, nodeAt } from "./view-graph.ts";

const timestamp = "2026-01-01T00:00:00Z";
const nodes = ["a", "b", "c", "d"].map((id) => ({ id, content: id, source: "user" as const, timestamp }));
const links = ["ab", "bc", "cd"].map(([source = "", target = ""]) => ({
  source,
  target,
  strength: 1,
  type: "related" as const,
  reason: "both say: it",
}));

test("shows linked memories for one step and those linked to them for two", () => {
  const shown = (depth: number) => neighbourhood({ nodes, links }, "a", depth);
  expect(shown(1).nodes.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(shown(2).nodes.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(shown(2).links).toHaveLength(2);
});

test("moves by arrow key to the nearest node in its direction, if there is one", () => {
  const places = Float32Array.from([0, 0, 10, 1, 9, 30, -5, 0]);
  expect(nearestTowards(places, 0, "ArrowRight")).toBe(1);
  expect(nearestTowards(places, 0, "ArrowDown")).toBe(1);
  expect(nearestTowards(places, 3, "ArrowLeft")).toBeNull();
  expect(nodeAt(places, [11, 0], 5)).toBe(1);
  expect(nodeAt(places, [100, 0], 5)).toBeNull();
});

test("cuts a label to 30 characters with an ellipsis", () => {
  expect(labelOf("x".repeat(30))).toBe("x".repeat(30));
  expect(labelOf(`${"🪁".repeat(30)} more`)).toBe(`${"🪁".repeat(30)}…`);
});

test("computes the same layout for the same graph in 100 steps", () => {
  const last = () => {
    const seen: Float32Array[] = [];
    const request = {
      places: new Float32Array(12).fill(Number.NaN),
      links: [{ source: 0, target: 5, strength: 1 }],
    };
    layOut(request, (places) => seen.push(places));
    expect(seen).toHaveLength(100);
    return seen[99] ?? new Float32Array();
  };
  const places = last();
  expect(last()).toEqual(places);
  const between = (one: number, other: number) =>
    Math.hypot(
      (places[one * 2] ?? 0) - (places[other * 2] ?? 0),
      (places[one * 2 + 1] ?? 0) - (places[other * 2 + 1] ?? 0),
    );
  expect(between(0, 5)).toBeLessThan(between(0, 4));
});

test("opens a graph at its most connected memory, not at the newest", () => {
  expect(mostConnected({ nodes, links })).toBe("b");
  expect(mostConnected({ nodes, links: [] })).toBe("a");
  expect(mostConnected({ nodes: [], links: [] })).toBeNull();
});
