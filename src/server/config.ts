import { resolve } from "node:path";
import * as z from "zod/mini";
import packageJson from "../../package.json" with { type: "json" };
import { OperatorError } from "#server/operator-error.ts";
import type { GeocoderSettings } from "#server/platform/geocoder/geocoder.ts";

/**
 * Every setting, with its default. This file is the only reader of the environment; the README's table is made from
 * `settings`.
 */
export const settings = [
  ["PORT", "3000", "Port the server listens on; 0 picks a free one"],
  ["HOST", "127.0.0.1", "Address it listens on; 0.0.0.0 for the whole network"],
  [
    "PUBLIC_URL",
    "",
    "Address people use, when it is not http://HOST:PORT (behind a proxy); https makes cookies Secure",
  ],
  ["DATA_DIR", ".looby", "Folder of the embedded database, photos, secrets and backups"],
  ["DATABASE_URL", "", "postgres:// URL; unset uses the embedded database"],
  ["DATABASE_POOL", "10", "Connections to a real Postgres"],
  ["QUERY_DEADLINE_MS", "2000", "A query running longer is stopped"],
  ["FREE_SPACE_FLOOR_MB", "200", "Below this much free disk, writes are refused (507)"],
  ["BACKUP_EVERY_HOURS", "6", "Backup interval of the embedded database; 0 turns it off"],
  ["BACKUP_KEEP", "8", "Backups kept"],
  ["SECRET", "", "Key for cookies and signed links, 32+ characters; unset makes one in DATA_DIR"],
  ["PRODUCT_NAME", "Looby", "Name shown to people"],
  ["COMMUNITY_NOUN", "Loobricate", "What a community is called"],
  ["MAKER_NAME", "Looby on the open web", "First footer link: label"],
  ["MAKER_URL", "/about", "First footer link: address"],
  ["STUDIO_NAME", "Source code and licence", "Second footer link: label"],
  ["STUDIO_URL", "/about#source", "Second footer link: address"],
  ["SAMPLE_DATA", "on", "Load the sample festival into an empty database"],
  ["DEMO_MODE", "off", "Show marked sample memories, graph and gear to new people"],
  ["LLM_BASE_URL", "", "OpenAI-compatible address, such as http://127.0.0.1:11434/v1"],
  ["LLM_API_KEY", "", "Its key"],
  ["LLM_MODEL", "", "Its model, for those who choose none and where a chosen one is gone"],
  ["LLM_ANSWER_TOKENS", "2048", "Longest answer of a model in tokens, thoughts included"],
  ["LLM_USER_RUNS", "60", "Model answers a user may ask for in an hour"],
  ["LLM_VISITOR_RUNS", "10", "Model answers a visitor may ask for in an hour"],
  ["LLM_ADDRESS_RUNS", "30", "Model answers all visitors of one network address may ask for in an hour"],
  ["LLM_TOTAL_RUNS", "600", "Model answers of the whole server in an hour; visitors get a fifth of them"],
  ["LLM_USER_CHARACTERS", "200000", "Characters a model may answer a user in a day (4 are about a token)"],
  ["LLM_VISITOR_CHARACTERS", "40000", "Characters a model may answer a visitor in a day"],
  [
    "LLM_TOTAL_CHARACTERS",
    "4000000",
    "Characters of the whole server in a day; visitors get a fifth of them",
  ],
  ["EMBEDDINGS_BASE_URL", "", "OpenAI-compatible embeddings address; unset uses the embedded model"],
  ["EMBEDDINGS_API_KEY", "", "Its key"],
  ["EMBEDDINGS_MODEL", "", "Its model"],
  ["EMBEDDINGS_DIMENSIONS", "1536", "Length of its vectors"],
  ["SPEECH_BASE_URL", "", "OpenAI-compatible transcription address; unset uses the embedded model (English)"],
  ["SPEECH_API_KEY", "", "Its key"],
  ["SPEECH_MODEL", "", "Its model"],
  ["S3_ENDPOINT", "", "S3-compatible address for photos; unset keeps them in DATA_DIR"],
  ["S3_BUCKET", "entry-photos", "Bucket"],
  ["S3_REGION", "us-east-1", "Region"],
  ["S3_ACCESS_KEY_ID", "", "Access key"],
  ["S3_SECRET_ACCESS_KEY", "", "Secret key"],
  ["GEOCODER", "off", "Who finds addresses outside the festival city: off, photon or nominatim"],
  ["GEOCODER_URL", "", "Its address; unset: the public server of photon or nominatim"],
  ["GEOCODER_COUNTRIES", "de", "Countries it searches, such as de,at; all for everywhere"],
  ["OPERATORS", "", "User ids or pseudonyms of accounts that may import camps, separated by commas"],
  ["SMTP_URL", "", "smtp:// URL of a mail server; unset: codes are handed out by the operator"],
  ["MAIL_FROM", "Looby <looby@localhost>", "Sender of mails"],
  [
    "PUSH_SERVICES",
    "browsers",
    "Push services notifications are sent to: those of the usual browsers, addresses with commas, or off",
  ],
  ["TRUST_PROXY", "off", "Take the client's address from X-Forwarded-For (only behind your own proxy)"],
  ["HSTS", "off", "Send Strict-Transport-Security"],
  ["LIMIT_FACTOR", "1", "Multiplies every rate limit"],
  ["LOG_LEVEL", "info", "fatal, error, warn, info, debug, trace or silent"],
] as const;

