import { useQuery } from "@tanstack/react-query";
import { type City, specCity } from "#shared/features/map/city.ts";
import { campQueries } from "./api.ts";

/** The city of the year on the map; the specification's until the server has said which. */
export function useCity(): City {
  return useQuery(campQueries.city()).data?.city ?? specCity;
}
