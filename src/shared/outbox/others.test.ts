import { expect, test } from "vitest";
import { readOperation } from "./read-operation.ts";
import { sentenceOfWaiting, waitingOfOthers } from "./others.ts";

const isVisitor = (userId: string) => userId.startsWith("anon-");
let seq = 0;
const made = (userId: string, more: object = {}) => {
  seq += 1;
  return readOperation({ seq, id: `op-${seq}`, userId, endpointId: "things.make", ...more });
};

test("counts another user's operations per item without revealing their contents", () => {
  const photo = made("ada", { id: "photo", userName: "Ada" });
  const operations = [
    photo,
    made("ada", { dependsOn: ["photo"], userName: "Ada", label: "A secret" }),
    made("ada"),
    made("bob"),
    made("me"),
  ];
  const waiting = waitingOfOthers(operations, [{ userId: "ada" }, { userId: "me" }], "me", isVisitor);
  expect(waiting).toEqual([
    { userId: "ada", name: "Ada", count: 3, maySave: false, isAccount: true },
    { userId: "bob", name: null, count: 1, maySave: false, isAccount: true },
  ]);
  expect(waiting.map(sentenceOfWaiting)).toEqual([
    "3 things of Ada wait here until Ada signs in.",
    "1 thing of another user of this device waits here until they sign in.",
  ]);
  expect(waitingOfOthers([made("anon-1")], [], "anon-2", isVisitor).map(sentenceOfWaiting)).toEqual([
    "1 thing of another user of this device waits here.",
  ]);
});

test("lets a user save queued items after an expired session, but not after sign-out", () => {
  const [ended] = waitingOfOthers([made("ada")], [], "anon-1", isVisitor);
  expect(ended?.maySave).toBe(true);
  const [left] = waitingOfOthers([made("ada", { isLeft: true })], [], "anon-1", isVisitor);
  expect(left?.maySave).toBe(false);
});
