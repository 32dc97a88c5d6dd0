import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

export const modelOffer = z.object({
  label: z.string(),
  /** Of the model that would answer now. */
  id: z.string(),
  /**
   * `available`: the label's own model. `replaced`: another takes its place. `gone`: nothing like it is offered, the
   * fallback answers. `unknown`: the provider does not say what it has.
   */
  status: z.enum(["available", "replaced", "unknown", "gone"]),
  /** Of the model that takes the place of the label's own; null when none has to. */
  replacedBy: z.nullable(z.string()),
});
export type ModelOffer = z.infer<typeof modelOffer>;

export const listModels = defineEndpoint({
  id: "models.list",
  method: "GET",
  path: "/api/models",
  summary: "The language models to choose from, and which model would answer; none in search mode.",
  response: z.object({
    models: z.array(modelOffer),
    /** Label of a new person's choice. */
    default: z.string(),
  }),
});
