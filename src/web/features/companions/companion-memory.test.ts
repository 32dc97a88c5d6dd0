import { expect, test } from "vitest";
import { CompanionMemory, type Person, stateFor, type UserState } from "./companion-memory.ts";
import { rememberChoice, rememberPerson, rememberServer } from "./remember.ts";

const visitor = { userId: "anon-1", isAnonymous: true };
const ada = { userId: "ada", isAnonymous: false };
const eve = { userId: "eve", isAnonymous: false };
const newcomer = { activeCompanion: "base-looby", hasChosenCompanion: false };

test("stores a choice in the format and under the keys other clients use", () => {
  const { memory, storage, reload } = device();
  memory.choose(ada, "ash");
  memory.choose(ada, "ash");
  expect(JSON.parse(storage.get("userState") ?? "")).toEqual({
    userId: "ada",
    activeCompanion: "ash",
    hasChosenCompanion: true,
    discoveredCompanions: ["ash"],
  });
  expect(stateFor(reload().remembered.get(), ada)).toMatchObject({
    activeCompanion: "ash",
    hasChosenCompanion: true,
  });
  // Until the server has identified the user, the last user of this device is assumed.
  expect(stateFor(reload().remembered.get(), null)).toMatchObject({ activeCompanion: "ash" });
});

test("gives a visitor the base companion and greets them as a friend next time", () => {
  const { memory, storage, reload } = device();
  expect(stateFor(memory.remembered.get(), visitor)).toEqual(newcomer);
  memory.choose(visitor, "base-looby");
  expect(JSON.parse(storage.get("anonymousUserState") ?? "")).toEqual({
    activeCompanion: "base-looby",
    hasChosenCompanion: true,
  });
  expect(storage.has("userState")).toBe(false);
  expect(stateFor(reload().remembered.get(), visitor).hasChosenCompanion).toBe(true);
});

test("gives a visitor who edits the storage the base companion", () => {
  const { storage, reload } = device();
  storage.set("anonymousUserState", JSON.stringify({ activeCompanion: "ash", hasChosenCompanion: true }));
  expect(stateFor(reload().remembered.get(), visitor).activeCompanion).toBe("base-looby");
  expect(stateFor(reload().remembered.get(), null).activeCompanion).toBe("base-looby");
});

test("hides a user's choice from the next user and from the visitor after sign-out", () => {
  const { memory, storage } = device();
  memory.choose(ada, "ash");
  expect(stateFor(memory.remembered.get(), eve)).toEqual(newcomer);
  memory.becomes(eve);
  expect(JSON.parse(storage.get("userState") ?? "")).toEqual({
    userId: "eve",
    ...newcomer,
    discoveredCompanions: [],
  });
  memory.choose(eve, "nexus");
  expect(stateFor(memory.remembered.get(), ada)).toEqual(newcomer);
  memory.becomes(visitor);
  expect(storage.has("userState")).toBe(false);
  expect(stateFor(memory.remembered.get(), visitor)).toEqual(newcomer);
  expect(stateFor(memory.remembered.get(), null)).toEqual(newcomer);
});

test("adopts the server's choice at page start without ending a later conversation", () => {
  const { memory } = device();
  const state = { userId: "ada", activeCompanion: "ash", hasChosenCompanion: true };
  memory.becomes(ada);
  memory.adopt({ ...state, discoveredCompanions: ["ash"] }, { isFirst: true });
  expect(stateFor(memory.remembered.get(), ada)).toMatchObject({ activeCompanion: "ash" });
  const elsewhere = { ...state, activeCompanion: "logis", discoveredCompanions: ["ash", "logis"] };
  memory.adopt(elsewhere, { isFirst: false });
  expect(memory.remembered.get().user).toMatchObject({
    activeCompanion: "ash",
    discoveredCompanions: ["ash", "logis"],
  });
  memory.adopt({ userId: "eve", ...newcomer, discoveredCompanions: [] }, { isFirst: false });
  expect(stateFor(memory.remembered.get(), ada)).toEqual(newcomer);
});

test("uses the defaults for invalid or missing storage", () => {
  for (const text of ["{", "null", "7", "[]", "{}", '{"activeCompanion":7,"hasChosenCompanion":true}']) {
    const { storage, reload } = device();
    storage.set("userState", text);
    storage.set("anonymousUserState", text);
    expect(stateFor(reload().remembered.get(), null), text).toEqual(newcomer);
  }
  const { storage, reload } = device();
  storage.set("userState", JSON.stringify({ ...newcomer, activeCompanion: "ash" }));
  expect(reload().remembered.get().user).toBeNull();

  const forbidden = living(
    new CompanionMemory(() => {
      throw new DOMException("no", "SecurityError");
    }),
  );
  forbidden.choose(ada, "ash");
  expect(stateFor(forbidden.remembered.get(), ada).activeCompanion).toBe("ash");
});

test("notifies listeners of every change, including those of other tabs", () => {
  const { memory, storage } = device();
  let received = 0;
  const { unsubscribe } = memory.remembered.subscribe(() => (received += 1));
  memory.choose(ada, "ash");
  const before = received;
  storage.set(
    "userState",
    JSON.stringify({ userId: "ada", ...newcomer, activeCompanion: "nexus", discoveredCompanions: [] }),
  );
  memory.reread();
  expect(received).toBe(before + 1);
  expect(stateFor(memory.remembered.get(), ada).activeCompanion).toBe("nexus");
  unsubscribe();
  memory.becomes(eve);
  expect(received).toBe(before + 1);
});

/** A device with its storage; `reload` opens the page again. */
function device() {
  const storage = new Map<string, string>();
  const store = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  };
  const reload = () => new CompanionMemory(() => store);
  return { memory: living(reload()), storage, reload };
}

/** Adds the actions of a page to a memory. */
function living(memory: CompanionMemory) {
  return Object.assign(memory, {
    becomes: (person: Person) => memory.write(rememberPerson(memory.remembered.get(), person)),
    choose: (person: Person, id: string) => memory.write(rememberChoice(memory.remembered.get(), person, id)),
    adopt: (state: UserState, { isFirst }: { isFirst: boolean }) =>
      memory.write(rememberServer(memory.remembered.get(), state, isFirst)),
  });
}
