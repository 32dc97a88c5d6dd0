import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listMemories } from "#shared/features/memories/archive/archive-contract.ts";
import { listThreads } from "#shared/features/chat/contract.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { toGeo } from "#shared/features/map/city/geometry.ts";
import { AppError } from "#server/http/app-error.ts";
import type { SentRecording } from "#server/platform/speech/transcriber.ts";
import { MAX_FILE_BYTES } from "#server/testing/doubles/fake-telegram.ts";
import { stopClock } from "#server/testing/stopped-clock.ts";
import { tablesWith } from "#server/testing/tables-with.ts";
import { openTelegramWorld, type TelegramWorld } from "#server/testing/doubles/telegram-world.ts";

// Voice, pictures and places, with a fake that rejects the same calls as Telegram's Bot API.

const speech = join(import.meta.dirname, "../../../../e2e/fixtures/speech");
let recordings: SentRecording[];
let recognize: (recording: SentRecording) => Promise<string>;
let world: TelegramWorld;
beforeEach(async () => {
  recordings = [];
  recognize = async () => "who can lend a generator";
  const transcribe = async (recording: SentRecording) => {
    recordings.push(recording);
    return await recognize(recording);
  };
  world = await openTelegramWorld({
    deps: { transcriber: { id: "test", transcribe, close: async () => undefined } },
  });
});
afterEach(async () => world[Symbol.asyncDispose]());

type Person = Awaited<ReturnType<TelegramWorld["link"]>>;

/** Sends content to the bot and returns its replies. */
async function show({ phone }: Pick<Person, "phone">, content: object) {
  const before = phone.sent.length;
  await world.deliver(phone.message(content));
  return phone.sent.slice(before);
}

const textOf = async (person: Pick<Person, "phone">, content: object) =>
  (await show(person, content)).map(({ text }) => text).join("\n---\n");

function voice(id: string, more: object = {}) {
  return { voice: { file_id: id, file_unique_id: `u${id}`, duration: 5, mime_type: "audio/ogg", ...more } };
}

