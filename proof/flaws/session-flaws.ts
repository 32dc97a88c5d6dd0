import type { PlantedFlaw } from "./planted-flaw.ts";

/** Flaws of accounts, sessions, limits and outbound calls. */
export const sessionFlaws: readonly PlantedFlaw[] = [
  {
    name: "a password may be guessed for ever",
    row: "G7; sign in",
    file: "src/server/features/account/routes.ts",
    find: "await countGuess(deps, { what: signIn.id, opened: loginOf(body), actor, request });",
    replace: "{ wasRight: async () => {} };",
    foundBy: {
      file: "src/server/features/account/guesses.test.ts",
      tests: ["wrong guesses at one name wait longer and longer at one address, however it is spelt"],
    },
  },
  {
    name: "a stranger's guesses keep people out of their accounts",
    row: "sign in",
    file: "src/server/http/limits/guess-limit.ts",
    find: "knownDevice(world, request.headers, opened);",
    replace: "null as string | null;",
    foundBy: {
      file: "src/server/features/account/guesses.test.ts",
      tests: ["a device that has signed in before is locked out only by its own guesses"],
    },
  },
  {
    name: "every address of one IPv6 customer counts by itself",
    row: "G7",
    file: "src/server/http/limits/rate-limit.ts",
    find: '.slice(0, 4).join(":")',
    replace: '.join(":")',
    foundBy: {
      file: "src/server/features/account/guesses.test.ts",
      tests: ["wrong guesses at one name wait longer and longer at one address, however it is spelt"],
    },
  },
  {
    name: "a caller chooses the address it is counted by",
    row: "G7",
    file: "src/server/http/request/client-address.ts",
    find: '.split(",").at(-1)',
    replace: '.split(",").at(0)',
    foundBy: {
      file: "src/server/http/request/client-address.test.ts",
      tests: ["behind a trusted proxy the address is the one the proxy saw, not the one the client claims"],
    },
  },
  {
    name: "another site's page acts for whoever looks at it",
    row: "G4",
    file: "src/server/http/request/request-guards.ts",
    find: 'if (site === "same-origin") return true;',
    replace: "if (site !== undefined) return true;",
    foundBy: {
      file: "src/server/features/account/sign-in.test.ts",
      tests: ["another site's page cannot sign anybody in or out"],
    },
  },
  {
    name: "a page of any origin acts where the browser does not say whose it is",
    row: "G4",
    file: "src/server/http/request/request-guards.ts",
    find: 'return host === context.req.header("host") && protocol === scheme;',
    replace: "return true;",
    foundBy: {
      file: "src/server/features/account/sign-in.test.ts",
      tests: ["another site's page cannot sign anybody in or out"],
    },
  },
  {
    name: "a script reads the session's cookie",
    row: "G4",
    file: "src/server/features/account/auth.ts",
    find: 'httpOnly: true, sameSite: "lax"',
    replace: 'httpOnly: false, sameSite: "lax"',
    foundBy: {
      file: "src/server/features/account/sign-in.test.ts",
      tests: ["cookies are for the server alone, and bound to the host under https"],
    },
  },
  {
    name: "nobody learns that somebody's password was tried",
    row: "G11",
    file: "src/server/features/account/arrival.ts",
    find: 'await recordAudit(db, { event: "account.sign-in-failed", actorId: actor?.userId ?? null, objectId });',
    replace: "",
    foundBy: {
      file: "src/server/features/account/sign-in.test.ts",
      tests: ["the log knows whose account was tried, the caller does not"],
    },
  },
  {
    name: "a reset code may be tried until it fits",
    row: "forgotten password",
    file: "src/server/features/account/repository.ts",
    find: '.where("tries_left", ">", 0)',
    replace: '.where("tries_left", ">", -1_000)',
    foundBy: {
      file: "src/server/features/account/passwords/recovery.test.ts",
      tests: ["a crowd's wrong tries use a code up"],
    },
  },
  {
    name: "one key answers for another call",
    row: "G5",
    file: "src/server/http/idempotency/idempotency.ts",
    find: "if (row.endpoint_id !== call.endpointId || row.request_hash !== call.requestHash) {",
    replace: 'if (row.endpoint_id === "") {',
    foundBy: {
      file: "src/server/http/idempotency/idempotency.test.ts",
      tests: ["a key is good for one call of one person, and gives its answer again"],
    },
  },
  {
    name: "answers come without the security headers",
    row: "all",
    file: "src/server/http/create-app.ts",
    find: "if (!context.res.headers.has(name)) context.res.headers.set(name, value);",
    replace: 'if (name === "x-frame-options") context.res.headers.set(name, value);',
    foundBy: {
      file: "src/server/features/voice/device-file.test.ts",
      tests: ["a part may be cached for good, has the security headers, and is not sent twice"],
    },
  },
  {
    name: "the server calls whoever it is told to call",
    row: "any server fetch",
    file: "src/server/platform/egress.ts",
    find: "if (!allowedOrigins.some((origin) => matchesOrigin(origin, url)))",
    replace: "if (allowedOrigins.length < 0)",
    foundBy: {
      file: "src/server/platform/egress.test.ts",
      tests: ["only origins of the setting are called, however another address is spelt"],
    },
  },
  {
    name: "a redirect leads the server elsewhere",
    row: "any server fetch",
    file: "src/server/platform/egress.ts",
    find: 'redirect: "error"',
    replace: 'redirect: "follow"',
    foundBy: { file: "src/server/platform/egress.test.ts", tests: ["a redirect is not followed"] },
  },
  {
    name: "a host that only ends like an allowed one is called",
    row: "any server fetch",
    file: "src/server/platform/egress.ts",
    find: "url.hostname.endsWith(hostname.slice(1))",
    replace: "url.hostname.endsWith(hostname.slice(2))",
    foundBy: {
      file: "src/server/platform/egress.test.ts",
      tests: ["a wildcard is a host below, not one that ends alike"],
    },
  },
  {
    name: "an account is deleted by whoever holds the phone",
    row: "export, delete",
    file: "src/server/features/leaving/routes.ts",
    find: "if (password === undefined || hash === null || !(await verifyPassword(password, hash)))",
    replace: "if (hash === null)",
    foundBy: {
      file: "src/server/features/leaving/leaving.test.ts",
      tests: ["everything of mine in one file, and then nothing of me anywhere"],
    },
  },
  {
    name: "a deleted account leaves its memories behind",
    row: "export, delete",
    file: "src/server/features/leaving/sweep-departed.ts",
    find: `table !== "photos" && whenDeleted !== "clear"`,
    replace: `table !== "photos" && table !== "memories" && whenDeleted !== "clear"`,
    foundBy: {
      file: "src/server/features/leaving/leaving.test.ts",
      tests: ["everything of mine in one file, and then nothing of me anywhere"],
    },
  },
];
