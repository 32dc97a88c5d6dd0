import type { Proposal } from "#shared/features/chat/proposal.ts";
import { daysInSentence } from "#shared/features/talk/words/days-taken.ts";
import { needAsNote } from "#shared/features/talk/words/need-words.ts";
import type { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";

/** Opens the prefilled form of a proposal. There a guest is asked to sign up. */
export function openProposal(openDialog: ReturnType<typeof useOpenDialog>, proposal: Proposal): void {
  switch (proposal.ability) {
    case "borrow": {
      const { resourceId: id, first, last } = proposal;
      const days = { ...(first === null ? {} : { first }), ...(last === null ? {} : { last }) };
      return openDialog({ dialog: "borrow", id, ...days });
    }
    case "post-need": {
      const { words, place, first, last } = proposal;
      const days = first === null ? "" : `, ${daysInSentence(first, last ?? first)}`;
      const needPrefill = { content: needAsNote(`${words}${days}`), place: place ?? "" };
      return openDialog({ dialog: "need" }, { needPrefill });
    }
    case "share": {
      const { thing: title, kind } = proposal;
      const resourcePrefill = kind === null ? { title } : { title, type: kind };
      return openDialog({ dialog: "add-resource" }, { resourcePrefill });
    }
  }
}