type Name = (typeof settings)[number][0];

export interface Config {
  port: number;
  host: string;
  publicUrl: string | null;
  dataDir: string;
  database: { url: string | null; pool: number; queryDeadlineMs: number; freeSpaceFloorBytes: number };
  backups: { everyMs: number; keep: number } | null;
  /** Null: made at first start and kept in the data folder. */
  secret: string | null;
  productName: string;
  communityNoun: string;
  links: { label: string; url: string }[];
  sampleData: boolean;
  demoMode: boolean;
  languageModel: { baseUrl: string; apiKey: string | null; model: string; answerTokens: number } | null;
  /** Runs are per hour, characters per day. */
  modelBudget: {
    userRuns: number;
    visitorRuns: number;
    /** Of all visitors of one network address. */
    addressRuns: number;
    totalRuns: number;
    userCharacters: number;
    visitorCharacters: number;
    totalCharacters: number;
    /** What an answer is expected to need at most: set aside while it runs. */
    answerCharacters: number;
  };
  embeddings: { baseUrl: string; apiKey: string | null; model: string; dimensions: number } | null;
  speech: { baseUrl: string; apiKey: string | null; model: string } | null;
  s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  geocoder: GeocoderSettings | null;
  /** User ids or pseudonyms as the operator wrote them. */
  operators: readonly string[];
  mail: { url: string; from: string } | null;
  /** Origins; none: nothing is pushed. */
  pushServices: string[];
  trustProxy: boolean;
  hsts: boolean;
  limitFactor: number;
  logLevel: string;
  /** Validate every answer against its contract: on in tests and development. */
  checkAnswers: boolean;
}

