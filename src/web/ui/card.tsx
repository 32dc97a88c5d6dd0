import type { ComponentProps } from "react";
import styles from "./card.module.css";
import { classNames } from "./base/class-names.ts";

interface CardProps extends ComponentProps<"div"> {
  /** One element inside uses `cardCover`: the whole card looks and reacts like one button. */
  isTappable?: boolean;
}

export function Card({ isTappable = false, className, ...rest }: CardProps) {
  return <div {...rest} className={classNames(styles.card, isTappable && styles.tappable, className)} />;
}

/**
 * Class for the one link or button of a tappable card. Its tap area covers the card, but its accessible name stays its own text.
 * Unlike in a card that is itself a button, the rest of the text can be selected and read in order.
 */
export const cardCover: string | undefined = styles.cover;
