import type { Kysely } from "kysely";
import type { LimitName, Limits } from "#server/config/limits.ts";
import type { Deps } from "#server/deps.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Meter } from "./ask-models.ts";
import { correctShare, type Share, takeShare } from "./budget-repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { networkOf } from "#server/http/limits/rate-limit.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Approximately. */
const CHARACTERS_OF_TOKEN = 4;
/** Visitors' share of the total budget, so that strangers cannot use up the budget of the festival's people. */
const VISITORS_PART = 0.2;
/** The largest number the column can hold. */
const MOST = 2_000_000_000;

/** Usage limits of a server's language model. Reasoning counts as characters; days are UTC. */
export type BudgetLimits = Pick<
  Limits,
  Extract<LimitName, `${string}Runs` | `${string}Characters` | "answerTokens">
>;

/** The person whose budget is charged. */
export type Payer = Pick<Actor, "kind" | "userId">;

/** One budget that a run is charged to. */
export interface Charge extends Share {
  kind: "run" | "characters";
  max: number;
  /** Seconds until the budget is renewed. */
  renewedIn: number;
  /** Whether it is the budget of all users, or of this person. */
  isEverybodys: boolean;
}

/** Actual usage of an answer. */
export type Spent = Pick<Meter, "characters" | "rounds">;

/** The budgets an answer is charged to, always in the same order, so that concurrent transactions cannot deadlock. */
export function chargesFor(
  limits: BudgetLimits,
  { actor, address, now }: { actor: Payer; address: string | null; now: number },
): Charge[] {
  const isVisitor = actor.kind === "visitor";
  const actorKey = `${actor.kind}|${actor.userId}`;
  const { totalRuns, totalCharacters, answerTokens } = limits;
  const runs = (bucket: string, max: number) => charge("run", bucket, max, 1, now);
  const characters = (bucket: string, max: number) =>
    charge("characters", bucket, max, answerTokens * CHARACTERS_OF_TOKEN, now);
  return [
    runs(actorKey, isVisitor ? limits.visitorRuns : limits.userRuns),
    characters(actorKey, isVisitor ? limits.visitorCharacters : limits.userCharacters),
    ...(isVisitor && address !== null ? [runs(`address|${networkOf(address)}`, limits.addressRuns)] : []),
    ...(isVisitor
      ? [runs("visitors", totalRuns * VISITORS_PART), characters("visitors", totalCharacters * VISITORS_PART)]
      : []),
    runs("total", totalRuns),
    characters("total", totalCharacters),
  ];
}

/**
 * Charges an answer, within the transaction that creates it.
 * @returns null; or a sentence with the reason why it cannot be charged and the time when it can: then no budget was charged
 */
export async function pay(tx: Kysely<Schema>, charges: readonly Charge[]): Promise<string | null> {
  for (const [index, charge] of charges.entries()) {
    if (await takeShare(tx, charge, charge.max)) continue;
    await refund(tx, charges.slice(0, index));
    return overBudget(charge);
  }
  return null;
}

/**
 * Adjusts the reservation for an answer to its actual usage. A failure is logged, not thrown: the reservation then counts as used.
 * @param spent characters, and how often a model was called; null: the provider failed before its first word, and the whole reservation is
 * given back
 */
export async function settleCharges(
  { database, log }: Pick<Deps, "database" | "log">,
  charges: readonly Charge[],
  spent: Spent | null,
): Promise<void> {
  try {
    await (spent === null ? refund(database.kysely, charges) : correct(database.kysely, charges, spent));
  } catch (error) {
    log.warn({ err: error }, "a model budget could not be set right; what was set aside counts as used");
  }
}

/** Usage beyond the reservation is charged too: the window may end a few rounds above its limit. */
async function correct(
  db: Kysely<Schema>,
  charges: readonly Charge[],
  { characters, rounds = 1 }: Spent,
): Promise<void> {
  for (const charge of charges) {
    const spent = charge.kind === "characters" ? characters : rounds;
    if (spent !== charge.amount) await correctShare(db, charge, spent - charge.amount);
  }
}

async function refund(db: Kysely<Schema>, charges: readonly Charge[]): Promise<void> {
  for (const charge of charges) await correctShare(db, charge, -charge.amount);
}

function charge(kind: Charge["kind"], whose: string, max: number, amount: number, now: number): Charge {
  const windowMs = kind === "run" ? HOUR_MS : DAY_MS;
  const whole = Math.min(MOST, Math.max(1, Math.floor(max)));
  return {
    kind,
    bucket: `${kind}|${whose}`,
    windowStart: new Date(now - (now % windowMs)),
    renewedIn: Math.ceil((windowMs - (now % windowMs)) / 1000),
    max: whole,
    amount: Math.min(amount, whole),
    isEverybodys: !whose.startsWith("user|") && !whose.startsWith("visitor|"),
  };
}

function overBudget({ kind, isEverybodys, renewedIn }: Charge): string {
  const when = inWords(renewedIn);
  if (isEverybodys) return `The language model has answered all it may for now. Please try again in ${when}.`;
  const span = kind === "run" ? "this hour" : "today";
  return `That is all the language model may answer you ${span}. Please try again in ${when}.`;
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
