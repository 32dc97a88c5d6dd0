import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";

// The rival: the simplest implementation, `c.json(camps)` behind Hono's own compress(). It has the camps in memory, so it pays for
// serialization and gzip but not for a database. Its argument is the URL of the camps.
const camps: unknown = await (await fetch(process.argv[2] ?? "")).json();
const app = new Hono();
app.use(compress());
app.get("/api/playaCamps", (context) => context.json(camps as unknown[])); // as sent by the other server
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.stdout.write(`The rival is at http://127.0.0.1:${port}\n`);
});
