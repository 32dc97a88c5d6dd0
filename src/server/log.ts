import { type Logger, pino } from "pino";

export type Log = Logger;

/** Writes JSON lines to standard output. Secrets are never logged. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: {
      paths: [
        "password",
        "*.password",
        "authorization",
        "*.authorization",
        "cookie",
        "*.cookie",
        "apiKey",
        "*.apiKey",
      ],
      censor: "[secret]",
    },
  });
}

export type DatabaseLog = Pick<Logger, "info" | "warn" | "error">;
