import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The client's network address: the socket's, or, behind a proxy the operator trusts, the last one that proxy wrote into
 * X-Forwarded-For (earlier entries are the client's own claim).
 */
export function clientAddress(context: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || (getConnInfo(context).remote.address ?? "unknown");
}
