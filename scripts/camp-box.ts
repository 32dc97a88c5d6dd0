import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderUnicodeCompact } from "uqr";
import { readConfig } from "#server/config.ts";
import { OperatorError } from "#server/operator-error.ts";
import { certify, openAuthority } from "./camp-box/authority.ts";
import { createGateway, createJoinServer } from "./camp-box/gateway.ts";
import { createJoinSite, type Wifi, wifiText } from "./camp-box/join-site.ts";
import { isLocalName, localNames } from "./camp-box/local-names.ts";

// `npm run camp-box`: Looby for a whole camp, on one laptop or small computer, over the camp's own Wi-Fi and by https: without
// it browsers give a page no microphone, no camera and no way to open offline. README.md says how.

const USE = `Use it as: npm run camp-box -- [options]
  --https-port 8443    where Looby is; 443 needs the right to listen there
  --http-port 8080     where phones learn how to join
  --name looby.local   a name of this machine in the camp's network (.local, .lan, .internal, .home.arpa)
  --wifi NAME          print a code that joins this Wi-Fi
  --wifi-password WORD its password`;
const HOUR_MS = 3_600_000;

interface Order {
  httpsPort: number;
  httpPort: number;
  name: string | null;
  wifi: Wifi | null;
}

try {
  await open(readOrder());
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  fail(error.message, 1);
}

async function open(order: Order): Promise<void> {
  const config = readConfig(process.env);
  const folder = join(config.dataDir, "camp-box");
  const authority = await openAuthority(folder);
  const certificate = () => certify(folder, authority, localNames(order.name));
  const gateway = createGateway(await certificate(), config.port);
  const httpsPort = await listen(gateway, order.httpsPort);
  const host = hostOf(order.name);
  const loobyUrl = `https://${host}${httpsPort === 443 ? "" : `:${httpsPort}`}`;
  const looby = startLooby(config.port, loobyUrl);
  const site = (port: number) =>
    createJoinSite({
      productName: config.productName,
      loobyUrl,
      joinUrl: `http://${host}${port === 80 ? "" : `:${port}`}/`,
      authority: authority.certificate,
      wifi: order.wifi,
    });
  // The site's own address is part of its pages, and 0 asks for any port.
  let pages = site(order.httpPort);
  const joinServer = createJoinServer({ find: (path) => pages.find(path) }, httpsPort);
  const httpPort = await listen(joinServer, order.httpPort);
  pages = site(httpPort);
  const joinUrl = `http://${host}${httpPort === 80 ? "" : `:${httpPort}`}/`;
  await looby.isUp;
  tell({ loobyUrl, joinUrl, wifi: order.wifi });
  const renewal = setInterval(() => {
    // The laptop may have moved to another network, or the festival may be a long one.
    certificate().then(
      ({ chain, key }) => gateway.setSecureContext({ cert: chain, key, minVersion: "TLSv1.2" }),
      (error: unknown) => console.error(`The certificate could not be renewed: ${String(error)}`),
    );
  }, HOUR_MS);
  stopWith(looby.child, () => {
    clearInterval(renewal);
    for (const server of [gateway, joinServer]) {
      server.close();
      server.closeAllConnections();
    }
  });
}

function readOrder(): Order {
  try {
    const { values } = parseArgs({
      options: {
        "https-port": { type: "string", default: "8443" },
        "http-port": { type: "string", default: "8080" },
        name: { type: "string" },
        wifi: { type: "string" },
        "wifi-password": { type: "string" },
      },
    });
    const [httpsPort, httpPort] = [Number(values["https-port"]), Number(values["http-port"])];
    const arePorts = [httpsPort, httpPort].every(
      (port) => Number.isInteger(port) && port >= 0 && port < 65_536,
    );
    const name = values.name?.toLowerCase() ?? null;
    const isName = name === null || isLocalName(name);
    if (arePorts && isName) {
      const wifi =
        values.wifi === undefined ? null : { name: values.wifi, password: values["wifi-password"] ?? null };
      return { httpsPort, httpPort, name, wifi };
    }
  } catch {
    // An option nobody knows: told how to use it, as below.
  }
  return fail(USE, 2);
}

/** What phones can reach, best first: a name the operator gave, else an address. */
function hostOf(name: string | null): string {
  const { addresses } = localNames(null);
  const host = name ?? addresses[0] ?? "localhost";
  return isIPv6(host) ? `[${host}]` : host;
}

/** Looby itself listens on this machine only; everybody comes by https. */
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
  // Its reason is on the screen already.
  child.on("exit", (code) => process.exit(code ?? 0));
  return { child, isUp };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port); // at every address
  try {
    await once(server, "listening");
  } catch (error) {
    throw new OperatorError(
      "invalid-config",
      `Port ${port} cannot be used (${error instanceof Error ? error.message : "unknown"}). Give another one: --https-port, --http-port.`,
    );
  }
  return (server.address() as AddressInfo).port; // a TCP server that listens has one
}

function tell({ loobyUrl, joinUrl, wifi }: { loobyUrl: string; joinUrl: string; wifi: Wifi | null }): void {
  if (wifi !== null) console.log(`Wi-Fi "${wifi.name}":\n${renderUnicodeCompact(wifiText(wifi))}`);
  console.log(`Join at ${joinUrl}\n${renderUnicodeCompact(joinUrl)}`);
  console.log(`To print: ${joinUrl}poster`);
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
