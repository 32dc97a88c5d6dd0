import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderUnicodeCompact } from "uqr";
import { readConfig } from "#server/config/config.ts";
import { OperatorError } from "#server/operator-error.ts";
import {
  addressForPhones,
  addressLines,
  type LocalAddress,
  networkChange,
  readAddresses,
} from "./camp-box/addresses.ts";
import { certify, dateLine, isValidAt, openAuthority, type ServerCertificate } from "./camp-box/authority.ts";
import { createGateway, createJoinServer } from "./camp-box/gateway.ts";
import { createJoinSite, fingerprintOf, type Wifi, wifiText } from "./camp-box/join-site.ts";
import { isHostName, isLocalName, localNames } from "./camp-box/local-names.ts";
import { type CertificateFiles, readOwnCertificate } from "./camp-box/own-certificate.ts";

// `npm run camp-box`: Looby for a whole camp, on one laptop or small computer, over the camp's own Wi-Fi and https. Without https, browsers
// allow a page no microphone, no camera and no offline use. See docs/operations.md.

const USE = `Use it as: npm run camp-box -- [options]
  --https-port 8443    where Looby is; 443 needs the right to listen there
  --http-port 8080     where phones learn how to join
  --address 10.0.0.5   the address of this machine that phones use, if it has several (without --name)
  --name looby.local   a name of this machine in the camp's network (.local, .lan, .internal, .home.arpa)
  --certificate FILE   a real domain's certificate (PEM) instead of the camp's own; needs --key and --name
  --key FILE           its key (PEM)
  --wifi NAME          print a code that joins this Wi-Fi
  --wifi-password WORD its password`;
const LOOK_MS = 60_000;

interface Order {
  httpsPort: number;
  httpPort: number;
  /** The operator's choice among this machine's addresses. */
  address: string | null;
  name: string | null;
  /** Null for the camp's own authority. */
  certificate: CertificateFiles | null;
  wifi: Wifi | null;
}

/** The source of trust for https here. */
interface Trust {
  /** Certificate phones have to install first (PEM); null for a real domain's certificate, which they already trust. */
  authority: string | null;
  /** The current server certificate, for these addresses. */
  certificate(addresses: readonly string[]): Promise<ServerCertificate>;
}

try {
  await open(readOrder());
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  fail(error.message, 1);
}

async function open(order: Order): Promise<void> {
  const config = readConfig(process.env);
  const found = await readAddresses();
  const host = order.name ?? addressForPhones(found, order.address);
  const certified = (all: readonly LocalAddress[]) =>
    all.filter(({ address, flaw }) => flaw === null || address === host).map(({ address }) => address);
  const trust = await trustFor(order, host, certified(found), join(config.dataDir, "camp-box"));
  const first = await trust.certificate(certified(found));
  const gateway = createGateway(first, config.port);
  const httpsPort = await listen(gateway, order.httpsPort);
  const urlHost = isIPv6(host) ? `[${host}]` : host;
  const loobyUrl = `https://${urlHost}${httpsPort === 443 ? "" : `:${httpsPort}`}`;
  const looby = startLooby(config.port, loobyUrl);
  const site = (port: number) =>
    createJoinSite({
      productName: config.productName,
      loobyUrl,
      joinUrl: `http://${urlHost}${port === 80 ? "" : `:${port}`}/`,
      authority: trust.authority,
      wifi: order.wifi,
    });
  // Port 0 means any free port, and the pages contain the site's own address, so they are created again below.
  let pages = site(order.httpPort);
  const joinServer = createJoinServer({ find: (path) => pages.find(path) }, httpsPort);
  const httpPort = await listen(joinServer, order.httpPort);
  pages = site(httpPort);
  const joinUrl = `http://${urlHost}${httpPort === 80 ? "" : `:${httpPort}`}/`;
  await looby.isUp;
  print({ loobyUrl, joinUrl, authority: trust.authority, wifi: order.wifi });
  const isCertified = (address: string) => isValidAt(first, address);
  for (const line of [...addressLines(found, host, isCertified), dateLine(first, Date.now())])
    console.log(line);
  const look = watchNetwork(found, host, async (after) => {
    const { chain, key } = await trust.certificate(certified(after));
    gateway.setSecureContext({ cert: chain, key, minVersion: "TLSv1.2" });
  });
  stopWith(looby.child, () => {
    clearInterval(look);
    gateway.close(); // its streams end with Looby's
    joinServer.close();
    joinServer.closeAllConnections();
  });
}

