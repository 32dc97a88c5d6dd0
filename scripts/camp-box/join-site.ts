import { createHash } from "node:crypto";
import { renderSVG } from "uqr";
import { joinPage, posterPage, STYLE } from "./join-pages.ts";

export interface JoinSite {
  find(path: string): { headers: Record<string, string>; body: string | Buffer } | null;
}

export interface Wifi {
  name: string;
  /** Null for an open network. */
  password: string | null;
}

export interface JoinOptions {
  productName: string;
  /** Looby's https address. */
  loobyUrl: string;
  /** This site's http address. */
  joinUrl: string;
  /** PEM; null when phones already trust the certificate, as for a real domain. */
  authority: string | null;
  wifi: Wifi | null;
}

export const CERTIFICATE_PATH = "/looby-ca.crt";

/** The few pages a phone sees before it trusts the camp's certificates. */
export function createJoinSite(options: JoinOptions): JoinSite {
  const { authority, joinUrl, wifi } = options;
  const qr = { join: qrOf(joinUrl), wifi: wifi === null ? null : qrOf(wifiText(wifi)) };
  const der = authority === null ? null : derOf(authority);
  const fingerprint = authority === null ? null : fingerprintOf(authority);
  const join = joinPage({ ...options, fingerprint, certificatePath: CERTIFICATE_PATH });
  const pages = new Map([
    ["/", join],
    ["/join", join],
    ["/poster", posterPage({ ...options, fingerprint, qr })],
  ]);
  const styleHash = createHash("sha256").update(STYLE).digest("base64");
  return {
    find(path) {
      if (path === CERTIFICATE_PATH && der !== null) {
        // With this type a phone offers to install the certificate.
        const headers = { "content-type": "application/x-x509-ca-cert", "cache-control": "no-cache" };
        return {
          headers: { ...headers, "content-disposition": 'attachment; filename="looby-ca.crt"' },
          body: der,
        };
      }
      const page = pages.get(path);
      if (page === undefined) return null;
      return {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-cache",
          "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        },
        body: page,
      };
    },
  };
}

/** SHA-256 of a certificate (PEM) in pairs, as phones and browsers show it. */
export function fingerprintOf(pem: string): string {
  const hash = createHash("sha256").update(derOf(pem)).digest("hex").toUpperCase();
  return hash.replaceAll(/..(?=.)/g, "$&:");
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
}

/** Text of a QR code that a phone's camera recognizes as a network to join. */
export function wifiText({ name, password }: Wifi): string {
  const escaped = (text: string) => text.replaceAll(/[\\;,:"]/g, (character) => `\\${character}`);
  return password === null
    ? `WIFI:T:nopass;S:${escaped(name)};;`
    : `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`;
}

function qrOf(text: string): string {
  return renderSVG(text, { border: 4, ecc: "M" });
}
