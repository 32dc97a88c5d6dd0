import { markerId } from "#shared/features/map/marker-id.ts";
import type { Stack } from "#shared/features/map/view/stack.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import details from "#web/features/map/panel/camp-details.module.css";
import { stackWords } from "#web/features/resources/map-item.ts";
import { AvailabilityTag } from "#web/features/resources/view/availability-tag.tsx";
import { resourceTypeLabel } from "#web/features/resources/view/resource-type-label.ts";
import { Tag } from "#web/ui/chip.tsx";
import styles from "./explore-panel.module.css";
import { type Around, PlaceCard } from "./place-cards.tsx";

interface ExploreStackProps extends Around {
  things: Stack<Resource>["things"];
  onSelect: (itemId: string) => void;
}

/** The resources in one spot beside the map, each with a link to its own card. */
export function ExploreStack({ things, onSelect, ...around }: ExploreStackProps) {
  const { title, address } = stackWords(things);
  const [{ location }] = things;
  return (
    <PlaceCard
      {...around}
      title={title}
      address={location?.address ?? ""}
      line={address}
      place={location === null ? null : { latitude: location.lat, longitude: location.lon }}
      state={<Tag>In the library</Tag>}
    >
      <ul className={styles.things}>
        {things.map((thing) => (
          <li key={thing.id} className={details.row}>
            <button type="button" onClick={() => onSelect(markerId("resource", thing.id))}>
              <span className={details.rowName}>{thing.title}</span>
              <AvailabilityTag resource={thing} isQuiet />
              <span className={details.rowPlace}>{resourceTypeLabel(thing.type)}</span>
            </button>
          </li>
        ))}
      </ul>
    </PlaceCard>
  );
}
