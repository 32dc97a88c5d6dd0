import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";

// The rival: what one writes first, `c.json(camps)` behind Hono's own compress(). It holds the camps in memory, so it
// pays for writing JSON and for gzip, and not for a database. Takes the address to get the camps from.
const camps: unknown = await (await fetch(process.argv[2] ?? "")).json();
const app = new Hono();
app.use(compress());
app.get("/api/playaCamps", (context) => context.json(camps as unknown[])); // as the other server sent them
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`The rival is at http://127.0.0.1:${port}\n`);
});
