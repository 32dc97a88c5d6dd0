import type { CallInput, Endpoint, ResponseOf } from "#shared/http/endpoint.ts";
import { isProblem } from "#shared/http/problem.ts";
import { readConfig } from "#server/config/config.ts";
import { ownOrigin } from "#server/config/own-origin.ts";
import { operatorToken } from "#server/http/operator.ts";
import { OperatorError } from "#server/operator-error.ts";
import { loadSecret } from "#server/config/secret.ts";

/**
 * Calls the running server (only one process can open the embedded database) and authenticates as its operator with the server's secret. On
 * failure prints the reason in one line and exits.
 */
export async function callAsOperator<E extends Endpoint>(
  endpoint: E,
  { body }: CallInput<E> & { body?: unknown },
): Promise<ResponseOf<E>> {
  try {
    return await ask(endpoint, body);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return fail(error.message, 1);
  }
}

export function fail(sentence: string, status: number): never {
  console.error(sentence);
  process.exit(status);
}

async function ask<E extends Endpoint>(endpoint: E, body: unknown): Promise<ResponseOf<E>> {
  const config = readConfig(process.env);
  const origin = ownOrigin(config);
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${operatorToken(await loadSecret(config))}`,
  };
  let response: Response;
  try {
    response = await fetch(origin + endpoint.path, {
      method: endpoint.method,
      headers,
      body: JSON.stringify(body),
    });
  } catch {
    fail(`No server answers at ${origin}. Start it first, and give this command the same PORT and HOST.`, 1);
  }
  const answer: unknown = await response.json();
  if (response.status === 401) {
    fail("The server does not take this secret. Give this command the same DATA_DIR or SECRET.", 1);
  }
  if (isProblem(answer)) fail(answer.error, 1);
  return endpoint.response.parse(answer) as ResponseOf<E>; // parsed by E's own schema
}
