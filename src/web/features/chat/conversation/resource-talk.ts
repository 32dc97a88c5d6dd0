import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import {
  advanceWizard,
  idleWizard,
  type WizardDraft,
  type WizardTurn,
} from "#shared/features/chat/resource-wizard.ts";
import { MAX_DESCRIPTION, MAX_TITLE } from "#shared/features/resources/contract.ts";

export type { WizardDraft };

/** The wizard that adds a resource, with its current state. Loaded only for users who are allowed to use it. */
export interface ResourceTalk {
  /** Null when the message is not for the wizard. */
  answer(words: string): WizardTurn | null;
}

const limits = { title: MAX_TITLE, description: MAX_DESCRIPTION };

/** @param findHelp the help rules, which are loaded separately because they are larger than the wizard */
export function createResourceTalk(findHelp: (words: string) => HelpKind | null): ResourceTalk {
  let wizard = idleWizard;
  return {
    answer(words) {
      // Do not ask a user in danger for a title.
      const turn = findHelp(words) === null ? advanceWizard(wizard, words, limits) : null;
      wizard = turn?.wizard ?? idleWizard;
      return turn;
    },
  };
}
