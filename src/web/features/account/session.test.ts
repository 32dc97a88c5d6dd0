import { expect, test } from "vitest";
import { whoIs } from "./session.ts";

const asked = { hasResponse: false, hasFailed: false, hasLeft: false, error: null };
const account = { email: null, phone: null, createdAt: "2026-08-30T00:00:00Z" };
const wren = { ...account, userId: "u1", pseudonym: "Wren", isAnonymous: false };
const visitor = { ...account, userId: "anon:1", pseudonym: "Anonymous", isAnonymous: true };

test("shows no user as a guest before the server confirms it", () => {
  expect(whoIs(undefined, asked).kind).toBe("unknown");
  expect(whoIs(visitor, asked).kind).toBe("unknown");
  expect(whoIs(visitor, { ...asked, hasResponse: true }).kind).toBe("guest");
});

test("shows the last known user while the session loads", () => {
  expect(whoIs(wren, asked)).toEqual({ kind: "person", user: wren });
});

test("shows a guest immediately after an offline sign-out", () => {
  const error = new Error("No signal");
  expect(whoIs(undefined, { ...asked, hasFailed: true, hasLeft: true, error }).kind).toBe("guest");
});

test("shows a known guest while offline and reports the error in a new browser", () => {
  const error = new Error("No signal");
  expect(whoIs(visitor, { ...asked, hasFailed: true, error }).kind).toBe("guest");
  expect(whoIs(undefined, { ...asked, hasFailed: true, error })).toEqual({
    kind: "unknown",
    user: null,
    error,
  });
});
