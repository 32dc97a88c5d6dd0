import { plainText } from "#shared/http/plain-text.ts";
import { safeLink } from "#shared/http/safe-link.ts";
import { type Fields, isFields, wordsOf } from "#shared/json-fields.ts";
import type { GeoPoint } from "../city/city.ts";

/** A problem with a row of an imported file. */
export interface RowProblem {
  /** Row number; the first is 1. */
  row: number;
  name: string | null;
  field: string;
  /** Continues a sentence that starts with the field: "url" "is not a web address; it is left out." */
  message: string;
  /** Whether the row is rejected. If not, it is imported without the part named in the message. */
  isRefused: boolean;
}

/** One row of a camp file. Reads its fields, whatever they contain, and records the problems. */
export class CampRow {
  readonly number: number;
  readonly problems: RowProblem[] = [];
  readonly isObject: boolean;
  readonly #fields: Fields;
  #name: string | null = null;

  constructor(number: number, data: unknown) {
    this.number = number;
    this.isObject = isFields(data);
    this.#fields = isFields(data) ? data : {};
    if (!this.isObject) this.refuse("row", "is not an object with the fields of a camp.");
  }

  get isRefused(): boolean {
    return this.problems.some((problem) => problem.isRefused);
  }

  refuse(field: string, message: string): void {
    this.problems.push({ row: this.number, name: this.#name, field, message, isRefused: true });
  }

  note(field: string, message: string): void {
    this.problems.push({ row: this.number, name: this.#name, field, message, isRefused: false });
  }

  /** The value at a dotted path; undefined when there is none. */
  at(path: string): unknown {
    let value: unknown = this.#fields;
    for (const key of path.split(".")) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
      value = Object.entries(value).find(([name]) => name === key)?.[1];
    }
    return value;
  }

  /** Reads the name. Rejects a row without one: a camp without a name cannot be shown. */
  name(): string | null {
    const value = this.at("name");
    const name = plainText(wordsOf(value)).replaceAll(/\s+/g, " ");
    if (value === undefined || value === null) this.refuse("name", "is missing.");
    else if (typeof value !== "string" && typeof value !== "number") this.refuse("name", "must be a text.");
    else if (name === "") this.refuse("name", "is empty.");
    else if (name.length > 200) this.refuse("name", "has more than 200 characters.");
    this.#name = name === "" ? null : name.slice(0, 80);
    return name === "" ? null : name;
  }

  /** A text or number, unchanged, without recording problems. */
  plain(path: string, max: number): string | null {
    const value = this.at(path);
    if (typeof value !== "string" && typeof value !== "number") return null;
    return (
      plainText(String(value).slice(0, 4 * max))
        .slice(0, max)
        .toWellFormed() || null
    );
  }

  /** Removes markup and cuts text that is too long. Rejects the row if the value is not a text. */
  text(path: string, max: number): string | null {
    const value = this.at(path);
    if (value === undefined || value === null) return null;
    if (typeof value !== "string" && typeof value !== "number") {
      this.refuse(path, "must be a text.");
      return null;
    }
    const text = String(value);
    const plain = plainText(text.slice(0, 100_000));
    if (/<\/?[a-z!][^<>]*>/i.test(text)) this.note(path, "had markup; only its words are kept.");
    if (plain.length > max) this.note(path, `is cut to ${max} characters.`);
    return plain.slice(0, max).toWellFormed().trim() || null;
  }

  url(): string | null {
    const text = this.#optional("url");
    if (text === null) return null;
    const link =
      safeLink(text) ?? (/^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? safeLink(`https://${text}`) : null);
    if (link?.href.startsWith("http") === true && link.href.length <= 500) return link.href;
    this.note("url", "is not a web address that can be opened safely; it is left out.");
    return null;
  }

  mail(): string | null {
    const text = this.#optional("contact_email");
    if (text === null) return null;
    const link = safeLink(`mailto:${text}`);
    if (link !== null && text.length <= 254) return link.href.slice("mailto:".length);
    this.note("contact_email", "is not a mail address; it is left out.");
    return null;
  }

  /** The first pair of coordinates in the row. Null, with a recorded problem, when it is not a point on earth. */
  point(): GeoPoint | null {
    const pairs = [
      ["location.gps_latitude", "location.gps_longitude"],
      ["gps_latitude", "gps_longitude"],
      ["latitude", "longitude"],
      ["location.lat", "location.lng"],
    ] as const;
    for (const [latitudePath, longitudePath] of pairs) {
      const values = [this.at(latitudePath), this.at(longitudePath)];
      if (values.every((value) => value === undefined || value === null || value === "")) continue;
      const [latitude, longitude] = values.map(toDegrees);
      const isOnEarth = Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180;
      if (isOnEarth && latitude !== undefined && longitude !== undefined) return { latitude, longitude };
      this.note(latitudePath, "and longitude name no point on earth; the camp is placed by its address.");
      return null;
    }
    return null;
  }

  sourceId(): string | null {
    return this.plain("uid", 200) ?? this.plain("id", 200) ?? this.plain("_id", 200);
  }

  /** The same row always gets the same id. If it contains characters that an id cannot have, they are replaced and a hash is appended. */
  idOf(year: string, sourceId: string | null, described: string): string {
    const source = sourceId ?? `row-${described}`;
    const withoutYear = source.startsWith(`${year}-`) ? source.slice(year.length + 1) : source;
    const plain = withoutYear.replaceAll(/[^A-Za-z0-9_.:-]+/g, "-").slice(0, 80);
    return `${year}-${plain}${plain === withoutYear ? "" : `-${digest(withoutYear)}`}`;
  }

  #optional(field: string): string | null {
    const value = this.at(field);
    if (value === undefined || value === null) return null;
    if (typeof value !== "string" && typeof value !== "number") {
      this.note(field, "must be a text; it is left out.");
      return null;
    }
    return wordsOf(value) || null;
  }
}

function toDegrees(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
}

/** 32-bit FNV-1a: enough to distinguish the adjusted ids of one file. A collision is rejected as a second row with that id. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
