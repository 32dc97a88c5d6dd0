import { ExternalLink } from "lucide-react";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import styles from "./profile.module.css";

interface OmiBlockProps {
  /** Opens the dialog that writes to the wearable's account. */
  onSend: () => void;
  /** Opens the settings where the wearable is connected. */
  onConnect: () => void;
}

/** The wearable: buttons to write to it and to connect it. */
export function OmiBlock({ onSend, onConnect }: OmiBlockProps) {
  return (
    <Card className={styles.omi}>
      <h3>Omi Integration</h3>
      <p className={styles.description}>
        Omi is a wearable that remembers what you hear. Connect it, and its memories appear next to yours.
      </p>
      <div className={styles.actions}>
        <Button aria-haspopup="dialog" onClick={onSend}>
          Send Update or Create Memory
        </Button>
        <Button aria-haspopup="dialog" onClick={onConnect}>
          Connect Omi
        </Button>
        <a
          className={buttonClass("plain")}
          href="https://www.omi.me"
          target="_blank"
          rel="noopener noreferrer"
        >
          Learn About Omi
          <ExternalLink aria-hidden size={18} strokeWidth={1.8} />
        </a>
      </div>
    </Card>
  );
}
