/** Other words of models for the values of a field. Case, separators and a plural "s" or "ies" do not matter. */
type Synonyms = Readonly<Record<string, readonly string[]>>;

function words(list: string): readonly string[] {
  return list.split(", ");
}

/** By field, each value with its synonyms. */
const synonyms: Readonly<Record<string, Synonyms>> = {
  kind: {
    gear: words("equipment, item, items, thing, tool, object, stuff, resource, supply, offer"),
    place: words("venue, location, space, spot, room"),
    skill: words("talent, person, people, human, expert, helper, service, ability"),
    camp: words("community, communities, group, village, theme camp"),
    memory: words("note, own note, my note, memo"),
  },
  compare: {
    bigger: words("larger, greater, more, taller, longer, heavier, at least, over, above, gt, gte, >, >="),
    smaller: words("less, fewer, lower, shorter, lighter, at most, under, below, lt, lte, <, <="),
    biggest: words("largest, greatest, max, maximum, most, tallest, longest, heaviest, desc, descending"),
    smallest: words("least, min, minimum, fewest, lowest, shortest, lightest, asc, ascending"),
    nearest: words("closest, closer, nearer, near, nearby, close, distance, by distance, proximity"),
  },
  aspect: {
    owner: words("who, lender, person, contact, owned by, shared by"),
    size: words("dimension, capacity, power, how big"),
    place: words("where, location, address, position"),
    all: words("full, description, detail, info, information"),
  },
  which: {
    loans: words("loan, borrowed, borrowing, lent, lending"),
    requests: words("request, asked, inbox"),
    needs: words("need, wanted, wish, wishes, looking for"),
    plan: words("plans, schedule, event, itinerary, programme, calendar"),
  },
};

const values = new Map(
  Object.entries(synonyms).map(([field, options]) => [
    field,
    new Map(
      Object.entries(options).flatMap(([value, others]) => [value, ...others].map((word) => [word, value])),
    ),
  ]),
);

/** The value of a field that these words mean; the words themselves when they are unknown or the field takes any text. */
export function valueInWords(field: string, words: string): string {
  const known = values.get(field);
  const plain = words
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .replace("(s)", "")
    .trim();
  const spellings = [plain, plain.replace(/ies$/, "y"), plain.replace(/s$/, "")];
  return spellings.map((spelling) => known?.get(spelling)).find((value) => value !== undefined) ?? words;
}
