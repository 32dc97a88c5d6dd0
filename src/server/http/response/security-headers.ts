import { createHash } from "node:crypto";

export interface SecurityHeaderOptions {
  /** Content of the page's one inline `<style>` and `<script>`, allowed by their hashes; null when there is none. */
  inline: { style: string | null; script: string | null };
  /** Strict-Transport-Security is sent only when the operator declares that the host uses https permanently. */
  hsts: boolean;
}

/** Security headers for every response, including errors and files. The strictest policy costs nothing here. */
export function securityHeaders(options: SecurityHeaderOptions): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // WebAssembly is needed only for speech recognition in the browser.
    `script-src 'self' 'wasm-unsafe-eval'${hashSource(options.inline.script)}`,
    `style-src 'self'${hashSource(options.inline.style)}`,
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

/** The CSP source for an inline element, to be appended to a directive. */
function hashSource(content: string | null): string {
  return content === null ? "" : ` 'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
