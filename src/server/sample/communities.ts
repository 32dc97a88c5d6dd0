/** The twelve communities of the sample festival. Addresses are in the demo city. */
export interface SampleCommunity {
  id: string;
  name: string;
  description: string;
  address: string;
  tags: string[];
  type: "community" | "venue";
}

export const communities: readonly SampleCommunity[] = [
  {
    id: "lantern-works",
    name: "Lantern Works",
    address: "7:30 & Enchant",
    type: "community",
    tags: ["power", "light", "build"],
    description:
      "We keep the lights on: generators, cables, solder and patience for everyone who sits in the dark.",
  },
  {
    id: "spoke-and-hub",
    name: "Spoke & Hub",
    address: "4:30 & Delight",
    type: "community",
    tags: ["bike", "repair"],
    description: "Bikes in, bikes out. Bring a flat, leave with a story and two working brakes.",
  },
  {
    id: "the-slow-kettle",
    name: "The Slow Kettle",
    address: "8:15 & Baffie",
    type: "venue",
    tags: ["tea", "quiet"],
    description: "A tea house that has not closed since the gates opened. Shoes off, voices low.",
  },
  {
    id: "dust-choir",
    name: "Dust Choir",
    address: "3:00 & Captivate",
    type: "community",
    tags: ["music", "sound"],
    description: "Singers, fiddlers and people who own speakers. Rehearsals at dusk, harmony by accident.",
  },
  {
    id: "shade-guild",
    name: "Shade Guild",
    address: "5:15 & Gobsmack",
    type: "community",
    tags: ["shade", "build", "tools"],
    description: "Ropes, stakes and cloth. We have been up since four so that you can sleep until ten.",
  },
  {
    id: "soft-landing",
    name: "Soft Landing",
    address: "6:30 & Agog",
    type: "venue",
    tags: ["care", "quiet", "health"],
    description: "Trained, sober listeners and a calm place to sit when it is all too much.",
  },
  {
    id: "cosmic-kitchen",
    name: "Cosmic Kitchen",
    address: "9:00 & Fascinate",
    type: "community",
    tags: ["food", "kitchen"],
    description: "Forty plates at noon, forty at midnight, and a rota on the wall. Come and chop.",
  },
  {
    id: "tinker-row",
    name: "Tinker Row",
    address: "2:45 & Hypergawk",
    type: "community",
    tags: ["repair", "tools", "workshop"],
    description: "If it is broken, bring it. If it is not broken yet, we can help with that too.",
  },
  {
    id: "little-dippers",
    name: "Little Dippers",
    address: "5:00 & Baffie",
    type: "community",
    tags: ["family", "children"],
    description:
      "Families camping together: early bedtimes, shared snacks, and a watchful eye for every child.",
  },
  {
    id: "velvet-static",
    name: "Velvet Static",
    address: "10:00 & Esplanade",
    type: "venue",
    tags: ["music", "party", "dance"],
    description: "A wooden floor, a warm sound and a sunrise set every day. Earplugs at the door.",
  },
  {
    id: "paper-moon",
    name: "Paper Moon",
    address: "6:45 & Jawdrop",
    type: "community",
    tags: ["art", "books", "film"],
    description: "Makers of books, masks, films and letters. The table is long and the glue is free.",
  },
  {
    id: "night-watch",
    name: "Night Watch",
    address: "7:00 & Kobler",
    type: "community",
    tags: ["stars", "safety", "night"],
    description: "Telescopes, radios and hot soup on the last street before the desert.",
  },
];
