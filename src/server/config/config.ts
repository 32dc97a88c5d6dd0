import { resolve } from "node:path";
import * as z from "zod/mini";
import packageJson from "../../../package.json" with { type: "json" };
import { isZone } from "#shared/day.ts";
import { type Survey, survey } from "#shared/features/surveys/contract.ts";
import { safeLink } from "#shared/http/safe-link.ts";
import { type SettingName as Name, settings, withSettingFiles } from "./environment-settings.ts";
import { type Limits, readLimits } from "./limits.ts";
import { readPreviousSecrets } from "./secret.ts";
import { OperatorError } from "#server/operator-error.ts";
import type { Mem0Settings } from "#server/platform/mem0/mem0.ts";
import type { OmiSettings } from "#server/platform/omi/omi.ts";
import type { GeocoderSettings } from "#server/platform/geocoder/geocoder.ts";
import { readPushServices } from "#server/platform/push/push-services.ts";

export interface Config {
  port: number;
  host: string;
  /** The origin that users open, such as `https://looby.example`; null when the operator gave none. */
  publicUrl: string | null;
  dataDir: string;
  database: { url: string | null; pool: number; queryDeadlineMs: number; freeSpaceFloorBytes: number };
  backups: { everyMs: number; copies: number } | null;
  /** Null: generated at the first start and stored in the data folder. */
  secret: string | null;
  /** Earlier secrets. Their signatures are still accepted, but they sign nothing new. */
  previousSecrets: readonly string[];
  productName: string;
  communityNoun: string;
  links: { label: string; url: string }[];
  /** IANA name of the zone whose midnight begins a new daily quest. */
  dailyZone: string;
  sampleData: boolean;
  demoMode: boolean;
  /** Replaces the surveys in the database; null leaves them unchanged. */
  surveys: Survey[] | null;
  languageModel: { baseUrl: string; apiKey: string | null; model: string; answerTokens: number } | null;
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
  /** User ids or pseudonyms as the operator wrote them. `findOperators` resolves them to accounts. */
  operators: readonly string[];
  telegram: { token: string; apiUrl: string; webhook: boolean } | null;
  omi: OmiSettings | null;
  mem0: Mem0Settings | null;
  mail: { url: string; from: string } | null;
  /** Allowed origins of push services. Empty: push is off. */
  pushServices: string[];
  trustProxy: boolean;
  hsts: boolean;
  limitFactor: number;
  limits: Limits;
  logLevel: string;
  /** Validate every response against its contract. On in tests and development. */
  checkAnswers: boolean;
}

