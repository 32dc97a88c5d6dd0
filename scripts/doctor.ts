import { readFile } from "node:fs/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { join } from "node:path";
import { getCACertificates, type TLSSocket } from "node:tls";
import { getHealth, getSettings } from "#shared/features/settings/contract.ts";
import { listServerChecks, type ServerCheck } from "#shared/features/settings/operator-contract.ts";
import { readConfig } from "#server/config/config.ts";
import { callAsOperator } from "./operator-call.ts";

// `npm run doctor`: says in plain words what the running server believes of its address, proxy, clock, disk and database, and whether it
// answers at its public address. Run it on the server's machine with the same settings. The exit status is 1 when something is not good.

const PATIENCE_MS = 10_000;

const config = readConfig(process.env);
const { publicAddress } = await callAsOperator(getSettings, {});
// Before the checks, so that the server sees how a proxy passes this request on.
const reached = publicAddress === null || publicAddress === undefined ? null : await reach(publicAddress);
const { data } = await callAsOperator(getHealth, {});
const { checks } = await callAsOperator(listServerChecks, {});
const all = [...(reached === null ? [] : ofReach(reached, data?.epoch)), ...checks];
for (const { subject, isGood, says } of all)
  console.log(`${isGood ? "good " : "CHECK"}  ${subject}: ${says}`);
process.exitCode = all.every(({ isGood }) => isGood) ? 0 : 1;

interface Reached {
  url: string;
  /** The server's epoch of its data; null when no Looby answered, for the reason. */
  epoch: string | null;
  reason: string;
  /** Of its certificate; null without https. */
  validFrom: Date | null;
  validTo: Date | null;
}

/** Requests the health of the server at an address, as a phone in this network would. */
async function reach(url: string): Promise<Reached> {
  const { promise, resolve } = Promise.withResolvers<Reached>();
  const nothing: Reached = { url, epoch: null, reason: "", validFrom: null, validTo: null };
  const isHttps = url.startsWith("https:");
  const ask = isHttps ? requestHttps : requestHttp;
  const trusted = isHttps ? { ca: [...getCACertificates(), ...(await campAuthority())] } : {};
  const asking = ask(url + getHealth.path, { ...trusted, timeout: PATIENCE_MS }, (response) => {
    const { valid_from, valid_to } = isHttps ? (response.socket as TLSSocket).getPeerCertificate() : {};
    const dates = {
      validFrom: valid_from === undefined ? null : new Date(valid_from),
      validTo: valid_to === undefined ? null : new Date(valid_to),
    };
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk.slice(0, 100_000)));
    response.on("error", () => undefined); // cut off: the text is no answer of Looby
    response.on("close", () => {
      const epoch = epochIn(text);
      resolve({
        ...nothing,
        ...dates,
        epoch,
        reason: `something else answers there (${response.statusCode})`,
      });
    });
  });
  asking.on("timeout", () => asking.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
  asking.on("error", (error) => resolve({ ...nothing, reason: error.message }));
  asking.end();
  return await promise;
}

function epochIn(text: string): string | null {
  try {
    return getHealth.response.parse(JSON.parse(text)).data?.epoch ?? null;
  } catch {
    return null; // not Looby
  }
}

/** The authority of a camp box, which this machine does not trust otherwise. */
async function campAuthority(): Promise<string[]> {
  const read = readFile(join(config.dataDir, "camp-box", "authority.crt"), "utf8");
  return await read.then(
    (pem) => [pem],
    () => [],
  );
}

function ofReach(
  { url, epoch, reason, validFrom, validTo }: Reached,
  own: string | undefined,
): ServerCheck[] {
  const subject = "Public address";
  const answer =
    epoch === null
      ? { subject, isGood: false, says: `Looby does not answer at ${url}: ${reason}.` }
      : epoch === own
        ? { subject, isGood: true, says: `This server answers at ${url}.` }
        : { subject, isGood: false, says: `Another Looby, or other data, answers at ${url}.` };
  if (validFrom === null || validTo === null) return [answer];
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const left = Math.floor((validTo.getTime() - Date.now()) / 86_400_000);
  const says = `The certificate is valid from ${day(validFrom)} to ${day(validTo)}, ${left} more days.`;
  return [answer, { subject: "Certificate", isGood: left > 14, says }];
}
