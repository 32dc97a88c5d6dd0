import * as z from "zod/mini";
import { isDay } from "#shared/features/lending/days.ts";
import { loanStates } from "#shared/features/lending/loan.ts";
import { memoryTypes } from "#shared/features/memories/contract.ts";
import { availabilities, resourceTypes } from "#shared/features/resources/contract.ts";
import { filledText, id, instant } from "#shared/http/fields.ts";

const address = filledText(80);
const day = z.string().check(z.refine(isDay, "That is not a day of the calendar."));

/** Public services of the city, for which people ask the nearest. */
export const serviceKinds = [
  "medical",
  "ice",
  "water",
  "toilet",
  "ranger",
  "lost-and-found",
  "information",
] as const;

/** The festival of the talks: all data about it that Looby may use, and the user who asks. */
const worldSchema = z.strictObject({
  festival: z.strictObject({
    name: filledText(80),
    year: z.string(),
    /** Id of the map's geometry. */
    city: z.literal("spec"),
    timeZone: z.string(),
    first: day,
    last: day,
    /** The default time of a talk. */
    now: instant,
  }),
  me: z.strictObject({ personId: id, homeCampId: id, home: address, position: address }),
  /** In the format of the camp import. */
  camps: z.array(
    z.strictObject({
      id,
      name: filledText(200),
      location_string: address,
      description: filledText(5_000),
      offerings: z.array(filledText(200)),
    }),
  ),
  events: z.array(
    z.strictObject({ id, hosted_by_camp: id, title: filledText(200), start: instant, end: instant }),
  ),
  communities: z.array(
    z.strictObject({
      id,
      name: filledText(80),
      description: filledText(2_000),
      address,
      type: z.enum(["community", "venue"]),
      campId: id,
      tags: z.array(filledText(40)),
    }),
  ),
  people: z.array(
    z.strictObject({ id, pseudonym: filledText(80), communityId: id, role: z.enum(["admin", "member"]) }),
  ),
  resources: z.array(
    z.strictObject({
      id,
      type: z.enum(resourceTypes),
      title: filledText(120),
      description: filledText(4_000),
      tags: z.array(filledText(40)),
      address,
      ownerId: id,
      communityId: id,
      availability: z.enum(availabilities),
      /** The size stated in its text, for "bigger" and "at least 2 kW". Not stored by the product. */
      amount: z.optional(z.strictObject({ value: z.number(), unit: z.string() })),
    }),
  ),
  loans: z.array(
    z.strictObject({ id, resourceId: id, borrowerId: id, first: day, last: day, state: z.enum(loanStates) }),
  ),
  /** Of the user who asks, as are `needs`, `plan` (events) and `marks`. */
  memories: z.array(
    z.strictObject({ id, type: z.enum(memoryTypes), content: filledText(2_000), createdAt: instant }),
  ),
  needs: z.array(
    z.strictObject({
      id,
      text: filledText(2_000),
      place: z.nullable(address),
      state: z.enum(["open", "closed"]),
      isShared: z.boolean(),
    }),
  ),
  plan: z.array(id),
  marks: z.array(z.strictObject({ campId: id, isFavourite: z.boolean(), note: z.nullable(z.string()) })),
  services: z.array(
    z.strictObject({ id, kind: z.enum(serviceKinds), name: filledText(80), address, hours: filledText(80) }),
  ),
  /** Facts about the city and Looby, by topic. */
  guide: z.array(z.strictObject({ key: id, title: filledText(80), text: filledText(1_000) })),
});
export type World = z.infer<typeof worldSchema>;

/** @throws a ZodError that names the field */
export function parseWorld(data: unknown): World {
  return worldSchema.parse(data);
}

/** The kinds of things a talk may name, as `kind:id`. */
export const itemKinds = [
  "camp",
  "event",
  "community",
  "person",
  "resource",
  "loan",
  "memory",
  "need",
  "service",
  "guide",
] as const;
export type ItemKind = (typeof itemKinds)[number];

export type Item = { ref: string; kind: ItemKind; name: string; address: string | null };

/** Everything in the world that a talk may name, by its reference: `resource:ladder-3m`. */
export function itemsOf(world: World): ReadonlyMap<string, Item> {
  const campAddress = new Map(world.camps.map((camp) => [camp.id, camp.location_string]));
  const communityAddress = new Map(world.communities.map((each) => [each.id, each.address]));
  const resources = new Map(world.resources.map((resource) => [resource.id, resource]));
  const item = (kind: ItemKind, name: string, id: string, place: string | null | undefined): Item => ({
    ref: `${kind}:${id}`,
    kind,
    name,
    address: place ?? null,
  });
  const items = [
    ...world.camps.map((camp) => item("camp", camp.name, camp.id, camp.location_string)),
    ...world.events.map((event) =>
      item("event", event.title, event.id, campAddress.get(event.hosted_by_camp)),
    ),
    ...world.communities.map((each) => item("community", each.name, each.id, each.address)),
    ...world.people.map((person) =>
      item("person", person.pseudonym, person.id, communityAddress.get(person.communityId)),
    ),
    ...world.resources.map((each) => item("resource", each.title, each.id, each.address)),
    ...world.loans.map((loan) => {
      const resource = resources.get(loan.resourceId);
      return item("loan", resource?.title ?? "", loan.id, resource?.address);
    }),
    ...world.memories.map((memory) => item("memory", memory.content, memory.id, null)),
    ...world.needs.map((need) => item("need", need.text, need.id, need.place)),
    ...world.services.map((service) => item("service", service.name, service.id, service.address)),
    ...world.guide.map((guide) => item("guide", guide.title, guide.key, null)),
  ];
  return new Map(items.map((each) => [each.ref, each]));
}
