import { expect, test } from "vitest";
import { CompanionMemory, type Person, stateFor, type UserState } from "./companion-memory.ts";
import { rememberChoice, rememberPerson, rememberServer } from "./remember.ts";

const visitor = { userId: "anon-1", isAnonymous: true };
const ada = { userId: "ada", isAnonymous: false };
const eve = { userId: "eve", isAnonymous: false };
const newcomer = { activeCompanion: "base-looby", hasChosenCompanion: false };

test("a choice outlives the page, in the shape and under the keys other clients know", () => {
  const { memory, kept, reload } = device();
  memory.choose(ada, "ash");
  memory.choose(ada, "ash");
  expect(JSON.parse(kept.get("userState") ?? "")).toEqual({
    userId: "ada",
    activeCompanion: "ash",
    hasChosenCompanion: true,
    discoveredCompanions: ["ash"],
  });
  expect(stateFor(reload().getSnapshot(), ada)).toMatchObject({
    activeCompanion: "ash",
    hasChosenCompanion: true,
  });
  // Before the server has said who is here it is whoever was here last.
  expect(stateFor(reload().getSnapshot(), null)).toMatchObject({ activeCompanion: "ash" });
});

test("a visitor keeps the base companion and is greeted as a friend the next time", () => {
  const { memory, kept, reload } = device();
  expect(stateFor(memory.getSnapshot(), visitor)).toEqual(newcomer);
  memory.choose(visitor, "base-looby");
  expect(JSON.parse(kept.get("anonymousUserState") ?? "")).toEqual({
    activeCompanion: "base-looby",
    hasChosenCompanion: true,
  });
  expect(kept.has("userState")).toBe(false);
  expect(stateFor(reload().getSnapshot(), visitor).hasChosenCompanion).toBe(true);
});

test("a visitor who wrote another companion into the storage still talks to the base companion", () => {
  const { kept, reload } = device();
  kept.set("anonymousUserState", JSON.stringify({ activeCompanion: "ash", hasChosenCompanion: true }));
  expect(stateFor(reload().getSnapshot(), visitor).activeCompanion).toBe("base-looby");
  expect(stateFor(reload().getSnapshot(), null).activeCompanion).toBe("base-looby");
});

test("nobody inherits what another chose on this device: not the next user, not the visitor after signing out", () => {
  const { memory, kept } = device();
  memory.choose(ada, "ash");
  expect(stateFor(memory.getSnapshot(), eve)).toEqual(newcomer);
  memory.becomes(eve);
  expect(JSON.parse(kept.get("userState") ?? "")).toEqual({
    userId: "eve",
    ...newcomer,
    discoveredCompanions: [],
  });
  memory.choose(eve, "nexus");
  expect(stateFor(memory.getSnapshot(), ada)).toEqual(newcomer);
  memory.becomes(visitor);
  expect(kept.has("userState")).toBe(false);
  expect(stateFor(memory.getSnapshot(), visitor)).toEqual(newcomer);
  expect(stateFor(memory.getSnapshot(), null)).toEqual(newcomer);
});

test("the server's choice is taken over when the page begins, and does not end a talk later on", () => {
  const { memory } = device();
  const state = { userId: "ada", activeCompanion: "ash", hasChosenCompanion: true };
  memory.becomes(ada);
  memory.adopt({ ...state, discoveredCompanions: ["ash"] }, { isFirst: true });
  expect(stateFor(memory.getSnapshot(), ada)).toMatchObject({ activeCompanion: "ash" });
  const elsewhere = { ...state, activeCompanion: "logis", discoveredCompanions: ["ash", "logis"] };
  memory.adopt(elsewhere, { isFirst: false });
  expect(memory.getSnapshot().user).toMatchObject({
    activeCompanion: "ash",
    discoveredCompanions: ["ash", "logis"],
  });
  memory.adopt({ userId: "eve", ...newcomer, discoveredCompanions: [] }, { isFirst: false });
  expect(stateFor(memory.getSnapshot(), ada)).toEqual(newcomer);
});

test("what is stored may be anything, or nothing may be stored at all", () => {
  for (const text of ["{", "null", "7", "[]", "{}", '{"activeCompanion":7,"hasChosenCompanion":true}']) {
    const { kept, reload } = device();
    kept.set("userState", text);
    kept.set("anonymousUserState", text);
    expect(stateFor(reload().getSnapshot(), null), text).toEqual(newcomer);
  }
  const { kept, reload } = device();
  kept.set("userState", JSON.stringify({ ...newcomer, activeCompanion: "ash" }));
  expect(reload().getSnapshot().user).toBeNull();

  const forbidden = living(
    new CompanionMemory(() => {
      throw new DOMException("no", "SecurityError");
    }),
  );
  forbidden.choose(ada, "ash");
  expect(stateFor(forbidden.getSnapshot(), ada).activeCompanion).toBe("ash");
});

test("listeners hear of every change, and of another tab's", () => {
  const { memory, kept } = device();
  let heard = 0;
  const stop = memory.subscribe(() => (heard += 1));
  memory.choose(ada, "ash");
  const before = heard;
  kept.set(
    "userState",
    JSON.stringify({ userId: "ada", ...newcomer, activeCompanion: "nexus", discoveredCompanions: [] }),
  );
  memory.reread();
  expect(heard).toBe(before + 1);
  expect(stateFor(memory.getSnapshot(), ada).activeCompanion).toBe("nexus");
  stop();
  memory.becomes(eve);
  expect(heard).toBe(before + 1);
});

/** A device with its storage; `reload` opens the page again. */
function device() {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const reload = () => new CompanionMemory(() => store);
  return { memory: living(reload()), kept, reload };
}

/** A memory to which things happen. */
function living(memory: CompanionMemory) {
  return Object.assign(memory, {
    becomes: (person: Person) => memory.write(rememberPerson(memory.getSnapshot(), person)),
    choose: (person: Person, id: string) => memory.write(rememberChoice(memory.getSnapshot(), person, id)),
    adopt: (state: UserState, { isFirst }: { isFirst: boolean }) =>
      memory.write(rememberServer(memory.getSnapshot(), state, isFirst)),
  });
}
