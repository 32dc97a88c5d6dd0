/**
 * Large files a person asked this device to keep, in parts, so that a download that broke off goes on where it was. In the
 * browser's Cache Storage: it streams, and workers read it too. Nothing gets here by itself.
 */
const CACHE = "looby-files";

/** Whether this browser keeps files at all: without https, or in some private windows, it does not. */
export function canStoreFiles(): boolean {
  return "caches" in globalThis;
}

/** @throws DOMException `QuotaExceededError` when the device has no room left */
export async function storePart(file: string, part: number, bytes: ArrayBuffer): Promise<void> {
  await (await caches.open(CACHE)).put(addressOf(file, part), new Response(bytes));
}

/** A kept part; null when it is not here. */
export async function readPart(file: string, part: number): Promise<ArrayBuffer | null> {
  const kept = await (await caches.open(CACHE)).match(addressOf(file, part));
  return kept === undefined ? null : await kept.arrayBuffer();
}

/** Which parts of which files are here. */
export async function listParts(): Promise<{ file: string; part: number }[]> {
  const requests = await (await caches.open(CACHE)).keys();
  return requests.map(({ url }) => {
    const [file, part] = new URL(url).pathname.split("/").slice(2);
    return { file: file ?? "", part: Number(part) };
  });
}

export async function forgetFile(file: string): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const kept of await listParts()) {
    if (kept.file === file) await cache.delete(addressOf(kept.file, kept.part));
  }
}

function addressOf(file: string, part: number): string {
  return `/kept-files/${file}/${part}`;
}
