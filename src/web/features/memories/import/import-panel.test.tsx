import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { freshDevice } from "#web/testing/fresh-device.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { ImportPanel } from "./import-panel.tsx";

beforeEach(async () => await freshDevice());

test("asks about an old file's encoding and names the rows that would lose text", async () => {
  const { user } = await openScreen(<ImportPanel onClose={() => undefined} />);
  const text = "date,text\n2024-08-27,K\u00FChlbox\n2024-08-28,Tea, cups\n";
  const file = new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], "notes.csv");
  await user.upload(screen.getByLabelText("Files with memories"), file);
  await screen.findByText(
    "Do the letters look right: Kühlbox? If not, save the file as UTF-8 and choose it again.",
  );
  expect(screen.getByRole("list", { name: "Rows that could not be read" }).textContent).toBe(
    "Row 3: It has 3 cells, but there are 2 columns. Put quotes around text that contains a comma, and import it again.",
  );
});
