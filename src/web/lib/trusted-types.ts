/**
 * Installs the one Trusted Types policy allowed by the Content-Security-Policy (`trusted-types default`).
 *
 * The browser calls it whenever a plain string is about to become code. Script URLs of our own origin pass (the
 * service worker, workers, lazy-loaded chunks). Every other script URL, and inline scripts and HTML strings, for which there is
 * no rule, are refused by the browser with a TypeError. Must run before anything registers a worker.
 */
export function installTrustedTypesPolicy(world: TrustedTypesWorld): void {
  world.trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => admitScriptUrl(url, world.location.origin),
  });
}

/** Returns the URL unchanged when it is an http(s) URL of `origin`; throws otherwise, which blocks the load. */
export function admitScriptUrl(url: string, origin: string): string {
  const target = new URL(url, origin);
  // A blob: or data: URL created by the page has our origin, too, or none: neither may carry code.
  const isHttp = target.protocol === "https:" || target.protocol === "http:";
  if (isHttp && target.origin === origin) return url;
  throw new TypeError(`Script from ${target.origin} refused: code is loaded from this server only.`);
}

/** The properties of `window` used here. TypeScript's DOM library has no Trusted Types yet. */
interface TrustedTypesWorld {
  readonly location: { readonly origin: string };
  readonly trustedTypes?: {
    createPolicy(name: "default", rules: { createScriptURL: (url: string) => string }): unknown;
  };
}
