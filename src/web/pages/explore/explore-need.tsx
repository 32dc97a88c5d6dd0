import { Moment } from "#web/ui/state/as-of.tsx";
import { Link } from "@tanstack/react-router";
import { placeOfText } from "#shared/features/map/address/chosen-place.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { SharedNeed } from "#shared/features/needs/contract.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./explore-panel.module.css";
import { type Here, placeLine } from "./here.ts";
import { PlaceActions } from "./place-actions.tsx";
import { PlaceCard } from "./place-card.tsx";

interface ExploreNeedProps {
  city: City;
  need: SharedNeed;
  /** Path of its page on the map. */
  path: string;
  here: Here;
}

/** A need, at its rough place beside the map. It is answered among the needs. */
export function ExploreNeed({ city, need, path, here }: ExploreNeedProps) {
  const { id, text, isMine, createdAt } = need;
  const address = need.place ?? "";
  const place = need.place === null ? null : placeOfText(city, need.place);
  return (
    <PlaceCard
      title={text}
      address={address}
      line={placeLine(city, `About ${address}`, place, here.own)}
      state={<Tag>{isMine ? "Your request" : "Wanted"}</Tag>}
      actions={
        <PlaceActions city={city} name={text} place={place} path={path} here={here}>
          <Link to="/needs" search={{ show: id }} className={buttonClass("primary")}>
            {isMine ? "Open your request" : "I can help"}
          </Link>
        </PlaceActions>
      }
    >
      <p className={styles.note}>
        Since <Moment at={createdAt} />
      </p>
    </PlaceCard>
  );
}
