import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { HelpKind } from "#shared/features/chat/help/help-kinds.ts";
import { createOmiMemory } from "#shared/features/omi/contract.ts";
import { OmiForm } from "#web/features/omi/omi-form.tsx";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import { watchForDanger } from "./watch-for-danger.ts";

let found: HelpKind[];
let stop: () => void;

beforeEach(async () => {
  await freshDevice();
  found = [];
  stop = watchForDanger((kind) => found.push(kind));
});
afterEach(() => stop());

async function submit(words: string, field: Record<string, unknown> = {}) {
  // The form itself rejects everything.
  const { user } = await openScreen(
    <Form onSubmit={() => false}>
      <TextArea label="Words" value={words} readOnly {...field} />
      <button type="submit">Send</button>
    </Form>,
  );
  await user.click(screen.getByRole("button", { name: "Send" }));
}

test("detects words of danger in a form that rejects them", async () => {
  await submit("I don't want to live any more. Nobody would notice if I was gone.");
  await expect.poll(() => found).toEqual(["distress"]);
});

test("detects words of danger that Omi rejects and leaves them in the form", async () => {
  new FakeServer().on(createOmiMemory, () => new Refusal("unavailable", "Omi is away."));
  const { user } = await openScreen(<OmiForm kind="memory" onDone={() => undefined} />);
  await user.type(screen.getByLabelText("Memory"), "My friend is unconscious");
  await user.click(screen.getByRole("button", { name: "Create Memory" }));
  await expect.poll(() => found).toEqual(["emergency"]);
  await screen.findByText("Omi is away.");
  expect(screen.getByLabelText("Memory")).toHaveProperty("value", "My friend is unconscious");
});

test.each([
  ["a harmless text", "The sunset was on fire tonight", {}],
  ["the description of a thing", "Narcan kit for an overdose", { "data-about-things": true }],
  ["the chat, which checks itself", "My friend is unconscious", { "data-chat": true }],
])("ignores %s", async (_, words, field) => {
  await submit(words, field);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(found).toEqual([]);
});
