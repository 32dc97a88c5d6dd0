import type { Operation, OperationProblem, OperationState } from "./operation.ts";

const states: readonly OperationState[] = ["queued", "failed", "conflict"];

/**
 * An outbox row in the form of this app version. An older or newer version may have written it. Missing fields are filled in, so that an
 * odd row is shown like any other and never blocks the rest. Existing fields are unchanged.
 * @param row the stored row, with the `seq` the store assigned
 */
export function readOperation(row: Partial<Operation> & Pick<Operation, "seq">): Operation {
  const id = textOr(row.id, `row-${row.seq}`);
  return {
    ...row,
    seq: row.seq,
    id,
    // A row without an owner stays without one: the app must not guess the owner.
    userId: textOr(row.userId, ""),
    // Earlier versions queued messages for a separate call.
    endpointId: row.endpointId === "chat.leave" ? "chat.send" : textOr(row.endpointId, ""),
    entity: textOr(row.entity, `operation:${id}`),
    dependsOn: Array.isArray(row.dependsOn) ? row.dependsOn.filter((other) => typeof other === "string") : [],
    label: textOr(row.label, "Something made earlier"),
    createdAt: numberOr(row.createdAt, 0),
    // In an unknown state it is unclear what the operation waits for, so the user decides.
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
