import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { processThought, shareThought } from "#shared/features/daily/contract.ts";
import type { Memory } from "#shared/features/memories/contract.ts";
import { missingAgain, missingOf } from "#shared/features/set-back/missing.ts";
import type { SentOperation } from "#shared/features/set-back/sent.ts";
import { newId } from "#shared/id.ts";
import { bundlesOf } from "#shared/outbox/operation.ts";
import { openDatabase } from "#web/offline/database.ts";
import { drain } from "#web/offline/outbox/sender.ts";
import { listOperations } from "#web/offline/outbox/outbox.ts";
import { CreateMemory } from "#web/features/memories/create-memory.tsx";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { share } from "./daily-operations.ts";
import { ThoughtForm } from "./thought-form.tsx";

test("counts a thought and its processing as one item", async () => {
  await freshDevice();
  const server = new FakeServer();
  const id = newId();
  const at = "2026-08-10T12:00:00.000Z";
  const memory: Memory = {
    id,
    userId: "user-ada",
    type: "something-else",
    content: "Dust.",
    keywords: [],
    source: "looby",
    title: null,
    createdAt: at,
    updatedAt: at,
  };
  server.on(shareThought, () => ({ memory, hasDumped: true, discovered: [] }));
  server.on(processThought, () => ({ memory, topics: [], actionItems: [] }));
  const sharing = share(id, "Dust.", newId());
  await vi.waitFor(async () => expect(await listOperations()).toHaveLength(1));
  await drain();
  await sharing;
  await vi.waitFor(async () => expect(await listOperations()).toHaveLength(1));
  await drain();
  const sent = (await (await openDatabase()).getAll("sent")) as SentOperation[];
  expect(sent).toHaveLength(2);
  expect(missingOf(bundlesOf(missingAgain(sent, null)))).toMatchObject({ count: 1 });
});

const nothing = () => undefined;

test.each([
  {
    form: <ThoughtForm onShared={nothing} />,
    field: "Your thoughts",
    speak: "Speak it instead",
    save: "Save Thought",
  },
  {
    form: <CreateMemory onViewBank={nothing} onClose={nothing} />,
    field: "Your memory",
    speak: "Record Your Memory",
    save: "Save Memory",
  },
])("takes no words for $field while it saves them", async ({ form, field, speak, save }) => {
  await freshDevice();
  new FakeServer().onLater(shareThought, new Promise(nothing));
  const { user } = await openScreen(form);
  const box = screen.getByRole("textbox", { name: field });
  await user.type(box, "Dust.");
  await user.click(screen.getByRole("button", { name: save }));
  await screen.findByRole("button", { name: "Saving..." });
  await user.type(box, " And wind.");
  expect(box).toHaveProperty("value", "Dust.");
  expect(screen.getByRole("button", { name: speak })).toHaveProperty("disabled", true);
});
