import { isIP } from "node:net";
import { hostname } from "node:os";
import type { Context, MiddlewareHandler } from "hono";
import type { Config } from "#server/config/config.ts";
import { AppError } from "../app-error.ts";
import { addressPage } from "../response/address-page.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const MAX_JSON_DEPTH = 32;

type ServedAt = Pick<Config, "publicUrl" | "trustProxy">;

/**
 * Unsafe methods must come from our own page. A browser always sends Origin or Sec-Fetch-Site with them. A request with neither
 * header does not come from a browser and carries no ambient cookie worth forging.
 */
export function sameOrigin(served: ServedAt): MiddlewareHandler {
  return async (context, next) => {
    if (!SAFE_METHODS.has(context.req.method) && !isSameOrigin(context, served)) {
      throw new AppError("forbidden", "This call must come from Looby's own page.");
    }
    await next();
  };
}

/**
 * Whether this server answers to a Host header: the public address, an IP address, or this machine's name.
 * @param publicUrl the public origin; null without one
 */
export function hostTest(publicUrl: string | null): (host: string) => boolean {
  const machine = hostname().toLowerCase().split(".")[0] ?? "";
  const ownHosts = new Set(["localhost", machine, `${machine}.local`]);
  if (publicUrl !== null) ownHosts.add(new URL(publicUrl).hostname);
  return (host) => {
    const name = URL.parse(`http://${host}`)?.hostname ?? "";
    return ownHosts.has(name) || name.endsWith(".localhost") || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
  };
}

/**
 * Guards against DNS rebinding: a foreign name that resolves to this machine's address counts as our own origin in the browser. The Host
 * header must therefore be a known one; an IP address cannot be rebound.
 */
export function servedHost({ publicUrl, trustProxy }: ServedAt): MiddlewareHandler {
  const isServed = hostTest(publicUrl);
  return async (context, next) => {
    const host = context.req.header("host") ?? "";
    if (isServed(host)) return await next();
    // Behind a proxy the browser may be at the right address already. nginx alone sends no header that names it.
    const isBehindProxy = trustProxy || isProxied(context.req.raw.headers);
    const address = isBehindProxy ? null : publicUrl;
    const problem = unknownHost(host, address, isBehindProxy);
    if (context.req.header("accept")?.includes("text/html") !== true)
      throw new AppError("forbidden", problem);
    return addressPage(problem, address);
  };
}

/** For users the address to open; for the operator the setting to change. */
function unknownHost(host: string, address: string | null, isBehindProxy: boolean): string {
  const unknown = `Looby is not known as “${host.slice(0, 100)}”.`;
  if (isBehindProxy)
    return `${unknown} If you run this server: the proxy before it has to pass on the Host header that the browser sent (in nginx: proxy_set_header Host $http_host;), and PUBLIC_URL has to name that address.`;
  return address === null
    ? `${unknown} If you run this server: set PUBLIC_URL to the address that people open.`
    : `${unknown} Please open it at ${address}. If you run this server and people should open it here, set PUBLIC_URL to this address.`;
}

/** Whether a proxy passed a request on. Only for sentences: any client can send these headers. */
export function isProxied(headers: Headers): boolean {
  return ["x-forwarded-for", "x-forwarded-proto", "x-real-ip", "forwarded", "via"].some((name) =>
    headers.has(name),
  );
}

function isSameOrigin(context: Context, { publicUrl, trustProxy }: ServedAt): boolean {
  const site = context.req.header("sec-fetch-site");
  if (site === "same-origin") return true; // no page can cause a browser to send this
  if (site !== undefined && site !== "none") return false;
  const origin = context.req.header("origin");
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // By name, because a proxy may pass on another Host than the browser's.
  if (publicUrl !== null && host === new URL(publicUrl).host) return origin === publicUrl;
  const forwarded = trustProxy ? context.req.header("x-forwarded-proto") : undefined;
  return host === context.req.header("host") && protocol === `${forwarded ?? "http"}:`;
}

/**
 * Checks that apply to every schema: no NUL (Postgres cannot store it) unless the endpoint handles it itself, no nesting deeper
 * than 32, only finite numbers.
 * @throws AppError `invalid-input`
 */
export function assertSound(value: unknown, allowsNul = false, depth = 0): void {
  if (depth > MAX_JSON_DEPTH) throw new AppError("invalid-input", "The data is nested too deeply.");
  if (!allowsNul && typeof value === "string" && value.includes("\0")) {
    throw new AppError("invalid-input", "The text has a NUL character, which cannot be stored.");
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new AppError("invalid-input", "A number is out of range.");
  }
  if (Array.isArray(value)) {
    for (const item of value) assertSound(item, allowsNul, depth + 1);
  } else if (typeof value === "object" && value !== null && !(value instanceof Blob)) {
    for (const [key, item] of Object.entries(value)) {
      assertSound(key, allowsNul, depth);
      assertSound(item, allowsNul, depth + 1);
    }
  }
}
