import { expect, test } from "vitest";
import { isWrite } from "#shared/http/endpoint.ts";
import { problemStatus } from "#shared/http/problem.ts";
import type { PolicyRow } from "#server/http/policy.ts";
import type { Route } from "#server/http/route.ts";
import { type Example, examples } from "#server/testing/examples.ts";
import {
  buildWorld,
  OPERATOR,
  type Role,
  roles,
  type Target,
  targets,
  type World,
} from "#server/testing/world.ts";
import { record, stopwatch } from "../../proof/scoreboard.ts";

// Calls every route in every role, about the caller's own and other users' objects. The policy rows define the expected result. The
// canaries reveal which data was read. Refused calls and reads must change nothing.

const SIGNED_IN: readonly Role[] = ["stranger", "member", "admin", "other admin", "removed admin"];

test("rejects foreign reads and changes for every role on every route", { timeout: 600_000 }, async () => {
  const seconds = stopwatch();
  await using world = await buildWorld();
  const wrong: string[] = [];
  let cells = 0;
  let known: string | null = null;
  // Calls that end or change the caller's session come last.
  const ordered = world.app.routes.toSorted((a, b) => weight(a) - weight(b));
  for (const route of ordered) {
    for (const role of roles) {
      for (const target of targetsOf(route)) {
        cells += 1;
        const { problem, state } = await tryCell(world, route, role, target, known);
        known = state;
        if (problem !== null) wrong.push(`${route.endpoint.id} as ${role} about ${target}: ${problem}`);
      }
    }
  }
  record({ name: "authorization cells tried", figure: cells, gate: { atLeast: 1570 }, seconds: seconds() });
  expect(wrong).toEqual([]);
  record({ name: "authorization cells wrong", figure: wrong.length, gate: { exactly: 0 }, seconds: 0 });
});

interface Cell {
  problem: string | null;
  /** The world's fingerprint. Null after a permitted write, whose jobs may still change it. */
  state: string | null;
}

/** @param known the state after the previous cell */
async function tryCell(
  world: World,
  route: Route,
  role: Role,
  target: Target,
  known: string | null,
): Promise<Cell> {
  const example = examples[route.endpoint.id]?.(world, role, target);
  if (example === undefined) return { problem: "no example", state: known };
  const client = world.client(role);
  const cookies = new Map(client.cookies);
  const before = known ?? (await world.fingerprint());
  const response = await client.send(route.endpoint, example.input);
  const body = await response.text();
  // A session that the call opened or ended must not affect the next cell.
  client.cookies.clear();
  for (const [name, value] of cookies) client.cookies.set(name, value);
  const mayChange = response.status < 400 && isWrite(route.endpoint);
  const state = mayChange ? null : await world.fingerprint();
  const expected = expectedStatus(route.policy, role, target, example);
  const leaked = world.canaries.find(({ text, readers }) => body.includes(text) && !readers.includes(role));
  if (!expected.includes(response.status))
    return {
      problem: `${response.status} instead of ${expected.join(" or ")}: ${body.slice(0, 200)}`,
      state,
    };
  if (leaked !== undefined) return { problem: `shows ${leaked.text}`, state };
  return { problem: mayChange || state === before ? null : "changed something", state };
}

function expectedStatus(policy: PolicyRow, role: Role, target: Target, example: Example): readonly number[] {
  if ((policy.who === "user" || policy.who === "operator") && !SIGNED_IN.includes(role)) return [401];
  if (policy.who === "operator" && role !== OPERATOR) return [403];
  // A caller without a session gets a fresh one, which owns nothing.
  const ownsNothing = role === "forged visitor" || role === "deleted user";
  const relation = ownsNothing && target === "own" ? "stranger" : example.relation;
  if (policy.object !== undefined && relation !== undefined && !policy.object.allow.includes(relation)) {
    return [problemStatus[policy.object.denied]];
  }
  return example.passes ?? [200];
}

function targetsOf(route: Route): readonly Target[] {
  return route.policy.object === undefined && route.endpoint.params === undefined ? ["own"] : targets;
}

function weight({ endpoint }: Route): number {
  if (endpoint.id === "account.sign-out") return 3;
  // The founder of a community becomes its admin.
  if (endpoint.id === "communities.create") return 1;
  if (endpoint.id === "account.sign-up") return 2;
  return endpoint.id.startsWith("account.") ? 1 : 0;
}
