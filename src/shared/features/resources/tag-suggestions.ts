/** Tags a tag field suggests. The list is fixed, so that the same item gets the same tag and suggestions work offline. */
const suggestedTags = [
  "art",
  "bicycle",
  "camp stove",
  "carpentry",
  "chairs",
  "children",
  "cooling",
  "cooking",
  "costume",
  "dance",
  "dj",
  "drinks",
  "dust masks",
  "electricity",
  "fire",
  "first aid",
  "food",
  "furniture",
  "generator",
  "goggles",
  "hammock",
  "healing",
  "ice",
  "instrument",
  "kitchen",
  "ladder",
  "lights",
  "massage",
  "mending",
  "microphone",
  "music",
  "photography",
  "power tools",
  "projector",
  "quiet",
  "repair",
  "rope",
  "sewing",
  "shade",
  "shower",
  "sleeping bag",
  "solar",
  "sound system",
  "spare parts",
  "stage",
  "storytelling",
  "tea",
  "teaching",
  "tent",
  "toilet",
  "tools",
  "transport",
  "water",
  "wheelchair access",
  "workshop",
  "yoga",
] as const;

/** The number of typed characters before tags are suggested. */
const MIN_TAG_QUESTION = 2;
const MAX_SUGGESTIONS = 6;

/** Tags with a word that starts with the typed text. Tags that start with it themselves come first; tags already chosen are excluded. */
export function suggestTags(typed: string, taken: readonly string[]): string[] {
  const words = typed.trim().toLowerCase();
  if (words.length < MIN_TAG_QUESTION) return [];
  const used = new Set(taken.map((tag) => tag.toLowerCase()));
  const fitting = suggestedTags.filter((tag) => ` ${tag}`.includes(` ${words}`) && !used.has(tag));
  const beginning = fitting.filter((tag) => tag.startsWith(words));
  return [...new Set([...beginning, ...fitting])].slice(0, MAX_SUGGESTIONS);
}
