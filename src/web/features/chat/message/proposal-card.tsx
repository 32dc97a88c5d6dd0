import { HandHelping, Megaphone, Plus } from "lucide-react";
import type { Proposal } from "#shared/features/chat/proposal.ts";
import { proposalAction, proposalSubject } from "#shared/features/talk/words/proposal-words.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "./proposal-card.module.css";

const icons = { borrow: HandHelping, "post-need": Megaphone, share: Plus };

interface ProposalCardProps {
  proposal: Proposal;
  /** Opens the prefilled form. */
  onOpen: (proposal: Proposal) => void;
}

/** A proposal prepared by Looby: a tap opens its form, where the user confirms it. */
export function ProposalCard({ proposal, onOpen }: ProposalCardProps) {
  const Icon = icons[proposal.ability];
  const subject = proposalSubject(proposal);
  return (
    <Button className={styles.proposal} aria-haspopup="dialog" onClick={() => onOpen(proposal)}>
      <Icon aria-hidden size={20} strokeWidth={1.8} />
      <span className={styles.words}>
        {proposalAction(proposal)}
        {subject === "" ? null : <span className={styles.subject}> {subject}</span>}
      </span>
    </Button>
  );
}
