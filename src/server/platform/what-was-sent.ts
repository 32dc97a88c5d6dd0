import { isFields } from "#shared/json-fields.ts";

// The part of an outbound call that users can see: enough to know what left the server, but nothing that grants access.

interface Sent {
  path: string;
  fields: string[];
  sent: string | null;
  bytesSent: number | null;
}

/** UTF-16 units kept of a text: its beginning, and its end, which in a prompt is the question. */
const HEAD = 240;
const TAIL = 360;
/** Limit for the complete text. */
const MAX_SENT = 4000;
/** Number of list entries shown, from the end. */
const MAX_ENTRIES = 12;
const MAX_FIELDS = 40;
const MASK = "[secret]";
/** Field names whose values grant access. */
const SECRET_NAME =
  /pass|secret|signature|credential|authorization|cookie|p256dh|^auth$|(^|[_-])(token|key|code)$|(api|access|private)_?key/i;

interface WayOfNoting {
  /** Secrets of this server. Removed wherever they appear. */
  secrets: readonly string[];
  /** Whether the path itself grants access (a device's push address). */
  isPathSecret: boolean;
  /** False: only the length of a list is logged. */
  areTextsStored: boolean;
}

/** The part of a call that is logged. */
export function whatWasSent(
  url: URL,
  request: { body?: unknown; type: string | null },
  { secrets, isPathSecret, areTextsStored }: WayOfNoting,
): Sent {
  const mask = (text: string) => withoutSecrets(text, secrets);
  const query = Object.fromEntries(url.searchParams);
  const body = readBody(request.body, request.type);
  const given = { ...query, ...(isFields(body.content) ? body.content : {}) };
  const shown = areTextsStored ? given : withoutLists(given);
  const fields = Object.keys(shown).slice(0, MAX_FIELDS);
  const parts = [
    ...(fields.length === 0 ? [] : [JSON.stringify(redact(shown, mask))]),
    ...(body.content === null || isFields(body.content) ? [] : [redact(body.content, mask)]),
  ].map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
  return {
    path: isPathSecret ? `/${MASK}` : mask(safeDecode(url.pathname)).slice(0, 500),
    fields: fields.map((field) => mask(field).slice(0, 100)),
    sent: parts.length === 0 ? null : cut(parts.join("\n"), MAX_SENT - 100, 50),
    bytesSent: body.bytes,
  };
}

function readBody(body: unknown, type: string | null): { content: unknown; bytes: number | null } {
  if (body === undefined || body === null) return { content: null, bytes: 0 };
  if (typeof body === "string") return { content: parse(body), bytes: Buffer.byteLength(body) };
  if (body instanceof URLSearchParams)
    return { content: Object.fromEntries(body), bytes: Buffer.byteLength(body.toString()) };
  if (body instanceof FormData) return readForm(body);
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer)
    return { content: describeBytes(body.byteLength, type), bytes: body.byteLength };
  if (body instanceof Blob) return { content: describeBytes(body.size, body.type || type), bytes: body.size };
  return { content: "[a stream]", bytes: null };
}

function readForm(form: FormData): { content: Record<string, unknown>; bytes: number } {
  const content: Record<string, unknown> = {};
  let bytes = 0;
  for (const [name, value] of form) {
    content[name] = typeof value === "string" ? value : describeBytes(value.size, value.type);
    bytes += typeof value === "string" ? Buffer.byteLength(value) : value.size;
  }
  return { content, bytes };
}

function withoutLists(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, value];
      const length = value.reduce((sum: number, entry) => sum + String(entry).length, 0);
      return [name, `[${value.length} texts, ${length.toLocaleString("en")} characters, not kept]`];
    }),
  );
}

function describeBytes(bytes: number, type: string | null): string {
  return `[${bytes.toLocaleString("en")} bytes${type === null || type === "" ? "" : ` of ${type}`}]`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function redact(value: unknown, mask: (text: string) => string, depth = 0): unknown {
  // Masked before it is cut, because a truncated secret would not be recognized.
  if (typeof value === "string") return cut(mask(value), HEAD, TAIL);
  if (Array.isArray(value)) {
    const entries: unknown[] = value.slice(-MAX_ENTRIES).map((entry) => redact(entry, mask, depth + 1));
    return value.length > MAX_ENTRIES
      ? [`[${value.length - MAX_ENTRIES} before these]`, ...entries]
      : entries;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > 6) return "[more]";
  // A companion's instructions are not shown in the browser.
  const isInstructions = Reflect.get(value, "role") === "system";
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      if (isInstructions && name === "content")
        return [name, `[instructions, ${String(entry).length.toLocaleString("en")} characters]`];
      const isSecret = SECRET_NAME.test(name) && typeof entry === "string" && entry !== "";
      return [mask(name), isSecret ? MASK : redact(entry, mask, depth + 1)];
    }),
  );
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets)
    for (const spelling of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
      clean = clean.replaceAll(spelling, MASK);
  return clean;
}

function cut(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return text.toWellFormed();
  const left = (text.length - head - tail).toLocaleString("en");
  return `${text.slice(0, head)} [... ${left} characters ...] ${text.slice(-tail)}`.toWellFormed();
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
