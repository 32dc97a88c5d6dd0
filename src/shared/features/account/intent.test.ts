import { expect, test } from "vitest";
import { doorWords, type IntentKind, parseIntent } from "./intent.ts";

test("names the intent on the sheet for sign-up and sign-in", () => {
  expect(doorWords({ to: "borrow", id: "r1" }, "sign-up", "Camp").title).toBe("Sign up to borrow this");
  expect(doorWords({ to: "borrow", id: "r1" }, "sign-in", "Camp").title).toBe("Sign in to borrow this");
  const named = (to: IntentKind) => doorWords({ to, id: "1" }, "sign-up", "Camp", "Lantern Works").title;
  expect([named("borrow"), named("join"), named("ask")]).toEqual([
    "Sign up to borrow Lantern Works",
    "Sign up to join Lantern Works",
    "Sign up to ask to join Lantern Works",
  ]);
  const need = `a ladder ${"of three metres ".repeat(6)}`;
  expect(doorWords({ to: "answer", id: "1" }, "sign-up", "Camp", need).title).toMatch(
    /^Sign up to help with “a ladder .{40,52}…”$/,
  );
  expect(doorWords({ to: "create" }, "sign-up", "Camp").title).toBe("Sign up to create a Camp");
});

test("returns null for an unknown intent or a missing id", () => {
  expect(parseIntent("borrow", "r1")).toEqual({ to: "borrow", id: "r1" });
  expect(parseIntent("borrow", null)).toBeNull();
  expect(parseIntent("share", "r1")).toEqual({ to: "share" });
  expect(parseIntent("toString", "r1")).toBeNull();
  expect(parseIntent(undefined, "r1")).toBeNull();
});
