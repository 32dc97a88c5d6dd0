import { parseAddress, writtenAddress } from "../address/address.ts";
import { type City, type GeoPoint, type ServiceKind, specCity } from "./city.ts";
import { locate } from "./geometry.ts";

/** A public service of the city, on its map. */
export interface Service {
  kind: ServiceKind;
  name: string;
  /** As on the street signs. */
  address: string;
  at: GeoPoint;
  /** "day and night"; empty when unknown. */
  hours: string;
}

/** The services of a city that have a place on its map. */
export function servicesOf(city: City): Service[] {
  return placedServices(city).map((service) => ({
    ...service,
    address: writtenAddress(city, service.address),
  }));
}

function placedServices(city: City): Service[] {
  const services = city.services ?? (city.id === specCity.id ? specServices() : []);
  return services.flatMap((service) => {
    const at = locate(city, parseAddress(service.address));
    return at === null ? [] : [{ ...service, at }];
  });
}

/** Services for emergencies: the map always shows them. */
export type SignKind = Extract<ServiceKind, "medical" | "ranger">;

export interface Sign extends Service {
  kind: SignKind;
  /** Can be part of a URL. */
  id: string;
  /** "Medical tent, 3:00 B Plaza" */
  title: string;
}

export function isSignKind(kind: string): kind is SignKind {
  return kind === "medical" || kind === "ranger";
}

/** The medical tents and Ranger posts of a city; of two at the same address, only the first. */
export function signsOf(city: City): Sign[] {
  const signs = new Map<string, Sign>();
  for (const service of placedServices(city)) {
    const { kind, name, address } = service;
    const id = `${kind}:${address.replaceAll(/[^\w:]+/g, "-")}`;
    if (!isSignKind(kind) || signs.has(id)) continue;
    const written = writtenAddress(city, address);
    signs.set(id, { ...service, kind, id, address: written, title: `${name}, ${written}` });
  }
  return [...signs.values()];
}

/** The specification names no services: these belong to the sample festival. */
function specServices(): NonNullable<City["services"]> {
  const always = "day and night";
  const at = (kind: ServiceKind, name: string, hours: string, addresses: string) =>
    addresses.split(", ").map((address) => ({ kind, name, hours, address }));
  return [
    ...at("medical", "Medical tent", always, "Center Camp Plaza, 3:00 B Plaza, 9:00 B Plaza"),
    ...at("ranger", "Ranger post", always, "5:30 & Esplanade, 3:00 & D, 9:00 & D"),
    ...at(
      "toilet",
      "Toilets",
      always,
      "2:30 & D, 3:30 & D, 4:45 & D, 5:45 & D, 6:45 & D, 7:45 & D, 8:45 & D, 9:45 & D",
    ),
    ...at(
      "toilet",
      "Toilets",
      always,
      "3:00 & I, 4:00 & I, 5:00 & I, 6:20 & I, 7:10 & I, 8:15 & I, 9:15 & I",
    ),
    ...at("water", "Drinking water", always, "6:00 & C, 3:00 & E, 8:45 & D"),
    ...at("ice", "Ice", "9:00 to 18:00", "Center Camp Plaza, 3:00 G Plaza, 9:00 G Plaza"),
    ...at("lost-and-found", "Lost and found", "10:00 to 20:00", "Center Camp Plaza"),
    ...at("information", "Information point", "9:00 to 21:00", "Center Camp Plaza"),
  ];
}
