import { createSocket } from "node:dgram";
import { once } from "node:events";
import { BlockList, isIP, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { OperatorError } from "#server/operator-error.ts";

/** An address of this machine that another one may reach. */
export interface LocalAddress {
  address: string;
  /** Name of its network interface, such as "wlan0". */
  card: string;
  /** The reason why no phone reaches it; null for an address to offer. */
  flaw: string | null;
}

/** Shape of `os.networkInterfaces()`, as far as it is read here. */
export type Interfaces = Readonly<Record<string, readonly { address: string }[] | undefined>>;

/** Ranges of local networks. */
const local = new BlockList();
for (const [net, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
] as const)
  local.addSubnet(net, prefix);
local.addSubnet("fc00::", 7, "ipv6");

const VPN = /^(tun|tap|utun|wg|ppp|ipsec|tailscale|zt|nordlynx|proton|mullvad)|vpn|wireguard|zerotier/i;
const VIRTUAL =
  /^(docker|br-[0-9a-f]{12}|veth|virbr|vmnet|vboxnet|vnic|cni|flannel|cali|podman|lxc|lxdbr|incusbr|awdl|llw)|^vethernet|hyper-v|virtualbox|vmware|\bwsl\b/i;
const WIFI = /^(wl|wifi|ath|ap\d)|wi-?fi|wireless/i;

/**
 * This machine's addresses, the best for phones first: the one of the default route, then those of Wi-Fi interfaces, IPv4 before IPv6.
 * Those with a flaw come last: of a VPN, of containers or virtual machines, of a network without DHCP or outside local networks.
 * @param routed the address from which this machine's default route starts; null without a route
 */
export function rankAddresses(interfaces: Interfaces, routed: string | null): LocalAddress[] {
  const order = ({ address, card, flaw }: LocalAddress) =>
    (flaw === null ? 0 : 8) +
    (address === routed ? 0 : 4) +
    (WIFI.test(card) ? 0 : 2) +
    (isIPv4(address) ? 0 : 1);
  return (
    Object.entries(interfaces)
      .flatMap(([card, entries]) => (entries ?? []).map(({ address }) => ({ card, address })))
      // Of IPv6 only local ranges: a machine has many public addresses, and no address bar accepts a link-local one's zone.
      .filter(({ address }) => (isIPv4(address) ? !address.startsWith("127.") : local.check(address, "ipv6")))
      .map((one) => ({ ...one, flaw: flawOf(one) }))
      .toSorted((a, b) => order(a) - order(b))
  );
}

function flawOf({ address, card }: { address: string; card: string }): string | null {
  if (VPN.test(card)) return "a VPN";
  if (VIRTUAL.test(card)) return "containers or virtual machines";
  if (address.startsWith("169.254.")) return "a network that gives no addresses";
  return local.check(address, isIPv4(address) ? "ipv4" : "ipv6") ? null : "not a local network";
}

/**
 * The address that phones use.
 * @param wanted the operator's choice, one of this machine's addresses
 * @throws OperatorError when this machine does not have it, or has none that a phone reaches
 */
export function addressForPhones(ranked: readonly LocalAddress[], wanted: string | null): string {
  const chosen =
    wanted === null
      ? ranked.find(({ flaw }) => flaw === null)
      : ranked.find(({ address }) => address === wanted.toLowerCase());
  if (chosen !== undefined) return chosen.address;
  const known = ranked.length === 0 ? "" : ` It has only ${ranked.map(spelled).join(", ")}.`;
  throw new OperatorError(
    "invalid-config",
    wanted === null
      ? `This machine has no address in a local network, so no phone could reach it.${known} Join the camp's Wi-Fi or plug in its cable and start again, choose an address: --address, or give a name its router knows: --name looby.local.`
      : `This machine does not have the address ${wanted}.${known}`,
  );
}

/**
 * Lines for the operator that say which addresses are used and which are left out.
 * @param host the name or address that phones use
 * @param isCertified whether the certificate is valid at an address
 */
export function addressLines(
  ranked: readonly LocalAddress[],
  host: string,
  isCertified: (address: string) => boolean,
): string[] {
  const chosen = ranked.find(({ address }) => address === host);
  const rest = ranked.filter((one) => one !== chosen);
  const usable = rest.filter(({ flaw }) => flaw === null);
  const list = (addresses: readonly LocalAddress[], before: string, after = ".") =>
    addresses.length === 0 ? [] : [`${before} ${addresses.map(spelled).join(", ")}${after}`];
  return [
    `Phones will use ${chosen === undefined ? host : spelled(chosen)}.`,
    ...list(
      usable.filter(({ address }) => isCertified(address)),
      "The certificate is also valid at",
    ),
    ...list(
      usable.filter(({ address }) => !isCertified(address)),
      "This machine is also at",
      ", where the certificate is not valid.",
    ),
    ...list(
      rest.filter(({ flaw }) => flaw !== null),
      "Left out:",
    ),
  ];
}

/**
 * Lines for the operator after this machine joined or left a network. Empty when phones are not affected.
 * @param host the name or address that phones use
 */
export function networkChange(
  before: readonly LocalAddress[],
  after: readonly LocalAddress[],
  host: string,
): string[] {
  const usable = (list: readonly LocalAddress[]) =>
    list.filter(({ address, flaw }) => flaw === null || address === host);
  const isIn = (list: readonly LocalAddress[], address: string) =>
    list.some((one) => one.address === address);
  const [lost, added] = [
    usable(before).filter(({ address }) => !isIn(after, address)),
    usable(after).filter(({ address }) => !isIn(before, address)),
  ];
  const isCutOff = isIn(lost, host) || (lost.length > 0 && usable(after).length === 0);
  return [
    ...(isCutOff
      ? [
          `This machine lost ${lost.map(spelled).join(", ")}: phones do not reach Looby. Join that network again, or start this command again.`,
        ]
      : []),
    ...(added.length === 0 ? [] : [`This machine is now at ${added.map(spelled).join(", ")}.`]),
    // A name is resolved again; an address is in the codes and the poster.
    ...(isIP(host) !== 0 && added.length > 0 && !isIn(added, host)
      ? [`The codes carry ${host}. To use another address, start this command again with --address ADDRESS.`]
      : []),
  ];
}

/** Reads the addresses from the operating system. */
export async function readAddresses(): Promise<LocalAddress[]> {
  return rankAddresses(networkInterfaces(), await routedAddress());
}

function spelled({ address, card, flaw }: LocalAddress): string {
  return `${address} (${card}${flaw === null ? "" : `, ${flaw}`})`;
}

/** The address of the default route. No packet is sent: connecting a UDP socket only chooses the route. */
async function routedAddress(): Promise<string | null> {
  const socket = createSocket("udp4");
  try {
    socket.connect(9, "192.0.2.1"); // an address of documentation (RFC 5737)
    await once(socket, "connect");
    return socket.address().address;
  } catch {
    return null; // there is no default route
  } finally {
    socket.close();
  }
}
