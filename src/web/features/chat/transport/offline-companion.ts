import { answerByWords, type WordsAnswer } from "#shared/features/chat/answer-by-words.ts";
import { type DocumentIndex, indexDocuments } from "#shared/features/search/document-index.ts";
import { readLocalDocuments } from "#web/offline/copy/local-documents.ts";

/** An answer of this phone, and how old what it rests on is. */
export interface LocalAnswer extends WordsAnswer {
  /** Milliseconds since the epoch; null when this phone has never fetched a copy. */
  syncedAt: number | null;
}

/** What a phone can do of the chat by itself. Nothing here needs a signal; a browser that keeps nothing rejects. */
export interface OfflineCompanion {
  /** Search mode by words alone, over what this phone has of what the person may see. */
  answer(question: string, companionName: string): Promise<LocalAnswer>;
}

/** Reading a thousand texts takes a moment: the index stays until what it was made of changes. */
let known: { stamp: string; index: DocumentIndex } | null = null;

export const offlineCompanion: OfflineCompanion = {
  async answer(question, companionName) {
    const { findHelp } = await import("#shared/features/chat/help/help-rules.ts");
    const { documents, needs, city, connected, syncedAt, stamp } = await readLocalDocuments();
    if (known?.stamp !== stamp) known = { stamp, index: indexDocuments(documents) };
    const { index } = known;
    return {
      ...answerByWords(question, findHelp(question), { index, needs, city, connected, companionName }),
      syncedAt,
    };
  },
};