/** @throws OperatorError one line naming the setting and what it takes */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const defaults = new Map<string, string>(settings.map(([name, value]) => [name, value]));
  const get = (name: Name): string => env[name]?.trim() || (defaults.get(name) ?? "");
  const parse = <T>(name: Name, schema: z.ZodMiniType<T>, takes: string): T => {
    const parsed = schema.safeParse(get(name));
    if (!parsed.success)
      throw new OperatorError("invalid-config", `${name}=${JSON.stringify(get(name))}: takes ${takes}.`);
    return parsed.data;
  };
  const whole = (name: Name, min: number, max: number) =>
    parse(
      name,
      z.coerce.number().check(z.int(), z.gte(min), z.lte(max)),
      `a whole number from ${min} to ${max}`,
    );
  const onOff = (name: Name) => parse(name, z.enum(["on", "off"]), "on or off") === "on";
  const url = (name: Name, protocols: string[]): string | null => {
    const value = get(name);
    if (value === "") return null;
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new OperatorError(
        "invalid-config",
        `${name}: takes an address beginning with ${protocols.map((p) => `${p}//`).join(" or ")}.`,
      );
    }
    return value.replace(/\/+$/, "");
  };
  const together = <T>(names: Name[], present: boolean, make: () => T): T | null => {
    if (!present) return null;
    const missing = names.find((name) => get(name) === "");
    if (missing !== undefined)
      throw new OperatorError("invalid-config", `${missing} is missing; it goes with ${names[0]}.`);
    return make();
  };
  const web = ["http:", "https:"];
  const llmUrl = url("LLM_BASE_URL", web);
  const embeddingsUrl = url("EMBEDDINGS_BASE_URL", web);
  const speechUrl = url("SPEECH_BASE_URL", web);
  const s3Url = url("S3_ENDPOINT", web);
  const smtpUrl = url("SMTP_URL", ["smtp:", "smtps:"]);
  const secret = get("SECRET");
  if (secret !== "" && secret.length < 32)
    throw new OperatorError("invalid-config", "SECRET: takes at least 32 characters.");
  const publicUrl = url("PUBLIC_URL", web);
  // Who runs a public geocoder must be able to see who is asking.
  const userAgent = `Looby/${packageJson.version}${publicUrl === null ? "" : ` (+${publicUrl})`}`;
  const limitFactor = parse("LIMIT_FACTOR", z.coerce.number().check(z.gt(0), z.lte(1e9)), "a number above 0");
  const backupHours = whole("BACKUP_EVERY_HOURS", 0, 168);
  return {
    port: whole("PORT", 0, 65_535),
    host: get("HOST"),
    publicUrl,
    dataDir: resolve(get("DATA_DIR")),
    database: {
      url: url("DATABASE_URL", ["postgres:", "postgresql:"]),
      pool: whole("DATABASE_POOL", 1, 200),
      queryDeadlineMs: whole("QUERY_DEADLINE_MS", 100, 600_000),
      freeSpaceFloorBytes: whole("FREE_SPACE_FLOOR_MB", 0, 1_000_000) * 1024 * 1024,
    },
    backups:
      backupHours === 0 ? null : { everyMs: backupHours * 3_600_000, keep: whole("BACKUP_KEEP", 1, 1000) },
    secret: secret === "" ? null : secret,
    productName: get("PRODUCT_NAME"),
    communityNoun: get("COMMUNITY_NOUN"),
    links: [
      { label: get("MAKER_NAME"), url: get("MAKER_URL") },
      { label: get("STUDIO_NAME"), url: get("STUDIO_URL") },
    ],
    sampleData: onOff("SAMPLE_DATA"),
    demoMode: onOff("DEMO_MODE"),
    languageModel: together(["LLM_BASE_URL", "LLM_MODEL"], llmUrl !== null, () => ({
      baseUrl: llmUrl ?? "",
      apiKey: get("LLM_API_KEY") || null,
      model: get("LLM_MODEL"),
      answerTokens: whole("LLM_ANSWER_TOKENS", 16, 100_000),
    })),
    modelBudget: readModelBudget(whole, limitFactor),
    embeddings: together(["EMBEDDINGS_BASE_URL", "EMBEDDINGS_MODEL"], embeddingsUrl !== null, () => ({
      baseUrl: embeddingsUrl ?? "",
      apiKey: get("EMBEDDINGS_API_KEY") || null,
      model: get("EMBEDDINGS_MODEL"),
      dimensions: whole("EMBEDDINGS_DIMENSIONS", 1, 4096),
    })),
    speech: together(["SPEECH_BASE_URL", "SPEECH_MODEL"], speechUrl !== null, () => ({
      baseUrl: speechUrl ?? "",
      apiKey: get("SPEECH_API_KEY") || null,
      model: get("SPEECH_MODEL"),
    })),
    s3: together(["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], s3Url !== null, () => ({
      endpoint: s3Url ?? "",
      bucket: get("S3_BUCKET"),
      region: get("S3_REGION"),
      accessKeyId: get("S3_ACCESS_KEY_ID"),
      secretAccessKey: get("S3_SECRET_ACCESS_KEY"),
    })),
    geocoder: readGeocoder(
      parse("GEOCODER", z.enum(["off", "photon", "nominatim"]), "off, photon or nominatim"),
      url("GEOCODER_URL", web),
      parse(
        "GEOCODER_COUNTRIES",
        z.string().check(z.regex(/^(?:all|[a-z]{2}(?:\s*,\s*[a-z]{2}){0,19})$/i)),
        "two-letter codes separated by commas, such as de,at, or all",
      ),
      userAgent,
    ),
    operators: list(get("OPERATORS")),
    mail: smtpUrl === null ? null : { url: smtpUrl, from: get("MAIL_FROM") },
    pushServices: readOrigins("PUSH_SERVICES", get("PUSH_SERVICES")),
    trustProxy: onOff("TRUST_PROXY"),
    hsts: onOff("HSTS"),
    limitFactor,
    logLevel: parse(
      "LOG_LEVEL",
      z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
      "a pino level",
    ),
    checkAnswers: env["NODE_ENV"] !== "production",
  };
}

