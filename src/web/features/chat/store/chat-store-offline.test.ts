import { afterEach, beforeEach, expect, test } from "vitest";
import type { Source } from "#shared/features/chat/contract.ts";
import { converse } from "../conversation/conversation.ts";
import { unanswered } from "../conversation/queued-turns.ts";
import { emptyConversation } from "./chat-state.ts";
import { stubPage, unstubPage } from "../testing/store-fixture.ts";

// This phone answers messages queued while offline.

beforeEach(stubPage);
afterEach(unstubPage);

const SYNCED_AT = Date.parse("2026-11-22T06:00:00Z");

test("adds the way to the medics to a help card that is already shown", () => {
  const question = { id: "q", text: "where is medical from 7:30 & E" };
  let now = converse(emptyConversation, { type: "asked", question, answerId: "a" });
  now = converse(now, { type: "queued" });
  now = converse(now, { type: "shown", messageId: "a", ui: { type: "help-card", kind: "emergency" } });
  expect(unanswered(now.messages).map(({ id }) => id)).toEqual(["a"]);
  const ui = { type: "help-card", kind: "emergency", lead: "The nearest is at 9:00 B Plaza." } as const;
  const answer = { text: "", sources: [], ui, syncedAt: SYNCED_AT };
  now = converse(now, { type: "answered-offline", messageId: "a", answer });
  expect(now.messages[1]).toMatchObject({ ui });
  expect(unanswered(now.messages)).toEqual([]);
});

test("answers queued messages on the phone until the server's answer replaces it", () => {
  const question = { id: "q", text: "did I note where the bike pump is?" };
  let now = converse(emptyConversation, { type: "asked", question, answerId: "a" });
  now = converse(now, { type: "queued" });
  expect(unanswered(now.messages).map(({ id }) => id)).toEqual(["a"]);
  const pump: Source = {
    sourceId: "memory:pump",
    kind: "memory",
    title: "The bike pump",
    place: null,
    distanceM: null,
    excerpt: "",
  };
  const answer = { text: "You noted: [^memory:pump]", sources: [pump], ui: null, syncedAt: SYNCED_AT };
  now = converse(now, { type: "answered-offline", messageId: "a", answer });
  expect(now.messages[1]).toMatchObject({
    status: "queued",
    sources: [{ sourceId: "memory:pump" }],
    offline: { syncedAt: SYNCED_AT },
  });
  expect(unanswered(now.messages)).toEqual([]);
  // If the server's answer has already arrived, it takes precedence.
  const done = converse(converse(emptyConversation, { type: "asked", question, answerId: "a" }), {
    type: "answered-offline",
    messageId: "a",
    answer,
  });
  expect(done.messages[1]).toMatchObject({ offline: null });
});
