import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * States of an outside service: `well`, `down` (the connection is cut), `silent` (it accepts the call and never responds), or a status with
 * which it responds to everything.
 */
export type Mood = "well" | "down" | "silent" | number;

export interface MoodyService extends AsyncDisposable {
  url: string;
  mood: Mood;
}

/**
 * A proxy between Looby and a real service, with moods.
 * @param url of the real service
 */
export async function openMoodyService(url: string): Promise<MoodyService> {
  const inner = new URL(url);
  const server: Server = createServer((incoming, outgoing) => {
    const { mood } = service;
    if (mood === "down") return void incoming.socket.destroy();
    if (mood === "silent") return;
    if (typeof mood === "number") return void outgoing.writeHead(mood).end("<Error>secret detail</Error>");
    const { method, headers } = incoming;
    const passed = forward(
      { host: inner.hostname, port: inner.port, path: incoming.url, method, headers },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has an address
  const service: MoodyService = {
    url: `http://127.0.0.1:${port}`,
    mood: "well",
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}
