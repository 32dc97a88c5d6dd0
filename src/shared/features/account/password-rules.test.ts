import { expect, test } from "vitest";
import { passwordWeakness } from "./password-rules.ts";

test("rejects the most common passwords, also with the usual digits and signs around them", () => {
  const weak = [
    "password",
    "Password1",
    "P@ssw0rd!",
    "passwort2026!",
    "123password",
    "iloveyou",
    "burningman2026",
    "1q2w3e4r",
    "qwertyuiop",
    "qwer1234",
    "abcdefgh",
    "87654321abc",
    "yxcvbnm123",
    "aaaaaaaa",
    "abababab",
    "19840312",
    "20261121",
  ];
  for (const password of weak) expect(passwordWeakness(password, "Moth"), password).not.toBeNull();
});

test("rejects a password built from the user's pseudonym", () => {
  for (const password of ["captain biscuit", "Captain Biscuit1", "xcaptain biscuit!"]) {
    expect(passwordWeakness(password, " Captain Biscuit "), password).toContain("pseudonym");
  }
  expect(passwordWeakness("a captain's tent pole", "Captain")).toBeNull();
});

test("accepts ordinary good passwords in any script", () => {
  const good = [
    "copper kettle 9",
    "tent-with-3-poles",
    "Ich mag Nudeln",
    "пароль из песка",
    "砂漠の夜は寒い",
    "7395 1846 2047 91",
    "passwordless is the future",
  ];
  for (const password of good) expect(passwordWeakness(password, "Moth"), password).toBeNull();
});

test("checks long hostile input without delay", () => {
  for (const text of ["a1".repeat(64), "!".repeat(128), "abc".repeat(42), "\u0301".repeat(128)]) {
    expect(() => passwordWeakness(text, text)).not.toThrow();
  }
});
