import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { getCity } from "#shared/features/map/contract.ts";
import { addEntry, addResource } from "#shared/features/resources/contract.ts";
import { saveFormDraft } from "#web/offline/drafts/form-drafts.ts";
import { listQueued } from "#web/offline/outbox/outbox.ts";
import { communityWith } from "#web/testing/communities.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { plantOperation } from "#web/testing/planted-operation.ts";
import { AddResourceDialog } from "./add-resource-dialog.tsx";

const onClose = vi.fn<() => void>();
const frame = { isOpen: true, onClose, onClosed: () => undefined };
const home = communityWith({ id: "lantern", name: "Lantern Works", role: "member" });
const other = communityWith({ id: "tinker", name: "Tinker Row" });

let server: FakeServer;

beforeEach(async () => {
  onClose.mockClear();
  await freshDevice();
  server = new FakeServer();
  server.on(listCommunities, () => ({ loobricates: [other, home] }));
});

test("shares a thing with the user's own camp in two taps besides typing", async () => {
  const { user } = await openScreen(<AddResourceDialog {...frame} />);
  await user.selectOptions(await screen.findByLabelText("Resource Type"), "Gear");
  await user.type(screen.getByLabelText("Title"), "Ladder");
  await user.type(screen.getByLabelText("Description"), "Three metres.");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Submit Resource" }));
  await waitFor(async () =>
    expect(await listQueued()).toMatchObject([
      {
        endpointId: addResource.id,
        body: { loobricateId: "lantern", offeringType: "gear", title: "Ladder", photos: [] },
      },
    ]),
  );
});

test("reports every missing field beside it without storing the resource", async () => {
  server.on(listCommunities, () => ({ loobricates: [other] }));
  const { user } = await openScreen(<AddResourceDialog {...frame} />);
  await user.click(await screen.findByRole("button", { name: "Submit Resource" }));
  screen.getByRole("combobox", { name: "Loobricate", description: "Please select a Loobricate" });
  const description = "Missing required fields";
  screen.getByRole("combobox", { name: "Resource Type", description });
  screen.getByRole("textbox", { name: "Title", description });
  screen.getByRole("textbox", { name: "Description", description: /^Missing required fields/ });
  expect(await listQueued()).toEqual([]);
});

test("asks for a community again when that of a stored draft is no longer listed", async () => {
  const words = { communityId: "left", title: "Ladder" };
  await saveFormDraft({ name: "resource", seen: [], words }, "user-ada");
  const { user } = await openScreen(<AddResourceDialog {...frame} />);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Ladder"));
  await user.click(screen.getByRole("button", { name: "Submit Resource" }));
  expect(screen.getAllByText("Please select a Loobricate")).toHaveLength(2);
});

test("adds every tag of a pasted list", async () => {
  const { user } = await openScreen(<AddResourceDialog {...frame} />);
  await user.click(await screen.findByLabelText("Tags (comma-separated)"));
  await user.paste("power, quiet, Power");
  await user.tab();
  const tags = screen.getByRole("list", { name: "Tags (comma-separated)" });
  expect(within(tags).getAllByRole("button")).toHaveLength(2);
  within(tags).getByRole("button", { name: "Remove quiet" });
});

test("opens a rejected entry in the Add Entry form with the server's reason", async () => {
  const id = await plantOperation(
    {
      endpointId: addEntry.id,
      label: "Ladder",
      state: "failed",
      problem: {
        code: "bad-request",
        error: "Please check your input.",
        fields: [{ path: "title", message: "Write a shorter title." }],
      },
    },
    {
      id: "ladder",
      loobricateId: "tinker",
      title: "Ladder",
      description: "Three metres.",
      offeringType: "gear",
      tags: "tall, wood",
      phone: "radio 7",
      photos: [],
      location: { address: "7:30 & Enchant", lat: 40.78, lon: -119.21 },
    },
  );
  server.on(getCity, () => new Refusal("unavailable", "No city yet."));
  const { user } = await openScreen(<AddResourceDialog id={id} {...frame} />);
  await screen.findByRole("textbox", { name: "Gear name", description: "Write a shorter title." });
  expect(screen.getByLabelText<HTMLSelectElement>("Loobricate").value).toBe("tinker");
  expect(screen.getByLabelText<HTMLInputElement>("Address (optional)").value).toBe("7:30 & Enchant");
  expect(screen.getByLabelText<HTMLInputElement>("How to reach you (optional)").value).toBe("radio 7");
  screen.getByRole("button", { name: "Remove wood" });
  await user.click(screen.getByRole("button", { name: "Add Gear" }));
  expect(screen.getAllByText("Please add at least one photo")).not.toHaveLength(0);
});
