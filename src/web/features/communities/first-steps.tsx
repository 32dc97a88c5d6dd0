import { Check, Circle } from "lucide-react";
import { useState } from "react";
import { FIRST_THINGS, type FirstStep, firstSteps } from "#shared/features/communities/first-steps.ts";
import type { Community } from "#shared/features/communities/contract.ts";
import { DeviceItem } from "#web/lib/device/device-item.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import styles from "./first-steps.module.css";

interface FirstStepsProps {
  community: Community;
  /** This server's term for a community. */
  noun: string;
  /** Number of things it shares, counted at least up to the goal. */
  thingCount: number;
  onStep: (step: FirstStep) => void;
}

/** The remaining setup steps of a new community, for its admins. Hidden when all are done or when dismissed. */
export function FirstSteps({ community, noun, thingCount, onStep }: FirstStepsProps) {
  const [hidden] = useState(() => new DeviceItem(`looby.first-steps.${community.id}`));
  const [isHidden, setHidden] = useState(() => hidden.read() !== null);
  const steps = firstSteps({ ...community, thingCount });
  if (isHidden || steps.every(({ isDone }) => isDone)) return null;
  const words: Record<FirstStep, { title: string; action: string }> = {
    invite: { title: "Invite people", action: "Invite" },
    share: {
      title: `Share the first ${FIRST_THINGS} things (${Math.min(thingCount, FIRST_THINGS)} of ${FIRST_THINGS})`,
      action: "Share",
    },
    map: { title: `Put the ${noun} on the map`, action: "Choose" },
  };
  return (
    <Card className={styles.card}>
      <section aria-labelledby="first-steps">
        <div className={styles.head}>
          <h2 id="first-steps" className={styles.heading}>
            Get started
          </h2>
          <Button
            variant="plain"
            onClick={() => {
              hidden.write("hidden");
              setHidden(true);
            }}
          >
            Hide
          </Button>
        </div>
        <ul className={styles.steps}>
          {steps.map(({ step, isDone }) => (
            <li key={step} className={styles.step} data-done={isDone || undefined}>
              {isDone ? <Check aria-hidden size={22} /> : <Circle aria-hidden size={22} />}
              <span className={styles.words}>
                {words[step].title}
                {isDone ? <VisuallyHidden>, done</VisuallyHidden> : null}
              </span>
              {isDone ? null : (
                <Button
                  aria-label={`${words[step].action}: ${words[step].title}`}
                  onClick={() => onStep(step)}
                >
                  {words[step].action}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
