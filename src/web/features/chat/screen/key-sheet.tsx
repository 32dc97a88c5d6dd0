import { Fragment } from "react";
import { chatKeys } from "../conversation/chat-keys.ts";
import styles from "./key-sheet.module.css";

/** Lists all keys of the chat. */
export function KeySheet() {
  return (
    <dl className={styles.keys}>
      {chatKeys.map(({ keys, does }) => (
        <div key={does} className={styles.row}>
          <dt className={styles.combination}>
            {keys.map((name, index) => (
              <Fragment key={name}>
                {index === 0 ? null : " + "}
                <kbd className={styles.key}>{name}</kbd>
              </Fragment>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
