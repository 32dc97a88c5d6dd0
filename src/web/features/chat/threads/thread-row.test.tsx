import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { endComposition } from "#web/testing/end-composition.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ThreadRow } from "./thread-row.tsx";

test("closes the name field on Escape unless it cancels a composition", async () => {
  new FakeServer();
  const thread = { id: "thread-1", title: "Tea", excerpt: null, updatedAt: "2026-08-30T14:20:00Z" };
  const { user } = await openScreen(
    <ThreadRow
      thread={{ ...thread, companion: "looby" }}
      companionName={null}
      isOpen={false}
      onOpen={() => undefined}
      onDeleted={() => undefined}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Rename Tea" }));
  const field = screen.getByRole("textbox", { name: "Name of the conversation" });
  endComposition(field, "Escape");
  expect(field.isConnected).toBe(true);
  fireEvent.keyDown(field, { key: "Escape", keyCode: 27 });
  expect(field.isConnected).toBe(false);
});
