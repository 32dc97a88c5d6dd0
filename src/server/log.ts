import { type Logger, pino } from "pino";

export type Log = Logger;

/** JSON lines on standard output; secrets never reach a line. */
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
