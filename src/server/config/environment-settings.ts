import { readFileSync } from "node:fs";
import { OperatorError } from "#server/operator-error.ts";

/** All settings by topic, with their defaults and meanings. Only `config.ts` reads them; docs/configuration.md lists them. */
export const settingGroups = {
  Server: [
    ["PORT", "3000", "Port the server listens on; 0 picks a free one"],
    ["HOST", "127.0.0.1", "Address it listens on; 0.0.0.0 for the whole network"],
    [
      "PUBLIC_URL",
      "",
      "Address users open, without a folder, when it is not http://HOST:PORT (behind a proxy): posters, codes, links and passkeys use it; https makes cookies Secure",
    ],
    ["TRUST_PROXY", "off", "Read the client's address from X-Forwarded-For (only behind your own proxy)"],
    ["HSTS", "off", "Send Strict-Transport-Security"],
    ["LOG_LEVEL", "info", "fatal, error, warn, info, debug, trace or silent"],
  ],
  Data: [
    ["DATA_DIR", ".looby", "Folder of the embedded database, photos, secrets and backups"],
    ["DATABASE_URL", "", "postgres:// URL; unset uses the embedded database"],
    ["DATABASE_POOL", "10", "Connections to a real Postgres"],
    ["QUERY_DEADLINE_MS", "2000", "A query that runs longer is cancelled"],
    ["FREE_SPACE_FLOOR_MB", "200", "With less free disk space, the server refuses writes (507)"],
    ["BACKUP_EVERY_HOURS", "6", "Backup interval of the embedded database; 0 turns it off"],
    ["BACKUP_KEEP", "8", "Number of backups to store"],
    ["S3_ENDPOINT", "", "S3-compatible address for photos; unset stores them in DATA_DIR"],
    ["S3_BUCKET", "entry-photos", "Bucket"],
    ["S3_REGION", "us-east-1", "Region"],
    ["S3_ACCESS_KEY_ID", "", "Access key"],
    ["S3_SECRET_ACCESS_KEY", "", "Secret key"],
  ],
  "Accounts and secrets": [
    ["SECRET", "", "Key for cookies and signed links, 32+ characters; unset: created in DATA_DIR"],
    [
      "SECRET_PREVIOUS",
      "",
      "The previous SECRET, or several separated by commas: their signatures stay valid",
    ],
    [
      "OPERATORS",
      "",
      "User ids or pseudonyms of existing accounts that may import camps, separated by commas",
    ],
    ["SMTP_URL", "", "smtp:// URL of a mail server; unset: the operator hands out codes"],
    ["MAIL_FROM", "Looby <looby@localhost>", "Sender of mails"],
  ],
  Festival: [
    ["PRODUCT_NAME", "Looby", "Name shown to users"],
    ["COMMUNITY_NOUN", "Loobricate", "The word for a community"],
    ["MAKER_NAME", "Looby on the open web", "First footer link: label"],
    ["MAKER_URL", "/about", "First footer link: address"],
    ["STUDIO_NAME", "Source code and licence", "Second footer link: label"],
    ["STUDIO_URL", "/about#source", "Second footer link: address"],
    ["DAILY_ZONE", "UTC", "Time zone whose midnight starts a new daily quest, such as America/Los_Angeles"],
    ["SAMPLE_DATA", "on", "Load the sample festival into an empty database"],
    ["DEMO_MODE", "off", "Show marked sample memories, graph and gear to new users"],
    [
      "SURVEYS",
      "",
      "Surveys to offer, a JSON list (or SURVEYS_FILE): id, title, description, studyType, surveyUrl, and optionally compensation, expiresAt",
    ],
  ],
  "Language, search and speech models": [
    ["LLM_BASE_URL", "", "OpenAI-compatible address, such as http://127.0.0.1:11434/v1"],
    ["LLM_API_KEY", "", "Its key"],
    ["LLM_MODEL", "", "Its model, unless the user chooses another that exists"],
    ["EMBEDDINGS_BASE_URL", "", "OpenAI-compatible embeddings address; unset uses the embedded model"],
    ["EMBEDDINGS_API_KEY", "", "Its key"],
    ["EMBEDDINGS_MODEL", "", "Its model"],
    ["EMBEDDINGS_DIMENSIONS", "1536", "Length of its vectors"],
    [
      "SPEECH_BASE_URL",
      "",
      "OpenAI-compatible transcription address; unset uses the embedded model (English)",
    ],
    ["SPEECH_API_KEY", "", "Its key"],
    ["SPEECH_MODEL", "", "Its model"],
  ],
  "Other services": [
    ["GEOCODER", "off", "Service that finds addresses outside the festival city: off, photon or nominatim"],
    ["GEOCODER_URL", "", "Its address; unset: the public server of photon or nominatim"],
    ["GEOCODER_COUNTRIES", "de", "Countries it searches, such as de,at; all for everywhere"],
    ["TELEGRAM_BOT_TOKEN", "", "Token of a Telegram bot, from @BotFather; unset: no bot"],
    ["TELEGRAM_API_URL", "https://api.telegram.org", "Address of Telegram's Bot API"],
    [
      "TELEGRAM_WEBHOOK",
      "off",
      "Let Telegram call this server (needs a public https PUBLIC_URL) instead of polling",
    ],
    ["OMI_APP_ID", "", "Id of an Omi app with the integration abilities; unset: no Omi"],
    ["OMI_APP_KEY", "", "Its key (sk_...)"],
    ["OMI_API_URL", "https://api.omi.me", "Address of Omi's API"],
    ["MEM0_API_KEY", "", "Key of Mem0, which helps to find memories of users who allow it; unset: no Mem0"],
    ["MEM0_URL", "", "Mem0's address; unset: https://api.mem0.ai"],
    [
      "MEM0_API",
      "platform",
      "The API at that address: platform for Mem0's own, or server for the open-source one",
    ],
    [
      "PUSH_SERVICES",
      "browsers",
      "Push services that may receive notifications: those of the usual browsers, addresses separated by commas, or off",
    ],
  ],
  Limits: [
    ["LIMIT_FACTOR", "1", "Multiplies every rate limit"],
    ["LIMITS", "{}", "Budgets and quotas that differ from those below, a JSON object (or LIMITS_FILE)"],
  ],
} as const;

export const settings = Object.values(settingGroups).flat();

export type SettingName = (typeof settings)[number][0];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with every setting that is given as a file (`SECRET_FILE=/run/secrets/secret`) read from that file. Environment
 * variables are visible to every user who can inspect the process.
 * @throws OperatorError `invalid-config` when the file cannot be read, or when the setting is given both ways
 */
export function withSettingFiles(env: Environment): Environment {
  const read: Record<string, string> = {};
  for (const [name] of settings) {
    const file = env[`${name}_FILE`]?.trim();
    if (file === undefined || file === "") continue;
    if (env[name]?.trim())
      throw new OperatorError("invalid-config", `${name} and ${name}_FILE are both set: leave one out.`);
    try {
      read[name] = readFileSync(file, "utf8").trim();
    } catch (cause) {
      throw new OperatorError("invalid-config", `${name}_FILE: ${file} cannot be read.`, { cause });
    }
  }
  return { ...env, ...read };
}
