import { test, expect } from "vitest";
import fc from "fast-check";
import {
  type Arrangement,
  arrangeInWindow,
  clusterPoints,
  groupPoints,
  type GroupingOptions,
  moveApart,
  type MarkerPoint,
  type Window,
} from "./cluster.ts";

const point = (
  id: string,
  x: number,
  y: number,
  street: MarkerPoint["street"] = "E",
  time = "7:30",
): MarkerPoint => ({
  id,
  x,
  y,
  street,
  time,
});
const options: GroupingOptions & { window: Window } = {
  zoom: 1,
  isClustering: true,
  expandedIds: new Set(),
  window: { x: 0, y: 0, halfWidth: 2_000, halfHeight: 2_000, turn: 0 },
  metresPerDegree: 111_050,
};
const arrange = (points: readonly MarkerPoint[], changes: typeof options): Arrangement<MarkerPoint> =>
  arrangeInWindow(groupPoints(points, changes), changes.zoom, changes.window);
/** A field of points 10 m apart, `size` per row. */
const field = (size: number): MarkerPoint[] =>
  Array.from({ length: size * size }, (_, index) =>
    point(`p${String(index).padStart(5, "0")}`, (index % size) * 10, Math.floor(index / size) * 10),
  );

test("clusters points closer than 0.005 degrees divided by the zoom, in any order", () => {
  // 0.005 degrees are 555 m on the ground at zoom 1, 277 m at zoom 2.
  const points = [point("a", 0, 0), point("b", 500, 0), point("c", 560, 0), point("d", 0, -1_500)];
  const atOne = arrange(points, options);
  expect(atOne.clusters.map(({ memberIds }) => memberIds)).toEqual([["a", "b"]]);
  expect(atOne.singles.map(({ id }) => id)).toEqual(["c", "d"]);
  expect(atOne.clusters[0]).toMatchObject({ id: "cluster-a", x: 250, y: 0 });
  expect(arrange(points.toReversed(), options)).toEqual(atOne);

  const atTwo = arrange(points, { ...options, zoom: 2 });
  expect(atTwo.clusters.map(({ memberIds }) => memberIds)).toEqual([["b", "c"]]);
});

test("shows the most common street and time of a cluster's members", () => {
  const points = [
    point("a", 0, 0, "E", "7:30"),
    point("b", 1, 0, "F", "7:45"),
    point("c", 2, 0, "F", "7:30"),
    { ...point("d", 3, 0), street: null, time: null },
  ];
  expect(clusterPoints(points, 100).clusters[0]).toMatchObject({ street: "F", time: "7:30" });
  const lost = points.slice(3).concat({ ...point("e", 4, 0), street: null, time: null });
  expect(clusterPoints(lost, 100).clusters[0]).toMatchObject({ street: null, time: null });
});

test("counts all things of a stack in its cluster", () => {
  const points = [point("a", 0, 0), { ...point("b", 1, 0), count: 30 }, point("c", 2, 0)];
  expect(clusterPoints(points, 100).clusters[0]).toMatchObject({ memberIds: ["a", "b", "c"], count: 32 });
});

