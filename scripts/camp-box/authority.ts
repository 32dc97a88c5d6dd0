import { webcrypto, X509Certificate as NodeCertificate } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import type { LocalNames } from "./local-names.ts";
import { onlyNames, permits } from "./name-constraints.ts";

// The camp's own certificate authority. Phones trust it once its certificate is installed. Its key never leaves this machine. Its
// certificate allows it to vouch only for this machine's names and addresses, only as a web server, and for no longer than a festival. A
// thief of the key could impersonate this Looby and nothing else.

const DAY_MS = 86_400_000;
/** Long enough for set-up, festival and tear-down. Next year's phones are different ones anyway. */
const AUTHORITY_LIFE_MS = 120 * DAY_MS;
/** An authority that would expire during the festival is replaced at start, before phones trust it. */
const REPLACE_BEFORE_MS = 30 * DAY_MS;
/**
 * The clock of a laptop without a network may be far ahead of its phones, which refuse a certificate whose validity begins later. With the
 * time until its end this is less than the 825 days that Apple allows.
 */
const CLOCK_SLACK_MS = 365 * DAY_MS;
const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

export interface Authority {
  /** PEM. */
  certificate: string;
  /** PEM. */
  key: string;
}

export interface ServerCertificate {
  /** PEM: the server's certificate, then the authority's. */
  chain: string;
  /** PEM. */
  key: string;
}

/**
 * The authority stored in `folder`; only the owner can read its key. It is created on first use. It is replaced when it expires soon or may
 * not vouch for `host`, the address at which phones reach this machine; every phone then has to trust the new one.
 */
export async function openAuthority(
  folder: string,
  names: LocalNames,
  host: string,
  now = Date.now(),
): Promise<Authority & { isNew: boolean }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stored = await readPair(folder, "authority");
  if (
    stored !== null &&
    permits(stored.certificate, host) &&
    endOf(stored.certificate) > now + REPLACE_BEFORE_MS
  )
    return { ...stored, isNew: false };
  const keys = await webcrypto.subtle.generateKey(EC, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=Looby camp box ${new Date(now).toISOString().slice(0, 10)}`,
    notBefore: new Date(now - CLOCK_SLACK_MS),
    notAfter: new Date(now + AUTHORITY_LIFE_MS),
    keys,
    signingAlgorithm: EC,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      onlyNames(names),
    ],
  });
  const made = { certificate: certificate.toString("pem"), key: await pemOf(keys.privateKey) };
  await storePair(folder, "authority", made);
  return { ...made, isNew: true };
}

/**
 * The server certificate, stored in `folder`, for those names that the authority may vouch for. It is replaced when the names change or the
 * authority is new.
 */
export async function certify(
  folder: string,
  authority: Authority,
  { hosts, addresses }: LocalNames,
): Promise<ServerCertificate> {
  const isPermitted = (name: string) => permits(authority.certificate, name);
  const names = { hosts: hosts.filter(isPermitted), addresses: addresses.filter(isPermitted) };
  const stored = await readPair(folder, "server");
  if (stored !== null && isGood(stored.certificate, authority, names))
    return { chain: stored.certificate + authority.certificate, key: stored.key };
  const keys = await webcrypto.subtle.generateKey(EC, true, ["sign", "verify"]);
  const issuer = new X509Certificate(authority.certificate);
  const certificate = await X509CertificateGenerator.create({
    subject: "CN=Looby",
    issuer: issuer.subject,
    notBefore: issuer.notBefore,
    // As long as its authority: with a shorter one, phones would call the certificate of a clock that is behind expired.
    notAfter: issuer.notAfter,
    publicKey: keys.publicKey,
    signingKey: await signingKeyOf(authority.key),
    signingAlgorithm: EC,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...names.hosts.map((value) => ({ type: "dns", value }) as const),
        ...names.addresses.map((value) => ({ type: "ip", value }) as const),
      ]),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  const made = { certificate: `${certificate.toString("pem")}\n`, key: await pemOf(keys.privateKey) };
  await storePair(folder, "server", made);
  return { chain: made.certificate + authority.certificate, key: made.key };
}

/** Whether a certificate is valid at an IP address. */
export function isValidAt({ chain }: ServerCertificate, address: string): boolean {
  return new NodeCertificate(chain).checkIP(address) !== undefined;
}

/** This machine's date and the certificate's validity, for the operator to compare with a phone. @param now in ms since 1970 */
export function dateLine({ chain }: ServerCertificate, now: number): string {
  const { validFromDate, validToDate } = new NodeCertificate(chain);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return `The date here is ${new Date(now).toUTCString()}. Phones accept the certificate from ${day(validFromDate)} to ${day(validToDate)}, by their own clock: if the date here is wrong, set it now.`;
}

function isGood(pem: string, authority: Authority, names: LocalNames): boolean {
  const certificate = new NodeCertificate(pem);
  return (
    certificate.verify(new NodeCertificate(authority.certificate).publicKey) &&
    endOf(pem) >= endOf(authority.certificate) &&
    names.hosts.every((host) => certificate.checkHost(host) !== undefined) &&
    names.addresses.every((address) => certificate.checkIP(address) !== undefined)
  );
}

/** When a certificate (PEM) expires, in milliseconds since 1970. */
function endOf(pem: string): number {
  return new NodeCertificate(pem).validToDate.getTime();
}

async function readPair(folder: string, name: string): Promise<Authority | null> {
  const [certificateFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return null;
  return { certificate: await readFile(certificateFile, "utf8"), key: await readFile(keyFile, "utf8") };
}

/** Writes the certificate last, so that an interrupted pair is created again. */
async function storePair(folder: string, name: string, { certificate, key }: Authority): Promise<void> {
  for (const [ending, text] of [
    ["key", key],
    ["crt", certificate],
  ] as const) {
    const file = join(folder, `${name}.${ending}`);
    await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  }
}

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  const base64 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", key)).toString("base64");
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
}

async function signingKeyOf(pem: string): Promise<webcrypto.CryptoKey> {
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
  return await webcrypto.subtle.importKey("pkcs8", der, EC, false, ["sign"]);
}
