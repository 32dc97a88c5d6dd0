/** Sentiments of a memory. Separate from the rules that determine them, because contracts need only the words. */
export const sentiments = ["positive", "neutral", "negative"] as const;
export type Sentiment = (typeof sentiments)[number];
