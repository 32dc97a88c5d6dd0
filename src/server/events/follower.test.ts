import { expect, test } from "vitest";
import { WireText } from "#server/http/response/wire-text.ts";
import { Follower } from "./follower.ts";

test("delivers every event once and in order until the stream ends", () => {
  const left: Follower[] = [];
  const follower = new Follower({ userId: "ada", sessionId: "s" }, new Set(["me-ada"]), 0, (gone) =>
    left.push(gone),
  );
  const deliver = (seq: number) =>
    follower.deliver({ seq, channel: "me-ada", event: "x", data: null }, new WireText(`${seq};`));
  let received = "";
  deliver(1); // queued until the missed events are sent
  follower.release(0);
  for (let seq = 1; seq <= 500; seq += 1) deliver(seq);
  const reader = {
    write: ({ text }: WireText) => void (received += text),
    hasRoom: async () => undefined,
    end: () => void (received += "end"),
    fail: () => undefined,
  };
  follower.start(reader);
  for (let seq = 400; seq <= 1_000; seq += 1) deliver(seq); // some repeated, as after a reconnect
  expect(received).toBe(Array.from({ length: 1_000 }, (_, index) => `${index + 1};`).join(""));
  expect(left).toEqual([]);
  follower.leave();
  follower.leave();
  deliver(1_001);
  expect(received.endsWith("1000;end")).toBe(true);
  expect(left).toEqual([follower]);
});
