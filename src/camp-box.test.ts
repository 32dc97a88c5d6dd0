import { X509Certificate } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  addressForPhones,
  addressLines,
  networkChange,
  rankAddresses,
} from "../scripts/camp-box/addresses.ts";
import { certify, dateLine, openAuthority } from "../scripts/camp-box/authority.ts";
import { localNames } from "../scripts/camp-box/local-names.ts";

const at = (address: string) => [{ address }];
const best = (interfaces: Parameters<typeof rankAddresses>[0], routed: string | null = null) =>
  addressForPhones(rankAddresses(interfaces, routed), null);

test.each([
  ["a cable without DHCP", { eth0: at("169.254.7.3"), wlan0: at("192.168.4.1") }, null, "192.168.4.1"],
  ["a bridge of containers", { docker0: at("172.17.0.1"), wlp2s0: at("10.0.0.7") }, null, "10.0.0.7"],
  ["a network of containers", { "br-0a1b2c3d4e5f": at("172.18.0.1"), en0: at("10.0.0.7") }, null, "10.0.0.7"],
  [
    "a VPN with the default route",
    { tun0: at("10.8.0.6"), eth0: at("192.168.1.5") },
    "10.8.0.6",
    "192.168.1.5",
  ],
  ["a mesh VPN", { tailscale0: at("100.101.2.3"), wlan0: at("192.168.1.5") }, null, "192.168.1.5"],
  ["a virtual switch", { "vEthernet (WSL)": at("172.29.0.1"), "Wi-Fi": at("10.1.1.2") }, null, "10.1.1.2"],
  ["a VPN of games", { "Radmin VPN": at("26.5.6.7"), WLAN: at("192.168.1.5") }, null, "192.168.1.5"],
  [
    "a cable to a disk",
    { "Ethernet 3": at("192.168.50.1"), Ethernet: at("192.168.1.5") },
    "192.168.1.5",
    "192.168.1.5",
  ],
  [
    "a host-only network",
    { "VirtualBox Host-Only Network": at("192.168.56.1"), Ethernet: at("10.1.1.2") },
    null,
    "10.1.1.2",
  ],
  ["the loopback", { lo: at("127.0.0.1"), eth0: at("10.1.1.2") }, null, "10.1.1.2"],
  [
    "an address outside local networks",
    { eth0: at("203.0.113.9"), wlan0: at("10.1.1.2") },
    "203.0.113.9",
    "10.1.1.2",
  ],
])("passes over %s", (_, interfaces, routed, expected) => {
  expect(best(interfaces, routed)).toBe(expected);
});

test("prefers the default route, then the Wi-Fi, then IPv4", () => {
  const both = { eth0: at("192.168.1.5"), wlan0: at("192.168.4.1") };
  expect(best(both, "192.168.1.5")).toBe("192.168.1.5");
  expect(best(both)).toBe("192.168.4.1");
  expect(best({ eth0: [{ address: "fd00::2" }, { address: "10.0.0.7" }] })).toBe("10.0.0.7");
  expect(
    rankAddresses(
      {
        lo: at("::1"),
        "br-lan": [{ address: "fe80::1" }, { address: "fd00::2" }, { address: "2001:db8::7" }],
      },
      null,
    ).map(({ address }) => address),
  ).toEqual(["fd00::2"]);
});

test("refuses to show a code for a machine that no phone can reach", () => {
  for (const interfaces of [{}, { lo: [{ address: "127.0.0.1" }, { address: "::1" }] }])
    expect(() => best(interfaces)).toThrow(/no address in a local network.*--address.*--name/);
  expect(() => best({ docker0: at("172.17.0.1") })).toThrow("only 172.17.0.1 (docker0, containers");
});

test("takes the operator's address, and refuses one of another machine", () => {
  const ranked = rankAddresses({ wlan0: at("10.0.0.7"), wg0: at("10.8.0.6") }, null);
  expect(addressForPhones(ranked, "10.8.0.6")).toBe("10.8.0.6");
  for (const wanted of ["10.0.0.8", "", "camp", "10.0.0.7; rm"])
    expect(() => addressForPhones(ranked, wanted)).toThrow("does not have the address");
});

test("says which addresses phones use and which are left out", () => {
  const ranked = rankAddresses(
    { docker0: at("172.17.0.1"), eth0: at("10.0.0.7"), wlan0: at("192.168.4.1") },
    null,
  );
  const leftOut = "Left out: 172.17.0.1 (docker0, containers or virtual machines).";
  expect(addressLines(ranked, "192.168.4.1", () => true)).toEqual([
    "Phones will use 192.168.4.1 (wlan0).",
    "The certificate is also valid at 10.0.0.7 (eth0).",
    leftOut,
  ]);
  expect(addressLines(ranked, "looby.lan", (address) => address === "192.168.4.1")).toEqual([
    "Phones will use looby.lan.",
    "The certificate is also valid at 192.168.4.1 (wlan0).",
    "This machine is also at 10.0.0.7 (eth0), where the certificate is not valid.",
    leftOut,
  ]);
});

test("notices a second network, and the loss of the one that phones use", () => {
  const one = rankAddresses({ wlan0: at("192.168.4.1") }, null);
  const two = rankAddresses(
    { wlan0: at("192.168.4.1"), eth0: at("10.0.0.7"), docker0: at("172.17.0.1") },
    null,
  );
  const other = rankAddresses({ eth0: at("10.0.0.7") }, null);
  expect(networkChange(one, one, "192.168.4.1")).toEqual([]);
  expect(networkChange(one, two, "192.168.4.1")).toEqual([
    "This machine is now at 10.0.0.7 (eth0).",
    expect.stringMatching(/^The codes carry 192\.168\.4\.1\. .*--address ADDRESS\.$/),
  ]);
  const lost = (address: string) =>
    `This machine lost ${address}: phones do not reach Looby. Join that network again, or start this command again.`;
  expect(networkChange(two, other, "192.168.4.1")).toEqual([lost("192.168.4.1 (wlan0)")]);
  expect(networkChange(other, two, "192.168.4.1")).toEqual(["This machine is now at 192.168.4.1 (wlan0)."]);
  // A name stays right as long as there is a network.
  expect(networkChange(two, other, "looby.lan")).toEqual([]);
  expect(networkChange(other, [], "looby.lan")).toEqual([lost("10.0.0.7 (eth0)")]);
  expect(networkChange([], other, "looby.lan")).toEqual(["This machine is now at 10.0.0.7 (eth0)."]);
});

test("makes certificates that phones accept when this machine's clock is 40 days behind or ahead", async () => {
  const phone = Date.parse("2026-08-30T12:00:00Z");
  for (const days of [-40, 40]) {
    const here = phone + days * 86_400_000;
    const folder = await mkdtemp(join(tmpdir(), "looby-camp-box-"));
    const names = localNames(["10.0.0.7"], null);
    const authority = await openAuthority(folder, names, "10.0.0.7", here);
    const made = await certify(folder, authority, names);
    for (const pem of [authority.certificate, made.chain]) {
      const { validFromDate, validToDate } = new X509Certificate(pem);
      expect(validFromDate.getTime()).toBeLessThan(phone);
      expect(validToDate.getTime()).toBeGreaterThan(phone + 30 * 86_400_000);
      expect(validToDate.getTime() - validFromDate.getTime()).toBeLessThan(825 * 86_400_000); // Apple's limit
    }
    expect(dateLine(made, here)).toContain(new Date(here).toUTCString());
  }
});
