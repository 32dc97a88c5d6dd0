import type * as z from "zod/mini";
import { isFields } from "#shared/json-fields.ts";
import { type City, serviceKinds } from "#shared/features/map/city/city.ts";
import { type Intent, noIntent, type PlaceRef, type Shown, type Sought } from "../understand/intent.ts";
import { plainWords } from "../understand/plain-words.ts";
import { amountsIn } from "../understand/read-amount.ts";
import type { When } from "../understand/read-when.ts";
import { serviceOf } from "../understand/services.ts";
import { topicOf } from "../understand/topics.ts";
import { abilityContracts, type CallableAbility } from "./abilities.ts";
import { ID, problemWith, readValues, type ValueSetting } from "./call-values.ts";
import { blank, parseAddress } from "#shared/features/map/address/address.ts";
import { findAddress } from "#shared/features/map/address/find-address.ts";
import { clarifyAddresses } from "#shared/features/map/address/loose-address.ts";
import { streetOfName } from "#shared/features/map/address/street-names.ts";
import { parseClock } from "#shared/features/map/city/clock.ts";

export interface CallSetting extends ValueSetting {
  city: City;
}

/** The intent of a model's call, or the reason it is invalid, worded for the model. */
export type UnderstoodCall =
  | {
      isUnderstood: true;
      intent: Intent;
      /** The message the user would have sent, for the abilities that read it. */
      message: string;
      /** One sentence, worded for the model, for each optional field that was not understood and has no effect. */
      leftOut: readonly string[];
    }
  | { isUnderstood: false; problem: string };

type Input<Name extends CallableAbility> = z.infer<(typeof abilityContracts)[Name]["input"]>;
interface Days {
  firstDay?: string | undefined;
  lastDay?: string | undefined;
}

/**
 * Turns the arguments of a call into the `Intent` the rules would produce, so that the same code answers both.
 * @param input the arguments as JSON; any value other than an object of the ability's input is reported as invalid
 */
export function intentOfCall(ability: CallableAbility, input: unknown, setting: CallSetting): UnderstoodCall {
  if (!isFields(input)) return problem("The arguments have to be a JSON object.");
  const { fields: values, leftOut } = readValues(ability, input, setting);
  const read = abilityContracts[ability].input.safeParse(values);
  if (!read.success) return problem(problemWith(ability, read.error.issues[0]?.path.join(".") ?? ""));
  // Abilities that accept days or an item have these fields; the others have none of them.
  const { item, name, ...fields } = read.data as Days & { item?: string; name?: string };
  if (needsThing.has(ability) && item === undefined && name === undefined)
    return problem("Give the item's id, or its name.");
  const reader = new CallReader(setting, daysOf(fields));
  // The input was validated by the contract of this ability.
  return { isUnderstood: true, leftOut, ...reader.read(ability, read.data as never) };
}

const needsThing: ReadonlySet<CallableAbility> = new Set(["details", "availability", "borrow"]);

class CallReader {
  readonly #setting: CallSetting;
  readonly #when: When | null;

  constructor(setting: CallSetting, when: When | null) {
    this.#setting = setting;
    this.#when = when;
  }

