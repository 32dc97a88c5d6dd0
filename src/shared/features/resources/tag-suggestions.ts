/** What a tag field offers. Fixed, so that one thing gets one name and the list is there without signal. */
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

/** Typed characters before anything is offered. */
const MIN_TAG_QUESTION = 2;
const MAX_SUGGESTIONS = 6;

/** Tags with a word that begins as typed, those that begin with it first; none of those that are there already. */
export function suggestTags(typed: string, taken: readonly string[]): string[] {
  const words = typed.trim().toLowerCase();
  if (words.length < MIN_TAG_QUESTION) return [];
  const used = new Set(taken.map((tag) => tag.toLowerCase()));
  const fitting = suggestedTags.filter((tag) => ` ${tag}`.includes(` ${words}`) && !used.has(tag));
  const beginning = fitting.filter((tag) => tag.startsWith(words));
  return [...new Set([...beginning, ...fitting])].slice(0, MAX_SUGGESTIONS);
}
