import type { Operation, OperationProblem, OperationState } from "./operation.ts";

const states: readonly OperationState[] = ["queued", "failed", "conflict"];

/**
 * A row of the outbox as this version of the app knows it. Another version, older or newer, may have written it: what it lacks is
 * filled in, so that one odd row is shown like any other and never stops the rest. Nothing that was there is dropped.
 * @param row what the store holds, with the `seq` the store gave it
 */
export function readOperation(row: Partial<Operation> & Pick<Operation, "seq">): Operation {
  const id = textOr(row.id, `row-${row.seq}`);
  return {
    ...row,
    seq: row.seq,
    id,
    // Nobody's stays nobody's: it is not for us to guess whose words these are.
    userId: textOr(row.userId, ""),
    endpointId: textOr(row.endpointId, ""),
    entity: textOr(row.entity, `operation:${id}`),
    dependsOn: Array.isArray(row.dependsOn) ? row.dependsOn.filter((other) => typeof other === "string") : [],
    label: textOr(row.label, "Something made earlier"),
    createdAt: numberOr(row.createdAt, 0),
    // What it waits for cannot be known in a state nobody knows: the person decides.
    state: row.state === undefined ? "queued" : states.includes(row.state) ? row.state : "failed",
    tries: numberOr(row.tries, 0),
    notBefore: numberOr(row.notBefore, 0),
    problem: isProblem(row.problem) ? row.problem : null,
  };
}

function isProblem(value: unknown): value is OperationProblem {
  return typeof value === "object" && value !== null && "error" in value && typeof value.error === "string";
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}
