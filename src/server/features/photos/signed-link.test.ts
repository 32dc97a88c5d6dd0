import { expect, test } from "vitest";
import { checkPhotoLink, photoLink } from "./signed-link.ts";

const SECRET = "a secret of thirty-two characters or more";
const PATH = "entries/ada/1753400000000-0123456789abcdef01234567.webp";
const NOON = Date.UTC(2026, 7, 30, 12, 0, 0);
const MINUTE = 60_000;

test("signs a link for at least an hour, identical within ten minutes", () => {
  const link = photoLink(SECRET, PATH, "full", NOON + 1);
  expect(link).toMatch(
    /^\/api\/photos\/file\/entries\/ada\/1753400000000-[0-9a-f]{24}\.webp\?expires=\d{10}&/,
  );
  expect(photoLink(SECRET, PATH, "full", NOON + 10 * MINUTE)).toBe(link);
  expect(photoLink(SECRET, PATH, "full", NOON + 10 * MINUTE + 1)).not.toBe(link);

  const parts = parse(link);
  expect(checkPhotoLink([SECRET], parts, NOON)).toEqual({ state: "good", secondsLeft: 4200 });
  expect(checkPhotoLink([SECRET], parts, NOON + 69 * MINUTE)).toEqual({ state: "good", secondsLeft: 60 });
  expect(checkPhotoLink([SECRET], parts, NOON + 70 * MINUTE)).toEqual({ state: "expired" });
});

test("opens one size of one photo on one server", () => {
  const parts = parse(photoLink(SECRET, PATH, "thumb", NOON));
  expect(checkPhotoLink([SECRET], parts, NOON).state).toBe("good");
  const forged = [
    { ...parts, size: "full" as const },
    { ...parts, path: PATH.replace("ada", "bob") },
    { ...parts, expires: String(Number(parts.expires) + 600) },
    { ...parts, expires: `0${parts.expires}` },
    { ...parts, expires: `${parts.expires} ` },
    { ...parts, signature: "" },
    { ...parts, signature: `${parts.signature}=` },
    { ...parts, signature: "ü".repeat(parts.signature.length) },
  ];
  for (const link of forged)
    expect(checkPhotoLink([SECRET], link, NOON), JSON.stringify(link)).toEqual({ state: "forged" });
  expect(checkPhotoLink([`${SECRET}!`], parts, NOON)).toEqual({ state: "forged" });
});

test("compares all bits of a signature's last character, though only four are hash", () => {
  const parts = parse(photoLink(SECRET, PATH, "full", NOON));
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const accepted = alphabet.split("").filter((last) => {
    const signature = parts.signature.slice(0, -1) + last;
    return checkPhotoLink([SECRET], { ...parts, signature }, NOON).state === "good";
  });
  expect(accepted).toEqual([parts.signature.at(-1)]);
});

function parse(link: string) {
  const url = new URL(link, "http://looby.test");
  return {
    path: url.pathname.replace("/api/photos/file/", ""),
    size: url.searchParams.get("size") === "thumb" ? ("thumb" as const) : ("full" as const),
    expires: url.searchParams.get("expires") ?? "",
    signature: url.searchParams.get("signature") ?? "",
  };
}
