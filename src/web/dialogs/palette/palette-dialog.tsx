import { Autocomplete } from "@base-ui/react/autocomplete";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { DialogFrame } from "../dialogs.tsx";
import styles from "./palette-dialog.module.css";
import { usePaletteGroups } from "./use-palette-groups.ts";

/** A row of the palette. */
export interface PaletteRow {
  id: string;
  title: string;
  /** The kind of the row, or its place. */
  detail: string;
  icon: LucideIcon;
  open: () => void;
}

/** Opens any view, thing or action by keyboard alone. */
export function PaletteDialog(frame: DialogFrame): ReactNode {
  return (
    <Dialog {...frame} title="Go to">
      <Palette />
    </Dialog>
  );
}

/** Finds camps, things, conversations, views and forms by a few typed letters and opens them. */
function Palette() {
  const [typed, setTyped] = useState("");
  const groups = usePaletteGroups(useDeferredValue(typed));
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      // The groups are already filtered, each by its own rule.
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={({ title }: PaletteRow) => title}
    >
      <Autocomplete.Input
        className={styles.input}
        data-initial-focus
        aria-label="Search camps, things, conversations and actions"
        placeholder="Camp, thing, conversation or action"
        maxLength={100}
        spellCheck={false}
      />
      <Autocomplete.Empty>
        <p className={styles.empty}>Nothing found. Try another word, or an address like 7:30 & E.</p>
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(group: { value: string; items: PaletteRow[] }) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={styles.label}>{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(row: PaletteRow) => (
                <Autocomplete.Item key={row.id} value={row} className={styles.row} onClick={row.open}>
                  <row.icon aria-hidden size={20} strokeWidth={1.8} />
                  <span className={styles.title}>{row.title}</span>
                  <span className={styles.detail}>{row.detail}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