describe("voice messages", () => {
  const ogg = () => readFile(join(speech, "generator.ogg"));

  test("transcribes and answers a recording as if typed, without storing the audio", async () => {
    const ada = await world.link("Ada");
    world.telegram.files.set("v1", { bytes: await ogg() });
    expect(await textOf(ada, voice("v1"))).toMatch(/^I heard: “who can lend a generator”\n\n\S/);
    expect(recordings).toMatchObject([{ container: "ogg" }]);
    const { threads } = await ada.client.call(listThreads, { query: {} });
    expect(threads[0]?.title).toContain("generator");
    await expect(readFile(recordings[0]?.path ?? "")).rejects.toThrow("ENOENT");
  });

  test("transcribes a song and a round video too", async () => {
    const ada = await world.link("Ada");
    world.telegram.files.set("a", {
      bytes: await readFile(join(speech, "generator.mp3")),
      path: "music/file_1.mp3",
    });
    world.telegram.files.set("n", {
      bytes: await readFile(join(speech, "generator.mp4")),
      path: "video_notes/file_2.mp4",
    });
    await show(ada, { audio: { file_id: "a", file_unique_id: "a", duration: 4, file_name: "x.exe" } });
    await show(ada, { video_note: { file_id: "n", file_unique_id: "n", duration: 4, length: 240 } });
    expect(recordings.map(({ container }) => container)).toEqual(["mp3", "mp4"]);
  });

  test("answers words of danger with help first, in a separate message", async () => {
    const ada = await world.link("Ada");
    world.telegram.files.set("v1", { bytes: await ogg() });
    for (const words of ["my friend is unconscious", "remember that my friend is unconscious"]) {
      recognize = async () => words;
      const [message, next, ...others] = await show(ada, voice("v1"));
      expect(message?.text).toMatch(/^Get people first, now\./);
      expect([message?.reply_markup, others]).toEqual([undefined, []]);
      expect(next?.text).toContain(`I heard: “${words}”`);
      expect(next?.text.includes("Shall I keep this")).toBe(words.startsWith("remember"));
    }
    recognize = async () => "la la la";
    expect(await textOf(ada, { ...voice("v1"), caption: "he does not breathe" })).toMatch(
      /^Get people first/,
    );
  });

  test("offers “remember that” in a recording as a memory", async () => {
    const ada = await world.link("Ada");
    world.telegram.files.set("v1", { bytes: await ogg() });
    recognize = async () => "Remember that my bike is behind the tent.";
    const [message] = await show(ada, voice("v1"));
    expect(message?.text).toMatch(/^I heard: “Remember that my bike.*\n\nShall I keep this as a memory/);
    if (message === undefined) throw new Error("the bot sent nothing");
    await world.deliver(ada.phone.press(message, "Keep it"));
    expect(await ada.client.call(listMemories, { query: {} })).toEqual([
      expect.objectContaining({ content: "my bike is behind the tent." }),
    ]);
  });

  test("advises the user when no transcription is possible", async () => {
    const ada = await world.link("Ada");
    world.telegram.files.set("v1", { bytes: await ogg() });
    recognize = async () => "";
    expect(await textOf(ada, voice("v1"))).toMatch(/^I heard no words in that\. Please try again/);
    for (const message of ["This server cannot turn speech into text right now. Please type instead."]) {
      recognize = async () => {
        throw new AppError("unavailable", message);
      };
      expect(await textOf(ada, voice("v1"))).toBe(message);
    }
    recognize = async () => {
      throw new Error("boom at /home/looby");
    };
    expect(await textOf(ada, voice("v1"))).toBe("Something broke on our side. Please try again.");
    expect(await textOf(ada, voice("never seen"))).toMatch(/^Telegram did not hand me your recording/);
  });

  test("rejects a file that is too large, too long, empty or not audio", async () => {
    const ada = await world.link("Ada");
    const large = new Uint8Array(MAX_FILE_BYTES + 1);
    const asked = () => world.telegram.calls.filter(({ method }) => method === "getFile").length;
    world.telegram.files.set("v1", { bytes: await ogg() });
    world.telegram.files.set("large", { bytes: large });
    // Reported as small, but endless.
    world.telegram.files.set("lies", { bytes: large, size: 1_000 });
    world.telegram.files.set("empty", { bytes: new Uint8Array() });
    world.telegram.files.set("words", { bytes: Buffer.from("OggX, or so they say") });
    expect(await textOf(ada, voice("v1", { duration: 901 }))).toMatch(/^I listen to 15 minutes at most/);
    expect(await textOf(ada, voice("large", { file_size: large.length }))).toMatch(/larger than the 20 MB/);
    expect(asked()).toBe(0);
    expect(await textOf(ada, voice("large"))).toMatch(/larger than the 20 MB/);
    expect(await textOf(ada, voice("lies"))).toMatch(/larger than the 20 MB/);
    expect(await textOf(ada, voice("empty"))).toMatch(/^There is nothing in that recording/);
    expect(await textOf(ada, voice("words"))).toBe("Audio format not supported. Please try again.");
    expect(recordings).toEqual([]);
  });

  test("does not follow a path that leads elsewhere", async () => {
    const ada = await world.link("Ada");
    const reached: string[] = [];
    for (const path of [
      "../../../etc/passwd",
      "voice/../../secret",
      "http://192.0.2.1/x",
      "//192.0.2.1/x",
      "/var/lib/telegram/voice/file_1.oga",
      "voice/%2e%2e/x",
      "voice/x?y=1",
      "@192.0.2.1/x",
      "voice\\..\\x",
      "",
      7,
    ]) {
      world.telegram.files.set("v", { bytes: await ogg(), path: path as string });
      const text = await textOf(ada, voice("v"));
      if (!text.startsWith("Telegram did not hand me your recording")) reached.push(String(path));
    }
    expect(reached).toEqual([]);
    expect(world.telegram.fetched).toEqual([]);
  });

  test("does not fetch a recording for a chat without a linked account", async () => {
    const stranger = { phone: world.telegram.phone(5) };
    world.telegram.files.set("v1", { bytes: await ogg() });
    expect(await textOf(stranger, voice("v1"))).toMatch(
      /^Hello\. To talk with Looby.*In danger\? Go to people/s,
    );
    expect(await textOf(stranger, { photo: [{}], caption: "he does not breathe" })).toMatch(
      /^Get people first/,
    );
    expect(world.telegram.calls.some(({ method }) => method === "getFile")).toBe(false);
  });

  test("limits recordings per minute", async () => {
    await world[Symbol.asyncDispose]();
    world = await openTelegramWorld({ env: { LIMIT_FACTOR: "0.05" } });
    const ada = await world.link("Ada");
    world.telegram.files.set("v1", { bytes: await ogg() });
    using _clock = stopClock();
    expect(await textOf(ada, voice("v1"))).toMatch(/^I heard/);
    expect(await textOf(ada, voice("v1"))).toMatch(/^That is a lot at once\. Please try again in/);
  });
});

