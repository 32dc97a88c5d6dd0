import type { Config } from "./config.ts";

const EVERY_ADDRESS = new Set(["0.0.0.0", "::"]);

/** Whether this HOST listens on all addresses of the machine. */
export function isEveryAddress(host: string): boolean {
  return EVERY_ADDRESS.has(host);
}

/** The origin at which programs on this machine reach the server. */
export function ownOrigin({ host, port }: Pick<Config, "host" | "port">): string {
  const reached = isEveryAddress(host) ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
