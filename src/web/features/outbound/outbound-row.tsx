import { ChevronDown } from "lucide-react";
import type { OutboundCallView } from "#shared/features/outbound/contract.ts";
import { endWords, purposeWords, sentWords, sizeWords } from "./call-words.ts";
import styles from "./outbound.module.css";

/** A call's summary, expanded to its details by a tap. @param isWhoseShown marks the reader's own calls */
export function OutboundRow({ call, isWhoseShown }: { call: OutboundCallView; isWhoseShown: boolean }) {
  const { purpose, host, lastAt, times, bytesSent } = call;
  return (
    <li>
      <details className={styles.call}>
        <summary className={styles.summary}>
          <span className={styles.words}>
            <span className={styles.purpose}>{purposeWords[purpose]}</span>
            <span className={styles.line}>
              <bdi className={styles.host}>{host}</bdi>
              <time dateTime={lastAt}>{moment.format(new Date(lastAt))}</time>
              <span>{endWords(call)}</span>
              {bytesSent === null || bytesSent === 0 ? null : <span>{sizeWords(bytesSent)} sent</span>}
              {times === 1 ? null : <span>{times.toLocaleString("en")} times</span>}
              {isWhoseShown ? <span>{call.isMine ? "for you" : "not for you"}</span> : null}
            </span>
          </span>
          <ChevronDown aria-hidden size={20} strokeWidth={1.8} className={styles.chevron} />
        </summary>
        <CallDetails call={call} />
      </details>
    </li>
  );
}

function CallDetails({ call }: { call: OutboundCallView }) {
  const { fields, sent, bytesSent, durationMs } = call;
  const facts: [string, string][] = [
    ["Address", `${call.method} ${call.host}${call.path}`],
    ["Because of", call.reason],
    ["Sent", fields.length === 0 ? "no fields" : fields.join(", ")],
    [
      "Size",
      `${bytesSent === null ? "unknown" : sizeWords(bytesSent)} sent, ${sizeWords(call.bytesReceived)} received`,
    ],
    ["Answer", endWords(call) + (call.status === null ? "" : `, status ${call.status}`)],
  ];
  if (durationMs !== null) facts.push(["Took", `${(durationMs / 1000).toLocaleString("en")} s`]);
  if (call.times > 1) facts.push(["First", moment.format(new Date(call.at))]);
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sent === null ? (
        <p className={styles.note}>
          {bytesSent === 0
            ? "Nothing was sent but the address."
            : "Its words are not kept: they went with what you deleted, or were never noted down."}
        </p>
      ) : (
        <pre className={styles.sent}>{sentWords(sent)}</pre>
      )}
    </div>
  );
}

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
