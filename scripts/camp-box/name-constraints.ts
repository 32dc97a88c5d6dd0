import { Extension } from "@peculiar/x509";

/** Names that mean something in a local network only. */
export const LOCAL_SUFFIXES = ["local", "localhost", "lan", "internal", "home.arpa"] as const;

/** Networks nobody reaches from outside: private, link-local, loopback, carrier-grade NAT. */
const LOCAL_NETWORKS = [
  "0a000000 ff000000", // 10.0.0.0/8
  "ac100000 fff00000", // 172.16.0.0/12
  "c0a80000 ffff0000", // 192.168.0.0/16
  "a9fe0000 ffff0000", // 169.254.0.0/16
  "7f000000 ff000000", // 127.0.0.0/8
  "64400000 ffc00000", // 100.64.0.0/10
  `fc${"00".repeat(15)} fe${"00".repeat(15)}`, // fc00::/7
  `fe80${"00".repeat(14)} ffc0${"00".repeat(14)}`, // fe80::/10
  `${"00".repeat(15)}01 ${"ff".repeat(16)}`, // ::1
];

/** The extension (RFC 5280, 4.2.1.10) by which an authority can vouch for these names and networks, and for nothing else. */
export function onlyLocalNames(): Extension {
  const trees = [
    ...LOCAL_SUFFIXES.map((name) => element(0x82, Buffer.from(name, "ascii"))),
    ...LOCAL_NETWORKS.map((network) => element(0x87, Buffer.from(network.replace(" ", ""), "hex"))),
  ].map((name) => element(0x30, name));
  const permitted = element(0xa0, Buffer.concat(trees));
  return new Extension("2.5.29.30", true, new Uint8Array(element(0x30, permitted)));
}

/** One element of DER: its tag, its length, itself. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
