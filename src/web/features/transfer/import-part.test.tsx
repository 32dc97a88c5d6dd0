import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { importCommunity } from "#shared/features/transfer/contract.ts";
import { FakeServer } from "#web/testing/fake-server.ts";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ImportPart } from "./import-part.tsx";

beforeEach(async () => await freshDevice());

test("shows the server's question about a file's encoding in the preview", async () => {
  const question = "Do the letters look right: Kühlbox? If not, save the file as UTF-8 and choose it again.";
  new FakeServer().on(importCommunity, () => ({
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    problems: [],
    columns: [],
    first: [],
    newAdmins: [],
    formerAdmins: [],
    question,
    isImported: false,
  }));
  const { user } = await openScreen(<ImportPart communityId="a" part="listings" hint="A file." />);
  await user.upload(screen.getByLabelText("Import listings"), new File(["x"], "x.csv"));
  expect((await screen.findByText(question)).tagName).toBe("P");
});
