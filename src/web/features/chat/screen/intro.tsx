import { CityRings } from "#web/ui/picture/city-rings.tsx";
import type { ChatCompanion } from "../store/chat-state.ts";
import styles from "./intro.module.css";

interface IntroProps {
  companion: ChatCompanion;
  isReturning: boolean;
  /** The conversation is empty, so the greeting uses the whole screen. */
  isAlone: boolean;
}

/** The greeting before the first message. It is static text: no model is called. */
export function Intro({ companion, isReturning, isAlone }: IntroProps) {
  return (
    <div className={styles.intro} data-alone={isAlone || undefined}>
      {isAlone ? <CityRings className={styles.city} /> : null}
      <p className={styles.greeting}>
        {isReturning ? `Good to see you again. ${companion.name} here.` : `Hi, I’m ${companion.name}.`}
      </p>
      <p className={styles.offer}>
        {isReturning
          ? "What do you need, or what can you share?"
          : "Ask me who can lend you something, where a camp is, or what is near. I look in the community’s library and show you where each answer comes from."}
      </p>
    </div>
  );
}
