import { shorten } from "#shared/shorten.ts";
import { addNeed, answerNeed, changeNeed, deleteNeed, type Need } from "#shared/features/needs/contract.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { newId } from "#shared/id.ts";
import { currentChatSettings } from "#web/lib/device/chat-settings.ts";
import { queue } from "#web/offline/outbox/queue.ts";

const MAX_LABEL = 60;

export async function sendNeed(
  need: { id: string; content: string; place: string; isShared: boolean },
  operationId: string,
) {
  const { place, ...rest } = need;
  return await queue(
    addNeed,
    { body: { ...rest, ...(place === "" ? {} : { place }), useRag: currentChatSettings().useRag } },
    { entity: entityOf(need.id), label: shorten(need.content, MAX_LABEL), id: operationId },
  );
}

export async function sendChange({ id, text }: Pick<Need, "id" | "text">, change: BodyOf<typeof changeNeed>) {
  return await queue(
    changeNeed,
    { params: { needId: id }, body: change },
    { entity: entityOf(id), label: shorten(text, MAX_LABEL) },
  );
}

export async function sendDeletion({ id, text }: Pick<Need, "id" | "text">) {
  return await queue(
    deleteNeed,
    { params: { needId: id } },
    { entity: entityOf(id), label: `Forget: ${shorten(text, MAX_LABEL)}` },
  );
}

export async function sendAnswer({ needId, message }: { needId: string; message: string }) {
  return await queue(
    answerNeed,
    { params: { needId }, body: { id: newId(), message } },
    { entity: `need-answer:${needId}`, label: `Answer: ${shorten(message, MAX_LABEL)}` },
  );
}

function entityOf(needId: string): string {
  return `need:${needId}`;
}
