import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { getCACertificates, TLSSocket } from "node:tls";
import { getHealth, getSettings } from "#shared/features/settings/contract.ts";
import { listServerChecks, type ServerCheck } from "#shared/features/settings/operator-contract.ts";
import { isProblem } from "#shared/http/problem.ts";
import { readConfig } from "#server/config/config.ts";
import { callAsOperator } from "./operator-call.ts";

// `npm run doctor`: says in plain words what the running server believes of its address, proxy, clock, disk and database, and whether it
// answers at its public address. Run it on the server's machine with the same settings. The exit status is 1 when something is not good.

const PATIENCE_MS = 10_000;
const DAY_MS = 86_400_000;

const { publicAddress } = await callAsOperator(getSettings, {});
const { data } = await callAsOperator(getHealth, {});
// Before the checks, so that the server sees how a proxy passes this request on.
const reached = publicAddress ? await checkAddress(publicAddress, data?.epoch) : [];
const { checks } = await callAsOperator(listServerChecks, {});
const all = [...reached, ...checks];
for (const { subject, isGood, says } of all)
  console.log(`${isGood ? "good " : "CHECK"}  ${subject}: ${says}`);
process.exitCode = all.every(({ isGood }) => isGood) ? 0 : 1;

/** Requests the health of the server at its public address, as a phone in this network would. @param own this server's epoch */
async function checkAddress(url: string, own: string | undefined): Promise<ServerCheck[]> {
  const subject = "Public address";
  try {
    const response = await request(url + getHealth.path);
    const certificate = certificateOf(response);
    const answer = jsonIn(await text(response));
    const epoch = getHealth.response.safeParse(answer).data?.data?.epoch ?? null;
    const problem =
      epoch === null
        ? `This server does not answer at ${url}: ${isProblem(answer) ? answer.error : `something else does (${response.statusCode}). Check the proxy.`}`
        : `Another Looby, or other data, answers at ${url}. Correct PUBLIC_URL or the name's address.`;
    const isOwn = epoch !== null && epoch === own;
    return [
      { subject, isGood: isOwn, says: isOwn ? `This server answers at ${url}.` : problem },
      ...certificate,
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const says = `Nothing answers at ${url}: ${reason}. Check PUBLIC_URL, the proxy and the name's address.`;
    return [{ subject, isGood: false, says }];
  }
}

async function request(url: string): Promise<IncomingMessage> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asking = url.startsWith("https:")
    ? requestHttps(url, { ca: [...getCACertificates(), ...(await campAuthority())], signal })
    : requestHttp(url, { signal });
  const [response] = (await once(asking.end(), "response")) as [IncomingMessage]; // as Node documents
  return response;
}

/** The authority of a camp box, which this machine does not trust otherwise. */
async function campAuthority(): Promise<string[]> {
  const read = readFile(join(readConfig(process.env).dataDir, "camp-box", "authority.crt"), "utf8");
  return await read.then(
    (pem) => [pem],
    () => [],
  );
}

function certificateOf({ socket }: IncomingMessage): ServerCheck[] {
  if (!(socket instanceof TLSSocket)) return [];
  const { valid_from, valid_to } = socket.getPeerCertificate();
  const day = (date: string) => new Date(date).toISOString().slice(0, 10);
  const left = Math.floor((Date.parse(valid_to) - Date.now()) / DAY_MS);
  const says = `The certificate is valid from ${day(valid_from)} to ${day(valid_to)}, ${left} more days.`;
  return [{ subject: "Certificate", isGood: left > 14, says: left > 14 ? says : `${says} Renew it.` }];
}

/** Undefined for a text that is not JSON. */
function jsonIn(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
