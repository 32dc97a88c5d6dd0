import { once } from "node:events";
import { X509Certificate } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as requestHttps } from "node:https";
import { type AddressInfo, isIP } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkServerIdentity } from "node:tls";
import {
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralName,
  SubjectAlternativeNameExtension,
  X509Certificate as PeculiarCertificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { expect, test } from "vitest";
import { type Authority, certify, openAuthority } from "../scripts/camp-box/authority.ts";
import { createJoinSite } from "../scripts/camp-box/join-site.ts";
import { readOwnCertificate } from "../scripts/camp-box/own-certificate.ts";

// Limits of a camp box's certificates: a thief of its key could not impersonate any other site.

const DAY = 86_400_000;

test("vouches only for this machine as a web server during one festival", async () => {
  await using folder = await temporaryFolder();
  const names = { hosts: ["localhost", "looby.lan"], addresses: ["192.168.7.7", "fd00::7"] };
  const authority = await openAuthority(folder.path, names, "looby.lan");
  const again = { ...authority, isNew: false };
  expect(authority.isNew).toBe(true);
  expect(await openAuthority(folder.path, names, "192.168.7.7", Date.now() + 80 * DAY)).toEqual(again);
  const first = await certify(folder.path, authority, names);
  expect(await certify(folder.path, authority, names)).toEqual(first);
  for (const name of ["looby.lan", "192.168.7.7", "fd00::7"])
    expect(await tryName(first, authority.certificate, name), name).toBe("trusted");
  expect(await tryName(first, authority.certificate, "other.lan")).toMatch(/does not match/);
  expect(new X509Certificate(authority.certificate).keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]); // serverAuth

  // A thief of the key could create any of these certificates, but no phone accepts them.
  for (const name of [
    "bank.example",
    "other.lan",
    "printer.local",
    "192.168.7.8",
    "10.0.0.1",
    "93.184.216.34",
    "fd00::8",
  ])
    expect(await tryName(await forge(authority, name), authority.certificate, name), name).toMatch(
      /permitted subtree violation/,
    );
  for (const other of [
    { type: "email", value: "a@bank.example" },
    { type: "url", value: "https://bank.example/" },
  ] as const)
    expect(
      await tryName(await forge(authority, "looby.lan", other), authority.certificate, "looby.lan"),
    ).toMatch(/permitted subtree violation/);

  // In another network phones reach the box at another address, which only a new authority can vouch for.
  const moved = await openAuthority(folder.path, { ...names, addresses: ["10.1.1.1"] }, "10.1.1.1");
  expect([moved.isNew, moved.certificate === authority.certificate]).toEqual([true, false]);
  // An authority that would expire during the festival is replaced before it.
  const later = await openAuthority(folder.path, names, "looby.lan", Date.now() + 100 * DAY);
  expect(later.isNew).toBe(true);
});

test("serves a real domain's certificate unchanged and skips the trust step", async () => {
  await using folder = await temporaryFolder();
  const names = { hosts: ["looby.example.org"], addresses: [] };
  const authority = await openAuthority(folder.path, names, "looby.example.org");
  const { chain, key } = await certify(folder.path, authority, names);
  const files = { certificate: join(folder.path, "domain.pem"), key: join(folder.path, "domain.key") };
  await writeFile(files.certificate, chain);
  await writeFile(files.key, key);
  expect(await readOwnCertificate(files, "looby.example.org")).toEqual({ chain, key });
  await expect(readOwnCertificate(files, "other.example.org")).rejects.toThrow(/not for other.example.org/);
  await expect(readOwnCertificate(files, "looby.example.org", Date.now() + 121 * DAY)).rejects.toThrow(
    /ended on/,
  );
  await writeFile(files.key, authority.key);
  await expect(readOwnCertificate(files, "looby.example.org")).rejects.toThrow(/key values mismatch/);
  const site = createJoinSite({
    productName: "Looby",
    loobyUrl: "https://looby.example.org",
    joinUrl: "http://looby.example.org/",
    authority: null,
    wifi: null,
  });
  expect(site.find("/looby-ca.crt")).toBeNull();
  expect(site.find("/")?.body.toString()).not.toContain("certificate");
  expect(site.find("/poster")?.body.toString()).not.toContain("ingerprint");
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "looby-camp-box-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A certificate for a name outside the authority's constraints, signed with its key, as a thief of the key would create it. */
async function forge(authority: Authority, name: string, other?: JsonGeneralName) {
  const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
  const der = Buffer.from(authority.key.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
  const keys = await crypto.subtle.generateKey(EC, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create({
    subject: "CN=Looby",
    issuer: new PeculiarCertificate(authority.certificate).subject,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
    publicKey: keys.publicKey,
    signingKey: await crypto.subtle.importKey("pkcs8", der, EC, false, ["sign"]),
    signingAlgorithm: EC,
    extensions: [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: isIP(name) === 0 ? "dns" : "ip", value: name },
        ...(other === undefined ? [] : [other]),
      ]),
    ],
  });
  const key = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    chain: `${certificate.toString("pem")}\n${authority.certificate}`,
    key: `-----BEGIN PRIVATE KEY-----\n${Buffer.from(key).toString("base64")}\n-----END PRIVATE KEY-----\n`,
  };
}

/** @returns "trusted", or the reason why a phone that trusts the authority rejects this server under this name */
async function tryName(
  { chain, key }: { chain: string; key: string },
  ca: string,
  name: string,
): Promise<string> {
  const server = createServer({ cert: chain, key }, (_, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address
  const isAddress = isIP(name) !== 0;
  const request = requestHttps({
    host: "127.0.0.1",
    port,
    ca,
    headers: { host: name },
    ...(isAddress ? {} : { servername: name }),
    // The name in the address bar counts, not the address on which the test's server listens.
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  });
  request.end();
  try {
    const [response] = (await once(request, "response")) as [{ resume(): void }];
    response.resume();
    return "trusted";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
