import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { joinWords, readShared, storeShared } from "./shared.ts";

test("stores text once that an app shares twice", () => {
  const link = "https://example.org/tea";
  expect(joinWords(["Tea house", `Tea house, open late ${link}`, link])).toBe(`Tea house, open late ${link}`);
  expect(joinWords(["Tea", "Tea"])).toBe("Tea");
  expect(joinWords([" A title ", "", link])).toBe(`A title\n${link}`);
  expect(joinWords(["x".repeat(9000)])).toHaveLength(8000);
  expect(joinWords([])).toBe("");
});

test("stores a shared photo whose declared type is wrong", async () => {
  const form = new FormData();
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  form.append("photos", new File([jpeg], "tent", { type: "application/octet-stream" }));
  form.append("photos", new File(["words"], "note.txt", { type: "text/plain" }));
  form.append("photos", new File([], "empty.jpg", { type: "image/jpeg" }));
  await storeShared(form);
  expect((await readShared())?.photos.map(({ name }) => name)).toEqual(["tent"]);
});
