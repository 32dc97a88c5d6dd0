import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/**
 * Below the ephemeral ports of operating systems (Linux from 32,768, others from 49,152). An ephemeral port could be taken before the
 * intended server listens, or while that server is briefly down.
 */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * A free port of this machine that no other process gets from this function while the calling process runs. The odd port above it is held
 * as a lock; the system releases it when the process ends for any reason.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 2 * randomInt(FIRST / 2, LAST / 2);
    const lock = await listen(port + 1);
    if (lock === null) continue;
    const probe = await listen(port);
    if (probe === null) {
      lock.close();
      continue;
    }
    await new Promise((resolve) => probe.close(resolve));
    lock.unref();
    return port;
  }
}

/** Null when another process listens there. */
async function listen(port: number): Promise<Server | null> {
  return await new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
