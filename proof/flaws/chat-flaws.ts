import type { PlantedFlaw } from "./planted-flaw.ts";

/** Flaws of the chat, its model and how its answers are shown. */
export const chatFlaws: readonly PlantedFlaw[] = [
  {
    name: "the chat takes a system prompt of the caller's own",
    row: "G3; POST chat",
    file: "src/shared/features/chat/contract.ts",
    find: "body: z.strictObject({\n    /** Made by the client;",
    replace: "body: z.object({\n    /** Made by the client;",
    foundBy: {
      file: "src/server/features/chat/model-choice.test.ts",
      tests: [
        "a choice there is not, and prompts and roles of the caller's own, store nothing and ask nobody",
      ],
    },
  },
  {
    name: "the chat finds what others keep private",
    row: "POST chat",
    file: "src/server/features/search/ranking-repository.ts",
    find: "(document.owner_id is null or document.owner_id = ${viewerId})",
    replace: "(document.owner_id is null or ${viewerId}::text is not null)",
    foundBy: {
      // The index leaves it out as well: this is the second guard.
      file: "src/server/features/search/find-documents.test.ts",
      tests: [
        "what goes away or becomes private after the index was read is not found, though the index never hears of it",
      ],
    },
  },
  {
    name: "nobody's share of the language model ends",
    row: "POST chat",
    file: "src/server/features/models/budget.ts",
    find: "if (await takeShare(tx, charge, charge.max)) continue;",
    replace: "if (await takeShare(tx, charge, charge.max + 1_000_000)) continue;",
    foundBy: {
      file: "src/server/features/models/budget.test.ts",
      tests: [
        "a visitor and a user each have their own; over it the library answers and says when the model may again",
      ],
    },
  },
  {
    name: "what is quoted to a model can close its own quotation",
    row: "chat output, resources",
    file: "src/server/features/chat/model/answer-by-model.ts",
    find: 'readonly #nonce = randomBytes(9).toString("base64url");',
    replace: 'readonly #nonce = "AAAAAAAAAAAA";',
    foundBy: {
      file: "src/server/features/chat/poison.test.ts",
      tests: [
        "a model that obeys a poisoned item reaches nobody, changes nothing and cites only what it was given",
      ],
    },
  },
  {
    name: "a model cites what it was never given",
    row: "chat output, resources",
    file: "src/server/features/chat/citations.ts",
    find: "if (retrieved.has(id)) {",
    replace: 'if (id !== "") {',
    foundBy: {
      file: "src/server/features/chat/citations.test.ts",
      tests: ["chunk borders change nothing, and only retrieved items are cited"],
    },
  },
  {
    name: "a picture in an answer tells its host who reads it",
    row: "chat output, resources",
    file: "src/web/features/chat/markdown/inline.tsx",
    find: "return <Picture key={key} token={token} insideLink={insideLink} />;",
    replace: 'return <img key={key} src={token.href} alt="" />;',
    foundBy: {
      file: "src/web/features/chat/markdown/markdown.test.tsx",
      tests: [
        "hostile text runs nothing, loads nothing and links nowhere it should not, finished or half written",
      ],
    },
  },
  {
    name: "a link in an answer runs a script",
    row: "chat output, resources",
    file: "src/web/features/chat/markdown/inline.tsx",
    find: "const target = targetOf(isAutolink ? token.href : decodeEntities(token.href), allowed);",
    replace: "const target = { href: token.href, host: token.href };",
    foundBy: {
      file: "src/web/features/chat/markdown/markdown.test.tsx",
      tests: [
        "hostile text runs nothing, loads nothing and links nowhere it should not, finished or half written",
      ],
    },
  },
];
