import { expect, test } from "vitest";
import { chooseFiles, entryWords, movePhoto, type PickedPhoto } from "./picked-photos.ts";

test("accepts four photos and gives the reason for rejecting every other file", () => {
  const chosen = [
    { file: file("tent.jpg"), problem: null },
    { file: file("plan.pdf"), problem: "Please upload only image files" },
    { file: file("edge.png"), problem: null },
    { file: file("fire.webp"), problem: null },
    { file: file("one-too-many.jpg"), problem: null },
  ];
  const { taken, refusals } = chooseFiles(1, chosen, entryWords);
  expect(taken.map(({ name }) => name)).toEqual(["tent.jpg", "edge.png", "fire.webp"]);
  expect(refusals).toEqual([
    { name: "plan.pdf", message: "Please upload only image files" },
    { name: "one-too-many.jpg", message: "Maximum 4 photos allowed" },
  ]);
});

test("moves photos to any position, but not beyond the ends", () => {
  const photos = ["a", "b", "c"].map(photo);
  const order = (moved: readonly PickedPhoto[]) => moved.map(({ id }) => id).join("");
  expect(order(movePhoto(photos, "a", 1))).toBe("bac");
  expect(order(movePhoto(photos, "c", 0))).toBe("cab");
  expect(order(movePhoto(photos, "b", -1))).toBe("bac");
  expect(order(movePhoto(photos, "b", 9))).toBe("acb");
  expect(movePhoto(photos, "gone", 0)).toBe(photos);
});

function file(name: string): File {
  return new File([], name);
}

function photo(id: string): PickedPhoto {
  return {
    id,
    blob: file(`${id}.jpg`),
    storedPath: null,
    storedUrl: null,
    state: { phase: "ready" },
  };
}
