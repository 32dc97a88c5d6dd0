import { isIP, isIPv4 } from "node:net";
import { Extension, X509Certificate } from "@peculiar/x509";
import type { LocalNames } from "./local-names.ts";

const NAME_CONSTRAINTS = "2.5.29.30";
/** Tags of a GeneralName (RFC 5280, 4.2.1.6). */
const [EMAIL, HOST, URI, ADDRESS] = [0x81, 0x82, 0x86, 0x87] as const;

/**
 * The extension (RFC 5280, 4.2.1.10) that limits an authority to exactly these hosts and addresses. Email addresses and URIs are limited to
 * the domain "invalid", which cannot be registered (RFC 6761), because a kind of name without a limit would be unrestricted.
 */
export function onlyNames({ hosts, addresses }: LocalNames): Extension {
  const trees = [
    ...[...hosts, ...addresses].map(subtreeOf),
    element(0x30, element(EMAIL, Buffer.from("invalid"))),
    element(0x30, element(URI, Buffer.from("invalid"))),
  ];
  const permitted = element(0xa0, Buffer.concat(trees));
  return new Extension(NAME_CONSTRAINTS, true, new Uint8Array(element(0x30, permitted)));
}

/** Whether this authority's certificate (PEM) was made for this host or address. */
export function permits(authority: string, name: string): boolean {
  const extension = new X509Certificate(authority).getExtension(NAME_CONSTRAINTS);
  return extension !== null && Buffer.from(extension.value).includes(subtreeOf(name));
}

function subtreeOf(name: string): Buffer {
  const isAddress = isIP(name) !== 0;
  const content = isAddress
    ? [bytesOf(name), Buffer.alloc(isIPv4(name) ? 4 : 16, 0xff)]
    : [Buffer.from(name)];
  return element(0x30, element(isAddress ? ADDRESS : HOST, Buffer.concat(content)));
}

/** The 4 or 16 bytes of an address. */
function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = address.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill("0");
  const all = [...groups(head), ...zeros, ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** One DER element: tag, length, content. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
