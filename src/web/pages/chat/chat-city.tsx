import { useMemo } from "react";
import type { Source } from "#shared/features/chat/contract.ts";
import { useChatState } from "#web/features/chat/store/use-chat.ts";
import type { Place } from "#web/features/map/show-search.ts";
import { MapWithoutCity } from "#web/features/map/view/map-messages.tsx";
import { useCityAnswer } from "#web/features/map/use-city.ts";
import { CityMap } from "../explore/explore-page.tsx";
import { useStatePlaces } from "../explore/use-selection.ts";
import styles from "../page.module.css";

interface ChatCityProps {
  place: Place | null;
  onPlace: (place: Place | null) => void;
}

/** The city beside the chat. The places cited in the newest answer light up. */
export function ChatCity({ place, onPlace }: ChatCityProps) {
  const { city, retry } = useCityAnswer();
  const places = useStatePlaces(place, onPlace);
  const litIds = useLitIds();
  return (
    <div className={styles.map}>
      {city === null ? (
        <MapWithoutCity retry={retry} />
      ) : (
        <CityMap key={city.id} city={city} places={places} litIds={litIds} />
      )}
    </div>
  );
}

const NO_SOURCES: readonly Source[] = [];

function useLitIds(): ReadonlySet<string> {
  const sources = useChatState(({ conversation }) => {
    const answer = conversation.messages.findLast(({ role }) => role === "assistant");
    return answer?.role === "assistant" ? answer.sources : NO_SOURCES;
  });
  return useMemo(() => new Set(sources.map(markerOf)), [sources]);
}

/** Returns the marker id of a cited item. The id of a camp has no prefix. */
function markerOf({ kind, sourceId }: Source): string {
  return kind === "camp" ? sourceId.slice("camp:".length) : sourceId;
}
