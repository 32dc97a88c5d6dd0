import { Link } from "@tanstack/react-router";
import { BookOpen, MapPin, Package, StickyNote, Tent, UsersRound } from "lucide-react";
import type { AnswerCard } from "#shared/features/chat/answer-blocks.ts";
import type { Source } from "#shared/features/chat/contract.ts";
import { availabilityInWords } from "#shared/features/lending/in-words.ts";
import { locatorPlace } from "#web/lib/device/locator-place.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card, cardCover } from "#web/ui/card.tsx";
import { iconButtonClass } from "#web/ui/icon-button.tsx";
import { Locator } from "#web/ui/picture/locator.tsx";
import { sourceDetail } from "./source-words.ts";
import type { TurnActions } from "./turn.tsx";
import styles from "./source-card.module.css";

/** An older answer does not show current availability. */
const VALID_MS = 12 * 3_600_000;

interface SourceCardProps {
  card: AnswerCard;
  /** The answer itself proposes to request it. */
  isProposed?: boolean;
  actions: CardActions;
}

/** The actions of the buttons on an answer's card. */
export type CardActions = Pick<TurnActions, "openResource" | "openProposal">;

/** A cited item: its place, availability, own text and number in the answer. */
export function SourceCard({ card, isProposed = false, actions }: SourceCardProps) {
  const { source, number, quote, facts } = card;
  const id = source.sourceId.slice(source.kind.length + 1);
  const isTappable = source.kind !== "memory" && source.kind !== "context";
  return (
    <Card isTappable={isTappable} className={styles.card} tabIndex={-1}>
      <SourcePicture source={source} />
      <div className={styles.words}>
        <div className={styles.heading}>
          <span className={styles.number}>
            <VisuallyHidden>Source </VisuallyHidden>
            {number}
          </span>
          <SourceTitle source={source} id={id} onOpenResource={actions.openResource} />
        </div>
        <p className={styles.detail}>{sourceDetail(source)}</p>
        <Availability source={source} facts={facts} />
      </div>
      <MapMark source={source} id={id} />
      {/* No other view shows a note or a passage of the guide, so it is shown in full. */}
      {!isTappable ? <p className={styles.excerpt}>{source.excerpt}</p> : null}
      {isTappable && quote !== "" ? <p className={styles.quote}>“{quote}”</p> : null}
      {isProposed ? null : <CardButtons source={source} id={id} actions={actions} />}
    </Card>
  );
}

const icons = { resource: Package, camp: Tent, community: UsersRound, memory: StickyNote, context: BookOpen };

/** The small city with the place highlighted; without an address, an icon for its kind. */
function SourcePicture({ source }: { source: Source }) {
  const place = locatorPlace(source.place);
  if (place !== null) return <Locator time={place.time} street={place.street} />;
  const Icon = icons[source.kind];
  return (
    <span className={styles.sign}>
      <Icon aria-hidden size={22} strokeWidth={1.6} />
    </span>
  );
}

/** Whether it is available: on the requested days, otherwise at the time of the answer. */
function Availability({ source, facts }: { source: Source; facts: readonly string[] }) {
  if (facts.length > 0) {
    const line = facts.join(", ");
    return <p className={styles.availability}>{`${line.charAt(0).toUpperCase()}${line.slice(1)}`}</p>;
  }
  const { lending } = source;
  // oxlint-disable-next-line react-hooks/purity -- an answer is rendered when it arrives or is opened again
  if (lending === undefined || !(Date.now() - Date.parse(lending.at) < VALID_MS)) return null;
  return (
    <p className={styles.availability} data-state={lending.state}>
      {availabilityInWords(lending, lending.on)}
    </p>
  );
}

/** A listing's own link to the map. For a camp, the whole card links there. */
function MapMark({ source, id }: { source: Source; id: string }) {
  if (source.kind === "camp")
    return <MapPin className={styles.mark} aria-hidden size={22} strokeWidth={1.8} />;
  if ((source.kind !== "resource" && source.kind !== "community") || source.place === null) return null;
  return (
    <Link
      to="/explore"
      search={{ show: source.kind === "community" ? source.sourceId : id }}
      className={`${iconButtonClass()} ${styles.map}`}
      aria-label={`Show ${source.title} on the map`}
      title="Show on the map"
    >
      <MapPin aria-hidden size={22} strokeWidth={1.8} />
    </Link>
  );
}

interface SourceTitleProps {
  source: Source;
  id: string;
  onOpenResource: (id: string) => void;
}

/** A resource opens over the chat and a camp on the map; a note or a page of the guide is expanded in place. */
function SourceTitle({ source, id, onOpenResource }: SourceTitleProps) {
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
    case "community":
      return (
        <Link to="/community/$id" params={{ id }} className={className}>
          {source.title}
        </Link>
      );
    case "memory":
    case "context":
      return <p className={styles.title}>{source.title}</p>;
  }
}

/** The actions available for the item. A guest is asked to create an account first. */
function CardButtons({ source, id, actions }: { source: Source; id: string; actions: CardActions }) {
  const { kind, title, lending, isMember } = source;
  if (
    kind === "resource" &&
    lending !== undefined &&
    lending.isMine !== true &&
    lending.state !== "unavailable"
  )
    return (
      <div className={styles.buttons}>
        <Button
          aria-haspopup="dialog"
          aria-label={`Ask to borrow ${title}`}
          onClick={() =>
            actions.openProposal({ ability: "borrow", resourceId: id, title, first: null, last: null })
          }
        >
          Ask to borrow
        </Button>
      </div>
    );
  if (kind !== "community") return null;
  return (
    <div className={styles.buttons}>
      <Link to="/community/$id" params={{ id }} className={buttonClass()} aria-label={`Open ${title}`}>
        Open
      </Link>
      {isMember === true ? null : (
        <Link
          to="/community/$id"
          params={{ id }}
          search={{ dialog: "account", mode: "sign-up", to: "ask", id } as object}
          className={buttonClass()}
          aria-label={`Ask to join ${title}`}
        >
          Ask to join
        </Link>
      )}
    </div>
  );
}
