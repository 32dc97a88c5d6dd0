import { join } from "node:path";
import type { Page } from "@playwright/test";
import react from "@vitejs/plugin-react";
import sharp from "sharp";
import { createServer, type ViteDevServer } from "vite";
import { expect, expectAccessible, test } from "./fixtures/looby.ts";

let server: ViteDevServer;

// The picker has a separate server: these stories start no Looby server.
test.use({ baseURL: "http://127.0.0.1" });

test.beforeAll(async () => {
  server = await createServer({
    root: join(import.meta.dirname, "fixtures/photo-picker"),
    configFile: false,
    cacheDir: join(import.meta.dirname, "../.cache/vite-e2e"),
    plugins: [react()],
    server: { port: 0, host: "127.0.0.1", fs: { strict: false } },
    logLevel: "error",
  });
  await server.listen();
});

test.afterAll(() => server.close());

test.beforeEach(async ({ page }) => {
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  await expect(page.getByText("Add photos")).toBeVisible();
});

test(
  "submits a phone's photo upright, small and without its location",
  { tag: "@gate" },
  async ({ page }) => {
    const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
    const taken = await sharp({
      create: { width: 3000, height: 2000, channels: 3, background: "#c60", noise },
    })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: "Ada of camp Lovelace" }, IFD3: { GPSLatitude: "40/1 47/1 11/1" } })
      .jpeg()
      .toBuffer();
    await choose(page, [{ name: "tent.jpg", mimeType: "image/jpeg", buffer: taken }]);
    await expect(page.getByText("Preparing...")).toHaveCount(0);

    const [photo] = await handedOver(page);
    expect(photo).toMatchObject({ name: "tent.jpg", type: "image/webp", phase: "ready" });
    const bytes = photo?.bytes ?? Buffer.alloc(0);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: 1067, height: 1600 });
    expect(metadata.exif).toBeUndefined();
    expect(bytes.length).toBeLessThan(taken.length / 2);
  },
);

test("sorts photos by keyboard and by dragging", async ({ page }) => {
  await choose(page, await pictures(3));
  await page.getByRole("button", { name: "Move photo 1 later" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["2.png", "1.png", "3.png"]);
  await expect(page.getByText("Photo moved to place 2 of 3.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move photo 2 later" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["2.png", "3.png", "1.png"]);

  const first = await page.getByRole("img", { name: "2.png" }).boundingBox();
  const last = await page.getByRole("img", { name: "1.png" }).boundingBox();
  if (first === null || last === null) throw new Error("the photos are not on the page");
  await page.mouse.move(first.x + 20, first.y + 60);
  await page.mouse.down();
  await page.mouse.move(last.x + 20, last.y + 60, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual(["3.png", "1.png", "2.png"]);
  await page.mouse.move(first.x + 20, first.y + 60);
  await expect.poll(() => names(page)).toEqual(["3.png", "1.png", "2.png"]);
});

test("shows the upload progress on each photo and is accessible", async ({ page }) => {
  await choose(page, await pictures(3));
  await expect(page.getByText("Preparing...")).toHaveCount(0);
  await page.evaluate(() => {
    const [first, second, third] = window.pickedPhotos.map(({ id }) => id);
    window.markPhoto(first ?? "", { phase: "sent" });
    window.markPhoto(second ?? "", { phase: "failed", message: "Failed to upload image. Please try again." });
    window.markPhoto(third ?? "", { phase: "sending" });
  });
  const tiles = page.getByRole("listitem");
  await expect(tiles.nth(0)).toContainText("Sent");
  await expect(tiles.nth(1)).toContainText("Failed to upload image. Please try again.");
  await expect(tiles.nth(2)).toContainText("Sending...");
  await expectAccessible(page, "fieldset");
});

async function choose(
  page: Page,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await page.getByLabel("Add photos").setInputFiles(files);
  await expect(page.getByRole("listitem").getByRole("img")).toHaveCount(files.length);
}

async function names(page: Page): Promise<string[]> {
  return await page.evaluate(() => window.pickedPhotos.map(({ blob }) => blob.name));
}

async function handedOver(page: Page) {
  const photos = await page.evaluate(
    async () =>
      await Promise.all(
        window.pickedPhotos.map(async ({ blob, state }) => ({
          name: blob.name,
          type: blob.type,
          phase: state.phase,
          bytes: [...new Uint8Array(await blob.arrayBuffer())],
        })),
      ),
  );
  return photos.map((photo) => ({ ...photo, bytes: Buffer.from(photo.bytes) }));
}

/** Small pictures named 1.png, 2.png, ... */
async function pictures(count: number) {
  const create = { width: 40, height: 30, channels: 3, background: "#c60" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  return Array.from({ length: count }, (_, index) => ({
    name: `${index + 1}.png`,
    mimeType: "image/png",
    buffer,
  }));
}
