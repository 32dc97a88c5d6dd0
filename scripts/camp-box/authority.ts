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
import { onlyLocalNames } from "./name-constraints.ts";

// The camp's own certificate authority. Phones trust it after its certificate was installed once; its key never leaves this
// machine, and its certificate says that it can vouch for local names only, so that trusting it gives nobody the rest of the web.

const DAY_MS = 86_400_000;
/** Several festivals: installing it again is work for every phone. */
const AUTHORITY_LIFE_MS = 5 * 365 * DAY_MS;
/** Apple takes at most 825 days. */
const CERTIFICATE_LIFE_MS = 90 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;
/** A laptop without a network may be a day ahead of its phones. */
const CLOCK_SLACK_MS = 2 * DAY_MS;
const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

export interface Authority {
  /** PEM. */
  certificate: string;
  /** PEM. */
  key: string;
}

export interface ServerCertificate {
  /** PEM: the server's, then the authority's. */
  chain: string;
  /** PEM. */
  key: string;
}

/** The authority kept in `folder`, made at first use. Its key is readable by its owner only. */
export async function openAuthority(folder: string, now = Date.now()): Promise<Authority> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = await readPair(folder, "authority");
  if (kept !== null && new NodeCertificate(kept.certificate).validToDate.getTime() > now + RENEW_BEFORE_MS)
    return kept;
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
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      onlyLocalNames(),
    ],
  });
  const made = { certificate: certificate.toString("pem"), key: await pemOf(keys.privateKey) };
  await keepPair(folder, "authority", made);
  return made;
}

/** The server's certificate for these names, kept in `folder`; another one when the names changed or its end is near. */
export async function certify(
  folder: string,
  authority: Authority,
  names: LocalNames,
  now = Date.now(),
): Promise<ServerCertificate> {
  const kept = await readPair(folder, "server");
  if (kept !== null && isGood(kept.certificate, authority, names, now))
    return { chain: kept.certificate + authority.certificate, key: kept.key };
  const keys = await webcrypto.subtle.generateKey(EC, true, ["sign", "verify"]);
  const issuer = new X509Certificate(authority.certificate);
  const certificate = await X509CertificateGenerator.create({
    subject: "CN=Looby",
    issuer: issuer.subject,
    notBefore: new Date(now - CLOCK_SLACK_MS),
    notAfter: new Date(now + CERTIFICATE_LIFE_MS),
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
  await keepPair(folder, "server", made);
  return { chain: made.certificate + authority.certificate, key: made.key };
}

function isGood(pem: string, authority: Authority, names: LocalNames, now: number): boolean {
  const certificate = new NodeCertificate(pem);
  return (
    certificate.verify(new NodeCertificate(authority.certificate).publicKey) &&
    certificate.validToDate.getTime() > now + RENEW_BEFORE_MS &&
    names.hosts.every((host) => certificate.checkHost(host) !== undefined) &&
    names.addresses.every((address) => certificate.checkIP(address) !== undefined)
  );
}

async function readPair(folder: string, name: string): Promise<Authority | null> {
  const [certificateFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return null;
  return { certificate: await readFile(certificateFile, "utf8"), key: await readFile(keyFile, "utf8") };
}

/** The certificate last: a pair that was cut in between is made again. */
async function keepPair(folder: string, name: string, { certificate, key }: Authority): Promise<void> {
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
