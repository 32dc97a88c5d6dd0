import type { Help } from "#shared/features/chat/help/help-rules.ts";
import {
  advanceWizard,
  idleWizard,
  type WizardDraft,
  type WizardTurn,
} from "#shared/features/chat/resource-wizard.ts";
import { MAX_DESCRIPTION, MAX_TITLE } from "#shared/features/resources/contract.ts";

export type { WizardDraft };

/** The wizard that adds a resource, with its memory of where it is. Loaded for those who may use it. */
export interface ResourceTalk {
  /** Null: these words are not for the wizard. */
  hear(words: string): WizardTurn | null;
}

const limits = { title: MAX_TITLE, description: MAX_DESCRIPTION };

/** @param findHelp the rules of help, which are loaded apart: they weigh more than the wizard */
export function createResourceTalk(findHelp: (words: string) => Help | null): ResourceTalk {
  let wizard = idleWizard;
  return {
    hear(words) {
      // A person in danger is not asked for a title.
      const turn = findHelp(words) === null ? advanceWizard(wizard, words, limits) : null;
      wizard = turn?.wizard ?? idleWizard;
      return turn;
    },
  };
}
