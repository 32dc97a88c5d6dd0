import { useState } from "react";
import { Switch } from "#web/ui/form/switch.tsx";
import { followsWords, setFollowsWords } from "./words-setting.ts";

/** Switch: whether the user's chat messages change their vibe. */
export function WordsSwitch() {
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
