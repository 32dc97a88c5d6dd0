import type { Camp } from "#shared/features/map/camps/camp.ts";
import { nearestTo } from "#shared/features/map/camps/nearby.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { reverse } from "#shared/features/map/city/geometry.ts";
import { signsOf } from "#shared/features/map/city/services.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { CampRow } from "#web/features/map/panel/camp-row.tsx";
import { Tag } from "#web/ui/chip.tsx";
import { type Here, placeLine } from "./here.ts";
import { PlaceActions } from "./place-actions.tsx";
import { PlaceCard } from "./place-card.tsx";

interface ExploreSpotProps {
  city: City;
  /** The Man, the Temple, a medical tent, a Ranger post, or an address. */
  item: MapItem;
  /** Path of its page on the map. */
  path: string;
  camps: readonly Camp[];
  here: Here;
  onSelect: (campId: string) => void;
}

const NEAREST = 5;

/** A place of the city: a landmark, a post of help or a searched address, with the camps around it. */
export function ExploreSpot({ city, item, path, camps, here, onSelect }: ExploreSpotProps) {
  const { kind } = item;
  const sign = signsOf(city).find(({ id }) => id === item.id);
  const name = sign?.name ?? item.name;
  const address = sign?.address ?? (kind === "place" ? name : addressOfArt(city, item));
  const hours = sign === undefined || sign.hours === "" ? "" : ` · open ${sign.hours}`;
  const near = nearestTo(city, camps, item).slice(0, NEAREST);
  return (
    <PlaceCard
      title={name}
      address={address}
      line={placeLine(city, kind === "place" ? "" : address + hours, item, here.own)}
      state={<Tag>{sign ? "City service" : kind === "place" ? "Address" : "Landmark"}</Tag>}
      actions={<PlaceActions city={city} name={name} place={item} path={path} here={here} />}
    >
      {near.length === 0 ? null : (
        <section>
          <h3>Nearby Camps</h3>
          <ul>
            {near.map(({ thing, metres }) => (
              <CampRow key={thing.id} city={city} camp={thing} metres={metres} onSelect={onSelect} />
            ))}
          </ul>
        </section>
      )}
    </PlaceCard>
  );
}

function addressOfArt(city: City, item: MapItem): string {
  const { time, distance } = reverse(city, item);
  return distance < 1 ? "The middle of the city" : `${time}, open playa`;
}
