import { hostname } from "node:os";

/** Suffixes of names that are valid in a local network only. */
const LOCAL_SUFFIXES = ["local", "localhost", "lan", "internal", "home.arpa"] as const;

/** Names and addresses at which a phone in the same network can reach this machine. */
export interface LocalNames {
  hosts: string[];
  addresses: string[];
}

/**
 * @param addresses of this machine in local networks
 * @param extra a name given by the operator
 */
export function localNames(addresses: readonly string[], extra: string | null): LocalNames {
  const machine = hostname().toLowerCase().split(".")[0] ?? "";
  const hosts = new Set(["localhost"]);
  if (/^[a-z0-9-]{1,63}$/.test(machine)) hosts.add(`${machine}.local`); // the mDNS name
  if (extra !== null) hosts.add(extra);
  return { hosts: [...hosts], addresses: [...addresses, "127.0.0.1", "::1"] };
}

/** Whether this is a lower-case host name with at least two labels. */
export function isHostName(name: string): boolean {
  return /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(name);
}

/** Whether the camp's own authority may vouch for this name. */
export function isLocalName(name: string): boolean {
  return isHostName(name) && LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}
