import { fireEvent, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { VERSION_HEADER } from "#shared/http/version-header.ts";
import { Photo } from "#web/features/photos/photo.tsx";
import { reportReachable } from "#web/lib/server/reachability.ts";
import { forgetThing } from "#web/offline/copy/forget-thing.ts";
import { readCopy, readThumb, storeCopy } from "#web/offline/copy/local-copy.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { resourceWith } from "#web/testing/resources.ts";
import { MAX_THUMB_BYTES, MOST_THUMBS, renewThumbs } from "./copy-thumbs.ts";

const { signal } = new AbortController();
let size = 700;
const server = vi.fn<(url: string) => Promise<Response>>(async () =>
  answer(new Blob([new Uint8Array(size)], { type: "image/webp" })),
);

beforeEach(async () => {
  size = 700;
  server.mockClear();
  vi.stubGlobal("fetch", server);
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:copy", revokeObjectURL: () => undefined }),
  );
  reportReachable();
  await freshDevice();
});
afterEach(() => vi.unstubAllGlobals());

test("stores the first photo of each of the newest listings, once", async () => {
  const listings = Array.from({ length: MOST_THUMBS + 5 }, (_, index) => listingWith(`${index}`));
  await renewThumbs("user-ada", listings, signal);
  expect(server).toHaveBeenCalledTimes(MOST_THUMBS);
  expect(server.mock.calls[0]?.[0]).toContain("/api/photos/file/entries/ada/0.webp?");
  expect((await readThumb(pathOf("0")))?.size).toBe(size);
  await renewThumbs("user-ada", listings, signal);
  expect(server).toHaveBeenCalledTimes(MOST_THUMBS);
});

test("deletes the photo of a deleted listing", async () => {
  await renewThumbs("user-ada", [listingWith("1"), listingWith("2")], signal);
  await renewThumbs("user-ada", [listingWith("2")], signal);
  expect(await readThumb(pathOf("1"))).toBeNull();
  expect(await readThumb(pathOf("2"))).not.toBeNull();
});

test("skips a photo that the server refuses and stores the others", async () => {
  server.mockImplementationOnce(async () => answer(JSON.stringify({ code: "gone", error: "Expired." }), 410));
  await renewThumbs("user-ada", [listingWith("1"), listingWith("2")], signal);
  expect(await readThumb(pathOf("1"))).toBeNull();
  expect(await readThumb(pathOf("2"))).not.toBeNull();
});

test("skips a photo that this browser does not store and stores the others", async () => {
  using _ = refusePut(new DOMException("Error preparing data", "UnknownError"));
  await renewThumbs("user-ada", [listingWith("1"), listingWith("2")], signal);
  expect(await readThumb(pathOf("1"))).toBeNull();
  expect(await readThumb(pathOf("2"))).not.toBeNull();
});

test("stops at a full device", async () => {
  using _ = refusePut(new DOMException("full", "QuotaExceededError"));
  const renewal = renewThumbs("user-ada", [listingWith("1"), listingWith("2")], signal);
  await expect(renewal).rejects.toThrow("full");
  expect(server).toHaveBeenCalledTimes(1);
});

test("stops when it is aborted while a photo is not stored", async () => {
  const copy = new AbortController();
  using _ = refusePut(new DOMException("Error preparing data", "UnknownError"), () => copy.abort());
  const renewal = renewThumbs("user-ada", [listingWith("1"), listingWith("2")], copy.signal);
  await expect(renewal).rejects.toThrow("aborted");
  expect(server).toHaveBeenCalledTimes(1);
});

test("skips a photo that cannot be scaled down and does not fetch it again", async () => {
  size = MAX_THUMB_BYTES + 1;
  await renewThumbs("user-ada", [listingWith("1")], signal);
  await renewThumbs("user-ada", [listingWith("1")], signal);
  expect(await readThumb(pathOf("1"))).toBeNull();
  expect(server).toHaveBeenCalledTimes(1);
});

test("stores nothing for a user who has signed out", async () => {
  await renewThumbs("user-eve", [listingWith("1")], signal);
  expect(await readThumb(pathOf("1"))).toBeNull();
});

test("shows the copy when the link fails, else the placeholder", async () => {
  await renewThumbs("user-ada", [listingWith("1")], signal);
  const { container } = render(
    <>
      <Photo className="known" url="/gone" path={pathOf("1")} fallback="no picture" />
      <Photo className="unknown" url="/gone" path={pathOf("2")} fallback="a wrench" />
    </>,
  );
  for (const picture of container.querySelectorAll("img")) fireEvent.error(picture);
  await waitFor(() => expect(container.querySelector("img")?.getAttribute("src")).toBe("blob:copy"));
  expect(container.querySelector(".unknown")).toBeNull();
  expect(container.textContent).toBe("a wrench");
});

function answer(body: Blob | string, status = 200): Response {
  return new Response(body, { status, headers: { [VERSION_HEADER]: "1" } });
}

/** Refuses the next row that is put into the database. */
/** Refuses the first photo as often as the page tries to store it. */
function refusePut(error: DOMException, onRefused = () => {}) {
  const method = "put";
  const write = IDBObjectStore.prototype[method];
  return vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
    this: IDBObjectStore,
    ...row: Parameters<typeof write>
  ) {
    if (row[1] !== `thumb:${pathOf("1")}`) return write.apply(this, row);
    onRefused();
    throw error;
  });
}

function pathOf(name: string): string {
  return `entries/ada/${name}.webp`;
}

function listingWith(name: string) {
  const url = `/api/photos/file/${pathOf(name)}?expires=1&signature=s`;
  const gallery = [
    { path: pathOf(name), url, thumbUrl: `${url}&size=thumb` },
    { path: pathOf(`${name}-more`), url, thumbUrl: url },
  ];
  return { ...resourceWith({ id: name }), photos: { gallery } };
}

test("deletes the copy of a listing together with its photo", async () => {
  const listings = [listingWith("1"), listingWith("2")];
  await storeCopy("user-ada", "listings", { listings, communityIds: [], wholeAt: 0, isPart: false });
  await renewThumbs("user-ada", listings, signal);
  await forgetThing("1");
  expect((await readCopy("listings"))?.data.listings).toMatchObject([{ id: "2" }]);
  expect(await readThumb(pathOf("1"))).toBeNull();
});
