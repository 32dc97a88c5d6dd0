export const smallTalkKinds = [
  "greeting",
  "thanks",
  "love",
  "insult",
  "bored",
  "mood",
  "goodbye",
  "joke",
  "nonsense",
  "task",
  "foreign",
  "cancel",
] as const;
export type SmallTalkKind = (typeof smallTalkKinds)[number];

const GREETING =
  "(?:hi+|hey+a?|hello+|hallo|howdy|yo+|sup|good (?:morning|afternoon|evening|day)|morning|greetings|namaste|moin|servus|hola|ciao|salut|bonjour)";
const YOU =
  "(?: (?:there|looby|everyone|all|again|friend|you|my friend|bot|mate|so much|a lot|very much|man|bro|dude|buddy|darling|dear|old (?:friend|thing)|thanks|that helps|for (?:that|this|the help|your help|nothing|everything|now|all)|that is|sweet\\w*))*";

const REQUEST = "^(?:please |can you |could you |would you |will you |help (?:me|us) (?:to )?)*";
const TEXTS =
  "(?:poem|haiku|limerick|verse|song|rap|lyrics|story|tale|essay|letter|speech|toast|blog|post|email|mail|message|invitation|recipe|code|script|program|playlist|bio|summary)";
/** Work that only a language model can do: writing, rewriting and sums. Times such as 7:30 are addresses, not sums. */
const TASKS: readonly RegExp[] = [
  new RegExp(
    `${REQUEST}(?:write|compose|make up|invent|draft|tell|sing|create|give|generate|rewrite|improve|rhyme)(?: me| us| my| our)?(?: an?| the| some| another| my| our)?(?: \\w+){0,3} ${TEXTS}(?: |$)`,
  ),
  new RegExp(
    `${REQUEST}(?:translate|summari[sz]e|explain|calculate|solve|brainstorm|imagine|role ?play|paraphrase)(?: |$)`,
  ),
  new RegExp(
    `${REQUEST}(?:what is |calculate |how much is |compute )?(?:the (?:square )?root of |\\d[\\d ]*(?:times|plus|minus|divided by|x|percent of|to the power of|of) )\\d[\\d ]*$`,
  ),
];

/** Patterns for whole messages in plain words, without punctuation. The first match wins. */
const kinds: readonly (readonly [SmallTalkKind, RegExp])[] = [
  ["greeting", new RegExp(`^${GREETING}${YOU}$`)],
  [
    "mood",
    new RegExp(
      `^(?:${GREETING} )?(?:looby )?(?:(?:can|could|do) (?:you|u) (?:dance|laugh|sleep|eat|drink|dream|love|cry|feel)|(?:you|u) still (?:there|here|awake|up)|how is it going|how are you(?: doing)?(?: today| tonight)?|how do you (?:do|feel)|what is up(?: with you)?|you (?:ok|good|alright|there)|are you (?:ok|happy|tired|sad|bored|awake|there|busy))(?: looby| buddy| my friend)?$`,
    ),
  ],
  [
    "thanks",
    new RegExp(
      `^(?:(?:ok|okay|ah|oh|yes|cool|great|perfect|nice|wow|super|brilliant|lovely) )*(?:many |big )?(?:thanks|thank you|thx|ta|tnx|merci|danke|gracias|cheers|great|cool|nice|perfect|awesome|ok|okay|got it|alright|brilliant|super|lovely|sweet|wonderful|excellent|you (?:are the best|rock|legend|saved (?:me|my \\w+)|are an? (?:legend|star|hero|angel|life ?saver))|your an? (?:legend|star|hero|angel|life ?saver)|good (?:bot|job|one|work))${YOU}$`,
    ),
  ],
  [
    "nonsense",
    /\b(?:ignore|forget|disregard) (?:all |your |any |the )?(?:previous|prior|above|earlier|instructions?|rules?|prompts?)|\bsystem prompt\b|\bdeveloper mode\b|\bjail ?break\b|\byou are now\b|\bpretend (?:to be|you are|that)\b|\bact as\b|\breveal (?:your|the)\b|\bprint (?:your|the) (?:prompt|instructions)\b|^(?:a?s?d?f+g*h*j*k*l*|[bcdfghjklmnpqrstvwxz]{5,}|(?:la ?)+|x+d+|(?:lol )?(?:just )?testing|(?:test ?)+|bla(?:h)?(?: bla(?:h)?)*|(?:qwer\w*|asdf\w*)|banana(?: banana)+)$/,
  ],
  [
    "love",
    /^(?:(?:aww?|oh|omg|ok|hey|looby) )*(?:i (?:really |fucking |so |do |think i )?(?:love|like|adore|fancy|heart) (?:you|looby|this app)|(?:will|would) you (?:marry|date|kiss|love|hug) me|marry me|you are (?:so )?(?:cute|sweet|beautiful|lovely|sexy|hot|funny|adorable|pretty|gorgeous)|do you love me|kiss(?:es)?|hugs?|be my (?:girl|boy)friend|love you|luv you|are you single|i want (?:a hug|to kiss you|to marry you))\b.*$/,
  ],
  [
    "insult",
    /^(?:(?:looby|man|bro|wow|omg|ok|well|hey|no|god|ugh) )*(?:you(?:r)? (?:are|re|suck|useless|dumb|so (?:dumb|bad|useless|stupid)|shit|crap|stupid|idiot|useless|dumb|piece|know nothing)|(?:this|that|it|looby|the app) (?:is|was|sucks?)(?: (?!not)\w+){0,2} (?:useless|stupid|shit|crap|garbage|bad|rubbish|dumb|terrible|awful|suck\w*|trash|bullshit|pathetic|not helpful|no help|worthless)|(?:this|looby|it|that) sucks|fuck (?:you|off|this)|shut up|stupid|idiot|useless|dumb(?:ass)?|moron|bullshit|wtf|screw you|piss off|i hate (?:you|this|looby)|worst \w+|go to hell)\b.*$/,
  ],
  [
    "bored",
    /\b(?:i am|we are|feeling|feel|so|bit|getting|am)(?: \w+){0,3} bored\b|^(?:so |very |im |very very )?bored\b.*$|\bboring\b(?! machine)|^(?:entertain|amuse|surprise) me\b.*$|\bnothing to do\b/,
  ],
  [
    "goodbye",
    /^(?:(?:ok|okay|well|alright|thanks|cool) )*(?:good ?bye|bye+(?: bye)?|see you|see ya|cya|ciao|good ?night|night|nighty?(?: night)?|later|laters|sleep well|going to (?:bed|sleep)|i am (?:off|going)(?: to bed| to sleep)?|tschuss|tchau|adios|ttyl|talk (?:later|soon)|off to bed)\b.*$/,
  ],
  [
    "joke",
    /^(?:hey |looby |so |ok )*(?:can|could|do|will|would) (?:you|u) (?:sing|rap|whistle|hum|tell jokes)(?: (?:a song|to me|for me|something|well|too|pls|please))*$|\b(?:joke|funny story|riddle|pun|make me laugh|something funny|(?:sing|hum|whistle|rap) (?:me|us)|(?:write|tell|make|give) (?:me |us )?(?:an? )?(?:poem|song|story|haiku|rap|limerick|fairy ?tale))\b/,
  ],
];

