import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { isBaseCompanion } from "#shared/features/companions/base-companion.ts";
import type { Companion } from "#shared/features/companions/contract.ts";
import { genericPrompts } from "#shared/features/companions/generic-prompts.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { companionsQuery } from "./api.ts";
import { newcomer, type Person, type Remembered, stateFor } from "./companion-memory.ts";
import { tabStorage } from "./tab-storage.ts";

const unknown: Remembered = { visitor: newcomer, user: null };

export interface ActiveCompanion {
  id: string;
  name: string;
  /** Icon for `Glyph`; the base companion has the logo instead. */
  icon: string;
  isBase: boolean;
  description: string;
  /** Suggested first messages. */
  prompts: readonly string[];
}

/**
 * The active companion, available from the first paint. Its texts come with the server's response or from this device's cache.
 * @param person null until the server has identified the user
 */
export function useActiveCompanion(person: Person | null) {
  const { productName } = usePublicSettings();
  const remembered = useSyncExternalStore(subscribe, tabStorage.remembered.get, nobody);
  // Wait for a session, because two concurrent first requests would create two.
  const { data: known } = useQuery({ ...companionsQuery, enabled: person !== null });
  useEffect(() => {
    // This may fail offline; another user's choice is ignored anyway.
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

function subscribe(onChange: () => void): () => void {
  return tabStorage.remembered.subscribe(onChange).unsubscribe;
}

/** The state for prerendering, where no device exists. */
function nobody(): Remembered {
  return unknown;
}

/** A companion's appearance; a fallback while its data is not loaded. */
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
