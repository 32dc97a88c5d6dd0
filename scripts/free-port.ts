import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/**
 * Below the ports a system gives to outgoing connections (Linux from 32,768 on, others from 49,152): one of those may be taken before
 * the server it is meant for listens, or while that server is off for a moment.
 */
const FIRST = 20_000;
const LAST = 32_000;

/**
 * A port of this machine that nobody listens on, and that no other process gets from this function until the one that asked has
 * ended: the odd port above it is held as its lock, which the system opens again whatever happens to the process.
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

/** Null where somebody else listens. */
async function listen(port: number): Promise<Server | null> {
  return await new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
