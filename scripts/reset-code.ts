import { issueResetCode } from "#shared/features/account/contract.ts";
import { isProblem } from "#shared/http/problem.ts";
import { readConfig } from "#server/config.ts";
import { operatorToken } from "#server/http/operator.ts";
import { OperatorError } from "#server/operator-error.ts";
import { loadSecret } from "#server/secret.ts";

// `npm run reset-code -- PSEUDONYM`: a one-time code for somebody who forgot the password and has no mail. Asks the running
// server (the embedded database has one owner), proving by the server's secret that this is its operator. Run it where the
// server runs, with the same settings.

const EVERY_ADDRESS = new Set(["0.0.0.0", "::"]);

const [pseudonym, ...rest] = process.argv.slice(2);
if (pseudonym === undefined || rest.length > 0) fail("Use it as: npm run reset-code -- PSEUDONYM", 2);
try {
  const { code, expiresAt, pseudonym: name } = await askServer(pseudonym);
  console.log(`Code for ${name}: ${code}`);
  console.log(`It works once, until ${new Date(expiresAt).toLocaleTimeString()}.`);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  fail(error.message, 1);
}

async function askServer(pseudonym: string) {
  const config = readConfig(process.env);
  const host = EVERY_ADDRESS.has(config.host) ? "127.0.0.1" : config.host;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${operatorToken(await loadSecret(config))}`,
  };
  let response: Response;
  try {
    const body = JSON.stringify({ pseudonym });
    response = await fetch(origin + issueResetCode.path, { method: "POST", headers, body });
  } catch {
    fail(`No server answers at ${origin}. Start it first, and give this command the same PORT and HOST.`, 1);
  }
  const answer: unknown = await response.json();
  if (response.status === 401) {
    fail("The server does not take this secret. Give this command the same DATA_DIR or SECRET.", 1);
  }
  if (isProblem(answer)) fail(answer.error, 1);
  return issueResetCode.response.parse(answer);
}

function fail(sentence: string, status: number): never {
  console.error(sentence);
  process.exit(status);
}
