import { answerByWords, type WordsAnswer } from "#shared/features/chat/answer-by-words.ts";
import { withChips } from "#shared/features/chat/answer-chips.ts";
import type { SentPosition } from "#shared/features/chat/position.ts";
import { smallTalk } from "#shared/features/chat/small-talk.ts";
import type { EarlierTurn } from "#shared/features/talk/understand/replay.ts";
import { type DocumentIndex, indexDocuments } from "#shared/features/search/document-index.ts";
import { readLocalDocuments } from "#web/offline/copy/local-documents.ts";
import type { LocalAnswer } from "../conversation/queued-turns.ts";
import type { Talk } from "./offline-abilities.ts";

interface LocalTalk {
  companionName: string;
  earlier: readonly EarlierTurn[];
  position: SentPosition | null;
}

/** The offline chat of a phone. Nothing here needs a connection; a browser without storage rejects. */
export interface OfflineCompanion {
  /**
   * Search mode by words alone, over the data on this phone that the user may see.
   * @param talk earlier questions with the sources shown, oldest first; the user's position, if shared
   */
  answer(question: string, talk: LocalTalk): Promise<LocalAnswer>;
}

/** Indexing a thousand texts takes a moment: the index is kept until its documents change. */
let known: { stamp: string; index: DocumentIndex } | null = null;

export const offlineCompanion: OfflineCompanion = {
  async answer(question, talk) {
    const local = await readLocalDocuments();
    if (known?.stamp !== local.stamp) known = { stamp: local.stamp, index: indexDocuments(local.documents) };
    const { index } = known;
    return { ...(await answerOf(question, { ...talk, local, index })), syncedAt: local.syncedAt };
  },
};

/** Checks for danger first, then for small talk, then for the abilities. */
async function answerOf(question: string, talk: Talk): Promise<WordsAnswer> {
  const { findHelp, mayNeedHelp } = await import("#shared/features/chat/help/help-rules.ts");
  const help = findHelp(question);
  const fixed = () => answerByWords(question, help, { ...talk.local, ...talk, me: talk.position });
  const said = smallTalk(question, talk.companionName);
  if (help !== null && help !== "emergency") return fixed();
  if (help === null && said?.topic === null) return fixed();
  const { answerByAbilities, answerDanger, examplesHere } = await import("./offline-abilities.ts");
  if (help !== null) return (await answerDanger(question, talk)) ?? fixed();
  if (said !== null && said.topic === "self") return { ...fixed(), ui: withChips(null, examplesHere(talk)) };
  return await answerByAbilities(question, talk, mayNeedHelp(question));
}
