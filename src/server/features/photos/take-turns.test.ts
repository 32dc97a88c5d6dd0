import { expect, test } from "vitest";
import { takeTurns } from "./reencode.ts";

test("runs two, queues two, refuses the fifth, and frees the place of a failure", async () => {
  const inTurn = takeTurns(2, 2);
  const started: string[] = [];
  const ends: Record<string, (failed?: Error) => void> = {};
  const begin = (name: string) =>
    inTurn(
      () =>
        new Promise<string>((resolve, reject) => {
          started.push(name);
          ends[name] = (failed) => (failed === undefined ? resolve(name) : reject(failed));
        }),
    );

  const [a, b, c, d] = [begin("a"), begin("b"), begin("c"), begin("d")];
  await expect(begin("e")).rejects.toMatchObject({ code: "unavailable", detail: { retryAfter: 5 } });
  expect(started).toEqual(["a", "b"]);

  ends["a"]?.(new Error("broken picture"));
  await expect(a).rejects.toThrow("broken picture");
  expect(started).toEqual(["a", "b", "c"]);

  ends["b"]?.();
  ends["c"]?.();
  expect(await Promise.all([b, c])).toEqual(["b", "c"]);
  ends["d"]?.();
  expect(await d).toBe("d");

  const late = begin("late");
  ends["late"]?.();
  expect(await late).toBe("late");
});
