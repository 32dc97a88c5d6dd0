import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { OperatorError } from "#server/operator-error.ts";
import type { ServerCertificate } from "./authority.ts";

/** Files of the operator's own certificate, such as one issued by a public authority for a real domain. */
export interface CertificateFiles {
  /** Path of a PEM file: the certificate, followed by its chain up to the authority. */
  certificate: string;
  /** Path of a PEM file. */
  key: string;
}

/**
 * Reads the operator's certificate from its files.
 * @throws OperatorError "invalid-config" when a file cannot be read, the two do not match, or the certificate has expired or is for another
 * name
 */
export async function readOwnCertificate(
  files: CertificateFiles,
  host: string,
  now = Date.now(),
): Promise<ServerCertificate> {
  const refuse = (reason: string) => new OperatorError("invalid-config", `${files.certificate}: ${reason}`);
  try {
    const [chain, key] = await Promise.all([
      readFile(files.certificate, "utf8"),
      readFile(files.key, "utf8"),
    ]);
    const certificate = new X509Certificate(chain);
    if (certificate.checkHost(host) === undefined) throw refuse(`this certificate is not for ${host}.`);
    if (certificate.validToDate.getTime() <= now)
      throw refuse(`this certificate ended on ${certificate.validTo}. Renew it first.`);
    createSecureContext({ cert: chain, key }); // throws when they do not match
    return { chain, key };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw refuse(error instanceof Error ? error.message : "cannot be read");
  }
}