  read<Name extends CallableAbility>(ability: Name, input: Input<Name>): { intent: Intent; message: string } {
    const slots = this.#slots[ability](input);
    const intent: Intent = { ...noIntent, ability, when: this.#when, ...slots };
    return { intent, message: this.#message(intent, input) };
  }

  readonly #slots: { [Name in CallableAbility]: (input: Input<Name>) => Partial<Intent> } = {
    find: ({ what = "", kind, without = [], near, size, compare }) => ({
      what,
      without: without.map((word) => word.toLowerCase()),
      sought: soughtOf(kind),
      near: this.#place(near),
      size: amountOf(size),
      compared: compare === "nearest" ? "closer" : (compare ?? null),
    }),
    details: (input) => ({
      ...this.#thing(input),
      topic: input.aspect === "all" ? null : (input.aspect ?? null),
    }),
    availability: (input) => this.#thing(input),
    borrow: (input) => this.#thing(input),
    directions: (input) => this.#way(input),
    distance: (input) => this.#way(input),
    "at-address": ({ place }) => ({ near: this.#place(place) }),
    nearest: ({ what, from }) => ({
      what,
      topic: serviceOf(plainWords(what)),
      from: this.#place(from) ?? { kind: "me" },
    }),
    "medical-first": ({ from }) => ({ from: this.#place(from) ?? { kind: "me" } }),
    "where-am-i": () => ({}),
    "whats-on": ({ what = "", near }) => ({ what, near: this.#place(near) }),
    my: ({ which }) => ({ topic: which }),
    recall: ({ about }) => ({ what: about }),
    remember: ({ text }) => ({ what: text }),
    about: ({ question }) => ({ topic: topicOf(plainWords(question)) }),
    "post-need": ({ words, near }) => ({ what: words, near: this.#place(near) }),
    share: ({ thing, kind }) => ({ what: thing, sought: soughtOf(kind) }),
  };

  #place(words: string | undefined): PlaceRef | null {
    const { city, shown } = this.#setting;
    return words === undefined ? null : placeInWords(city, words, shown);
  }

  #way({ from, to }: { from?: string | undefined; to: string }): Partial<Intent> {
    return { from: this.#place(from) ?? { kind: "me" }, to: this.#place(to) };
  }

  #thing({ item, name = "" }: { item?: string | undefined; name?: string | undefined }): Partial<Intent> {
    if (item === undefined) return { what: name };
    const known = this.#setting.shown.find(({ sourceId }) => sourceId === item);
    return { what: name, item: known ?? { sourceId: item, title: name } };
  }

  #message({ what }: Intent, input: object): string {
    if ("question" in input && typeof input.question === "string") return input.question;
    return what;
  }
}

function soughtOf(kind: "gear" | "place" | "skill" | "camp" | "memory" | undefined): Sought | null {
  if (kind === "place") return "venue";
  if (kind === "skill") return "talent";
  return kind ?? null;
}

function amountOf(words: string | undefined): Intent["size"] {
  const [amount] = words === undefined ? [] : amountsIn(words);
  return amount === undefined ? null : { value: amount.value, unit: amount.unit };
}

function daysOf({ firstDay, lastDay }: Days): When | null {
  const first = firstDay ?? lastDay;
  return first === undefined ? null : { first, last: lastDay ?? first, part: null, time: null };
}

function problem(sentence: string): UnderstoodCall {
  return { isUnderstood: false, problem: sentence };
}

const ME = /^(?:me|here|my (?:position|location|place)|where i am|current (?:position|location))$/i;
const HOME = /^(?:my )?(?:home|camp|tent)$/i;

/** The place named by a whole text: an address, "me", "home", the id of a shown item, a city service, otherwise a name. */
export function placeInWords(city: City, words: string, shown: readonly Shown[]): PlaceRef {
  const text = words.trim();
  if (ME.test(text)) return { kind: "me" };
  if (HOME.test(text)) return { kind: "home" };
  if (ID.test(text)) {
    const known = shown.find(({ sourceId }) => sourceId === text);
    return { kind: "shown", shown: known ?? { sourceId: text, title: "This" } };
  }
  const service = serviceKinds.find((kind) => kind === text.toLowerCase().replaceAll(" ", "-"));
  if (service !== undefined) return { kind: "service", service, from: null };
  return addressIn(city, text) ?? { kind: "named", name: text };
}

function addressIn(city: City, text: string): PlaceRef | null {
  const street = streetOfName(text);
  if (street !== null)
    return { kind: "address", address: { ...blank("annular"), street, frontage: "annular" }, words: text };
  if (parseClock(text) !== null)
    return { kind: "address", address: { ...blank("radial"), time: text, frontage: "radial" }, words: text };
  const whole = parseAddress(text);
  if (whole.kind !== "unknown" && whole.kind !== "none" && whole.kind !== "village")
    return { kind: "address", address: whole, words: text };
  const loose = clarifyAddresses(text);
  const found = findAddress(city, loose);
  return found === null
    ? null
    : { kind: "address", address: found.address, words: loose.slice(found.start, found.end) };
}
