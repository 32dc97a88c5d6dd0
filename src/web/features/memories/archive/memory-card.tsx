import { CheckSquare, Pencil, Square, Trash2 } from "lucide-react";
import { type ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { spokenLines } from "#shared/features/memories/transcript.ts";
import { Card } from "#web/ui/card.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { type ArchiveRow, dayOf, timeOf } from "./archive-rows.ts";
import styles from "./archive.module.css";

interface MemoryCardProps {
  row: Omit<ArchiveRow, "day">;
  /** The label of memories written in Looby. */
  productName: string;
  onEdit: () => void;
  onDelete: () => void;
  onTick: (item: string) => void;
}

const notes: Partial<Record<ArchiveRow["state"], string>> = {
  new: "Saved on this device until the server has it",
  changed: "Changed on this device; the server does not have it yet",
  deleting: "Will be deleted as soon as the server can be reached",
};

/** One memory: time, source, text and topics. */
export function MemoryCard({ row, productName, onEdit, onDelete, onTick }: MemoryCardProps) {
  const { memory, state } = row;
  const { analysis, createdAt, source } = memory;
  const note = notes[state];
  const isOurs = state !== "sample" && state !== "deleting";
  return (
    <Card className={styles.card} data-source={source} data-state={state}>
      <header className={styles.cardHead}>
        <Tag className={styles.source}>{source === "omi" ? "Omi" : productName}</Tag>
        {memory.metadata.isThought === true ? <Tag>Daily thought</Tag> : null}
        {state === "sample" ? <Tag>Sample</Tag> : null}
        <time className={styles.when} dateTime={createdAt}>
          {dayOf(createdAt)}, {timeOf(createdAt)}
        </time>
        {isOurs ? (
          <span className={styles.tools}>
            <IconButton icon={Pencil} label="Edit this memory" onClick={onEdit} />
            <IconButton icon={Trash2} label="Delete this memory" onClick={onDelete} />
          </span>
        ) : null}
      </header>
      {analysis.title === null ? null : <h3 className={styles.cardTitle}>{analysis.title}</h3>}
      <MemoryWords memory={memory} />
      {analysis.mood === null ? null : (
        <p className={styles.note}>
          A language model hears in these words: <bdi>{analysis.mood}</bdi>
        </p>
      )}
      {analysis.actionItems.length === 0 ? null : (
        <ul className={styles.actionItems} aria-label="Action items">
          {analysis.actionItems.map((item) => {
            const isDone = analysis.doneItems?.includes(item) === true;
            const Box = isDone ? CheckSquare : Square;
            return (
              <li key={item}>
                <button
                  type="button"
                  role="checkbox"
                  aria-checked={isDone}
                  className={styles.item}
                  disabled={!isOurs}
                  onClick={() => onTick(item)}
                >
                  <Box aria-hidden size={18} strokeWidth={1.8} />
                  <span>{item}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {analysis.topics.length === 0 ? null : (
        <ul className={styles.topics} aria-label="Topics">
          {analysis.topics.map((topic) => (
            <li key={topic}>
              <Tag>{topic}</Tag>
            </li>
          ))}
        </ul>
      )}
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
    </Card>
  );
}

/** A conversation line by line, each with its speaker. */
function MemoryWords({ memory: { content } }: { memory: Pick<ArchivedMemory, "content"> }) {
  const lines = spokenLines(content);
  return (
    <div className={styles.words}>
      {lines.map(({ speaker, text }, index) => (
        // Lines have no ids and are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} data-speaker={speaker === null ? undefined : speaker === "You" ? "you" : "other"}>
          {speaker === null ? null : <b className={styles.speaker}>{`${speaker}: `}</b>}
          {text}
        </p>
      ))}
    </div>
  );
}
