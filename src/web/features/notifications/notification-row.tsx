import {
  AudioLines,
  Bell,
  HandHelping,
  KeyRound,
  Library,
  Search,
  Users,
  type LucideIcon,
  Sparkles,
} from "lucide-react";
import type { Notification } from "#shared/features/notifications/contract.ts";
import { Moment } from "#web/ui/state/as-of.tsx";
import { Card, cardCover } from "#web/ui/card.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import styles from "./notification-list.module.css";

interface NotificationRowProps {
  notification: Notification;
  /** Called on a tap. */
  onOpen: () => void;
}

export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { text, kind, isRead, createdAt } = notification;
  const Icon = icons[kind] ?? Bell; // a newer server knows more kinds
  return (
    <li>
      <Card isTappable className={styles.row} data-unread={!isRead || undefined}>
        <Icon aria-hidden size={22} strokeWidth={1.8} className={styles.icon} />
        <div className={styles.words}>
          <button type="button" className={`${cardCover} ${styles.text}`} onClick={onOpen}>
            {isRead ? null : <VisuallyHidden>New: </VisuallyHidden>}
            {text}
          </button>
          <Moment className={styles.time} at={createdAt} />
        </div>
      </Card>
    </li>
  );
}

const icons: Partial<Record<string, LucideIcon>> = {
  borrowing: HandHelping,
  need: Search,
  membership: Users,
  library: Library,
  omi: AudioLines,
  companion: Sparkles,
  account: KeyRound,
} satisfies Record<Notification["kind"], LucideIcon>;
