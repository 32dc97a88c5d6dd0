import { helpText } from "#shared/features/chat/help/help-cards.ts";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import type { SentPosition } from "#shared/features/chat/position.ts";
import { medicalNear } from "#shared/features/map/view/nearest-services.ts";
import { searchCopy } from "#shared/features/talk/answer/search-copy.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import { type DocumentIndex, indexDocuments } from "#shared/features/search/document-index.ts";
import { waitingChanges } from "#shared/features/resources/waiting-changes.ts";
import { readLocalDocuments } from "#web/offline/copy/local-documents.ts";
import { outboxView } from "#web/offline/outbox/outbox-view.ts";
import type { LocalAnswer } from "../conversation/queued-turns.ts";
import { answerByAbilities, answerEmergency, type PhoneAnswer, type Talk } from "./offline-abilities.ts";

interface LocalTalk {
  companionName: string;
  earlier: readonly EarlierTurn[];
  position: SentPosition | null;
}

/** The offline chat of a phone. It needs no connection; a browser without storage rejects. */
export interface OfflineCompanion {
  /**
   * Search mode by words only, over the data on this phone that the user may see.
   * @param talk earlier questions with the sources shown, oldest first; the user's position, if shared
   */
  answer(question: string, talk: LocalTalk): Promise<LocalAnswer>;
}

/** Indexing a thousand texts takes a moment, so the index is cached until its documents change. */
let known: { stamp: string; index: DocumentIndex } | null = null;

export const offlineCompanion: OfflineCompanion = {
  async answer(question, talk) {
    const local = await readLocalDocuments(waitingChanges(outboxView.get()));
    if (known?.stamp !== local.stamp) known = { stamp: local.stamp, index: indexDocuments(local.documents) };
    const { index } = known;
    return { ...(await answerOf(question, { ...talk, local, index })), syncedAt: local.syncedAt };
  },
};

/** Checks for danger first, then for the abilities. */
async function answerOf(question: string, talk: Talk): Promise<PhoneAnswer> {
  const { findHelp, mayNeedHelp } = await import("#shared/features/chat/help/help-rules.ts");
  const help = findHelp(question);
  if (help !== null && help !== "emergency") return helpAnswer(help, talk);
  if (help !== null) return await answerEmergency(question, talk);
  const search = () => searchCopy({ ...talk.local, index: talk.index }, question);
  return await answerByAbilities(question, talk, { search, mayNeedHelp: mayNeedHelp(question) });
}

function helpAnswer(kind: HelpKind, { local, position }: Talk): PhoneAnswer {
  const text = helpText(kind, medicalNear(local.city, position));
  return { text, sources: [], ui: { type: "help-card", kind } };
}
