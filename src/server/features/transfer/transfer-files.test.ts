import fc from "fast-check";
import { expect, test } from "vitest";
import { getSession } from "#shared/features/account/contract.ts";
import { getCommunity } from "#shared/features/communities/contract.ts";
import { listResources } from "#shared/features/resources/contract.ts";
import { exportCommunity, importCommunity, type TransferPart } from "#shared/features/transfer/contract.ts";
import { readTable, toCsv } from "./table.ts";
import { startTestApp } from "#server/testing/test-app.ts";

async function startWorld() {
  const app = await startTestApp();
  const people = ["Ada", "Bob", "Cleo"];
  await app.database.kysely.insertInto("communities").values({ id: "a", name: "A" }).execute();
  for (const [index, name] of people.entries()) {
    const client = await app.signUp(name);
    const { userId } = (await client.call(getSession, {})).user;
    if (index < 2)
      await app.database.kysely
        .insertInto("community_people")
        .values({ community_id: "a", user_id: userId, role: "admin" })
        .execute();
  }
  const ada = app.as("Ada");
  const order = (part: TransferPart, file: string | Uint8Array<ArrayBuffer>, more: object = {}) => ({
    params: { communityId: "a" },
    body: { file: new File([file], "x.csv"), part, mode: "preview" as const, ...more },
  });
  return { app, ada, order };
}

function windows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => (letter === "€" ? 0x80 : letter.charCodeAt(0)));
}

test("imports a table from a German Excel with its umlauts, numbers and rows", async () => {
  const { app, ada, order } = await startWorld();
  await using _ = app;
  const text =
    'sep=;\r\nTitle;Description;Type;Latitude;Longitude\r\n;;;;\r\nKühlbox;"5 €, kalt\n-und groß";gear;40,79;-119,21\r\n\r\nZelt;;gear;;\r\n';
  const report = await ada.call(importCommunity, order("listings", windows1252(text)));
  expect(report.problems).toEqual([{ row: 5, name: "Zelt", message: "The description is missing." }]);
  expect(report).toMatchObject({
    rows: 2,
    added: 1,
    refused: 1,
    question: expect.stringContaining("Kühlbox, €, groß?"),
  });
  expect(report.columns).toEqual(["title", "description", "type", "status", "tags", "address"]);
  expect(report.first).toEqual([
    { row: 3, does: "added", cells: ["Kühlbox", "5 €, kalt -und groß", "gear", "available", "", ""] },
    { row: 5, does: "refused", cells: ["Zelt", "", "gear", "", "", ""] },
  ]);
  await ada.call(importCommunity, order("listings", windows1252(text), { mode: "import", leaveOut: "true" }));
  const { listings } = await ada.call(listResources, { query: { loobricateId: "a" } });
  expect(listings).toMatchObject([{ title: "Kühlbox", description: "5 €, kalt\n-und groß" }]);

  const utf16 = new Uint8Array(
    new Uint16Array([0xfeff, ...Array.from("pseudonym\tröle\nBob\t", (x) => x.charCodeAt(0))]).buffer,
  );
  expect(await ada.call(importCommunity, order("members", utf16))).toMatchObject({ rows: 1, changed: 1 });
});

test("rejects a file without headings with a sentence", async () => {
  const { app, ada, order } = await startWorld();
  await using _ = app;
  const refusalOf = async (part: TransferPart, text: string) =>
    (await ada.refusal(importCommunity, order(part, text))).error;
  expect(await refusalOf("members", "Bob,member\nCleo,admin")).toBe(
    'The first row must name the columns: pseudonym, role. It is "Bob, member". Add a row of headings and choose the file again.',
  );
  expect(await refusalOf("listings", "title,type\nLamp,gear")).toBe(
    'The column "description" is missing. The first row has "title, type".',
  );
  expect(await refusalOf("listings", "title,description,type,Title\nLamp,x,gear,Tea")).toBe(
    'Two columns are called "title". Rename one and choose the file again.',
  );
  expect(await refusalOf("listings", 'title,description,type\n"Lamp\nx,x,gear\n')).toContain("(row 2)");
});

