import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

export const modelOffer = z.object({
  label: z.string(),
  /** Id of the model that would answer now. */
  id: z.string(),
  /**
   * `available`: the label's own model. `replaced`: another model is used instead. `gone`: no similar model is offered, the fallback
   * answers. `unknown`: the provider does not list its models.
   */
  status: z.enum(["available", "replaced", "unknown", "gone"]),
  /** The model that replaces the label's own; null when it is not replaced. */
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
    /** Default label for a new user. */
    default: z.string(),
  }),
});
