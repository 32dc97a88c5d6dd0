import { expect, test } from "vitest";
import { readCampFile } from "#shared/features/map/camps/camp-file.ts";
import { resourceEntry } from "#shared/features/resources/contract.ts";
import { canonicalAddress, pointOf } from "./places.ts";
import worldFile from "./world.json" with { type: "json" };
import { itemsOf, parseWorld } from "./world.ts";

const world = parseWorld(worldFile);
const { festival } = world;

test("passes the product's own contracts for camps and library", () => {
  const { camps, events } = world;
  const file = readCampFile(JSON.stringify({ camps, events }), festival.year);
  const read = file.isReadable ? file : { camps: [], problems: [file.message] };
  expect(read.problems).toEqual([]);
  expect(read.camps.map(({ camp }) => camp.id)).toEqual(camps.map((camp) => camp.id).toSorted());
  expect(read.camps.flatMap(({ card }) => card.events)).toHaveLength(events.length);
  for (const { id, communityId, title, description, type, tags, address } of world.resources) {
    const entry = { id, loobricateId: communityId, title, description, offeringType: type, tags };
    expect(resourceEntry.safeParse({ ...entry, location: address }).error).toBeUndefined();
  }
});

test("uses each id once and references only existing ids", () => {
  const items = itemsOf(world);
  const { camps, events, communities, people, resources, loans, memories, needs, services, guide } = world;
  const all = [camps, events, communities, people, resources, loans, memories, needs, services, guide];
  expect(items.size).toBe(all.reduce((sum, list) => sum + list.length, 0));
  const named = [
    `person:${world.me.personId}`,
    `camp:${world.me.homeCampId}`,
    ...events.map((event) => `camp:${event.hosted_by_camp}`),
    ...communities.map((community) => `camp:${community.campId}`),
    ...people.map((person) => `community:${person.communityId}`),
    ...resources.flatMap((each) => [`person:${each.ownerId}`, `community:${each.communityId}`]),
    ...loans.flatMap((loan) => [`resource:${loan.resourceId}`, `person:${loan.borrowerId}`]),
    ...world.plan.map((id) => `event:${id}`),
    ...world.marks.map((mark) => `camp:${mark.campId}`),
  ];
  expect(named.filter((ref) => !items.has(ref))).toEqual([]);
});

test("writes every address of the city in canonical form, with a position", () => {
  const camps = world.camps.map((camp) => canonicalAddress(camp.location_string));
  const rest = [
    world.me.home,
    world.me.position,
    ...Array.from(itemsOf(world).values(), (each) => each.address),
  ];
  for (const address of [...camps, ...rest]) {
    if (address === null) continue;
    expect([address, pointOf(world, {}, address)]).not.toEqual([address, null]);
  }
  const written = [...world.resources, ...world.communities, ...world.services].map((each) => each.address);
  expect(written.filter((address) => canonicalAddress(address) !== address)).toEqual([]);
  expect(pointOf(world, {}, "home")).not.toBeNull();
  expect(camps).not.toContain(null);
});

test("lends an item to one user a day and only to its owner's guests", () => {
  const owners = new Map(world.resources.map((resource) => [resource.id, resource.ownerId]));
  for (const loan of world.loans) {
    expect(loan.first <= loan.last && loan.first >= festival.first).toBe(true);
    expect([loan.id, owners.get(loan.resourceId)]).not.toEqual([loan.id, loan.borrowerId]);
    const others = world.loans.filter((other) => other !== loan && other.resourceId === loan.resourceId);
    expect(others.filter((other) => other.first <= loan.last && loan.first <= other.last)).toEqual([]);
  }
});

test("schedules every event during the festival", () => {
  const zone = festival.now.slice(-6);
  for (const { start, end } of world.events) {
    expect(start < end && start.endsWith(zone) && end.endsWith(zone)).toBe(true);
    expect(start.slice(0, 10) >= festival.first && end.slice(0, 10) <= festival.last).toBe(true);
  }
  expect(festival.now >= festival.first && festival.now <= festival.last).toBe(true);
});
