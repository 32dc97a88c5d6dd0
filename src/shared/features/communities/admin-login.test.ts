import { expect, test } from "vitest";
import { passwordWeakness } from "#shared/features/account/password-rules.ts";
import { suggestAdminPassword, suggestAdminUsername } from "./admin-login.ts";
import { MAX_ADMIN_USERNAME } from "./limits.ts";

test("builds a username from a name's letters and digits", () => {
  expect(suggestAdminUsername("  Café Dust & Co ")).toBe("cafe-dust-co");
  expect(suggestAdminUsername("Dusty’s 7:30 Łódź")).toBe("dustys-7-30-lodz");
  expect(suggestAdminUsername("東京 キャンプ")).toBe("東京-キャンフ");
});

test("returns no username for a name without letters and digits", () => {
  for (const name of ["", " ", "🔥🔥", "-- ' --", "\u202E\u0000\n"])
    expect(suggestAdminUsername(name)).toBe("");
});

test("limits the username's length and ends it with a letter", () => {
  expect(suggestAdminUsername("a".repeat(100_000))).toHaveLength(MAX_ADMIN_USERNAME);
  expect(suggestAdminUsername(`${"a".repeat(MAX_ADMIN_USERNAME - 1)} b`)).toBe(
    "a".repeat(MAX_ADMIN_USERNAME - 1),
  );
  expect(suggestAdminUsername(`a${"𐐨".repeat(100)}`)).toBe(`a${"𐐨".repeat(29)}`);
});

test("creates a different strong password each time", () => {
  const passwords = Array.from({ length: 50 }, suggestAdminPassword);
  expect(new Set(passwords).size).toBe(50);
  for (const password of passwords) {
    expect(password).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){2}$/);
    expect(passwordWeakness(password, "tea-tent")).toBeNull();
  }
});
