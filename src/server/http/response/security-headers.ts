import { createHash } from "node:crypto";

export interface SecurityHeaderOptions {
  /** Contents of the one inline `<style>` of the page, hashed into style-src; null when there is none. */
  inlineStyle: string | null;
  /** Strict-Transport-Security is sent only when the operator says the host is https for good. */
  hsts: boolean;
}

/** The headers every answer carries, errors and files included (facts: the strictest policy costs nothing here). */
export function securityHeaders(options: SecurityHeaderOptions): Record<string, string> {
  const styleHash =
    options.inlineStyle === null
      ? ""
      : ` 'sha256-${createHash("sha256").update(options.inlineStyle).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    // WebAssembly only for speech recognition in the browser.
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${styleHash}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
  return {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "microphone=(self), geolocation=(self), camera=(self)",
    ...(options.hsts ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
  };
}