test("shows the members of the opened cluster only", () => {
  const points = [point("a", 0, 0), point("b", 1, 0), point("x", 1_500, 0), point("y", 1_501, 0)];
  const opened = arrange(points, { ...options, expandedIds: new Set(["cluster-a"]) });
  expect(opened.singles.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(opened.clusters.map(({ id }) => id)).toEqual(["cluster-x"]);
});

test("shows the 250 points nearest to the middle individually above zoom 2.5", () => {
  const points = field(40);
  const window = { x: 200, y: 200, halfWidth: 150, halfHeight: 150, turn: 0 };
  const close = arrange(points, { ...options, zoom: 2.6, window });
  expect(close.clusters).toEqual([]);
  expect(close.singles).toHaveLength(250);
  expect(close.inView).toBe(31 * 31);
  expect(close.singles[0]).toMatchObject({ x: 200, y: 200 });
  expect(Math.max(...close.singles.map(({ x, y }) => Math.hypot(x - 200, y - 200)))).toBeLessThan(95);
  // At exactly 2.5 points are still clustered.
  expect(arrange(points, { ...options, zoom: 2.5 }).clusters.length).toBeGreaterThan(0);
});

test("shows at most 200 single markers without clustering", () => {
  const flat = arrange(field(40), { ...options, isClustering: false });
  expect(flat.clusters).toEqual([]);
  expect(flat.singles).toHaveLength(200);
  expect(flat.inView).toBe(1_600);
});

test("does not change clusters when the map moves", () => {
  const points = [point("a", 0, 0), point("b", 300, 0), point("c", 1_900, 0)];
  const right = arrange(points, {
    ...options,
    window: { x: 1_900, y: 0, halfWidth: 500, halfHeight: 500, turn: 0 },
  });
  expect(right.clusters).toEqual([]);
  expect(right.singles.map(({ id }) => id)).toEqual(["c"]);
});

test("assigns every point to at most one cluster, close to its first point", () => {
  const coordinate = fc.integer({ min: -2_000, max: 2_000 });
  const points = fc
    .array(fc.tuple(coordinate, coordinate), { maxLength: 120 })
    .map((places) => places.map(([x, y], index) => point(`p${String(index).padStart(3, "0")}`, x, y)));
  fc.assert(
    fc.property(points, fc.integer({ min: 50, max: 1_200 }), (scattered, threshold) => {
      const { clusters, singles } = clusterPoints(scattered, threshold);
      const shown = [...clusters.flatMap(({ memberIds }) => memberIds), ...singles.map(({ id }) => id)];
      expect(shown.toSorted()).toEqual(scattered.map(({ id }) => id).toSorted());
      const byId = new Map(scattered.map((each) => [each.id, each]));
      for (const { id, memberIds } of clusters) {
        expect(memberIds.length).toBeGreaterThan(1);
        const first = byId.get(id.replace("cluster-", ""));
        for (const member of memberIds.map((memberId) => byId.get(memberId))) {
          const apart = Math.hypot(
            (member?.x ?? NaN) - (first?.x ?? NaN),
            (member?.y ?? NaN) - (first?.y ?? NaN),
          );
          expect(apart).toBeLessThanOrEqual(threshold);
        }
      }
    }),
    { seed: 7, numRuns: 200 },
  );
});

test("shows signs before any number of favourites, however near those are", () => {
  const sign = { ...point("sign", 1_900, 1_900), isSign: true };
  for (const zoom of [0.5, 1, 2.5, 3]) {
    const { singles } = arrangeInWindow({ clusters: [], singles: [] }, zoom, options.window, [
      ...field(17),
      sign,
    ]);
    expect(singles[0]).toBe(sign);
  }
});

test("moves only the clusters that a sign would cover", () => {
  const { clusters } = arrange([...field(2), point("q", 900, 0), point("r", 900, 9)], options);
  const signs = [
    { x: 5, y: 0 },
    { x: 5, y: 120 },
  ];
  const [moved, far] = moveApart(clusters, signs, 100);
  expect(far).toBe(clusters[1]);
  expect(moved).toMatchObject({ id: "cluster-p00000", memberIds: clusters[0]?.memberIds });
  for (const { x, y } of signs)
    expect(Math.hypot((moved?.x ?? x) - x, (moved?.y ?? y) - y)).toBeGreaterThan(100);
  expect(Math.hypot((moved?.x ?? 0) - 5, moved?.y ?? 0)).toBeLessThan(105);
});

test("moves two clusters beside the same sign apart", () => {
  const clusters = [
    { x: 1, y: 0 },
    { x: -1, y: 0 },
  ];
  const [one, other] = moveApart(clusters, [{ x: 0, y: 0 }], 100);
  expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(100);
});
