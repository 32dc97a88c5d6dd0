import { shorten } from "#shared/shorten.ts";
import { addNeed, answerNeed, changeNeed, deleteNeed } from "#shared/features/needs/contract.ts";
import { newId } from "#shared/id.ts";
import { discard } from "#web/offline/outbox.ts";
import { type Submission, submit } from "#web/offline/submit.ts";
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
  need: { id: string; text: string },
  change: { state?: "open" | "closed"; isShared?: boolean },
): Promise<Problem> {
  return await hand({
    endpointId: changeNeed.id,
    entity: entityOf(need.id),
    params: { needId: need.id },
    label: shorten(need.text, MAX_LABEL),
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
  const id = newId();
  const outcome = await submit([{ id, ...given }]);
  switch (outcome.state) {
    case "sent":
    case "waiting":
      return null;
    case "failed":
    case "conflict":
      // It goes on where it was made and not in the outbox.
      await discard(id);
      return outcome.problem.error;
    case "discarded":
      return "It was discarded in another window.";
    case "not-kept":
      return outcome.reason;
  }
}