describe("pictures", () => {
  const photo = [{ file_id: "p", file_unique_id: "p", width: 90, height: 90, file_size: 1000 }];

  test("answers a caption and offers to save it without the picture", async () => {
    const ada = await world.link("Ada");
    const [message] = await show(ada, { photo, caption: "the blue bike of Kim from camp Xanthophyll" });
    expect(message?.text).toMatch(
      /^I cannot look at pictures or files\. To your words:\n\n.*without the picture:$/s,
    );
    if (message === undefined) throw new Error("the bot sent nothing");
    const presses = [1, 2].map(() => ada.phone.press(message, "Keep as a memory"));
    for (const press of presses) await world.deliver(press);
    const memories = await ada.client.call(listMemories, { query: {} });
    expect(memories).toEqual([
      expect.objectContaining({ content: "the blue bike of Kim from camp Xanthophyll" }),
    ]);
  });

  test("explains pictures without a caption, and sends only help on words of danger", async () => {
    const ada = await world.link("Ada");
    const [bare] = await show(ada, { photo });
    expect(bare?.text).toMatch(/^I cannot look at pictures or files\. Please send it again with a caption/);
    expect(bare?.reply_markup).toBeUndefined();
    const [help] = await show(ada, { photo, caption: "she is unconscious" });
    expect([help?.text.slice(0, 16), help?.reply_markup]).toEqual(["Get people first", undefined]);
    const [asked] = await show(ada, {
      document: { file_id: "d" },
      caption: "remember that this is our kitchen plan",
    });
    expect(asked?.text).toMatch(/^Shall I keep this as a memory/);
    expect(await textOf(ada, { video: {}, caption: "tea" })).toMatch(
      /^I cannot look at pictures or files\. To your words/,
    );
  });

  test("answers an album once", async () => {
    const ada = await world.link("Ada");
    const album = { photo, media_group_id: "77" };
    expect(await show(ada, album)).toHaveLength(1);
    expect(await show(ada, album)).toHaveLength(0);
    expect(await show(ada, { photo, media_group_id: "78", caption: "what is this?" })).toHaveLength(1);
    expect(await show(ada, { photo, media_group_id: "78" })).toHaveLength(0);
  });

  test("answers a sticker or a contact with the content it understands", async () => {
    const ada = await world.link("Ada");
    for (const content of [{ sticker: {} }, { contact: { phone_number: "1" } }, { dice: { value: 1 } }])
      expect(await textOf(ada, content)).toMatch(/^I understand words, voice messages/);
  });
});

