/**
 * Large files a user asked this device to store, in parts, so that an interrupted download can resume. They are in the
 * browser's Cache Storage, which streams and which workers can read, too. Nothing is stored here without the user's request.
 */
const CACHE = "looby-files";

/** Whether this browser can store files: not without https, nor in some private windows. */
export function canStoreFiles(): boolean {
  return "caches" in globalThis;
}

/** @throws DOMException `QuotaExceededError` when the device has no room left */
export async function storePart(file: string, part: number, bytes: ArrayBuffer): Promise<void> {
  await (await caches.open(CACHE)).put(addressOf(file, part), new Response(bytes));
}

/** A stored part; null when it is missing. */
export async function readPart(file: string, part: number): Promise<ArrayBuffer | null> {
  const stored = await (await caches.open(CACHE)).match(addressOf(file, part));
  return stored === undefined ? null : await stored.arrayBuffer();
}

/** Lists the stored parts of all files. */
export async function listParts(): Promise<{ file: string; part: number }[]> {
  const requests = await (await caches.open(CACHE)).keys();
  return requests.map(({ url }) => {
    const [file, part] = new URL(url).pathname.split("/").slice(2);
    return { file: file ?? "", part: Number(part) };
  });
}

export async function forgetFile(file: string): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const stored of await listParts()) {
    if (stored.file === file) await cache.delete(addressOf(stored.file, stored.part));
  }
}

function addressOf(file: string, part: number): string {
  return `/kept-files/${file}/${part}`;
}
