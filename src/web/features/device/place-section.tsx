import { useState } from "react";
import { setSharesPlace, sharesPlace } from "#web/lib/device/place-setting.ts";
import { currentPosition } from "#web/lib/device/position.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Part } from "#web/ui/part.tsx";

/** Switch that includes this device's location in questions that need it, without a tap each time. */
export function PlaceSection() {
  const [isOn, setIsOn] = useState(sharesPlace);
  return (
    <Part heading="Your place in the chat">
      <Switch
        label="Use my place when a question needs it"
        hint="For questions such as “nearest toilet” or “take me home”. Your place is used for that answer and not stored. Off: Looby asks each time."
        isOn={isOn}
        onChange={(next) => {
          setIsOn(next);
          setSharesPlace(next);
          // The browser asks for permission now, while the purpose is clear, so that no later message has to wait for it.
          if (next) void currentPosition();
        }}
      />
    </Part>
  );
}
