import type { getSettings } from "#shared/features/settings/contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { similarityMetrics } from "#web/lib/device/chat-settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormAside, FormFold } from "#web/ui/form/form.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { StickyBar } from "#web/ui/overlay/sticky-bar.tsx";
import { modelsQuery } from "./api.ts";
import styles from "./general-settings.module.css";
import { answeredBy, modelOptions } from "./model-options.ts";
import type { Preferences } from "./use-settings-editor.ts";
import { ThemeSelect } from "./theme-select.tsx";

type ServerSettings = ResponseOf<typeof getSettings>;

interface GeneralSettingsProps {
  draft: Preferences;
  hasChanges: boolean;
  /** The server's settings; undefined until it has responded. */
  server: ServerSettings | undefined;
  isVisitor: boolean;
  /** Settings of other features. */
  children: ReactNode;
  onChange: (patch: Partial<Preferences>) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** Settings of this device, the most common first. The search settings are in a collapsed section at the end. */
export function GeneralSettings({
  draft,
  hasChanges,
  server,
  isVisitor,
  children,
  ...on
}: GeneralSettingsProps) {
  const isSearchMode = server?.model === null;
  return (
    <Form onSubmit={() => (hasChanges ? on.onSave() : undefined)}>
      <ThemeSelect value={draft.theme} onChange={(theme) => on.onChange({ theme })} />
      {children}
      <FormFold summary="Advanced">
        {isSearchMode ? (
          <FormAside>Search mode: no language model connected</FormAside>
        ) : (
          <>
            {server === undefined ? null : (
              <ModelSelect
                chosen={draft.llm}
                isVisitor={isVisitor}
                onChange={(llm) => on.onChange({ llm })}
              />
            )}
            <Switch
              label="Answer from the library"
              hint="The language model reads what the library, the camps and your memories say about your question. It also gives what you keep a title and a mood. What you save while this is off stays from it. Telegram follows this, too."
              isOn={draft.useRag}
              onChange={(useRag) => on.onChange({ useRag })}
            />
            <Switch
              label="Show thinking"
              hint="Some language models think aloud before they answer. You see it folded up."
              isOn={draft.showThinking}
              onChange={(showThinking) => on.onChange({ showThinking })}
            />
          </>
        )}
        <Select
          label="Search similarity"
          hint={metricNote(server)}
          value={draft.similarityMetric}
          options={metricOptions}
          onChange={({ currentTarget: { value } }) => {
            const similarityMetric = similarityMetrics.find((metric) => metric === value);
            if (similarityMetric !== undefined) on.onChange({ similarityMetric });
          }}
        />
      </FormFold>
      <StickyBar className={styles.actions}>
        <Button onClick={on.onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" disabled={!hasChanges}>
          Save
        </Button>
      </StickyBar>
    </Form>
  );
}

interface ModelSelectProps {
  /** A label or an id. */
  chosen: string;
  isVisitor: boolean;
  onChange: (llm: string) => void;
}

function ModelSelect({ chosen, isVisitor, onChange }: ModelSelectProps) {
  const { data, isError } = useQuery(modelsQuery);
  // The choice stays in the menu while another one is selected, so that the user can go back to it.
  const [before] = useState(chosen);
  const answering = answeredBy(data, chosen) ?? (isError ? "The list of current models did not load." : null);
  const forVisitors = isVisitor ? "Visitors get free models. Sign in to choose any." : null;
  return (
    <Select
      label="Language model"
      hint={[answering, forVisitors].filter((part) => part !== null).join(" ")}
      value={chosen}
      options={modelOptions(data, [before, chosen])}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const metricOptions = [
  { value: "cosine", label: "Cosine" },
  { value: "dot", label: "Dot product" },
  { value: "euclidean", label: "Euclidean distance" },
] as const satisfies readonly { value: Preferences["similarityMetric"]; label: string }[];

/** Notes when the choice has no effect on this server. */
function metricNote(server: ServerSettings | undefined): string | null {
  switch (server?.vectors) {
    case "unit-length":
      return "On this server all three give the same order.";
    case "none":
      return "This server searches by words alone, so this changes nothing.";
    case "any-length":
      return "How close two texts are in meaning. It changes the order of what is found.";
    case undefined:
      return null;
  }
}