/** Of Chromium, Firefox, Safari and Edge. */
const BROWSER_PUSH_SERVICES = [
  "https://fcm.googleapis.com",
  "https://updates.push.services.mozilla.com",
  "https://*.push.apple.com",
  "https://*.notify.windows.com",
];

function readOrigins(name: Name, value: string): string[] {
  if (value === "off") return [];
  if (value === "browsers") return BROWSER_PUSH_SERVICES;
  return value.split(",").map((part) => {
    const origin = part.trim();
    if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol))
      throw new OperatorError(
        "invalid-config",
        `${name}: takes browsers, https:// addresses with commas, or off.`,
      );
    return origin;
  });
}

const PUBLIC_GEOCODERS = {
  photon: "https://photon.komoot.io",
  nominatim: "https://nominatim.openstreetmap.org",
} as const;

function readGeocoder(
  kind: "off" | "photon" | "nominatim",
  baseUrl: string | null,
  countries: string,
  userAgent: string,
): GeocoderSettings | null {
  if (kind === "off") return null;
  return {
    kind,
    baseUrl: baseUrl ?? PUBLIC_GEOCODERS[kind],
    countries: countries.toLowerCase() === "all" ? [] : list(countries.toLowerCase()),
    userAgent,
  };
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** About four characters are a token. */
const CHARACTERS_OF_TOKEN = 4;

function readModelBudget(
  whole: (name: Name, min: number, max: number) => number,
  factor: number,
): Config["modelBudget"] {
  const limit = (name: Name) => whole(name, 1, 1_000_000_000) * factor;
  return {
    userRuns: limit("LLM_USER_RUNS"),
    visitorRuns: limit("LLM_VISITOR_RUNS"),
    addressRuns: limit("LLM_ADDRESS_RUNS"),
    totalRuns: limit("LLM_TOTAL_RUNS"),
    userCharacters: limit("LLM_USER_CHARACTERS"),
    visitorCharacters: limit("LLM_VISITOR_CHARACTERS"),
    totalCharacters: limit("LLM_TOTAL_CHARACTERS"),
    answerCharacters: whole("LLM_ANSWER_TOKENS", 16, 100_000) * CHARACTERS_OF_TOKEN,
  };
}
