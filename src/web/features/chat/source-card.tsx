import { ArrowRight } from "lucide-react";
import type { Source } from "#shared/features/chat/contract.ts";
import { locatorPlace } from "#web/lib/locator-place.ts";
import { Card, cardCover } from "../../ui/card.tsx";
import { Locator } from "../../ui/locator.tsx";
import { sourceDetail } from "./source-detail.ts";
import styles from "./source-card.module.css";

/** One thing an answer rests on. The whole card opens it. */
export function SourceCard({ source, onOpen }: { source: Source; onOpen: () => void }) {
  const place = locatorPlace(source.place);
  return (
    <Card isTappable className={styles.card}>
      {place === null ? null : <Locator time={place.time} street={place.street} />}
      <div className={styles.words}>
        <button
          type="button"
          className={`${cardCover} ${styles.title}`}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {source.title}
        </button>
        <p className={styles.detail}>{sourceDetail(source)}</p>
      </div>
      <ArrowRight className={styles.arrow} aria-hidden size={22} strokeWidth={1.8} />
    </Card>
  );
}
