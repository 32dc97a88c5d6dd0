import { Copy, Send } from "lucide-react";
import { copyText } from "#web/lib/copy-text.ts";
import { usePublicAddress } from "#web/lib/server/public-settings.ts";
import { Button } from "#web/ui/button.tsx";
import { OnlyHereNote } from "#web/ui/form/only-here-note.tsx";
import { QrCode } from "#web/ui/picture/qr-code.tsx";
import styles from "./explore-panel.module.css";

const COPY_FAILED = "The browser does not let us copy. Please select the link.";

/** A link to a place on the map, also as a code for another phone to scan. @param path of its page */
export function ShareSection({ name, path }: { name: string; path: string }) {
  const url = new URL(path, usePublicAddress().origin).href;
  const canSend = typeof navigator.share === "function";
  return (
    <section className={styles.share} aria-label={`Share ${name}`}>
      <QrCode text={url} label={`${name} on the map: scan it with a phone's camera`} />
      <div className={styles.ways}>
        <OnlyHereNote />
        <input
          className={styles.link}
          readOnly
          aria-label="Link"
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={styles.buttons}>
          <Button onClick={() => void copyText(url, "Link copied.", COPY_FAILED)}>
            <Copy aria-hidden size={18} strokeWidth={1.8} /> Copy link
          </Button>
          {canSend ? (
            <Button onClick={() => void send(name, url)}>
              <Send aria-hidden size={18} strokeWidth={1.8} /> Send
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}

async function send(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the share sheet is not an error.
    if (error instanceof DOMException && error.name === "AbortError") return;
    await copyText(url, "Link copied.", COPY_FAILED);
  }
}
