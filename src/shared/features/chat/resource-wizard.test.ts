import fc from "fast-check";
import { expect, test } from "vitest";
import { advanceWizard, idleWizard, offersResource, type Wizard } from "./resource-wizard.ts";

const limits = { title: 120, description: 4000 };
const advance = (wizard: Wizard, text: string) => advanceWizard(wizard, text, limits);
const word = fc.string({
  unit: fc.constantFrom(..."abdehilmorstuwxyz".split("")),
  minLength: 1,
  maxLength: 9,
});

test("leads step by step from the first mention to the form", () => {
  const known = advance(idleWizard, "I have some gear to offer");
  expect(known).toMatchObject({ wizard: { step: "title", type: "gear" }, draft: null });
  expect(known?.reply).toMatch(/your gear.*be called/);
  const type = advance(idleWizard, "I have a venue and some gear to share");
  expect(type).toMatchObject({ wizard: { step: "type" }, draft: null });
  expect(type?.reply).toMatch(/venue.*gear.*talent/);
  const title = advance({ step: "type" }, "Equipment!");
  expect(title?.wizard).toEqual({ step: "title", type: "gear" });
  const description = advance(title?.wizard ?? idleWizard, "Quiet generator");
  const done = advance(description?.wizard ?? idleWizard, "2 kW, runs on propane.");
  expect(done).toMatchObject({
    wizard: { step: "idle" },
    draft: { type: "gear", title: "Quiet generator", description: "2 kW, runs on propane." },
  });
});

test("accepts the six words for a type in any case, with any article", () => {
  const answers = {
    venue: "venue",
    space: "venue",
    gear: "gear",
    equipment: "gear",
    talent: "talent",
    service: "talent",
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.entries(answers)),
      fc.constantFrom("", "a ", "It's a ", "the "),
      fc.constantFrom("", ".", "!", " please"),
      fc.boolean(),
      ([answer, type], before, after, isLoud) => {
        const text = `${before}${answer}${after}`;
        expect(advance({ step: "type" }, isLoud ? text.toUpperCase() : text)?.wizard).toEqual({
          step: "title",
          type,
        });
      },
    ),
  );
});

test("repeats the question for any other answer without opening the form", () => {
  const known = /^(?:venue|space|gear|equipment|talent|service)s?$/i;
  fc.assert(
    fc.property(
      fc.array(
        word.filter((one) => !known.test(one)),
        { minLength: 1 },
      ),
      (fields) => {
        const text = fields.join(" ");
        fc.pre(!/^(cancel|stop|quit|exit|never ?mind|forget it|no thanks?|no thank you)$/.test(text));
        const turn = advance({ step: "type" }, text);
        expect(turn).toMatchObject({ wizard: { step: "type" }, draft: null });
        expect(turn?.reply).toMatch(/venue.*gear.*talent/);
      },
    ),
  );
  expect(advance({ step: "type" }, "venue or gear")?.wizard).toEqual({ step: "type" });
  for (const text of ["constructor", "toString", "__proto__", "spaceship"]) {
    expect(advance({ step: "type" }, text)?.wizard).toEqual({ step: "type" });
  }
});

test("passes the user's text to the form unchanged", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 120 }),
      fc.string({ minLength: 1, maxLength: 4000 }),
      (title, text) => {
        const cancels = /cancel|stop|quit|exit|mind|forget|thank/i;
        fc.pre(!cancels.test(title) && !cancels.test(text));
        const named = advance({ step: "title", type: "venue" }, title);
        expect(advance(named?.wizard ?? idleWizard, text)?.draft).toEqual({
          type: "venue",
          title,
          description: text,
        });
      },
    ),
  );
});

test("reports a text that is too long and stays at the step", () => {
  const title: Wizard = { step: "title", type: "talent" };
  expect(advance(title, "x".repeat(121))).toMatchObject({
    wizard: title,
    reply: expect.stringContaining("120"),
  });
  const description: Wizard = { step: "description", type: "talent", title: "Juggling" };
  expect(advance(description, "x".repeat(4001))).toMatchObject({ wizard: description, draft: null });
});

test('ends at "cancel" in every step', () => {
  const steps: Wizard[] = [
    { step: "type" },
    { step: "title", type: "gear" },
    { step: "description", type: "gear", title: "Lamp" },
  ];
  for (const wizard of steps) {
    for (const text of ["cancel", "Never mind.", "STOP!", "no thanks"]) {
      expect(advance(wizard, text)).toMatchObject({ wizard: { step: "idle" }, draft: null });
    }
  }
});

test("starts at a mention or an offer, but not at a request for an item", () => {
  for (const text of [
    "gear",
    "Talent: fire dancing",
    "I have a venue with shade",
    "can I add a venue?",
    "Where do I share gear?",
  ])
    expect(offersResource(text), text).toBe(true);
  for (const text of [
    "Who has camping gear near 7:30?",
    "I'm looking for gear",
    "find me a venue",
    "we need a talent for tonight",
    "what can I borrow",
    "gearbox repair",
    "hello",
  ])
    expect(offersResource(text), text).toBe(false);
});
