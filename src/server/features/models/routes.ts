import { listModels } from "#shared/features/models/contract.ts";
import { OWN_MODEL } from "#shared/features/models/labels.ts";
import type { ModelCatalogue } from "./catalogue.ts";
import { type Route, route } from "#server/http/route.ts";

export function modelRoutes(models: ModelCatalogue): Route[] {
  return [
    route(listModels, { who: "public" }, async ({ actor }) => ({
      ...models.menu(actor?.kind ?? "visitor"),
      default: OWN_MODEL,
    })),
  ];
}
