/** How a memory sounds. Apart from the rules that say so: contracts need the words only. */
export const sentiments = ["positive", "neutral", "negative"] as const;
export type Sentiment = (typeof sentiments)[number];
