import { expectAccessible } from "./fixtures/looby.ts";
import { expect, microphone, openChat, speak, test, TRANSCRIBE } from "./fixtures/speaker.ts";

// Speaking for real: a microphone that hears a file, the browser's recorder, and the server's own speech engine.

test("spoken words come after what was typed", async ({ line, phone }) => {
  const page = phone.page();
  await openChat(page, line);
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Hello!");
  await microphone(page).click();
  await expect(page.getByText("Listening...")).toBeVisible();
  await expect(page.getByRole("timer", { name: "Time left" })).toHaveText(/2:5\d left/);
  await expectAccessible(page);
  await speak(page);
  await expect(page.getByText("Processing your voice message...")).toBeVisible();
  await expect(message).toHaveAttribute("placeholder", "Processing...");
  await expect(message).toHaveValue(/^Hello! I have a spare .* thirty/, { timeout: 30_000 });
  await expect(page.getByText("Processing your voice message...")).toBeHidden();
  await expect(page.getByText("unsent recording")).toBeHidden();
  expect(line.writes.filter(({ call }) => call === TRANSCRIBE)).toHaveLength(1);
});
