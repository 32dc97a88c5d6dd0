import type { MessageUi } from "./contract.ts";
import { MAX_MEMORY } from "#shared/features/memories/length-rule.ts";

interface SmallTalk {
  text: string;
  ui: MessageUi | null;
  /** A topic a caller who knows the conversation can add to: `self` asks what Looby does, `sharing` offers an item. */
  topic: "self" | "sharing" | null;
}

/**
 * The short, honest answer of search mode to a message that is not a question for the library: greetings, thanks, questions about Looby
 * itself, and work only a language model can do. Null when the message is something to search for.
 */
export function smallTalk(message: string, productName: string): SmallTalk | null {
  const words = message
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const rule = rules.find(({ pattern }) => pattern.test(words));
  return rule === undefined
    ? null
    : { text: rule.answer(productName), ui: rule.offer?.(message) ?? null, topic: rule.topic ?? null };
}

interface Rule {
  pattern: RegExp;
  topic?: SmallTalk["topic"];
  answer(productName: string): string;
  /** A memory the user may want to save. */
  offer?(message: string): MessageUi;
}

const GREETING =
  "(?:hi+|hey+|hello+|hallo|howdy|yo|good (?:morning|afternoon|evening)|greetings|namaste|moin|servus|hola)";
const CREATIVE =
  "(?:poem|haiku|limerick|verse|song|rap|lyrics|story|tale|joke|essay|letter|speech|toast|blog|post|email|mail|message|invitation|recipe|code|script|program|playlist|bio|summary)";

const rules: readonly Rule[] = [
  {
    pattern: new RegExp(`^${GREETING}(?: (?:there|looby|everyone|all|again|friend|you))*$`),
    answer: () =>
      'Hello! Ask me who can lend you something, where a camp is, or what is near a street and time, such as "who can lend me a generator near 7:30?"',
  },
  {
    pattern: new RegExp(`^(?:${GREETING} )?how(?:s it going| are you(?: doing)?(?: today)?| do you do)$`),
    answer: () => "I am a search over the community's library, so always the same. What are you looking for?",
  },
  {
    pattern:
      /^(?:(?:ok|okay) )?(?:thanks|thank you|thx|ty|danke|cheers|great|cool|nice|perfect|awesome|ok|okay)(?: (?:so much|a lot|very much|looby|you|thanks|that helps))*$/,
    answer: () => "You are welcome. If it worked out, tell the people who shared it.",
  },
  {
    pattern: /^(?:good ?bye|bye(?: bye)?|see you|ciao|good night|later)$/,
    answer: () => "See you. Drink water.",
  },
  {
    topic: "self",
    pattern:
      /^(?:so )?(?:what (?:can|do) you (?:do|know|offer)|what (?:can|could|should) i (?:ask|do|say)(?: you| here)?|who are you|what are you|what is this|how (?:does (?:this|it)|do you) work|are you (?:an? )?(?:ai|bot|robot|human|real|person|llm|chatgpt)|whats your name|what is your name|how can you help(?: me)?|what can you help(?: me)? with|help menu)(?: for me| here| exactly)?$/,
    answer: (productName) =>
      `I am ${productName}. Without a language model I am a search with manners: I look through the community's library, the camps on the map and your own memories, quote what fits, and show where each answer comes from. I cannot chat, translate, write texts or combine facts. Try "who teaches fire spinning?" or "quiet camps near 4:30 and F".`,
  },
  {
    pattern: new RegExp(
      `^(?:please |can you |could you |would you |will you |pls )*(?:write|compose|make up|invent|draft|tell|sing|create|give|generate|rewrite|improve|rhyme)(?: me| us| my| our)?(?: an?| the| some| another| my| our)?(?: \\w+){0,3} ${CREATIVE}(?: |$)`,
    ),
    answer: () => needsModel("Writing texts"),
  },
  {
    pattern:
      /^(?:please |can you |could you |would you |pls )*(?:translate|summari[sz]e|explain|calculate|solve|brainstorm|imagine|pretend|role ?play|act as|paraphrase)(?: |$)/,
    answer: () => needsModel("That"),
  },
  {
    // "What is 17 times 23", "12 + 30", "20 % of 54". Times such as 7:30 are addresses, not sums.
    pattern:
      /^(?:please |can you |could you )*(?:whats |what is |how much is |calculate |compute )?(?:the (?:square )?root of |\d[\d ]*(?:times|plus|minus|divided by|x|percent of|to the power of|of) )\d[\d ]*$/,
    answer: () => needsModel("Calculating"),
  },
  {
    pattern:
      /^(?:please |can you |could you )*(?:remember|note|keep in mind|dont forget|remind me|save|write down)(?: |$)(?!.*\b(?:who|where|which)\b)/,
    answer: () => "I can keep that for you, so that you find it again. Nothing is saved before you say so.",
    offer: (message) => ({
      type: "memory-offer",
      memoryType: "want-to-know",
      content: message.trim().slice(0, MAX_MEMORY).toWellFormed(),
    }),
  },
  {
    topic: "sharing",
    pattern:
      /^(?:hey |hi )?(?:i|we) (?:have|ve|ve got|got|can|could|would like to|want to|d like to) (?:(?:an?|some|two|three|spare|extra|my|our) (?:\w+ ){0,5}(?:to (?:lend|share|give(?: away)?|offer|spare)|(?:i|we|that i|that we) can (?:lend|share|give|offer))|(?:lend|share|offer|give away|donate|teach) )/,
    answer: () =>
      "That sounds like something for the library. Add it with **Add Entry** at the top of the page, and everybody who asks for it will find it.",
  },
];

function needsModel(what: string): string {
  return `${what} needs a language model, and none is connected. I can search the library, the camps and your memories for you.`;
}
