import { afterAll } from "vitest";

// The page is closed when its file ends: its database starts no further transaction, because the next file's page runs in the same process.
afterAll(() => {
  if ("IDBTransaction" in globalThis) Object.assign(IDBTransaction.prototype, { _start: () => undefined });
});
