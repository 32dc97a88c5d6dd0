import { useSelector } from "@tanstack/react-store";
import { Smartphone } from "lucide-react";
import { install, installOffer, installState } from "#web/lib/device/install-prompt.ts";
import { Button } from "#web/ui/button.tsx";
import { Part } from "#web/ui/part.tsx";
import styles from "./device.module.css";

/** Puts Looby on the home screen, in the way this browser supports. */
export function InstallPart({ productName }: { productName: string }) {
  const state = useSelector(installOffer, installState);
  return (
    <Part heading="On the home screen">
      <p className={styles.note}>{wordsFor(state, productName)}</p>
      {state === "possible" ? (
        <div>
          <Button onClick={() => void install()}>
            <Smartphone aria-hidden size={20} strokeWidth={1.8} />
            {`Install ${productName}`}
          </Button>
        </div>
      ) : null}
    </Part>
  );
}

function wordsFor(state: ReturnType<typeof installState>, productName: string): string {
  switch (state) {
    case "installed":
      return `${productName} runs from the home screen: it opens without a signal, and pictures and links can be shared to it.`;
    case "possible":
      return `${productName} then opens from the home screen without a signal, and pictures and links can be shared to it.`;
    case "by-hand":
      return `Tap Share, then "Add to Home Screen". Safari throws away what a page keeps after seven days without a visit, but not what an app on the home screen keeps.`;
    case "unknown":
      return `If this browser can do it, its menu has "Install" or "Add to Home screen". It takes an https address.`;
  }
}