test("rejects a row with more cells than headings and imports the others without it", async () => {
  const { app, ada, order } = await startWorld();
  await using _ = app;
  const message = (cells: number, columns: number) =>
    `It has ${cells} cells, but there are ${columns} columns. Put quotes around text that contains a comma, and import it again.`;
  const text =
    'title,type,description\nStove,gear,Propane, 5 kW, never indoors\nLamp,gear, "Bright, warm",,\n';
  const report = await ada.call(importCommunity, order("listings", text));
  expect(report).toMatchObject({ added: 1, refused: 1 });
  expect(report.problems).toEqual([{ row: 2, name: "Stove", message: message(5, 3) }]);
  expect(report.first[1]?.cells.slice(0, 2)).toEqual(["Lamp", "Bright, warm"]);
  const people = await ada.call(importCommunity, order("members", "pseudonym,role\nCleo,member,admin"));
  expect(people.problems).toEqual([{ row: 2, name: null, message: message(3, 2) }]);
});

test("reads headings, values in any case or with blanks, and numbers as texts", async () => {
  const { app, ada, order } = await startWorld();
  await using _ = app;
  const csv = " TITLE , Description,Type,STATUS\nLamp,Bright, Gear ,AVAILABLE \n";
  expect(await ada.call(importCommunity, order("listings", csv))).toMatchObject({ added: 1, refused: 0 });
  const json = JSON.stringify({
    Listings: [{ Title: 1234, " description": 5, type: " Gear ", Status: "Available\u200e", tags: 7 }],
  });
  const report = await ada.call(importCommunity, order("listings", json));
  expect(report.first[0]?.cells).toEqual(["1234", "5", "gear", "available", "7", ""]);
  const people = await ada.call(
    importCommunity,
    order("members", "PSEUDONYM,Role\n cleo ,\u200b Admin\u00a0\n"),
  );
  expect(people).toMatchObject({ added: 1, newAdmins: ["Cleo"] });
});

test("imports an export unchanged, whatever its text", () => {
  const columns = ["title", "description", "latitude"];
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("=1+1", "'=1", "-119.21", "'-5", "+49 30", ";", "a\r\nb", "„ü“"),
  );
  const row = fc.record({
    title: word.filter((text) => text.trim() !== ""),
    description: word,
    latitude: fc.double({ noNaN: true, noDefaultInfinity: true }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const csv = toCsv(columns, rows);
      const shape = { name: "listings", columns, needed: ["title"] };
      const { rows: back } = readTable(new TextEncoder().encode(csv), shape);
      expect(back.map(({ fields }) => fields)).toEqual(
        rows.map(({ title, description, latitude }) => ({ title, description, latitude: String(latitude) })),
      );
      expect(back.map(({ row: number }) => number)).toEqual(rows.map((_each, index) => index + 2));
    }),
    { seed: 5, numRuns: 300 },
  );
});

test("removes an admin's role by a file only when confirmed by name", async () => {
  const { app, ada, order } = await startWorld();
  await using _ = app;
  const file = "pseudonym,role\nBob,member\nCleo,admin\n";
  const preview = await ada.call(importCommunity, order("members", file));
  expect(preview).toMatchObject({ added: 1, changed: 1, newAdmins: ["Cleo"], formerAdmins: ["Bob"] });
  expect(preview.first.map(({ cells }) => cells)).toEqual([
    ["Bob", "member"],
    ["Cleo", "admin"],
  ]);
  for (const more of [{}, { demote: "" }, { demote: "Ada\nCleo" }]) {
    const refusal = await ada.refusal(importCommunity, order("members", file, { mode: "import", ...more }));
    expect(refusal).toMatchObject({
      code: "invalid-input",
      error: "This file takes the admin role from Bob. Confirm that by name, or take the row out.",
    });
  }
  const admins = async () => (await ada.call(getCommunity, { params: { communityId: "a" } })).admins;
  expect(await admins()).toEqual(["Ada", "Bob"]);
  await ada.call(importCommunity, order("members", file, { mode: "import", demote: "bob\nNobody" }));
  expect(await admins()).not.toContain("Bob");
  // An export, which is also JSON, has nothing to confirm.
  const query = { part: "members", format: "json" } as const;
  const text = await (await ada.send(exportCommunity, { params: { communityId: "a" }, query })).text();
  expect(await ada.call(importCommunity, order("members", text, { mode: "import" }))).toMatchObject({
    formerAdmins: [],
    changed: 0,
  });
});

test("rejects a picture that is named like a table", () => {
  const jpeg = Uint8Array.from({ length: 2_000 }, (_, index) => (index * 37) % 256);
  const shape = { name: "listings", columns: ["title"], needed: ["title"] };
  expect(() => readTable(jpeg, shape)).toThrow("This is not text. Choose a CSV or JSON file.");
});
