import type { ComponentProps } from "react";
import styles from "./card.module.css";
import { classNames } from "./base/class-names.ts";

interface CardProps extends ComponentProps<"div"> {
  /** Something inside covers the whole card with `cardCover`: the card looks and reacts like one button. */
  isTappable?: boolean;
}

export function Card({ isTappable = false, className, ...rest }: CardProps) {
  return <div {...rest} className={classNames(styles.card, isTappable && styles.tappable, className)} />;
}

/**
 * For the one link or button of a tappable card: its tap area grows over the card, its text stays its name. Unlike a
 * card that is itself a button, the rest of the text can still be selected and read in order.
 */
export const cardCover: string | undefined = styles.cover;
