import { sendMessage } from "#shared/features/chat/contract.ts";
import { requestToJoin, withdrawRequest } from "#shared/features/communities/people-contract.ts";
import { shareThought } from "#shared/features/daily/contract.ts";
import { requestLoan, stepLoan } from "#shared/features/lending/contract.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import { createMemory } from "#shared/features/memories/contract.ts";
import { uploadPhoto } from "#shared/features/photos/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { newId } from "#shared/id.ts";
import type { NewOperation } from "#shared/outbox/operation.ts";

/** Number of operations per deed: the usual actions of users during a day. */
const OPERATIONS = { memory: 1, thought: 1, resource: 2, borrowing: 2, joining: 2, message: 1 } as const;
export type DeedKind = keyof typeof OPERATIONS;
/** The mix of deeds: ten entries, one per tenth of all deeds. */
const SHARES: readonly DeedKind[] = [
  "memory",
  "memory",
  "memory",
  "memory",
  "thought",
  "thought",
  "resource",
  "borrowing",
  "joining",
  "message",
];

/** One action of a user. Its mark is part of the written text and occurs nowhere else. */
export interface Deed {
  kind: DeedKind;
  mark: string;
}

/** The records that exist before the deeds, and the users who act. */
export interface Camp {
  communityId: string;
  /** A resource that another user lends. */
  resourceId: string;
  photo: Blob;
}

/** @param operations total number of operations of the deeds; there may be one more */
export function planDeeds(person: string, operations: number, random: () => number): Deed[] {
  const deeds: Deed[] = [];
  for (let left = operations; left > 0;) {
    const kind = SHARES[Math.floor(random() * SHARES.length)] ?? "memory";
    deeds.push({ kind, mark: `${person}-${deeds.length}` });
    left -= OPERATIONS[kind];
  }
  return deeds;
}

export function countOperations(deeds: readonly Deed[]): number {
  return deeds.reduce((sum, { kind }) => sum + OPERATIONS[kind], 0);
}

/**
 * The operations of a deed as the page passes them to the outbox. Half of the new records have a client-side id, as on the page; the others
 * are identified only by their idempotency key. A message is not stored in the outbox, see `messageOf`.
 */
export function operationsOf({ kind, mark }: Deed, index: number, camp: Camp): NewOperation[] {
  const idField = index % 2 === 0 ? { id: newId() } : {};
  const content = `${mark}: the water at the corner of 7:30 tastes of dust, bring a filter.`;
  switch (kind) {
    case "memory":
      return [one(createMemory.id, `memory:${mark}`, { ...idField, type: "something-else", content })];
    case "thought":
      return [one(shareThought.id, `memory:${mark}`, { ...idField, content })];
    case "resource":
      return resourceOf(mark, idField, camp);
    case "borrowing": {
      const id = newId();
      // A user's open requests may not overlap.
      const day = addDays(dayOf(new Date()), 1 + (index % 300));
      const body = { id, resourceId: camp.resourceId, first: day, last: day, message: mark };
      const cancel = { ...one(stepLoan.id, `loan:${mark}`, { step: "cancel" }), params: { loanId: id } };
      return [one(requestLoan.id, `loan:${mark}`, body), cancel];
    }
    case "joining": {
      // All have the same entity, so they are sent in order: each request finds the previous one withdrawn.
      const params = { communityId: camp.communityId };
      const entity = `request:${camp.communityId}`;
      return [
        { ...one(requestToJoin.id, entity, { answers: [] }), params },
        { ...one(withdrawRequest.id, entity, {}), params },
      ];
    }
    case "message":
      return [];
  }
}

export function messageOf({ mark }: Deed) {
  return { endpoint: sendMessage, body: { messageId: newId(), text: `${mark}: where is water?` } };
}

function resourceOf(mark: string, idField: object, { communityId, photo }: Camp): NewOperation[] {
  const id = newId();
  const upload = { ...one(uploadPhoto.id, `photo:${id}`, { file: photo, purpose: "entry" }), id };
  const body = {
    ...idField,
    loobricateId: communityId,
    title: mark,
    description: "To borrow, ask at the blue awning.",
    offeringType: "gear",
    photos: [{ $resultOf: id, field: "path" }],
  };
  return [upload, { ...one(addResource.id, `resource:${mark}`, body), dependsOn: [id] }];
}

function one(endpointId: string, entity: string, body: unknown): NewOperation {
  return { endpointId, entity, label: entity, body };
}
