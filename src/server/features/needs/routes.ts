import type { Kysely } from "kysely";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { locate } from "#shared/features/map/city/geometry.ts";
import {
  addNeed,
  answerNeed,
  changeNeed,
  deleteNeed,
  listMyNeeds,
  listNeeds,
  type Need,
  type SharedNeed,
} from "#shared/features/needs/contract.ts";
import { roughly } from "#shared/features/needs/match.ts";
import { newId } from "#shared/id.ts";
import type { Schema } from "#server/db/schema.ts";
import { findFestival } from "#server/festival/festival.ts";
import { type ForgetMentions, forgetMemory } from "#server/features/memories/archive/archive.ts";
import { saveMemory } from "#server/features/memories/service.ts";
import {
  countNeeds,
  findNeed,
  insertAnswer,
  insertNeed,
  listAnswers,
  listMatches,
  listNeedsOf,
  listSharedNeeds,
  type NeedRecord,
  updateNeed,
} from "./repository.ts";
import { notify } from "#server/features/notifications/notify.ts";
import type { Actor } from "#server/http/request/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { goneOrNotFound } from "#server/http/idempotency/deleted-by-caller.ts";
import { prove } from "#server/http/authorized.ts";
import { quotaReached } from "#server/http/limits/quota.ts";
import { type Route, route } from "#server/http/route.ts";

const onlyOwner = { allow: ["owner"], denied: "not-found" } as const;
const mine = { who: "session", object: onlyOwner } as const;
const answering = { who: "user", limits: [{ by: "account", max: 30, windowMs: 3_600_000 }] } as const;

/** @param forgetMentions removes a deleted need's words from other features */
export function needRoutes(forgetMentions: ForgetMentions): Route[] {
  return [
    route(listNeeds, { who: "public" }, async ({ actor, db }) => ({
      needs: (await listSharedNeeds(db)).map((record) => sharedView(record, actor?.userId ?? null)),
    })),
    route(listMyNeeds, { who: "session" }, async ({ actor, db }) => ({
      needs: await ownViews(db, await listNeedsOf(db, actor.userId)),
    })),
    route(addNeed, { who: "session" }, async ({ actor, body, db, deps, afterCommit }) => {
      const { id, content, isShared, useRag = true } = body;
      const { limits } = deps.config;
      const most = limits[`${actor.kind}Needs`];
      const newMemory = {
        ...(id === undefined ? {} : { id }),
        type: "looking-for",
        content,
        useRag,
      } as const;
      // A need is only one line, so a model's description would add nothing.
      const memory = await saveMemory(db, actor, newMemory, {
        hasModel: false,
        most: limits[`${actor.kind}Memories`],
      });
      await insertNeed(db, {
        id: memory.id,
        userId: actor.userId,
        isShared,
        ...(await roughPlaceOf(db, body.place)),
      });
      if ((await countNeeds(db, actor.userId)) > most) throw quotaReached(actor, "things you look for", most);
      afterCommit(() => deps.wakeEmbedding());
      return await viewOf(db, memory.id);
    }),
    route(changeNeed, mine, async ({ actor, params, body, db, deps, afterCommit }) => {
      const found = await findNeed(db, params.needId);
      if (found === null) throw await goneOrNotFound(db, actor, params.needId, "This need");
      const { id } = proveOwn(actor, found);
      await updateNeed(db, id, body);
      afterCommit(() => deps.wakeEmbedding());
      return await viewOf(db, id);
    }),
    route(deleteNeed, mine, async ({ actor, params, db }) => {
      const { id } = proveOwn(actor, await findNeed(db, params.needId));
      await forgetMemory(db, actor, id, forgetMentions);
      return { deleted: true, id };
    }),
    route(answerNeed, answering, async ({ actor, params, body, db }) => {
      const need = await findNeed(db, params.needId);
      if (need === null || !need.isShared || need.state !== "open") throw notFound("This need");
      if (need.userId === actor.userId) throw new AppError("invalid-input", "This is your own request.");
      const answer = {
        id: body.id ?? newId(),
        needId: need.id,
        userId: actor.userId,
        pseudonym: actor.pseudonym,
      };
      const isNew = await insertAnswer(db, { ...answer, message: body.message });
      if (isNew)
        await notify(db, {
          userId: need.userId,
          kind: "need",
          text: `${actor.pseudonym} can help with what you need: ${body.message}`,
          link: `/needs?show=${need.id}`,
        });
      return { sent: true };
    }),
  ];
}

function proveOwn(actor: Actor, need: NeedRecord | null) {
  if (need === null) throw notFound("This need");
  return prove(need, need.userId === actor.userId ? "owner" : "stranger", onlyOwner);
}

async function viewOf(db: Kysely<Schema>, needId: string): Promise<Need> {
  const record = await findNeed(db, needId);
  const [view] = record === null ? [] : await ownViews(db, [record]);
  if (view === undefined) throw notFound("This need");
  return view;
}

/** The address as text, with approximate coordinates. Text that is not an address is stored without coordinates. */
async function roughPlaceOf(db: Kysely<Schema>, text: string | undefined) {
  const place = text?.trim() || null;
  if (place === null) return { place, latitude: null, longitude: null };
  const { city } = await findFestival(db);
  const point = locate(city, parseAddress(place));
  return {
    place,
    latitude: point === null ? null : roughly(point.latitude),
    longitude: point === null ? null : roughly(point.longitude),
  };
}

/** A need as other users may see it, without its owner. */
function sharedView(record: NeedRecord, viewerId: string | null): SharedNeed {
  const { id, text, place, createdAt } = record;
  return { id, text, place, isMine: record.userId === viewerId, createdAt: createdAt.toISOString() };
}

/** Needs as their owner sees them. */
async function ownViews(db: Kysely<Schema>, records: readonly NeedRecord[]): Promise<Need[]> {
  const ids = records.map(({ id }) => id);
  const matches = await listMatches(db, ids);
  const answers = await listAnswers(db, ids);
  return records.map(({ id, text, place, state, isShared, lookedAt, createdAt }) => ({
    id,
    text,
    place,
    state,
    isShared,
    isLookedUp: lookedAt !== null,
    matches: matches
      .filter(({ needId }) => needId === id)
      .map(({ resourceId, title, place: where }) => ({ resourceId, title, place: where })),
    answers: answers
      .filter(({ needId }) => needId === id)
      .map((answer) => ({
        id: answer.id,
        name: answer.name,
        message: answer.message,
        createdAt: answer.createdAt.toISOString(),
      })),
    createdAt: createdAt.toISOString(),
  }));
}
