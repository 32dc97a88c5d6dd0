import { expect, test } from "vitest";
import { findCry } from "./help-cries.ts";
import { findHelp } from "./help-rules.ts";

test.each([
  [
    "fire",
    "fire!! kitchen | FIRE | fire at camp zebra | fier | firee!!! | kitchen burning | gas!! | feuer | fire pls help",
  ],
  [
    "aid",
    "medic now | need a doctor asap | PARAMEDIC | ambulence 7:30 and C | medical?? | meddic quick | 911 | arzt",
  ],
  ["breath", "drowning | girl drownd | choking on meat | no pulse | his pulse is gone | shes not breathing"],
  [
    "mind gone",
    "seizure | hes fitting | passed out | passedout near the whale | collapsed at the bar | heatstroke",
  ],
  ["wound", "bleeding | hes shot | stabbed | electrocuted | burned | broke arm | epipen | bleedin bad"],
  ["birth", "shes in labour | labor started | water broke | contractions | baby coming now"],
  ["child", "missing kid | kids gone | lost child 5yo | found a toddler"],
  [
    "accident",
    "car hit someone | tent collapsed on him | stuck under truck | explosion | gas leak | man down",
  ],
  ["lost", "lost in dust storm | lost in whiteout"],
  ["other people", "someone following me | he wont let me go | man with a knife | hes hurting her"],
  ["a plea", "help me | sos | mayday | hlp pls | somebody help | HEEELP | help 4:30 F"],
])("recognizes a short cry for help: %s", (_, cries) => {
  expect(listed(cries).filter((cry) => findHelp(cry) === null)).toEqual([]);
});

test.each([
  [
    "fire",
    "fire dancers tonight? | where is the fire spinning | who has a fire pit | smoke machine | fire truck | need fire",
  ],
  [
    "aid",
    "medical tent volunteers needed | is the medic shift free? | first aid kit to lend | bike doctor | emergency tent",
  ],
  [
    "slang",
    "this set killed me | the bass is sick | I'm dead | drowning in dust lol | hit me up | the dj is fire",
  ],
  [
    "other meanings",
    "labour of love | shot list for photos | shots at the bar | passed out flyers | bleeding edge LEDs",
  ],
  [
    "plans",
    "burn night schedule | help me find a tent | choking hazard toys | fire at sunset | run over to our camp",
  ],
  ["denied", "no fire | not drowning | no emergency"],
])("ignores a short harmless message: %s", (_, messages) => {
  expect(listed(messages).filter((message) => findHelp(message) !== null)).toEqual([]);
});

test("chooses the card by the words of the cry", () => {
  expect(["overdosed now", "fire!! kitchen", "being followed", "suicidal pls"].map(findCry)).toEqual([
    "overdose",
    "emergency",
    "consent",
    "distress",
  ]);
});

test("leaves a message with one word outside the vocabulary to the classifier", () => {
  expect(findCry("medic now")).toBe("emergency");
  expect(findCry("medic rehearsal now")).toBeNull();
});

test("reads a long run of danger words in linear time", () => {
  expect(findCry("no my ".repeat(4000))).toBeNull();
});

function listed(text: string): string[] {
  return text.split("|").map((message) => message.trim());
}
