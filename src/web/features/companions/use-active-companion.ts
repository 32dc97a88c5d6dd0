import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import type { Companion } from "#shared/features/companions/contract.ts";
import { genericPrompts } from "#shared/features/companions/generic-prompts.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { companionsQuery } from "./api.ts";
import { type Person, stateFor } from "./companion-memory.ts";
import { tabStorage } from "./tab-storage.ts";

export interface ActiveCompanion {
  id: string;
  name: string;
  /** For `Glyph`; the base companion wears the logo instead. */
  icon: string;
  isBase: boolean;
  description: string;
  /** What one may ask it first. */
  prompts: readonly string[];
}

/**
 * Whom the person talks to, known from the first paint on; its words come with the server's answer, or from what this device
 * has kept of it.
 * @param person null until the server has said who uses the page
 */
export function useActiveCompanion(person: Person | null) {
  const { productName } = usePublicSettings();
  const remembered = useSyncExternalStore(tabStorage.subscribe, tabStorage.getSnapshot);
  // Asked for by a session that is there: two questions at once would open two.
  const { data: known } = useQuery({ ...companionsQuery, enabled: person !== null });
  useEffect(() => {
    // Without a signal it may not come; what is another's counts for nobody else all the same.
    if (person !== null) {
      void import("./apply-companion.ts").then(
        ({ applyPerson }) => applyPerson(person),
        () => undefined,
      );
    }
  }, [person]);
  const { activeCompanion, hasChosenCompanion } = stateFor(remembered, person);
  const find = (id: string) => look(id, known, productName);
  return { companion: find(activeCompanion), hasChosenCompanion, findCompanion: find };
}

/** How a companion looks; as good as can be told while its data are not here. */
function look(id: string, known: readonly Companion[] | undefined, productName: string): ActiveCompanion {
  const isBase = isBaseCompanion(id);
  const found = known?.find((companion) => (isBase ? companion.isBaseCompanion : companion.id === id));
  return {
    id,
    name: isBase ? productName : (found?.name ?? id.slice(0, 1).toUpperCase() + id.slice(1)),
    icon: isBase ? "" : (found?.icon ?? ""),
    isBase,
    description: found?.description ?? "",
    prompts: found?.prompts ?? (isBase ? genericPrompts : []),
  };
}
