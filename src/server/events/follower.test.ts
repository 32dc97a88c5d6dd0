import { expect, test } from "vitest";
import { Follower } from "./follower.ts";

function follow() {
  const left: Follower[] = [];
  const follower = new Follower({ userId: "ada", sessionId: "s" }, new Set(["me-ada"]), 0, (gone) =>
    left.push(gone),
  );
  follower.release(0);
  const say = (seq: number) =>
    follower.deliver({ seq, channel: "me-ada", event: "x", data: null }, `${seq};`);
  return { follower, left, say };
}

test("a listener that does not read is let go, and nothing waits for it", async () => {
  const { follower, left, say } = follow();
  for (let seq = 1; seq <= 5_000; seq += 1) say(seq);
  expect(left).toEqual([follower]);
  const { value = "" } = await follower.next();
  expect(value.split(";").length).toBeLessThan(1_100);
  expect(await follower.next()).toEqual({ done: true, value: undefined });
});

test("one that reads hears everything once and in order, however much it is", async () => {
  const { follower, left, say } = follow();
  let heard = "";
  for (let seq = 1; seq <= 5_000; seq += 1) {
    say(seq);
    say(seq); // the same again, as after a cut
    if (seq % 500 === 0) heard += (await follower.next()).value;
  }
  expect(heard).toBe(Array.from({ length: 5_000 }, (_, index) => `${index + 1};`).join(""));
  expect(left).toEqual([]);
});