/**
 * Looks every minute whether this machine joined or left a network, and says so.
 * @param renew called with the addresses each time, because a network may be new, and the operator's own certificate may be renewed
 */
function watchNetwork(
  found: LocalAddress[],
  host: string,
  renew: (after: LocalAddress[]) => Promise<void>,
): NodeJS.Timeout {
  let before = found;
  const look = async () => {
    const after = await readAddresses();
    for (const line of networkChange(before, after, host)) console.log(line);
    before = after;
    await renew(after);
  };
  return setInterval(() => {
    look().catch((error: unknown) =>
      console.error(`The network or the certificate could not be read: ${String(error)}`),
    );
  }, LOOK_MS);
}

function readOrder(): Order {
  try {
    const { values } = parseArgs({
      options: {
        "https-port": { type: "string", default: "8443" },
        "http-port": { type: "string", default: "8080" },
        address: { type: "string" },
        name: { type: "string" },
        certificate: { type: "string" },
        key: { type: "string" },
        wifi: { type: "string" },
        "wifi-password": { type: "string" },
      },
    });
    const [httpsPort, httpPort] = [Number(values["https-port"]), Number(values["http-port"])];
    const arePorts = [httpsPort, httpPort].every(
      (port) => Number.isInteger(port) && port >= 0 && port < 65_536,
    );
    const name = values.name?.toLowerCase() ?? null;
    const { certificate: file, key } = values;
    const certificate = file === undefined || key === undefined ? null : { certificate: file, key };
    // A name is resolved by the camp's router, whatever address is chosen here.
    const isComplete =
      (certificate === null ? file === key : name !== null) &&
      (name === null || values.address === undefined);
    const isName = name === null || (certificate === null ? isLocalName(name) : isHostName(name));
    if (arePorts && isComplete && isName) {
      const wifi =
        values.wifi === undefined ? null : { name: values.wifi, password: values["wifi-password"] ?? null };
      return { httpsPort, httpPort, address: values.address ?? null, name, certificate, wifi };
    }
  } catch {
    // An unknown option: print the usage below.
  }
  return fail(USE, 2);
}

async function trustFor(
  { name, certificate }: Order,
  host: string,
  addresses: readonly string[],
  folder: string,
): Promise<Trust> {
  if (certificate !== null)
    return { authority: null, certificate: () => readOwnCertificate(certificate, host) };
  const authority = await openAuthority(folder, localNames(addresses, name), host);
  if (authority.isNew)
    console.log(`A new certificate authority was made for ${host}: every phone has to trust it once.`);
  return {
    authority: authority.certificate,
    certificate: (current) => certify(folder, authority, localNames(current, name)),
  };
}

/** Looby itself listens on this machine only; all clients connect by https. */
function startLooby(port: number, publicUrl: string): { child: ChildProcess; isUp: Promise<void> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../src/server/main.ts")], {
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", PUBLIC_URL: publicUrl, TRUST_PROXY: "on" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const isUp = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes(publicUrl)) resolve();
      else process.stdout.write(chunk);
    });
  });
  // The reason is already printed.
  child.on("exit", (code) => process.exit(code ?? 0));
  return { child, isUp };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port); // on all addresses
  try {
    await once(server, "listening");
  } catch (error) {
    throw new OperatorError(
      "invalid-config",
      `Port ${port} cannot be used (${error instanceof Error ? error.message : "unknown"}). Give another one: --https-port, --http-port.`,
    );
  }
  return (server.address() as AddressInfo).port; // a listening TCP server has an address
}

interface Shown {
  loobyUrl: string;
  joinUrl: string;
  authority: string | null;
  wifi: Wifi | null;
}

function print({ loobyUrl, joinUrl, authority, wifi }: Shown): void {
  if (wifi !== null) console.log(`Wi-Fi "${wifi.name}":\n${renderUnicodeCompact(wifiText(wifi))}`);
  console.log(`Join at ${joinUrl}\n${renderUnicodeCompact(joinUrl)}`);
  console.log(`To print: ${joinUrl}poster`);
  if (authority !== null) console.log(`Fingerprint to compare (SHA-256): ${fingerprintOf(authority)}`);
  console.log(`Looby is at ${loobyUrl}`);
}

function stopWith(child: ChildProcess, close: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      close();
      child.kill(signal);
    });
}

function fail(sentence: string, status: number): never {
  console.error(sentence);
  process.exit(status);
}
