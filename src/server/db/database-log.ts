import type { Logger } from "pino";

export type DatabaseLog = Pick<Logger, "info" | "warn" | "error">;
