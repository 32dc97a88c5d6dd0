import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";

export const modelOffer = z.object({
  /** A name, or the id of a model without one. */
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
    /** The server's own model first. */
    models: z.array(modelOffer),
    /** Names whose model is gone, replaced or not known: shown only to a user who chose one before. Absent in older answers. */
    earlier: z.optional(z.array(modelOffer)),
    /** Default label of a new user. */
    default: z.string(),
  }),
});
