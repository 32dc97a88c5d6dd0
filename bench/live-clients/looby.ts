import { serve } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { EventHub } from "#server/events/event-hub.ts";
import { publishToEntity } from "#server/events/publish.ts";
import { eventStream } from "#server/http/response/sse.ts";
import { streamToSocket } from "#server/http/response/stream-to-socket.ts";
import { createLog } from "#server/log.ts";
import { liveBytes } from "./live-bytes.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

// The event hub over a real database with Looby's own event streams. Sessions are left out, to avoid 5,000 sign-ups.
const database = await openTestDatabase();
const log = createLog("warn");
const hub = await EventHub.open({ database, log });
const app = new Hono();
app.use(streamToSocket(log));
let count = 0;
app.get("/api/events", async () => {
  count += 1;
  const who = { userId: `user-${count}`, sessionId: `session-${count}` };
  return eventStream(await hub.follow(who, [`me-${who.userId}`, "user-circle"], null));
});
app.post("/publish", async (context) => {
  const at = Date.now();
  await publishToEntity(database.kysely, "circle", {
    event: "vibe-update",
    data: { entityId: "circle", at },
  });
  return context.json({});
});
app.get("/memory", (context) => context.text(String(liveBytes())));
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }: AddressInfo) =>
  console.log(`Looby is at http://127.0.0.1:${port}`),
);
process.on("SIGTERM", () => {
  server.close();
  process.exit(0);
});
