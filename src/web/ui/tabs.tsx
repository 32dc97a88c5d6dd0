import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import styles from "./tabs.module.css";

interface TabItem<Value extends string> {
  value: Value;
  label: string;
  content: ReactNode;
  isDisabled?: boolean;
}

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  items: readonly TabItem<Value>[];
  onChange: (value: Value) => void;
}

/** Tabs. Arrow keys move between tabs and open them. Import it only from lazy-loaded files (Base UI). */
export function Tabs<Value extends string>({ label, value, items, onChange }: TabsProps<Value>) {
  return (
    <BaseTabs.Root
      className={styles.tabs}
      value={value}
      onValueChange={(next) => {
        const item = items.find((candidate) => candidate.value === next);
        if (item !== undefined) onChange(item.value);
      }}
    >
      <BaseTabs.List className={styles.list} aria-label={label} activateOnFocus>
        {items.map((item) => (
          <BaseTabs.Tab
            key={item.value}
            className={styles.tab}
            value={item.value}
            disabled={item.isDisabled ?? false}
          >
            {item.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {items.map((item) => (
        <BaseTabs.Panel key={item.value} className={styles.panel} value={item.value}>
          {item.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
