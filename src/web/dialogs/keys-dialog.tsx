import { Fragment, type ReactNode } from "react";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { DialogFrame } from "./dialogs.tsx";
import { paletteKeys } from "./palette/watch-keys.ts";
import styles from "./keys-dialog.module.css";

/** The keyboard shortcuts of each place, with their effects. */
const KEYS: Readonly<Record<string, readonly (readonly [keys: string, does: string])[]>> = {
  "On every screen": [
    [paletteKeys(), "Go to a camp, a thing or a conversation, or do something"],
    ["?", "Show these keys"],
    ["Esc", "Close the dialog or the panel"],
  ],
  "In the chat": [
    ["Enter", "Send the message"],
    ["Shift Enter", "Start a new line"],
    ["Esc", "Stop the answer, or leave a message you are editing as it was"],
    ["↑", "Edit your last message, when nothing is written"],
    ["/", "Go to the message field"],
  ],
  "On the map": [
    ["← ↑ ↓ →", "Go from place to place"],
    ["Enter", "Open the place"],
    ["+ −", "Zoom in or out"],
    ["0", "Show the whole city"],
  ],
};

/** All keyboard shortcuts. */
export function KeysDialog(frame: DialogFrame): ReactNode {
  return (
    <Dialog {...frame} title="Keyboard shortcuts">
      {Object.entries(KEYS).map(([where, rows]) => (
        <section key={where} className={styles.section}>
          <h3 className={styles.where}>{where}</h3>
          <dl className={styles.keys}>
            {rows.map(([keys, does]) => (
              <div key={does} className={styles.row}>
                <dt className={styles.combination}>
                  {keys.split(" ").map((name, index) => (
                    <Fragment key={name}>
                      {index === 0 ? null : " "}
                      <kbd className={styles.key}>{name}</kbd>
                    </Fragment>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
