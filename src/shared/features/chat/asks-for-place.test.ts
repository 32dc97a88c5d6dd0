import { expect, test } from "vitest";
import { asksForPlace } from "./asks-for-place.ts";

test.each([
  "where am I",
  "nearest toilet",
  "how far is it",
  "take me home",
  "and closer?",
  "camps near me",
  "how do i get there",
  "Where is medical?",
  "I need medics",
  "a ranger station",
])("detects a question that needs a place: %s", (message) => expect(asksForPlace(message)).toBe(true));

test.each(["who has a ladder", "thanks", "what can you do", "is it free tomorrow", "remember my bike", ""])(
  "detects a question that needs no place: %s",
  (message) => expect(asksForPlace(message)).toBe(false),
);
