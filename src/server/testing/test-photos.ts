import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { type PhotoPurpose, uploadPhoto } from "#shared/features/photos/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { AppError } from "#server/http/app-error.ts";
import type { PhotoStorage } from "#server/platform/storage/photo-storage.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

interface Upload {
  bytes?: Uint8Array;
  purpose?: string;
  userId?: string;
  /** Idempotency-Key. */
  key?: string;
  /** A field that does not belong there. */
  path?: string;
}

/** Uploads a photo as a form does. Invalid uploads are allowed, so that tests can check the refusal. */
export async function sendTestPhoto(client: TestClient, uploadOptions: Upload = {}): Promise<Response> {
  const { bytes, key, ...fields } = { purpose: "entry", ...uploadOptions };
  const form = new FormData();
  const content = new Uint8Array(bytes ?? (await testPicture()));
  form.set("file", new File([content], "camp.jpg", { type: "image/jpeg" }));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = new Headers(key === undefined ? {} : { "idempotency-key": key });
  return await client.request(uploadPhoto.path, { method: "POST", headers, body: form });
}

/** Uploads a valid photo. */
export async function saveTestPhoto(
  client: TestClient,
  purpose: PhotoPurpose = "entry",
): Promise<ResponseOf<typeof uploadPhoto>> {
  const answer = await sendTestPhoto(client, { purpose });
  return uploadPhoto.response.parse(await answer.json());
}

/** A JPEG of 600 x 400 pixels. */
export async function testPicture(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const canvas = { width: 600, height: 400, channels: 3, background: "#c60", noise } as const;
  return await sharp({ create: canvas }).jpeg().toBuffer();
}

/** Names of all files in the test's storage, unfinished ones included. */
export async function storedFiles(app: TestApp): Promise<string[]> {
  const folder = join(app.deps.config.dataDir, "photos");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Makes the app's storage fail, as when S3 is unreachable, until repaired. */
export function breakStorage(app: TestApp): { repair: () => void } {
  const { storage } = app.deps;
  const works = { ...storage };
  const fails = async (): Promise<never> => {
    throw new AppError("upstream-failed", "The photo store did not answer.");
  };
  const broken: Omit<PhotoStorage, "kind"> = { put: fails, get: fails, head: fails, delete: fails };
  Object.assign(storage, broken);
  return { repair: () => void Object.assign(storage, works) };
}
