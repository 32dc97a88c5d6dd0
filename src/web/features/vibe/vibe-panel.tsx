import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { restingVibe } from "#shared/features/vibe/shape.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { useVibeUpdates, vibeQuery } from "./api.ts";
import { VibeCanvas } from "./vibe-canvas.tsx";
import { VibeEditor } from "./vibe-editor.tsx";
import styles from "./vibe.module.css";
import { followsWords, setFollowsWords } from "./words-setting.ts";

interface VibePanelProps {
  community: { id: string; name: string };
  /** The user whose vibe it is compared with; null while unknown. */
  userId: string | null;
  /** Whether the user may set the community's vibe. */
  isAdmin: boolean;
}

/** A community's vibe, optionally compared with the user's own. */
export function VibePanel({ community, userId, isAdmin }: VibePanelProps) {
  const [isCompared, setIsCompared] = useState(false);
  const [edited, setEdited] = useState<"mine" | "community" | null>(null);
  useVibeUpdates([community.id, isCompared ? userId : null]);
  const theirs = useQuery(vibeQuery(community.id));
  const mine = useQuery(vibeQuery(userId)).data ?? null;
  const toggle = (whose: "mine" | "community") => setEdited(edited === whose ? null : whose);
  return (
    <div className={styles.panel}>
      {theirs.data === undefined ? (
        theirs.isError ? (
          <p>The vibe did not load. It comes back with the signal.</p>
        ) : (
          <Spinner label="Loading the vibe" />
        )
      ) : theirs.data === null ? (
        <p>No vibe set yet</p>
      ) : (
        <VibeCanvas name={community.name} vibe={theirs.data} compared={isCompared ? mine : null} />
      )}
      {isCompared && mine === null ? <p>No vibe of yours set yet</p> : null}
      <div className={styles.controls}>
        <Button aria-pressed={isCompared} onClick={() => setIsCompared(!isCompared)}>
          {isCompared ? "Show only theirs" : "Compare with my vibe"}
        </Button>
        {isCompared && userId !== null ? (
          <Button aria-expanded={edited === "mine"} onClick={() => toggle("mine")}>
            Set my vibe
          </Button>
        ) : null}
        {isAdmin ? (
          <Button aria-expanded={edited === "community"} onClick={() => toggle("community")}>
            Set our vibe
          </Button>
        ) : null}
      </div>
      {isCompared && userId !== null ? <WordsSwitch /> : null}
      {edited === "community" && isAdmin ? (
        <VibeEditor
          key="community"
          entity={community}
          vibe={theirs.data ?? restingVibe}
          onDone={() => setEdited(null)}
        />
      ) : null}
      {edited === "mine" && isCompared && userId !== null ? (
        <VibeEditor
          key="mine"
          entity={{ id: userId, name: "me" }}
          vibe={mine ?? restingVibe}
          onDone={() => setEdited(null)}
        />
      ) : null}
    </div>
  );
}

/** Switch: whether the user's chat messages change their vibe. */
function WordsSwitch() {
  const [isOn, setOn] = useState(followsWords);
  return (
    <Switch
      label="My words move my vibe"
      hint="A guess this device makes from what you say in the chat, by plain rules. It may be wrong, it says nothing certain about you, and only you see it. Setting your vibe yourself always works."
      isOn={isOn}
      onChange={(next) => {
        setFollowsWords(next);
        setOn(followsWords());
      }}
    />
  );
}
