import type { Kysely } from "kysely";
import type { Config } from "#server/config/config.ts";
import type { Deps } from "#server/deps.ts";
import type { Schema } from "#server/db/schema.ts";
import { correctShare, type Share, takeShare } from "./budget-repository.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { networkOf } from "#server/http/limits/rate-limit.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of what all may use, the part that visitors may: so that strangers never use up what the festival's people have. */
const VISITORS_PART = 0.2;
/** The largest number the table holds. */
const MOST = 2_000_000_000;

/** What a server's language model may be used for. Thoughts count as characters; days are UTC. */
export type BudgetLimits = Config["modelBudget"];

/** Whose budget something is paid from. */
export type Payer = Pick<Actor, "kind" | "userId">;

/** One budget a run is paid from. */
export interface Charge extends Share {
  kind: "run" | "characters";
  max: number;
  /** Seconds until the budget starts over. */
  renewedIn: number;
  /** Whether everybody's budget is meant, or this person's. */
  isEverybodys: boolean;
}

/** The budgets an answer is paid from, in one order for everybody, so that no two turns wait for each other. */
export function chargesFor(
  limits: BudgetLimits,
  { actor, address, now }: { actor: Payer; address: string | null; now: number },
): Charge[] {
  const isVisitor = actor.kind === "visitor";
  const own = `${actor.kind}|${actor.userId}`;
  const { totalRuns, totalCharacters, answerCharacters } = limits;
  const runs = (bucket: string, max: number) => charge("run", bucket, max, 1, now);
  const characters = (bucket: string, max: number) =>
    charge("characters", bucket, max, answerCharacters, now);
  return [
    runs(own, isVisitor ? limits.visitorRuns : limits.userRuns),
    characters(own, isVisitor ? limits.visitorCharacters : limits.userCharacters),
    ...(isVisitor && address !== null ? [runs(`address|${networkOf(address)}`, limits.addressRuns)] : []),
    ...(isVisitor
      ? [runs("visitors", totalRuns * VISITORS_PART), characters("visitors", totalCharacters * VISITORS_PART)]
      : []),
    runs("total", totalRuns),
    characters("total", totalCharacters),
  ];
}

/**
 * Pays for an answer, within the transaction that makes it.
 * @returns null; or why it cannot be paid and when it can, as a sentence: then nothing was
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
 * Corrects what was set aside for an answer, once it is known how long it was. A failure is logged, not thrown: what was set
 * aside then counts as used.
 * @param spent characters; null: the provider failed before its first word, and everything is given back
 */
export async function settleCharges(
  { database, log }: Pick<Deps, "database" | "log">,
  charges: readonly Charge[],
  spent: number | null,
): Promise<void> {
  try {
    await (spent === null
      ? refund(database.kysely, charges)
      : correctCharacters(database.kysely, charges, spent));
  } catch (error) {
    log.warn({ err: error }, "a model budget could not be set right; what was set aside counts as used");
  }
}

async function correctCharacters(
  db: Kysely<Schema>,
  charges: readonly Charge[],
  spent: number,
): Promise<void> {
  for (const charge of charges) {
    if (charge.kind === "characters") await correctShare(db, charge, spent - charge.amount);
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
