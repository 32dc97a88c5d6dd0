import type { Kysely } from "kysely";
import { availabilityOf } from "#shared/features/companions/availability.ts";
import { BASE_COMPANION, isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import type {
  chooseCompanion,
  Companion as CompanionView,
  CompanionState,
} from "#shared/features/companions/contract.ts";
import { type DiscoveryTrigger, metBy } from "#shared/features/companions/discovery.ts";
import { genericPrompts } from "#shared/features/companions/generic-prompts.ts";
import { levelOf } from "#shared/features/companions/level.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Schema } from "#server/db/schema.ts";
import { hintFor, talkPartner } from "./talk-partner.ts";
import { addDiscoveries, findChoice, listCodes, listDiscovered, saveChoice } from "./repository.ts";
import { type Companion, companionsOf } from "./roster.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/** Number of answers each companion has given to a user, by its id. */
export type CountAnswers = (db: Kysely<Schema>, userId: string) => Promise<ReadonlyMap<string, number>>;

/** All companions as a user may see them. */
export async function viewCompanions(
  db: Kysely<Schema>,
  actor: Actor,
  { productName, countAnswers }: { productName: string; countAnswers: CountAnswers },
): Promise<{ companions: CompanionView[]; state: CompanionState }> {
  const state = await companionStateOf(db, actor);
  const answers = await countAnswers(db, actor.userId);
  const person = { isVisitor: actor.kind === "visitor", discovered: state.discoveredCompanions };
  const companions = companionsOf(productName).map((companion): CompanionView => {
    const { id, name, description, icon, traits, prompts, discoveryLocation } = companion;
    const hint = hintFor(companion, availabilityOf(id, person));
    return {
      id,
      name,
      description,
      icon,
      traits: [...traits],
      prompts: [...(person.isVisitor && isBaseCompanion(id) ? genericPrompts : prompts)],
      isBaseCompanion: isBaseCompanion(id),
      discoveryLocation,
      level: levelOf(answers.get(id) ?? 0),
      isLocked: hint !== null,
      hint,
    };
  });
  return { companions, state };
}

/**
 * Stores the companion that the user talks to from now on. Choosing also counts as meeting.
 * @throws AppError as `talkPartner`
 */
export async function choose(
  db: Kysely<Schema>,
  actor: Actor,
  body: BodyOf<typeof chooseCompanion>,
  productName: string,
): Promise<CompanionState> {
  const companion = await talkPartner(db, actor, body.activeCompanion, productName);
  const hasChosen = body.hasChosenCompanion ?? body.activeCompanion !== null;
  await saveChoice(db, { userId: actor.userId, companion: companion.id, hasChosen });
  if (actor.kind === "user" && hasChosen) await addDiscoveries(db, actor.userId, [companion.id], "selected");
  return await companionStateOf(db, actor);
}

/**
 * The companions that a user meets by a trigger. Stores only the meeting, not the place.
 * @throws AppError `not-found` for an unknown code
 */
export async function discover(
  db: Kysely<Schema>,
  actor: Actor,
  trigger: Exclude<DiscoveryTrigger, { kind: "daily-thoughts" }>,
  productName: string,
): Promise<{ discovered: string[]; known: string[] }> {
  const isCode = trigger.kind !== "place";
  const codes = isCode ? await listCodes(db) : new Map<string, string>();
  const met = metBy(trigger, discoverable(companionsOf(productName), codes));
  if (isCode && met.length === 0) {
    throw new AppError("not-found", "This code is no companion's. Please scan or type it once more.");
  }
  const discovered = await addDiscoveries(db, actor.userId, met, trigger.kind);
  return { discovered, known: met.filter((id) => !discovered.includes(id)) };
}

/**
 * The content for a companion's tag.
 * @throws AppError `not-found` with the existing ids
 */
export async function codeOf(
  db: Kysely<Schema>,
  companionId: string,
  productName: string,
): Promise<{ name: string; code: string }> {
  const companions = discoverable(companionsOf(productName), await listCodes(db));
  const code = companions.find(({ id }) => id === companionId)?.code ?? null;
  const name = companionsOf(productName).find(({ id }) => id === companionId)?.name;
  if (code === null || name === undefined) {
    const ids = new Intl.ListFormat("en", { type: "disjunction" }).format(companions.map(({ id }) => id));
    throw new AppError("not-found", `No companion that can be met goes by this id. Please choose ${ids}.`);
  }
  return { name, code };
}

/**
 * The companions that a user meets by writing daily thoughts on enough days.
 * @returns ids and names of those they had not met before
 */
export async function meetByThoughts(
  db: Kysely<Schema>,
  actor: Actor,
  days: number,
  productName: string,
): Promise<{ id: string; name: string }[]> {
  // A visitor can only talk to the base companion; their thoughts count once they have an account.
  if (actor.kind === "visitor") return [];
  const companions = companionsOf(productName);
  const met = metBy({ kind: "daily-thoughts", days }, discoverable(companions, new Map()));
  const discovered = await addDiscoveries(db, actor.userId, met, "daily-thoughts");
  return companions.filter(({ id }) => discovered.includes(id)).map(({ id, name }) => ({ id, name }));
}

/** A user's stored choice, and the companions they have met. */
export async function companionStateOf(db: Kysely<Schema>, actor: Actor): Promise<CompanionState> {
  const choice = await findChoice(db, actor.userId);
  const isVisitor = actor.kind === "visitor";
  const discovered = isVisitor ? [] : await listDiscovered(db, actor.userId);
  const chosen = choice?.companion ?? BASE_COMPANION;
  const isOpen = availabilityOf(chosen, { isVisitor, discovered }) === "available";
  return {
    userId: actor.userId,
    activeCompanion: isOpen ? chosen : BASE_COMPANION,
    hasChosenCompanion: choice?.hasChosen ?? false,
    discoveredCompanions: discovered,
  };
}

/** The base companion cannot be discovered. */
function discoverable(companions: readonly Companion[], codes: ReadonlyMap<string, string>) {
  return companions
    .filter(({ id }) => !isBaseCompanion(id))
    .map(({ id, discoveryLocation }) => ({ id, discoveryLocation, code: codes.get(id) ?? null }));
}
