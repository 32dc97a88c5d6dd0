import type { Camp } from "../camps/camp.ts";
import { type City, findStreet } from "../city/city.ts";
import { addressOfCamp } from "./camp-address.ts";

/** The accuracy of a camp's place in words: "within about 10 m", "within about 90 m along G". Null without a place. */
export function placementWords(city: City, camp: Camp): string | null {
  if (camp.placement === null) return null;
  const { method, accuracyM } = camp.placement;
  const metres = `about ${Math.round(accuracyM)} m`;
  const address = addressOfCamp(camp);
  const isMidBlock = method === "plot" && address.kind === "intersection" && accuracyM > 10;
  if (method === "given") return `within ${metres}, as its camp says`;
  if (!isMidBlock) return method === "plot" ? `within ${metres}` : `within ${metres} of its address`;
  const street = address.street === null ? null : findStreet(city, address.street)?.name;
  return `within ${metres} along ${address.frontage === "radial" ? address.time : (street ?? address.street)}`;
}
