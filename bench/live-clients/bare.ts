import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { liveBytes } from "./live-bytes.ts";

// The minimum for a server: keep the responses open and write to each.
const open = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.url === "/publish") {
    const frame = `id: 1\ndata: ${JSON.stringify({ channel: "user-circle", event: "vibe-update", data: { entityId: "circle", at: Date.now() } })}\n\n`;
    for (const listener of open) listener.write(frame);
    response.end("{}");
    return;
  }
  if (request.url === "/memory") {
    response.end(String(liveBytes()));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write('id: 0\ndata: {"channel":"me","event":"ready"}\n\n');
  open.add(response);
  response.on("close", () => open.delete(response));
});
server.listen(0, "127.0.0.1", () =>
  console.log(`bare is at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on("SIGTERM", () => process.exit(0));
