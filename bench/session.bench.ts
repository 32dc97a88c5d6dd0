import { createAccounts } from "#server/features/account/accounts.ts";
import { callLibrary } from "#server/features/account/auth.ts";
import { AppError } from "#server/http/app-error.ts";
import { createLog } from "#server/log.ts";
import { openTestDatabase } from "#server/testing/test-database.ts";

// Cost for every call of identifying the caller: Looby's cookie check and one statement, compared with better-auth's own
// `auth.api.getSession` on the same database, in alternation.
const ROUNDS = 15;
const CALLS = 40;
const GATE = 2;

await using database = await openTestDatabase();
const { auth, sessions } = createAccounts({
  database,
  config: { publicUrl: null, productName: "Looby", previousSecrets: [] },
  secret: "a secret of the benchmark, long enough",
  log: createLog("silent"),
  ownedColumns: [],
});
const { cookies, actor } = await sessions.openVisitor(new Headers());
// Also under the name that better-auth expects.
const visitor = cookies[0]?.split(";")[0] ?? "";
const headers = new Headers({ cookie: visitor.replace(auth.cookies.visitor, auth.cookies.session) });
const refused = new AppError("unavailable", "");

const ours: number[] = [];
const theirs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(await perCall(async () => (await sessions.find(headers))?.userId));
  theirs.push(
    await perCall(async () => {
      const { response } = await callLibrary(auth, database.kysely, { refused }, (api) =>
        api.getSession({ headers, returnHeaders: true }),
      );
      return response?.user.id;
    }),
  );
}
const forged = await perCall(async () => {
  await sessions.find(
    new Headers({ cookie: `${auth.cookies.session}=${"x".repeat(32)}.${"A".repeat(43)}=` }),
  );
  return actor.userId;
});
const ratio = median(theirs) / median(ours);
console.log(`sessions.find            ${median(ours).toFixed(3)} ms`);
console.log(`auth.api.getSession      ${median(theirs).toFixed(3)} ms`);
console.log(`a forged cookie          ${forged.toFixed(3)} ms`);
console.log(`ratio                    ${ratio.toFixed(2)} (gate ${GATE})`);
if (ratio < GATE) process.exitCode = 1;

/** Milliseconds per call, over `CALLS` calls. */
async function perCall(work: () => Promise<string | undefined>): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < CALLS; call += 1) {
    if ((await work()) !== actor.userId) throw new Error("somebody else was found");
  }
  return (performance.now() - start) / CALLS;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
