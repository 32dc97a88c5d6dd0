import type { DatabaseLog } from "#server/log.ts";

const nothing = () => undefined;

export const silentLog: DatabaseLog = { info: nothing, warn: nothing, error: nothing };
