import { Link } from "@tanstack/react-router";
import { ArrowRight, MapPin } from "lucide-react";
import type { Source } from "#shared/features/chat/contract.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { Card, cardCover } from "#web/ui/card.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { sourceDetail } from "../conversation/source-detail.ts";
import styles from "./source-card.module.css";

interface SourceCardProps {
  source: Source;
  onOpenResource: (id: string) => void;
}

/** One thing an answer rests on: what it is, where, how far, and the way to it on the map. */
export function SourceCard({ source, onOpenResource }: SourceCardProps) {
  const place = locatorPlace(source.place);
  const id = source.sourceId.slice(source.kind.length + 1);
  return (
    <Card
      isTappable={source.kind === "resource" || source.kind === "camp"}
      className={styles.card}
      tabIndex={-1}
    >
      {place === null ? null : <Locator time={place.time} street={place.street} />}
      <div className={styles.words}>
        <SourceTitle source={source} id={id} onOpenResource={onOpenResource} />
        <p className={styles.detail}>{sourceDetail(source)}</p>
        {source.kind === "memory" || source.kind === "context" ? (
          <p className={styles.excerpt}>{source.excerpt}</p>
        ) : null}
      </div>
      {source.kind === "resource" && source.place !== null ? (
        <Link
          to="/explore"
          search={{ show: id }}
          className={`${iconButtonClass()} ${styles.map}`}
          aria-label={`Show ${source.title} on the map`}
          title="Show on the map"
        >
          <MapPin aria-hidden size={22} strokeWidth={1.8} />
        </Link>
      ) : null}
      {source.kind === "resource" && source.place === null ? (
        <ArrowRight className={styles.arrow} aria-hidden size={22} strokeWidth={1.8} />
      ) : null}
      {source.kind === "camp" ? (
        <MapPin className={styles.arrow} aria-hidden size={22} strokeWidth={1.8} />
      ) : null}
    </Card>
  );
}

/** A resource opens over the chat, a camp on the map; a note or a page of the guide is read where it stands. */
function SourceTitle({ source, id, onOpenResource }: SourceCardProps & { id: string }) {
  const className = `${cardCover} ${styles.title}`;
  switch (source.kind) {
    case "resource":
      return (
        <button type="button" className={className} aria-haspopup="dialog" onClick={() => onOpenResource(id)}>
          {source.title}
        </button>
      );
    case "camp":
      return (
        <Link to="/explore/camp/$id" params={{ id }} className={className} title="Show on the map">
          {source.title}
        </Link>
      );
    case "memory":
    case "context":
      return <p className={styles.title}>{source.title}</p>;
  }
}
