import { parseSync } from "vite";
import { expect, test } from "vitest";
import { type PageModule, planChunks } from "../scripts/page-chunks.ts";
import { withoutSchemas } from "../scripts/page-contracts.ts";

test("removes an endpoint's schemas and keeps what the page reads of it", () => {
  const page = pageOf(`export const edit = defineEndpoint({
    id: "things.edit",
    method: "PATCH",
    path: "/api/things/:id",
    summary: "Change a thing.",
    params: z.strictObject({ id }),
    body: z.strictObject({ title: text(20) }),
    encoding: "multipart",
    queue: "never",
    response: thing });`);
  expect(page.replaceAll(/\s+/g, " ")).toBe(
    '/* @__PURE__ */ export const edit = /* @__PURE__ */ defineEndpoint({ id: "things.edit", method: "PATCH", path: "/api/things/:id", encoding: "multipart", queue: "never", });'.slice(
      "/* @__PURE__ */ ".length,
    ),
  );
});

test("marks the calls that build a schema, and none inside a function", () => {
  const page = pageOf("const title = z.string().check(z.refine((text) => isFine(text)));");
  expect(page.split("@__PURE__")).toHaveLength(4);
  expect(page).toContain("=> isFine(text)");
});

test("puts what two views share into one chunk, and each view into its own", () => {
  const plan = planChunks(
    graph({ main: ["kit"], one: ["kit", "shared", "a"], other: ["shared", "b"] }, ["one", "other"]),
    "main",
  );
  expect(plan.get("kit")).toBeUndefined();
  expect(plan.get("a")).toBe(plan.get("one"));
  expect(plan.get("b")).toBe(plan.get("other"));
  expect(new Set(["shared", "one", "other"].map((id) => plan.get(id))).size).toBe(3);
});

test("merges a small chunk that the same views load anyway", () => {
  const modules = graph(
    { main: [], one: ["x", "y"], other: ["x", "y"], third: ["x"] },
    ["one", "other", "third"],
    10,
  );
  const plan = planChunks(modules, "main");
  expect(plan.get("y")).toBe(plan.get("x"));
});

test("never makes two chunks import each other", () => {
  // Merging the first with the last would leave the middle one between them.
  const modules = graph(
    {
      main: [],
      one: ["top"],
      other: ["top", "middle"],
      third: ["bottom"],
      top: ["middle"],
      middle: ["bottom"],
    },
    ["one", "other", "third"],
    10,
  );
  const plan = planChunks(modules, "main");
  const edges = [...modules].flatMap(([id, { imports }]) =>
    imports.map((to) => `${plan.get(id)} ${plan.get(to)}`),
  );
  const across = edges.filter((edge) => new Set(edge.split(" ")).size === 2);
  expect(across.filter((edge) => across.includes(edge.split(" ").toReversed().join(" ")))).toEqual([]);
});

function pageOf(code: string): string {
  return withoutSchemas(code, parseSync("contract.ts", code).program);
}

/** A page whose first module loads the parts later. @param size characters of each module */
function graph(imports: Record<string, string[]>, parts: string[], size = 500_000): Map<string, PageModule> {
  const ids = new Set([...Object.keys(imports), ...Object.values(imports).flat()]);
  return new Map(
    [...ids].map((id) => [
      id,
      { imports: imports[id] ?? [], laterImports: id === "main" ? parts : [], size },
    ]),
  );
}