/** The kind of small talk of a whole message; null when it contains a request. @param text in plain words */
export function smallTalkKind(text: string): SmallTalkKind | null {
  const words = text
    .replaceAll(/[^\p{L}\p{N}\s]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (words === "") return /^[?!.\s]+$/.test(text) ? "nonsense" : null;
  if (LAUGHS.test(words) || WAITS.test(words)) return "mood";
  if (CANCELS.test(words) || NEVER_MIND.test(words)) return "cancel";
  if (TASKS.some((spelling) => spelling.test(words))) return "task";
  const kind = kinds.find(([, spelling]) => spelling.test(words))?.[0] ?? null;
  return kind ?? (isClosing(text, words) ? "thanks" : null);
}

const LAUGHS =
  /^(?:(?:ha){2,}h?|l+o+l+|hi hi|he+h|(?:he){2,}|aw+)(?: (?:(?:ha){2,}|ok|okay|yes|so|sweet|cute|nice|good|great|funny|fine|bro|man|mate))*$/;
const WAITS =
  /^(?:(?:ok|okay|heh|haha|lol|hey|yo|no|um) )*(?:(?:(?:1|one|a|just a|gimme a|give me a) )?(?:sec|second|moment|minute|min)|hold on|hang on|wait|brb|be right back|back in a (?:sec|minute)|(?:are )?(?:you )?still (?:there|with (?:me|us)))(?: (?:please|looby|bro|man|mate))*$/;
/** "Cancel that", with nothing that could be sent or saved named. */
const CANCELS =
  /^(?:(?:ok|okay|no|oh|ah|wait|actually|well|sorry|please|just) )*(?:cancel|scrap|stop|undo|abort|delete|drop|scratch)(?: (?:it|that|this|everything|all(?: of (?:it|that))?))?(?: (?:please|then|again|thanks|now))*$/;
/** "Actually nvm my sister wants it", with no other request. */
const NEVER_MIND =
  /^(?:(?:ok|okay|no|oh|ah|actually|well|sorry) )*(?:nvm|never ?mind)\b(?!.*\b(?:where|who|what|when|how|which|need|find|is there)\b)(?= \w)/;
const MOST_CLOSING_WORDS = 9;

/** "Its out. thx", "ok theyre here, thank you", "never mind": the message contains no further request. */
function isClosing(text: string, words: string): boolean {
  if (text.includes("?") || words.split(" ").length > MOST_CLOSING_WORDS) return false;
  if (/\b(?:who|where|what|when|how|which|need|find|any|near)\b/.test(words)) return false;
  return /\b(?:thanks|thank you|cheers|merci|gracias|danke|(?:most|very|so|really) helpful)\b|^(?:(?:ok|okay|oh|ah|no|actually|well) )*(?:never ?mind|forget it|that is (?:it|all)|nothing|done|no|actually no|fine|all good|good|great|sorry|wow|you(?: are|r) (?:the best|a star|so kind|great|awesome|an angel))$/.test(
    words,
  );
}
