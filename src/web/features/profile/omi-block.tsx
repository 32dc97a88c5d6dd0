import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import styles from "./profile.module.css";

/** The wearable: what can be sent to it once it is connected. */
export function OmiBlock() {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Card className={styles.omi}>
      <h3>Omi Integration</h3>
      <p className={styles.description}>
        Omi is a wearable that remembers what you hear. Once it is connected, its memories stand beside yours.
      </p>
      <div className={styles.actions}>
        <Button onClick={() => setIsAsked(true)}>Send Update or Create Memory</Button>
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
      <output className={styles.description}>
        {isAsked
          ? "You need to connect your Omi device first. Check the Omi Integration section in your profile."
          : ""}
      </output>
    </Card>
  );
}
