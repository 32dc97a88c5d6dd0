import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { openScreen } from "#web/testing/open-screen.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import { entryWords, type InitialPhoto, type PickedPhotos, usePickedPhotos } from "./picked-photos.ts";

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const undecodable = async () => Promise.reject(new DOMException("The source image could not be decoded."));
/** The photos that a form would submit now. */
let picked: PickedPhotos;

beforeEach(() => {
  // jsdom cannot decode pictures.
  vi.stubGlobal("createImageBitmap", undecodable);
});

test("passes on a photo that cannot be decoded unchanged", async () => {
  const odd = photo("odd.jpg", "of a camera to come");
  await choose([odd]);
  await waitFor(() => expect(picked.photos).toMatchObject([{ state: { phase: "ready" } }]));
  expect(picked.photos[0]?.blob).toBe(odd);
});

test("names the photo that it is still preparing", async () => {
  const decoding = Promise.withResolvers<ImageBitmap>();
  vi.stubGlobal("createImageBitmap", () => decoding.promise);
  await choose([photo("1.jpg")]);
  await screen.findByText("Preparing...");
  expect(picked.isShrinking).toBe(true);
  decoding.reject(new Error("no picture"));
  await waitFor(() => expect(screen.queryByText("Preparing...")).toBeNull());
});

test("rejects by name a file that only claims to be a photo", async () => {
  await choose([new File(["I am a JPEG, honestly"], "letter.jpg", { type: "image/jpeg" })]);
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("Please upload only image files letter.jpg"),
  );
  expect(picked.photos).toEqual([]);
});

test("accepts a JPEG of any declared type and explains what to do with a HEIC photo", async () => {
  const heic = new File(["\0\0\0\x18ftypheic\0\0\0\0mif1heic"], "phone.jpg", { type: "image/jpeg" });
  await choose([
    ...["image/jpg", "application/octet-stream", ""].map((type) => photo("tent.jpg", "", type)),
    heic,
  ]);
  await waitFor(() => expect(picked.photos).toHaveLength(3));
  expect(screen.getByRole("alert").textContent).toMatch(/HEIC.*iPhone.*phone\.jpg$/);
});

test("rejects the fifth photo of two selections made at once", async () => {
  await choose([]);
  act(() => {
    picked.add(photos(3));
    picked.add(photos(3));
  });
  expect(picked.isShrinking).toBe(true);
  await waitFor(() => expect(picked.photos).toHaveLength(4));
});

test("rejects by name a non-photo, a large file and an extra photo", async () => {
  const big = new File([new Uint8Array(5_242_881)], "big.jpg", { type: "image/jpeg" });
  const clip = new File(["GIF89a"], "clip.gif", { type: "image/gif" });
  await choose([big, clip, ...photos(5)]);
  const refusals = [...screen.getByRole("alert").children].map(({ textContent }) => textContent);
  expect(refusals).toEqual([
    "Image size should be less than 5MB big.jpg",
    "Please upload only image files clip.gif",
    "Maximum 4 photos allowed 5.jpg",
  ]);
  expect(names()).toEqual(["1.jpg", "2.jpg", "3.jpg", "4.jpg"]);
});

test("accepts a photo of exactly 5 MB", async () => {
  const bytes = new Uint8Array(5_242_880);
  bytes.set(JPEG);
  await choose([new File([bytes], "large.jpg", { type: "image/jpeg" })]);
  await waitFor(() => expect(picked.photos).toMatchObject([{ state: { phase: "ready" } }]));
});

test("offers no further photo after four", async () => {
  await choose(photos(4));
  expect(screen.queryByLabelText("Add photos")).toBeNull();
});

test("removes a photo together with the rejections", async () => {
  const user = await choose(photos(5));
  await user.click(screen.getByRole("button", { name: "Remove photo 2" }));
  expect(names()).toEqual(["1.jpg", "3.jpg", "4.jpg"]);
  expect(screen.getByRole("alert").textContent).toBe("");
  screen.getByText("Photo 2 removed.");
  await user.upload(screen.getByLabelText("Add photos"), [photo("1.jpg")]);
  expect(names()).toEqual(["1.jpg", "3.jpg", "4.jpg", "1.jpg"]);
});

test("moves a photo by keyboard and announces its position", async () => {
  const user = await choose(photos(3));
  screen.getByRole("button", { name: "Move photo 1 later" }).focus();
  await user.keyboard("{Enter}");
  expect(names()).toEqual(["2.jpg", "1.jpg", "3.jpg"]);
  screen.getByText("Photo moved to place 2 of 3.");
});

test("leaves the last photo in place when it is moved later", async () => {
  const user = await choose(photos(2));
  screen.getByRole("button", { name: "Move photo 2 later" }).focus();
  await user.keyboard("{Enter}");
  expect(names()).toEqual(["1.jpg", "2.jpg"]);
  expect(screen.queryByText(/^Photo moved/)).toBeNull();
});

test("shows the upload progress on each photo", async () => {
  await choose(photos(3));
  await waitFor(() => expect(picked.isShrinking).toBe(false));
  const [first = "", second = "", third = ""] = picked.photos.map(({ id }) => id);
  act(() => {
    picked.mark(first, { phase: "sent" });
    picked.mark(second, { phase: "failed", message: "Failed to upload image. Please try again." });
    picked.mark(third, { phase: "sending" });
  });
  const tiles = screen.getAllByRole("listitem");
  expect(tiles).toHaveLength(4); // and the button to add photos
  within(tiles[0] ?? document.body).getByText("Sent");
  within(tiles[1] ?? document.body).getByText("Failed to upload image. Please try again.");
  within(tiles[2] ?? document.body).getByText("Sending...");
});

test("shows uploaded photos by their links", async () => {
  const path = "entries/ada/lamp.webp";
  await openScreen(<Picker initial={[{ path, thumbUrl: "/lamp-small" }]} />);
  expect(screen.getByRole("img", { name: "Photo 1" }).getAttribute("src")).toBe("/lamp-small");
  expect(picked.photos).toMatchObject([{ blob: null, storedPath: path }]);
});

function Picker({ initial }: { initial?: readonly InitialPhoto[] }) {
  const photosOfForm = usePickedPhotos(entryWords, initial);
  useEffect(() => {
    picked = photosOfForm;
  });
  return <PhotoPicker label="Photos" picked={photosOfForm} />;
}

async function choose(files: File[]) {
  await openScreen(<Picker />);
  // Like a phone's gallery, which offers more files than requested.
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(screen.getByLabelText("Add photos"), files);
  return user;
}

function names(): string[] {
  return picked.photos.map(({ blob }) => blob?.name ?? "");
}

function photos(count: number): File[] {
  return Array.from({ length: count }, (_, index) => photo(`${index + 1}.jpg`));
}

function photo(name: string, rest = "", type = "image/jpeg"): File {
  return new File([new Uint8Array(JPEG), rest], name, { type });
}