/** @throws OperatorError one line that names the setting and the values it takes */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const env = withSettingFiles(environment);
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
  const publicUrl = originOnly(url("PUBLIC_URL", web));
  const botToken = get("TELEGRAM_BOT_TOKEN");
  if (botToken !== "" && !/^\d+:[\w-]+$/.test(botToken))
    throw new OperatorError("invalid-config", "TELEGRAM_BOT_TOKEN: takes a token as @BotFather gives it.");
  // The operator of a public geocoder must be able to identify the client.
  const userAgent = `Looby/${packageJson.version}${publicUrl === null ? "" : ` (+${publicUrl})`}`;
  const limitFactor = parse("LIMIT_FACTOR", z.coerce.number().check(z.gt(0), z.lte(1e9)), "a number above 0");
  const limits = readLimits(parseJson(get("LIMITS")), env, limitFactor);
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
      backupHours === 0 ? null : { everyMs: backupHours * 3_600_000, copies: whole("BACKUP_KEEP", 1, 1000) },
    secret: secret === "" ? null : secret,
    previousSecrets: readPreviousSecrets(get("SECRET_PREVIOUS")),
    productName: get("PRODUCT_NAME"),
    communityNoun: get("COMMUNITY_NOUN"),
    links: [
      { label: get("MAKER_NAME"), url: get("MAKER_URL") },
      { label: get("STUDIO_NAME"), url: get("STUDIO_URL") },
    ],
    dailyZone: parse(
      "DAILY_ZONE",
      z.string().check(z.refine(isZone)),
      "a time zone such as UTC or America/Los_Angeles",
    ),
    sampleData: onOff("SAMPLE_DATA"),
    demoMode: onOff("DEMO_MODE"),
    surveys: readSurveys(get("SURVEYS")),
    languageModel: together(["LLM_BASE_URL", "LLM_MODEL"], llmUrl !== null, () => ({
      baseUrl: llmUrl ?? "",
      apiKey: get("LLM_API_KEY") || null,
      model: get("LLM_MODEL"),
      answerTokens: limits.answerTokens,
    })),
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
    telegram: together(["TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL"], botToken !== "", () => ({
      token: botToken,
      apiUrl: url("TELEGRAM_API_URL", web) ?? "",
      webhook:
        parse(
          "TELEGRAM_WEBHOOK",
          publicUrl?.startsWith("https:") === true ? z.enum(["on", "off"]) : z.literal("off"),
          "off, or on together with a https PUBLIC_URL",
        ) === "on",
    })),
    omi: together(["OMI_APP_ID", "OMI_APP_KEY", "OMI_API_URL"], get("OMI_APP_ID") !== "", () => ({
      appId: get("OMI_APP_ID"),
      appKey: get("OMI_APP_KEY"),
      apiUrl: url("OMI_API_URL", web) ?? "",
    })),
    mem0: readMem0(
      parse("MEM0_API", z.enum(["platform", "server"]), "platform or server"),
      url("MEM0_URL", web),
      get("MEM0_API_KEY") || null,
    ),
    mail: smtpUrl === null ? null : { url: smtpUrl, from: get("MAIL_FROM") },
    pushServices: readPushServices(get("PUSH_SERVICES")),
    trustProxy: onOff("TRUST_PROXY"),
    hsts: onOff("HSTS"),
    limitFactor,
    limits,
    logLevel: parse(
      "LOG_LEVEL",
      z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
      "a pino level",
    ),
    checkAnswers: env["NODE_ENV"] !== "production",
  };
}

/** @throws OperatorError when the address names more than an origin: all files are at `/` */
function originOnly(address: string | null): string | null {
  if (address === null) return null;
  const { origin, href } = new URL(address);
  if (href === `${origin}/`) return origin;
  throw new OperatorError(
    "invalid-config",
    `PUBLIC_URL=${JSON.stringify(address)}: takes an address without a folder, a user or a query, because Looby serves its files at "/". Give Looby a name of its own, such as https://looby.example.org.`,
  );
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

const surveyList = z.array(
  z.strictObject({
    ...survey.shape,
    title: z.string().check(z.minLength(1), z.maxLength(200)),
    description: z.string().check(z.maxLength(2_000)),
    studyType: z.string().check(z.maxLength(100)),
    compensation: z._default(z.string().check(z.maxLength(200)), ""),
    expiresAt: z._default(survey.shape.expiresAt, null),
    surveyUrl: z
      .string()
      .check(z.refine((link) => /^https?:/.test(safeLink(link)?.href ?? ""), "takes a web address")),
  }),
);

function readSurveys(text: string): Survey[] | null {
  if (text === "") return null;
  const read = surveyList.safeParse(parseJson(text));
  if (!read.success) throw new OperatorError("invalid-config", `SURVEYS: ${z.prettifyError(read.error)}`);
  const ids = new Set(read.data.map(({ id }) => id));
  if (ids.size < read.data.length) throw new OperatorError("invalid-config", "SURVEYS: two have one id.");
  return read.data;
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const MEM0_PLATFORM = "https://api.mem0.ai";

function readMem0(api: Mem0Settings["api"], url: string | null, apiKey: string | null): Mem0Settings | null {
  if (url === null && apiKey === null) return null;
  if (api === "platform" && apiKey === null)
    throw new OperatorError("invalid-config", "MEM0_API_KEY is missing; MEM0_API=platform takes one.");
  if (api === "server" && url === null)
    throw new OperatorError("invalid-config", "MEM0_URL is missing; MEM0_API=server takes one.");
  return { api, apiKey, url: url ?? MEM0_PLATFORM };
}

function list(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}
