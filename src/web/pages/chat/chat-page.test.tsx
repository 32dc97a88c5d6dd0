import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { getSession, type SessionUser, signUp } from "#shared/features/account/contract.ts";
import { listThreads, sendMessage } from "#shared/features/chat/contract.ts";
import { BASE_COMPANION } from "#shared/features/companions/base-companion.ts";
import { listCompanions } from "#shared/features/companions/contract.ts";
import { listCommunities } from "#shared/features/communities/contract.ts";
import { addResource } from "#shared/features/resources/contract.ts";
import { getSettings } from "#shared/features/settings/contract.ts";
import { listSurveys } from "#shared/features/surveys/contract.ts";
import { chat } from "#web/features/chat/store/use-chat.ts";
import { DialogHost } from "#web/dialogs/dialogs.tsx";
import { drain } from "#web/offline/outbox/sender.ts";
import { communityWith } from "#web/testing/communities.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { resourceWith } from "#web/testing/resources.ts";
import { ChatPage } from "./chat-page.tsx";

const wren: SessionUser = {
  userId: "user-wren",
  pseudonym: "Wren",
  isAnonymous: false,
  email: null,
  phone: null,
  createdAt: "2026-08-30T06:00:00.000Z",
};
const guest = { ...wren, userId: "anon-1", pseudonym: "Anonymous", isAnonymous: true };

let who: SessionUser;
let server: FakeServer;

beforeEach(async () => {
  who = guest;
  chat.later((store) => store.newChat());
  chat.changeDraft("");
  await freshDevice("anon-1", null);
  server = new FakeServer();
  server.on(getSession, () => ({ user: who }));
  server.on(signUp, () => ({ user: (who = wren) }));
  server.on(getSettings, () => ({
    productName: "Looby",
    communityNoun: "Loobricate",
    links: [],
    demoMode: false,
    model: null,
    vectors: "none" as const,
    canMail: false,
    publicAddress: null,
    backupRetentionHours: null,
  }));
  server.on(listCompanions, () => ({
    companions: [],
    state: {
      userId: who.userId,
      activeCompanion: BASE_COMPANION,
      hasChosenCompanion: false,
      discoveredCompanions: [],
    },
  }));
  server.on(listCommunities, () => ({
    loobricates: [communityWith({ id: "tinker", name: "Tinker Row", role: "member" })],
  }));
  server.on(listSurveys, () => ({ surveys: [] }));
  server.on(listThreads, () => ({ threads: [] }));
  server.on(sendMessage, () => new Refusal("forbidden", "Not today."));
  server.on(addResource, ({ body }) => resourceWith({ id: body.id ?? "", title: body.title }));
});

test("lets a guest who asks how to add a resource sign up and add it", async () => {
  const { user, address } = await openChat();
  const fill = async (field: HTMLElement, words: string) => {
    await user.click(field);
    await user.paste(words);
  };
  await fill(screen.getByRole("textbox", { name: "Message" }), "how do I add resource?");
  await user.keyboard("{Enter}");
  const hint = await screen.findByRole("region", { name: "Share something" });
  await user.click(within(hint).getByRole("button", { name: "Open the form" }));
  expect(address()).toBe("/?dialog=add-resource");

  const door = within(await screen.findByRole("dialog", { name: "Sign up to share something" }));
  await fill(await door.findByLabelText("Pseudonym"), "Wren");
  await fill(door.getByLabelText("Password"), "a tent with 3 poles");
  await user.keyboard("{Enter}");

  const form = within(await screen.findByRole("dialog", { name: "Add Resource" }));
  await user.selectOptions(await form.findByLabelText("Resource Type"), "Gear");
  await fill(form.getByLabelText("Title"), "Lamp of the night");
  await fill(form.getByLabelText("Description"), "It glows.");
  await user.click(form.getByRole("button", { name: "Submit Resource" }));
  await waitFor(async () => {
    await drain();
    expect(server.asked(addResource)).toMatchObject([{ body: { title: "Lamp of the night" } }]);
  });
  await within(screen.getByRole("log")).findByText(/^Lamp of the night was added to the library/);
  expect(screen.queryByRole("region", { name: "Share something" })).toBeNull();
});

test("edits the last message by the up key and discards the change on Escape", async () => {
  const { user } = await openChat();
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.type(field, "where is watter{Enter}");
  await screen.findByText("Not today.");
  await user.keyboard("{ArrowUp}");
  await screen.findByText("Editing your message");
  expect(field.value).toBe("where is watter");
  await user.keyboard("{Escape}");
  expect(field.value).toBe("");
  expect(screen.queryByText("Editing your message")).toBeNull();
});

test("focuses the composer on the slash key", async () => {
  const { user } = await openChat();
  await user.keyboard("/");
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("");
});

/** Opens the chat and waits for its keys, which load with the announcer, and for its user: a change of user empties the conversation. */
async function openChat() {
  const opened = await openScreen(
    <>
      <ChatPage />
      <DialogHost />
    </>,
  );
  chat.prepare();
  await waitFor(() => {
    expect(document.querySelector('[aria-label="Chat"] > output')).not.toBeNull();
    expect(server.asked(listCompanions)).not.toEqual([]);
  });
  return opened;
}
