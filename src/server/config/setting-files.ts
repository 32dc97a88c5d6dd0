import { readFileSync } from "node:fs";
import { settings } from "./environment-settings.ts";
import { OperatorError } from "#server/operator-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with every setting that is given as a file (`SECRET_FILE=/run/secrets/secret`) read from that file.
 * Environment variables are visible to anyone who can inspect the process.
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
