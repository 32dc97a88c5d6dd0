import { BlockList, isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { OperatorError } from "#server/operator-error.ts";

/** Suffixes of names that are valid in a local network only. */
const LOCAL_SUFFIXES = ["local", "localhost", "lan", "internal", "home.arpa"] as const;

/** Names and addresses at which a phone in the same network can reach this machine. */
export interface LocalNames {
  hosts: string[];
  /** IPv4 first. */
  addresses: string[];
}

const local = new BlockList();
local.addSubnet("10.0.0.0", 8);
local.addSubnet("172.16.0.0", 12);
local.addSubnet("192.168.0.0", 16);
local.addSubnet("169.254.0.0", 16);
local.addSubnet("127.0.0.0", 8);
local.addSubnet("100.64.0.0", 10);
local.addSubnet("fc00::", 7, "ipv6");

/** @param extra a name given by the operator */
export function localNames(extra: string | null): LocalNames {
  const machine = hostname().toLowerCase().split(".")[0] ?? "";
  const hosts = new Set(["localhost"]);
  if (/^[a-z0-9-]{1,63}$/.test(machine)) hosts.add(`${machine}.local`); // the mDNS name
  if (extra !== null) hosts.add(extra);
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .map(({ address }) => address)
    // Link-local IPv6 addresses need a zone, which no address bar accepts.
    .filter((address) => local.check(address, isIPv4(address) ? "ipv4" : "ipv6"))
    .toSorted(
      (a, b) => Number(isIPv4(b)) - Number(isIPv4(a)) || Number(isLoopback(a)) - Number(isLoopback(b)),
    );
  return { hosts: [...hosts], addresses };
}

/**
 * The name or address phones use to reach this machine: the operator's name for it, otherwise its first address in a local network.
 * @throws OperatorError when there is neither: a phone would be sent to itself
 */
export function hostForPhones(name: string | null, addresses: readonly string[]): string {
  const host = name ?? addresses.find((address) => !isLoopback(address));
  if (host !== undefined) return host;
  throw new OperatorError(
    "invalid-config",
    "This machine has no address in a local network, so no phone could reach it. Join the camp's Wi-Fi or plug in its cable and start again, or give a name its router knows: --name looby.local.",
  );
}

/** Whether this is a lower-case host name with at least two labels. */
export function isHostName(name: string): boolean {
  return /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(name);
}

/** Whether the camp's own authority may vouch for this name. */
export function isLocalName(name: string): boolean {
  return isHostName(name) && LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}
