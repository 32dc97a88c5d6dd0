import { expect, test } from "vitest";
import { chooseFiles, entryWords, movePhoto, type PickedPhoto } from "./picked-photos.ts";

test("a form takes four photos and gives the reason for every other file", () => {
  const chosen = [
    file("tent.jpg", 1000),
    file("plan.pdf", 1000, "application/pdf"),
    file("edge.png", 5_242_880, "image/png"),
    file("huge.jpg", 5_242_881),
    file("clip.gif", 1000, "image/gif"),
    file("logo.svg", 1000, "image/svg+xml"),
    file("unknown", 1000, ""),
    file("fire.webp", 1000, "image/webp"),
    file("one-too-many.jpg", 1000),
  ];
  const { taken, refusals } = chooseFiles(1, chosen, entryWords);
  expect(taken.map(({ name }) => name)).toEqual(["tent.jpg", "edge.png", "fire.webp"]);
  expect(refusals).toEqual([
    { name: "plan.pdf", message: "Please upload only image files" },
    { name: "huge.jpg", message: "Image size should be less than 5MB" },
    { name: "clip.gif", message: "Please upload only image files" },
    { name: "logo.svg", message: "Please upload only image files" },
    { name: "unknown", message: "Please upload only image files" },
    { name: "one-too-many.jpg", message: "Maximum 4 photos allowed" },
  ]);
});

test("photos move to any place, but not beyond the ends", () => {
  const photos = ["a", "b", "c"].map(photo);
  const order = (moved: readonly PickedPhoto[]) => moved.map(({ id }) => id).join("");
  expect(order(movePhoto(photos, "a", 1))).toBe("bac");
  expect(order(movePhoto(photos, "c", 0))).toBe("cab");
  expect(order(movePhoto(photos, "b", -1))).toBe("bac");
  expect(order(movePhoto(photos, "b", 9))).toBe("acb");
  expect(movePhoto(photos, "gone", 0)).toBe(photos);
});

function file(name: string, size: number, type = "image/jpeg"): File {
  return new File([new Uint8Array(size)], name, { type });
}

function photo(id: string): PickedPhoto {
  return {
    id,
    blob: file(`${id}.jpg`, 1),
    storedPath: null,
    previewUrl: `blob:${id}`,
    state: { phase: "ready" },
  };
}