describe("places", () => {
  /** Meters towards 3:00 and towards 12:00, from the Man. */
  const at = (x: number, y: number) => toGeo(specCity, { x, y });

  beforeEach(async () => {
    const insert = (id: string, kind: string, owner: string | null, [x, y]: [number, number]) => {
      const { latitude, longitude } = at(x, y);
      return world.app.database.pool.query(
        "insert into search_documents (id, kind, owner_id, title, body, place, latitude, longitude) values ($1, $2, $3, $4, '', '7:30 & D', $5, $6)",
        [id, kind, owner, id.slice(id.indexOf(":") + 1), latitude, longitude],
      );
    };
    await insert("camp:Near Camp", "camp", null, [-700, 30]);
    await insert("camp:Far Camp", "camp", null, [-700, -900]);
    await insert("resource:Drill", "resource", null, [-700, 120]);
    await insert("memory:Secret", "memory", "somebody", [-700, 0]);
    await insert("resource:Somebody's own", "resource", "somebody", [-700, 0]);
    for (let n = 1; n < 9; n += 1) await insert(`camp:Camp ${n}`, "camp", null, [-700, 40 + n]);
  });

  test("answers with the address and the nearest public things, five of each kind", async () => {
    const ada = await world.link("Ada");
    const text = await textOf(ada, { location: at(-700, 0) });
    expect(text).toMatch(/^That is at about 9:0\d & \w+/);
    expect(text.split("\n").filter((line) => line.startsWith("-"))).toEqual([
      "- Near Camp, 7:30 & Delight: 30 m",
      "- Camp 1, 7:30 & Delight: 40 m",
      "- Camp 2, 7:30 & Delight: 40 m",
      "- Camp 3, 7:30 & Delight: 45 m",
      "- Camp 4, 7:30 & Delight: 45 m",
      "- Drill, 7:30 & Delight: 120 m",
    ]);
    expect(text).toContain("Toilets, first aid and ice are not on this map.");
    const { latitude } = at(-700, 0);
    expect(await tablesWith(String(latitude).slice(0, 10), world.app.database)).toEqual(["search_documents"]);
    expect(await textOf(ada, { location: at(0, 10) })).toMatch(
      /^That is at about The Man\.\n\n.*Art:\n- The Man: 10 m/s,
    );
  });

  test("reports the distance of a place outside the city, and accepts a venue as a place", async () => {
    const ada = await world.link("Ada");
    expect(await textOf(ada, { location: { latitude: 52.52, longitude: 13.4 } })).toMatch(
      /^That is not in the city: the Man is more than 100 km from there/,
    );
    expect(await textOf(ada, { location: at(-2_500, 0) })).toMatch(/the Man is 2\.5 km from there/);
    const venue = { location: at(-700, 0), title: "Near Camp", address: "" };
    expect(await textOf(ada, { location: at(-700, 0), venue })).toMatch(/^That is at about/);
  });

  test("answers a live location once and ignores its updates", async () => {
    const ada = await world.link("Ada");
    const live = { location: { ...at(-700, 0), live_period: 900, horizontal_accuracy: 12 } };
    expect(await show(ada, live)).toHaveLength(1);
    const update = ada.phone.message(live);
    for (let step = 0; step < 3; step += 1) {
      const edited = { update_id: update.update_id + 1_000 + step, edited_message: update.message };
      expect(await world.hand(edited)).toEqual({ status: 200, body: { heard: false } });
    }
    expect(ada.phone.sent).toHaveLength(1);
  });

  test("does not look up invalid places, or places of strangers and groups", async () => {
    const ada = await world.link("Ada");
    for (const location of [
      { latitude: 91, longitude: 0 },
      { latitude: "1", longitude: 0 },
      { latitude: null },
      7,
      [],
    ]) {
      const { status, body } = await world.hand(ada.phone.message({ location }));
      expect([status, body]).toEqual([200, { heard: false }]);
    }
    expect(await textOf({ phone: world.telegram.phone(3) }, { location: at(0, 0) })).toMatch(
      /^Hello\. To talk/,
    );
    for (const type of ["group", "supergroup", "channel"]) {
      const update = ada.phone.message({ location: at(0, 0) });
      const message = { ...update.message, chat: { id: -5, type } };
      expect(await world.hand({ ...update, message })).toMatchObject({ body: { heard: false } });
    }
    expect(ada.phone.sent).toEqual([]);
  });
});
