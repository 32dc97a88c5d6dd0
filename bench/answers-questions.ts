/**
 * The expected kind of answer. `item`: an item whose line (`kind: title @ place: body`) matches the pattern is among the first three, or a
 * server lists what the city has: `city`. `hedged`: the library contains nothing that fits, so results are shown without confidence and a
 * need is offered. `declined`: the answer says what Looby cannot do, in words that match the pattern, and shows no results.
 */
export type Expected = { item: RegExp; city?: RegExp } | { hedged: true } | { declined: RegExp };

export type Sort =
  | "name"
  | "paraphrase"
  | "typo"
  | "near"
  | "type"
  | "camp"
  | "how-to"
  | "nothing there"
  | "off topic";

export interface AnswerQuestion {
  sort: Sort;
  text: string;
  expected: Expected;
}

/** Questions used to tune the retrieval. */
export const tuningQuestions: readonly AnswerQuestion[] = [
  ...asking("name", [
    ["who can lend me a generator?", /generator @/],
    ["extension cables", /extension cables @/],
    ["where is the Camp Hungry Paprika", /^camp: Camp Hungry Paprika/],
    ["Trapeze & Unicycle", /^camp: Trapeze & Unicycle/],
    ["sewing machine to borrow", /^resource: .*sewing machine/],
    ["is there a meditation yurt?", /meditation yurt/],
    ["tarot reader", /tarot reader/],
    ["The Humble Hush", /^camp: The Humble Hush/],
  ]),
  ...asking("paraphrase", [
    [
      "my bicycle has a flat",
      /bike repair|bicycle pump|bike mechanic|patch tubes|^context: Bikes|two wheels/,
    ],
    ["somewhere to charge my phone", /battery bank|charged by the sun|solar panels/],
    ["we want to get married on the playa", /wedding officiant/],
    ["PA for my party", /microphone and small speaker|DJ controller|sound engineer|Amplifiers, microphones/],
    ["something to put my kids to bed with", /storyteller/],
    ["my trousers are torn", /sewing machine|ripped seams|mended/],
    ["I want to look at Saturn", /telescope|Saturn/],
    ["where can I cool down, it is boiling", /cooling room|mist|chill space|shade|^context: Signs of heat/i],
    ["keep my beer cold", /ice chest|^context: Ice/],
    ["somebody to take a picture of me", /photographer|portrait/i],
  ]),
  ...asking("typo", [
    ["genrator", /generator @/],
    ["telescpoe", /telescope/],
    ["masage", /massage|shoulders/i],
    ["bycicle pump", /bicycle pump/],
    ["yoga techer", /yoga teacher|Yoga at eight/],
    ["blankts for the night", /blankets/],
    ["welder who can fix my art car please, wleding", /welder|weld/],
  ]),
  ...asking("near", [
    ["who can lend me a ladder near 5:15 and G?", /ladder @ 5:15/],
    ["generator near 7:30 & E", /generator @ 7:30/],
    ["tea near 8:15 and B", /tea house @ 8:15|tea.*@ (?:8:15|B)/i],
    ["bike repair close to 4:30 D", /bike (?:repair stand|mechanic|park) @ 4:30|bicycle pump @ 4:30/],
    ["drinking water around 9:00 and F", /water jugs @ 9:00/, /\*\*Drinking water\*\* at \*\*8:45 & D\*\*/],
    ["dance floor at 10:00 and Esplanade", /dance floor @ 10:00/],
    ["is there a playground near 5:00 & B", /playground @ 5:00/],
    ["a quiet place to lie down near 6:30 and Agog", /@ (?:6:30|A & 6|Agog & 6).*|chill space @ 6:30/],
  ]),
  ...asking("type", [
    ["Find me a quiet spot", /chill space|tea house|meditation yurt|quiet/i],
    ["who can teach me an instrument", /guitar lessons|fiddle|instruments/],
    ["which venues can I use for a workshop", /workshop table|dome @|art studio/],
    ["what gear is there against dust", /dust masks|goggles/],
  ]),
  ...asking("camp", [
    ["camp with pancakes at midnight", /Pancakes at midnight/],
    ["where do they serve espresso in the morning", /coffee|espresso/i],
    ["which camp has hammocks", /hammocks/],
    ["camp that does screen printing", /Screen printing/],
    ["radio station that plays requests", /Sing a request|Radio/],
    ["camps from Leipzig", /Leipzig/],
    ["a camp where I can learn juggling", /three balls|Juggling|juggling/],
  ]),
  ...asking("how-to", [
    ["how much water do I need a day", /^context: Drinking water|litres of drinking water a day/],
    ["what do I do in a whiteout", /^context: A dust storm comes|whiteout/],
    ["how do addresses work here", /^context: How addresses work/],
    ["where do I get ice", /^context: Where ice is handed out/, /\*\*Center Camp Plaza\*\* \(Ice\)/],
    ["may I pour out my dishwater", /^context: Grey water/],
    ["how do I get on an art car", /^context: Riding on an art car/],
    ["pay with a card", /^context: Gifts and money|Nothing is sold/],
  ]),
  ...leftOpen([
    "submarine",
    "who can lend me a helicopter",
    "snowboard wax",
    "vinyl records of Mozart",
    "a live penguin",
  ]),
  ...declined([
    ["write me a poem about dust", /language model/],
    ["translate good morning into French", /language model/],
    ["what is 17 times 23", /language model|calculat/i],
    ["what is the capital of Mongolia", null],
  ]),
];

