import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { listServerChecks } from "#shared/features/settings/operator-contract.ts";
import { expectAccessible } from "#web/testing/expect-accessible.ts";
import { FakeServer, Refusal } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ServerChecksPage } from "./server-checks-page.tsx";

let server: FakeServer;

beforeEach(async () => {
  await freshDevice();
  server = new FakeServer();
});

test("shows each check with its state and its remedy", async () => {
  server.on(listServerChecks, () => ({
    checks: [
      { subject: "Address", isGood: true, says: "People open https://looby.example." },
      { subject: "Backups", isGood: false, says: "Backups are off (BACKUP_EVERY_HOURS=0)." },
    ],
  }));
  await openScreen(<ServerChecksPage />);
  const list = await screen.findByRole("list", { name: "Checks" });
  expect(
    within(list)
      .getAllByRole("img")
      .map((icon) => icon.getAttribute("aria-label")),
  ).toEqual(["Good", "To check"]);
  expect(within(list).getByText("Backups are off (BACKUP_EVERY_HOURS=0).")).toBeDefined();
  await expectAccessible();
});

test("shows nothing to users who do not run the server", async () => {
  server.on(listServerChecks, () => new Refusal("forbidden", "For operators."));
  await openScreen(<ServerChecksPage />);
  expect(await screen.findByText("This is for operators")).toBeDefined();
});
