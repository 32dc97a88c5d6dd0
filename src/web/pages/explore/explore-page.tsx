import { useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import { MapWithoutCity } from "#web/features/map/view/map-messages.tsx";
import { useCityAnswer } from "#web/features/map/use-city.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { useChatBefore } from "./chat-before.ts";
import { CityMap } from "./city-map.tsx";
import { PageTitle } from "../page-title.tsx";
import styles from "../page.module.css";
import { useAddressPlaces } from "./use-selection.ts";

/** Draws no camp before the city is loaded, because the camps would appear over the rings of another city. */
export function ExplorePage() {
  const { city, retry } = useCityAnswer();
  const chatIndex = useChatBefore();
  return (
    <div className={styles.map}>
      <PageTitle view="Explore" />
      <VisuallyHidden as="h1">Explore</VisuallyHidden>
      {city === null ? (
        <MapWithoutCity retry={retry} />
      ) : (
        <AddressedMap key={city.id} city={city} chatIndex={chatIndex} />
      )}
    </div>
  );
}

function AddressedMap({ city, chatIndex }: { city: City; chatIndex: number | null }) {
  const places = useAddressPlaces();
  // Only a place that was chosen in the chat has a conversation to return to.
  const [isFromChat] = useState(chatIndex !== null && places.selection.itemId !== null);
  return <CityMap city={city} places={places} chatIndex={isFromChat ? chatIndex : null} />;
}