/** Written at the same time and reported separately: nothing is tuned on these. */
export const heldOutQuestions: readonly AnswerQuestion[] = [
  ...asking("name", [
    ["do you have solar panels", /solar panels/],
    ["cargo trike", /cargo trike/],
    ["Slow Tide Sanctuary", /^camp: Slow Tide Sanctuary/],
    ["wedding officiant", /wedding officiant/],
    ["where can I find The Laughing Orrery?", /^camp: The Laughing Orrery/],
  ]),
  ...asking("paraphrase", [
    ["my tent flew away", /spare tent|rebar stakes|^context: Dust storms/],
    ["I forgot my sleeping bag and I'm cold at night", /blankets|^context: Cold nights/],
    ["somebody who understands wiring", /electrician|inverter|small generators/],
    ["earplugs so I can sleep", /ear plugs|Earplugs|^context: Sound/],
    ["place to screen our short film", /cinema|projector/],
    ["send a postcard to a friend across the city", /letter office|carry it/],
    ["a costume for tonight", /costume rail|Hats|cape|costume/i],
  ]),
  ...asking("typo", [
    ["headlmaps", /headlamps/],
    ["acustic guitar", /acoustic guitar/],
    ["storyteler for children", /storyteller/],
    ["projecter", /projector/],
    ["electrisian", /electrician/],
  ]),
  ...asking("near", [
    ["telescope near 7:00 and K", /telescope @ 7:00/],
    ["can I borrow a drill close to 2:45 & H", /drill set @ 2:45/],
    ["kitchen to cook in near 9:00 and Fascinate", /kitchen @ 9:00/],
    ["massage around 4:30 and D", /massage hands @ 4:30|@ (?:D|Delight) [&@] 4:/],
    ["guitar at 3:00 & C", /guitar(?: lessons)? @ 3:00/],
  ]),
  ...asking("type", [
    ["who can perform at our camp", /fiddle|storyteller|stage|performance|DJ|bartender/i],
    ["places for families with small children", /playground|children|famil/i],
    ["tools I can use", /drill|workshop table|tools|Drills/i],
  ]),
  ...asking("camp", [
    ["camp that mends books", /Torn pages mended/],
    ["where can I see a shadow play", /Shadow plays/],
    ["who makes vegan curry", /Vegan curry|Vegan cook/],
    ["foot bath", /Foot baths/],
    ["camp for board games", /board games/],
  ]),
  ...asking("how-to", [
    ["where are the toilets", /^context: Where the toilets are/],
    ["what do I do with my trash", /^context: Leaving no trace/],
    ["I found somebody's phone", /^context: Where lost things go/],
    ["how do I add something to share", /^context: Adding something to the library/],
  ]),
  ...leftOpen(["a violin bow rosin", "who repairs espresso grinders made in 1890", "ice skates"]),
  ...declined([
    ["explain quantum physics", /language model/],
    ["calculate the tip for 54 dollars", /language model|calculat/i],
    ["who won the world cup in 2014", null],
  ]),
];

function asking(
  sort: Sort,
  questions: readonly (readonly [string, RegExp] | readonly [string, RegExp, RegExp])[],
): AnswerQuestion[] {
  return questions.map(([text, item, city]) => ({
    sort,
    text,
    expected: city === undefined ? { item } : { item, city },
  }));
}

function leftOpen(questions: readonly string[]): AnswerQuestion[] {
  return questions.map((text) => ({ sort: "nothing there", text, expected: { hedged: true } }));
}

/** @param questions with a pattern, or with null for questions that look like any other, which only need an answer that is not confident */
function declined(questions: readonly (readonly [string, RegExp | null])[]): AnswerQuestion[] {
  return questions.map(([text, words]) => ({
    sort: "off topic",
    text,
    expected: words === null ? { hedged: true } : { declined: words },
  }));
}
