import { expect, test } from "vitest";
import { chipsOf } from "#shared/features/chat/answer-chips.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { fromClock, toGeo } from "#shared/features/map/city/geometry.ts";
import { addDays, dayOf } from "#shared/features/lending/days.ts";
import { campDocument } from "#shared/features/search/documents.ts";
import { saveCamps } from "#server/features/map/repository.ts";
import { upsertDocuments } from "#server/features/search/repository.ts";
import { generateCamps } from "#server/sample/camps.ts";
import { readAnswer, idsOf, postMessage, textOf } from "#server/testing/chat-app.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import type { TestClient } from "#server/testing/test-client.ts";

test("answers what is on, then follow-ups about the camp shown", async () => {
  await using app = await startTestApp();
  const [camp] = generateCamps(7, 1);
  if (camp === undefined) throw new Error("no camp was made");
  const events = [1, 2].map((ahead) => {
    const day = addDays(dayOf(new Date()), ahead);
    const [start, end] = [`${day}T08:00:00Z`, `${day}T10:30:00Z`];
    return { title: "Pancakes", description: null, start, end };
  });
  const place = "5:30 & E";
  const named = { ...camp, ...toGeo(specCity, fromClock(900, 5.5)), name: "Pancake Parliament" };
  await saveCamps(app.database.kysely, [{ camp: named, card: { offerings: [], events } }]);
  await upsertDocuments(app.database.kysely, [campDocument({ ...named, place })]);
  const ask = talkOf(await app.signUp("Sami"));
  expect(await ask("pancakes tomorrow morning")).toMatch(
    /^Tomorrow morning:\n\n- \*\*Pancakes\*\* at Pancake Parliament \(5:30 & Enchant\), tomorrow 08:00 to 10:30 \[\^camp:/,
  );
  expect(await ask("what time exactly")).toContain("tomorrow 08:00 to 10:30");
  expect(await ask("how do we get there from 3:00 & B")).toMatch(
    /^From 3:00 & \w+ to \*\*Pancake Parliament/,
  );
});

test("offers the programme to a bored user only where events are known", async () => {
  await using app = await startTestApp();
  const client = await app.signUp("Sami");
  const offers = async () => {
    const frames = await readAnswer(await postMessage(client, { text: "im bored" }));
    return frames.flatMap(({ event }) =>
      event?.type === "data-ui" ? chipsOf(event.data).map((chip) => chip.say) : [],
    );
  };
  expect(await offers()).toEqual(["Who teaches something?", "What camps are near me?"]);
  const [camp] = generateCamps(7, 1);
  if (camp === undefined) throw new Error("no camp was made");
  const today = dayOf(new Date());
  const event = { title: "Tea", description: null, start: `${today}T08:00:00Z`, end: `${today}T23:30:00Z` };
  await saveCamps(app.database.kysely, [{ camp, card: { offerings: [], events: [event] } }]);
  expect(await offers()).toContain("What is on tonight?");
});

/** Sends one message after another in one conversation. Returns the text of each answer. */
function talkOf(client: TestClient) {
  let threadId: string | undefined;
  return async (text: string): Promise<string> => {
    const frames = await readAnswer(
      await postMessage(client, { text, ...(threadId === undefined ? {} : { threadId }) }),
    );
    threadId = idsOf(frames).threadId;
    return textOf(frames);
  };
}
