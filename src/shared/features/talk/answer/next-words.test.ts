import { expect, test } from "vitest";
import { findHelp } from "#shared/features/chat/help/help-rules.ts";
import type { MessageUi, Source } from "#shared/features/chat/contract.ts";
import { specCity } from "#shared/features/map/city/city.ts";
import { servicesOf } from "#shared/features/map/city/services.ts";
import { noIntent, newTalk, type Intent, type TalkState } from "../understand/intent.ts";
import { loadTalkModels } from "../understand/learned/talk-models.ts";
import { understandMessage, show } from "../understand/talk-state.ts";
import type { ListingFacts } from "./ability-world.ts";
import { exampleWords } from "./example-words.ts";
import { HELP, nextWords } from "./next-words.ts";

const clock = { now: new Date("2026-09-01T18:00:00Z"), zone: "America/Los_Angeles" };
const at = { latitude: 40.786, longitude: -119.206 };
const here = { ...at, accuracyM: 10, at: clock.now };
const models = await loadTalkModels();
const world = {
  models,
  city: specCity,
  clock,
  me: null,
  home: null,
  services: servicesOf(specCity),
};
const gear: ListingFacts = {
  type: "gear",
  availability: "available",
  loans: [],
  ownerName: "Olga",
  isMine: false,
};

function listing(key: string, title: string, place: string | null = "7:30 & Eden"): Source {
  return { sourceId: `resource:${key}`, kind: "resource", title, place, distanceM: null, excerpt: "" };
}

const ask = (message: string, state: TalkState = newTalk) =>
  understandMessage(state, message, { city: specCity, clock, models });
const factsOf = (sources: readonly Source[]) => new Map(sources.map(({ sourceId }) => [sourceId, gear]));

function after(
  message: string,
  sources: readonly Source[],
  more: { ui?: MessageUi; world?: object; mayNeedHelp?: boolean } = {},
) {
  const { ui = null, mayNeedHelp = false } = more;
  const facts = factsOf(sources);
  const answered = {
    message,
    state: newTalk,
    intents: ask(message),
    sources,
    facts,
    mayNeedHelp,
    meanings: [],
  };
  return nextWords({ ...world, ...more.world }, { ...answered, answer: { ui, choices: [] } });
}

test("offers choices that each mean exactly one item", () => {
  const items = [
    listing("big", "Honda generator 2 kW"),
    listing("small", "Honda generator 900 W", "9:00 & B"),
    listing("odd", "Honda generator", "3:00 & C"),
  ];
  const [intent = noIntent] = ask("can i borrow the honda generator");
  const borrow: Intent = { ...intent, ability: "borrow", what: "honda generator", item: null };
  const choices = items.map((source) => ({ source }));
  const chips = nextWords(world, {
    message: "can i borrow the honda generator",
    state: newTalk,
    intents: [borrow],
    sources: items,
    facts: factsOf(items),
    mayNeedHelp: false,
    meanings: [],
    answer: { ui: null, choices },
  });
  expect(chips.map(({ label }) => label)).toEqual([
    "Honda generator 2 kW",
    "Honda generator 900 W",
    "Honda generator",
  ]);
  const talk = show(
    newTalk,
    [borrow],
    items.map(({ sourceId, title }) => ({ sourceId, title })),
  );
  expect(chips.map(({ say }) => ask(say, talk)[0]?.item?.sourceId)).toEqual([
    "resource:big",
    "resource:small",
    "resource:odd",
  ]);
});

test("distinguishes items with the same name by their place", () => {
  const items = [listing("a", "Ladder", "4:30 & E"), listing("b", "Ladder", "9:00 & B")];
  const intents: Intent[] = [{ ...noIntent, ability: "borrow", what: "ladder" }];
  const answer = { ui: null, choices: items.map((source) => ({ source })) };
  const answered = {
    message: "borrow a ladder",
    state: newTalk,
    intents,
    sources: items,
    facts: factsOf(items),
    mayNeedHelp: false,
    meanings: [],
    answer,
  };
  expect(nextWords(world, answered)).toEqual([
    { label: "Ladder at 4:30 & E", say: "the first one" },
    { label: "Ladder at 9:00 & B", say: "the second one" },
  ]);
});

