/** Facts that hold only in the demo city. General desert knowledge is in the companions' documents. */
export const cityFacts: readonly { slug: string; title: string; text: string }[] = [
  {
    slug: "lost-and-found",
    title: "Where lost things go",
    text: "Lost things and found things go to the lost and found at Centre Camp. Write your camp address on what you would hate to lose.",
  },
  {
    slug: "toilets",
    title: "Where the toilets are",
    text: "Rows of toilets stand along the main rings every hour of the clock. Only paper from the roll goes in. Carry a headlamp at night.",
  },
  {
    slug: "ice",
    title: "Where ice is handed out",
    text: "Ice is handed out at three places: Centre Camp, and the plazas at 3:00 and 9:00. Mornings are quietest.",
  },
  {
    slug: "medical",
    title: "Where the medical tents are",
    text: "Medical tents stand at Centre Camp and at the 3:00 and 9:00 plazas, day and night. In an emergency shout, send one person running, and stay with whoever is hurt.",
  },
  {
    slug: "rangers",
    title: "How to find a Ranger",
    text: "Rangers walk the city day and night in khaki. They help with quarrels, lost people and anything that feels wrong.",
  },
];
