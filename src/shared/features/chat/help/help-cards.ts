import type { Medical } from "#shared/features/map/view/nearest-services.ts";
import { joined, plain, type Prose, prose } from "../prose.ts";
import type { HelpKind } from "./help-kinds.ts";

/**
 * The fixed answer to a message about danger: people to turn to first, then short steps. It is not written by a model.
 */
export interface HelpCard {
  /** Short name for a list of cards. */
  name: string;
  title: string;
  /** People to go to or send for, the fastest first. */
  people: readonly { who: string; what: string }[];
  steps: readonly string[];
  /** Note to a bystander who is with the person in danger. */
  note: string;
}

export const helpCards: Readonly<Record<HelpKind, HelpCard>> = {
  emergency: {
    name: "Hurt, ill, fire or a missing child",
    title: "Get people first, now.",
    people: [
      { who: "The people around you", what: "shout, and send one of them running" },
      { who: "Medics or the medical station", what: "anyone with a radio can call them" },
      { who: "The nearest Ranger", what: "they have radios and know where medics are" },
    ],
    steps: [
      "Stay with the person. Do not move someone who fell, unless they are in danger where they lie.",
      "Not breathing: chest compressions, hard and fast; let others take turns. Bleeding: press on the wound and keep pressing.",
      "Too hot and confused: shade, wet skin, moving air. Fire: everyone out, call it loudly, no one goes back.",
      "With signal: call the local emergency number and give the nearest street and time as your address.",
    ],
    note: "A child is missing or found: tell the nearest Ranger at once, and stay where you are.",
  },
  overdose: {
    name: "Too much, spiked or a bad trip",
    title: "Get people first, now.",
    people: [
      { who: "Medics or the medical station", what: "nobody gets into trouble for asking for help" },
      { who: "The nearest Ranger", what: "they have radios and know where medics are" },
      { who: "A sober friend or neighbour", what: "ask them to stay with the person" },
    ],
    steps: [
      "Hard to wake, slow or no breathing, blue lips, a seizure, very hot skin: call for medics with the words “not responding”.",
      "Unconscious but breathing: on their side, mouth downwards. Not breathing: chest compressions, and naloxone if anyone has it.",
      "Tell the medics honestly what was taken, how much and when. Keep the cup or the packet.",
      "No more of anything, no mixing, no coffee, no cold shower. Never leave them to sleep it off alone.",
    ],
    note: "Frightened but awake: a calm friend, shade, small sips of water and time. It passes. Ask Rangers for a quiet space with trained sitters.",
  },
  consent: {
    name: "Touched, followed, pressured or assaulted",
    title: "You are not to blame, and you do not have to be alone with this. Go to people first.",
    people: [
      {
        who: "People you trust, or any lit and busy camp",
        what: "“I do not feel safe, please stay with me”",
      },
      { who: "Any Ranger or the consent team", what: "they listen, and go with you" },
      { who: "The medical station", what: "it does not need the whole story" },
    ],
    steps: [
      "In danger right now: shout, and let the people around you call Rangers.",
      "Being followed: do not lead them to your camp. Walk into the next busy one.",
      "You decide what is told and what is done. You will be believed.",
      "After an assault: if you may want it recorded, try not to wash or change before you have seen a medic. It stays your choice.",
    ],
    note: "Seen it happen to someone else: ask “Are you okay? Do you want me to stay?”, then get a Ranger.",
  },
  distress: {
    name: "Panic, despair, loneliness",
    title: "I am glad you said it. Please say it to a person too, now.",
    people: [
      {
        who: "Anyone near you, your camp or your neighbours",
        what: "“I am not okay, can you stay with me?” People here say yes",
      },
      {
        who: "Any Ranger",
        what: "they can bring you to a quiet space with trained listeners, day and night",
      },
      { who: "The medical station", what: "it is there for this too" },
    ],
    steps: [
      "If you think of killing or harming yourself: stay with people and put what could hurt you out of reach.",
      "With signal: call the local emergency number or a crisis line.",
      "Panic: feet on the ground, breathe out slowly and longer than in. It peaks within minutes and goes.",
      "Until they come: shade or warmth, water, a bite to eat.",
    ],
    note: "It is a friend you fear for: stay with them, ask openly whether they think of suicide, and get a Ranger. Only lonely tonight? That counts. Any tea house or listening tent is for you.",
  },
};

const DISCLAIMER = prose`I am a program and cannot call anyone.`;

/** A card as Markdown, for clients that cannot show cards. @param medical where medics are; null when unknown */
export function helpText(kind: HelpKind, medical: Medical | null): Prose {
  const { title, people, steps, note } = helpCards[kind];
  const numbered = steps.map((step, index) => prose`${index + 1}. ${plain(step)}`);
  const list = people.map(
    ({ who, what }) => prose`- **${plain(who)}**${what === "" ? "" : prose`: ${plain(what)}`}`,
  );
  const paragraphs = [
    // The nearest place comes first; a list of places comes after the people nearby.
    ...(medical === null || medical.nearest === null ? [] : [prose`**${plain(medical.words)}**`]),
    prose`**${plain(title)}** ${DISCLAIMER}`,
    joined(list, "\n"),
    ...(medical === null || medical.nearest !== null ? [] : [plain(medical.words)]),
    joined(numbered, "\n"),
    plain(note),
  ];
  return joined(paragraphs, "\n\n");
}
