import { shorten } from "#shared/shorten.ts";
import { addNeed, answerNeed, changeNeed, deleteNeed, type Need } from "#shared/features/needs/contract.ts";
import { newId } from "#shared/id.ts";
import type { Submission } from "#web/offline/submit.ts";
import { submitFromForm } from "#web/offline/submit-from-form.ts";
import { entityOf } from "./need-entity.ts";

const MAX_LABEL = 60;

/** Null when it was sent or waits here; else why not, as a sentence. */
type Problem = string | null;

export async function sendNeed(need: {
  id: string;
  content: string;
  place: string;
  isShared: boolean;
}): Promise<Problem> {
  const { place, ...rest } = need;
  const body = { ...rest, ...(place === "" ? {} : { place }) };
  return await hand({
    endpointId: addNeed.id,
    entity: entityOf(need.id),
    label: shorten(need.content, MAX_LABEL),
    body,
  });
}

export async function sendChange(
  need: Pick<Need, "id" | "text" | "place" | "isShared">,
  change: { state?: "open" | "closed"; isShared?: boolean },
): Promise<Problem> {
  return await hand({
    endpointId: changeNeed.id,
    entity: entityOf(need.id),
    params: { needId: need.id },
    label: shorten(need.text, MAX_LABEL),
    rest: { content: need.text, place: need.place, isShared: need.isShared },
    body: change,
  });
}

export async function sendDeletion(need: { id: string; text: string }): Promise<Problem> {
  return await hand({
    endpointId: deleteNeed.id,
    entity: entityOf(need.id),
    params: { needId: need.id },
    label: `Forget: ${shorten(need.text, MAX_LABEL)}`,
    body: {},
  });
}

export async function sendAnswer(needId: string, message: string): Promise<Problem> {
  return await hand({
    endpointId: answerNeed.id,
    entity: `need-answer:${needId}`,
    params: { needId },
    label: `Answer: ${shorten(message, MAX_LABEL)}`,
    body: { id: newId(), message },
  });
}

async function hand(given: Omit<Submission, "id">): Promise<Problem> {
  const taken = await submitFromForm([{ id: newId(), ...given }]);
  return taken.state === "refused" ? taken.reason : null;
}
