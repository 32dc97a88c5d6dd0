import { isFields } from "#shared/json-fields.ts";
import { OperatorError } from "#server/operator-error.ts";

const MOST = 1_000_000_000;

/** The keys of the setting LIMITS, with the default, the range and the meaning. docs/configuration.md lists them. */
export const limits = {
  answerTokens: [2048, 16, 100_000, "Longest answer of a model in tokens, thoughts included"],
  userRuns: [60, 1, MOST, "Model answers for a user in an hour"],
  visitorRuns: [10, 1, MOST, "Model answers for a visitor in an hour"],
  addressRuns: [30, 1, MOST, "Model answers for all visitors of one network address in an hour"],
  totalRuns: [600, 1, MOST, "Model answers of the whole server in an hour; visitors get a fifth of them"],
  userCharacters: [200_000, 1, MOST, "Characters of model answers for a user in a day (4 are about a token)"],
  visitorCharacters: [40_000, 1, MOST, "Characters of model answers for a visitor in a day"],
  totalCharacters: [4_000_000, 1, MOST, "Characters of the whole server in a day; a fifth for visitors"],
  userListings: [10_000, 0, MOST, "Listings one account may have"],
  communityListings: [20_000, 0, MOST, "Listings one community may have"],
  userMemories: [50_000, 0, MOST, "Memories one account may have"],
  visitorMemories: [2000, 0, MOST, "Memories a visitor may have"],
  userNeeds: [500, 0, MOST, "Needs one account may have"],
  visitorNeeds: [50, 0, MOST, "Needs a visitor may have"],
  userPhotos: [1000, 0, MOST, "Photos one account may have"],
  userPhotoMb: [200, 0, 1_000_000, "Total size of an account's photos, in megabytes"],
  userToEmbed: [
    20_000,
    0,
    MOST,
    "Texts of an account that may wait for vectors before its next import is refused",
  ],
  visitorToEmbed: [2000, 0, MOST, "The same for a visitor"],
} as const satisfies Record<string, readonly [value: number, least: number, most: number, meaning: string]>;

export type LimitName = keyof typeof limits;
export type Limits = Readonly<Record<LimitName, number>>;

/**
 * @param setting LIMITS as parsed JSON
 * @param factor multiplies the model's hourly and daily budgets of answers
 * @throws OperatorError that names the limit and the values it takes, or a variable from before LIMITS that is still set
 */
export function readLimits(
  setting: unknown,
  env: Readonly<Record<string, string | undefined>>,
  factor: number,
): Limits {
  const names = Object.keys(limits) as LimitName[];
  const old = names.flatMap((name) => {
    const ending = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    const spellings = [`LLM_${ending}`, `QUOTA_${ending}`].flatMap((one) => [one, `${one}_FILE`]);
    const variable = spellings.find((spelling) => env[spelling]?.trim());
    return variable === undefined ? [] : [{ variable, entry: `"${name}":${env[variable]?.trim()}` }];
  });
  if (old.length > 0)
    throw refusal(
      `Set LIMITS={${old.map(({ entry }) => entry).join()}} instead of ${old.map(({ variable }) => variable).join(", ")}.`,
    );
  if (!isFields(setting))
    throw refusal('LIMITS: takes a JSON object such as {"userRuns":60}; LIMITS_FILE takes its path.');
  const strange = Object.keys(setting).find((key) => !Object.hasOwn(limits, key));
  if (strange !== undefined) throw refusal(`LIMITS: ${strange} is none of ${names.join(", ")}.`);
  const read = names.map((name) => {
    const [usual, least, most] = limits[name];
    const value = name in setting ? setting[name] : usual;
    if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
      throw refusal(`LIMITS: ${name} takes a whole number from ${least} to ${most}.`);
    return [name, /(Runs|Characters)$/.test(name) ? value * factor : value];
  });
  return Object.fromEntries(read) as Limits;
}

function refusal(message: string): OperatorError {
  return new OperatorError("invalid-config", message);
}