test("offers chips for results that are all understood as intended", () => {
  const items = [listing("a", "Ladder 4 m"), listing("b", "Ladder 3 m")];
  const message = "who has a ladder near 4:30?";
  const chips = after(message, items);
  const talk = show(newTalk, ask(message), items);
  const abilities = Object.fromEntries(chips.map(({ label, say }) => [label, ask(say, talk)[0]?.ability]));
  expect(abilities).toEqual({
    "Ask to borrow": "borrow",
    Nearer: "find",
    "Free tomorrow?": "availability",
    "Take me there": "directions",
    "I'm looking for ...": "post-need",
  });
  const borrow = chips.find(({ label }) => label === "Ask to borrow");
  expect(ask(borrow?.say ?? "", talk)[0]?.item?.sourceId).toBe("resource:a");
});

test("counts ordinals among all cited items", () => {
  const guide: Source = {
    ...listing("g", "How borrowing works", null),
    sourceId: "context:g",
    kind: "context",
  };
  const items = [guide, listing("a", "Ladder 4 m")];
  const talk = show(newTalk, ask("who has a ladder"), items);
  for (const { label, say } of after("who has a ladder", items).filter(
    (chip) => chip.label !== "I'm looking for ...",
  ))
    expect([ask(say, talk)[0]?.item?.sourceId, ask(say, talk)[0]?.to]).toEqual(
      label === "Take me there"
        ? ["resource:a", { kind: "shown", shown: expect.objectContaining({ sourceId: "resource:a" }) }]
        : ["resource:a", null],
    );
});

test("does not offer chips without a use", () => {
  const label = (chips: readonly { label: string }[]) => chips.map((chip) => chip.label);
  // One item, no place to be near, unknown days as on a phone, and an offer that is already shown.
  const offer = {
    type: "memory-offer",
    memoryType: "looking-for",
    content: "I'm looking for a ladder",
  } as const;
  expect(label(after("who has a ladder", [listing("a", "Ladder", null)], { ui: offer }))).toEqual([
    "Ask to borrow",
    "Free tomorrow?",
  ]);
  expect(after("thank you", [])).toEqual([]);
  expect(after("i cut my foot", [], { ui: { type: "help-card", kind: "emergency" } })).toEqual([]);
});

test("offers to share a missing position, but not a known one", () => {
  expect(after("nearest toilet", [])).toEqual([
    { label: "Use my place", say: "nearest toilet", withPlace: true },
  ]);
  expect(after("where am i", [])[0]).toMatchObject({ withPlace: true });
  expect(after("nearest toilet", [], { world: { me: here } })).toEqual([]);
  expect(after("nearest toilet from 7:30 & E", [])).toEqual([]);
  expect(after("where am i", [], { world: { me: here } }).map(({ label }) => label)).toEqual([
    "Camps near me",
    "Nearest toilet",
  ]);
});

test("offers examples with the known place and only the city's services", () => {
  const questionsFor = (known: object) => exampleWords({ ...world, ...known }).map(({ say }) => say);
  expect(questionsFor({})).toContain("Nearest toilet from 6:00 & Esplanade");
  expect(questionsFor({ me: here })).toContain("Nearest toilet");
  expect(questionsFor({ services: [] }).join()).not.toContain("toilet");
  for (const question of questionsFor({}))
    expect(ask(question)[0]?.ability).toMatch(/^(?:find|at-address|nearest|directions|my)$/);
});

test("asks first whether help is needed, in words that show the help card", () => {
  const [first] = after("somewhere quiet to lie down", [listing("tent", "Chill tent")], {
    mayNeedHelp: true,
  });
  expect(first).toEqual({ label: "Need help now?", say: HELP });
  expect(findHelp(HELP)).toBe("emergency");
});
