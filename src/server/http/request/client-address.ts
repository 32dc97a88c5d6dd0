import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The client's network address: the socket's address or, behind a trusted proxy, the last entry the proxy wrote into
 * X-Forwarded-For. Earlier entries are claimed by the client.
 */
export function clientAddress(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || (getConnInfo(context).remote.address ?? "unknown");
}
