import type { Ability } from "./intent.ts";

/** Words that indicate an ability, and how strongly. They match `plainWords` text; the weights of several add up. */
export interface Cue {
  ability: Ability;
  weight: number;
  words: RegExp;
  /** For "my" and "details": which list or aspect. */
  topic?: string;
}

const ITEM = "(?:it|that|this|them|those|these|one|(?:the|that|this) (?:\\w+ ){0,3}\\w+)";
const AGAIN = "^(?:(?:and|ok|okay|so|then|please|yes|well|oh|ah|cool|great|good|now) )*";

export const cues: readonly Cue[] = [
  // Directions and places
  {
    ability: "directions",
    weight: 3,
    words:
      /\bhow (?:(?:do|can|would|should|to) )?(?:(?:i|we|you|one) )?(?:can |could )?(?:best )?(?:get|go|walk|bike|ride|cycle|reach|come|find my way)\b(?! (?:added|invited|rid|in touch)\b)/,
  },
  {
    ability: "directions",
    weight: 3,
    words:
      /\b(?:directions?|route|way (?:to|from|home|back|there|over)|(?:which|what) way|(?:tell|show) (?:me|us) the way|(?<!(?:on|by|in) )the way\b(?! (?:it|you|they|i))|(?:take|bring|lead|guide|walk|show|get|point) (?:me|us) (?:to|home|back|there|the way|towards|over)|navigate|get home|go home|(?:walk|ride|bike|go|get|going|getting) (?:there|back|home))\b/,
  },
  {
    ability: "distance",
    weight: 4,
    words:
      /\bhow (?:far|long (?:is|does|would|will|to) (?:the |it |that )?(?:a )?(?:walk|take|ride|way|get|go|bike)|many (?:minutes|metres|meters|min|mins|km))\b|\b(?:distance|is (?:it|that|this) (?:far|a long)|far (?:is|away|from|to))\b|\bfar\?|\bon foot how long|\bin (?:met(?:er|re)s|km|minutes)\b(?= *\??$)|\bhow long (?:on foot|by foot|by bike)|\b(?:which|what) is closer\b/,
  },
  {
    ability: "where-am-i",
    weight: 6,
    words:
      /\bwhere (?:even |exactly |on earth |the (?:hell|fuck|heck) )?(?:am i|are we|i am|do i stand)(?! (?:\w+ ){0,2}(?:to|now to)\b)\b|\b(?:i am|we are) (?:so |totally |completely )?lost\b|\b(?:my|our) (?:current )?(?:position|location|address)\b|\bwhere is (?:my|our) (?:own )?(?:home|camp)\b(?! \w+ing)|\bwhere (?:do|is it) (?:i|we) (?:live|camp|sleep)\b|^(?:my )?(?:position|location|address)\??$|\bwhat (?:is|street|address) (?:is )?(?:this|my address)\b|\b(?:which|what) street (?:am i|are we|i am|is this)\b|\bin which street\b/,
  },
  {
    ability: "at-address",
    weight: 4,
    words:
      /\bwhat (?:is|are|camps? (?:is|are)|do (?:we|you) have|else is|can i find|will i find|would i find|there is|is there|do i find) (?:there )?(?:at|on|in|around|near|nearby|here|close)\b|\b(?:who|which camp|what camp) (?:is|camps?|lives?|are) (?:at|on|there|here|this)\b|\banything (?:at|on|around)\b|\bwhat is that\b|\bwhich camp is this\b/,
  },
  {
    ability: "nearest",
    weight: 3,
    words:
      /\b(?:nearest|closest|most near|where is (?:the |a )?(?:next|nearest|closest)|where (?:can|do|could) (?:i|we) (?:find|get|buy|pee|go|fill|refill))\b/,
  },
  // Times
  {
    ability: "whats-on",
    weight: 2,
    words:
      /\b(?:events?|programme|program|schedule|line ?up|parties|party|gigs?|concerts?|shows|workshops?|class(?:es)?|happenings?)\b/,
  },
  {
    ability: "whats-on",
    weight: 4,
    words:
      /\bwhat (?:is|else is|s) (?:there )?(?:on|happening|going on|up|good|fun|playing|to (?:do|see|watch))\b|\bwhere is every(?:one|body)\b|\b(?:anything|something|what) (?:on|happening|going on|open|fun|to do|cool|good|else|for (?:kids|children))\b|\bwhen (?:do|does|is|are) (?:\w+ ){1,4}(?:open|on|start|begin|close|play)\b|\b(?:are|is) (?:they|it) (?:on|cooking|open|playing|serving)\b/,
  },
  {
    ability: "availability",
    weight: 4,
    words: new RegExp(
      String.raw`\b(?:is|are|will|would) ${ITEM} (?:be )?(?:still |already )?(?:free|available|taken|booked|out|there|gone|possible)\b|\bwhen (?:is|will|can) (?:it|that|this|they|the \w+|i (?:have|get) it) (?:be )?(?:free|back|available|returned)|\bcan i (?:have|get) (?:it|that|this) (?:for|on|from|until)\b|\bstill (?:there|free|available|to have)\b`,
    ),
  },
  {
    ability: "availability",
    weight: 4,
    words:
      /\b(?:free|available|availability|booked|taken|bookable)(?: (?:on|for|at|from|until|this|next|right|now|tonight|today|tomorrow|sat\w*|sun\w*|mon\w*|tue\w*|wed\w*|thu\w*|fri\w*|then|too|as well))*\s*\??$|^(?:free|available)\b/,
  },
  {
    ability: "whats-on",
    weight: 4,
    words: /\bwhen (?:is|are) (?:the )?(?!it\b|that\b|this\b|they\b|he\b|she\b|the\b)\w+/,
  },
  {
    ability: "availability",
    weight: 4,
    words:
      /\b(?:in use|reserved|spoken for|up for grabs|already (?:out|gone|lent|promised)|(?:anyone|anybody|someone|somebody) (?:using|has) (?:it|that|them)|when can i (?:have|get|take|borrow|use)|can i still (?:have|get|borrow)|which days?|what days?)\b/,
  },
  // Items
  {
    ability: "borrow",
    weight: 4,
    words:
      /\b(?:i will|i would|let me|we will|i want to|want|wanna|can i|could i|may i|please) (?:like to )?(?:have|take|get|grab|borrow|reserve|book|snag|use) (?:it|that|this|them|those|one|that one|this one|the \w+)\b|\b(?:sign me up|put me down|count me in|put my name down|reserve (?:me|us)|save (?:it|one) for (?:me|us)|hold (?:it|one) for (?:me|us)|send (?:a |the )?request|make (?:a |the )?request|go ahead)\b/,
  },
  {
    ability: "borrow",
    weight: 4,
    words: new RegExp(
      String.raw`\b(?:borrow|book|reserve|rent|take|request|ask (?:them|him|her|the owner|\w+) (?:for|if)|ask for|have|get|want) ${ITEM}(?: (?:please|then|for|from|until|on))?\b`,
    ),
  },
  {
    ability: "borrow",
    weight: 4,
    words: new RegExp(
      String.raw`${AGAIN}(?:i (?:want|would like|will) (?:to )?)?(?:ask|book|borrow|reserve|request)\b(?!.*\b(?:around|others|everyone|everybody|people|anyone)\b)|${AGAIN}(?:mine|deal|i take it)\b`,
    ),
  },
  {
    ability: "borrow",
    weight: 2,
    words:
      /\b(?:can|could|may) i (?:borrow|have|take|get|use)\b|\bi (?:will|would like to|want to) (?:take|borrow|have|book|reserve)\b|\bask (?:the owner|them|to borrow)\b/,
  },
  {
    ability: "details",
    weight: 3,
    topic: "all",
    words:
      /\b(?:tell me (?:more|about)|more (?:about|info|details?)|details?|describe|info(?:rmation)? (?:on|about)|what is (?:it|this|the \w+ one)\b|show (?:me )?(?:the|that|it)|open (?:it|the)|what (?:do|does) (?:it|they|that|he|she) (?!have|lend|share|offer)|what are they)\b|\bneed to bring\b|\b(?:have|need|should i) (?:to )?bring (?:anything|something|my)\b/,
  },
  {
    ability: "details",
    weight: 4,
    topic: "owner",
    words: new RegExp(
      String.raw`\bwho (?:owns|has it|lends (?:it|that)|is (?:the owner|it from|that)|do i (?:ask|talk to))\b|\bwhose (?:is|are)? ?(?:it|that|this|the)?\b|\bowner\b|\bcontact\b|${AGAIN}(?:who|whose|to whom|who is it)\??$`,
    ),
  },
  {
    ability: "details",
    weight: 4,
    topic: "size",
    words:
      /\bhow (?:big|large|heavy|strong|many watts|much power|powerful|tall|long is (?:it|that)|loud|old|high|wide|many (?:people|persons|fit|does it))\b|\bwhat size\b|^watts\??$|\b(?:big|large|strong|long) enough\b/,
  },
  {
    ability: "details",
    weight: 4,
    topic: "place",
    words: new RegExp(
      String.raw`\bwhere (?:is|are|was) (?:it|that|this|they|them|he|she|the (?:first|second|third|last) one|that one)\b|\bwhere exactly\b|\bwhere (?:it is|they are|does (?:it|he|she|they) (?:stand|live|camp)|do i (?:find|pick|get|fetch|collect) (?:it|them|him|her)|would i (?:find|fetch|get) (?:it|them)|he lives|she lives)\b|${AGAIN}(?:where|where to|where exactly)\??$|\b(?:it|its|they|he|she|that|those|is|are|this)(?: \w+)? where\??$`,
    ),
  },
  {
    ability: "details",
    weight: 4,
    topic: "time",
    words: new RegExp(
      String.raw`${AGAIN}(?:when|what time|at what time|until when|how late|from when)(?: (?:is it|are they|do they|does it|are they open|should i be there|can we go))?\??$|\bhow late are they open\b`,
    ),
  },
  {
    ability: "details",
    weight: 3,
    topic: "place",
    words:
      /\bwhere (?:is|are) (?:the |that |this )?(?!my\b|i\b|we\b|(?:the |a )?(?:next|nearest|closest|most near))\p{L}{3,}/u,
  },
  {
    ability: "details",
    weight: 3,
    topic: "all",
    words:
      /^(?:and )?(?:what|who) is (?!it\b|this\b|on\b|at\b|in\b|near\b|the (?:time|date|way|distance)|your\b|here\b|there\b|happening\b|going\b|closer?\b|with\b|up\b|playing\b|open\b|(?:the )?(?:nearest|closest))(?:the |a |an )?\p{L}+/u,
  },
  // The user's own lists
  {
    ability: "my",
    weight: 5,
    topic: "loans",
    words:
      /\bmy (?:\w+ )?(?:loans?|borrowed|borrowings?|things)\b|\b(?:what|which things?|anything|something) (?:have|did|do|am|are)? ?(?:i|we) (?:still |have |must |need to )*(?:borrow(?:ed|ing)?|have out|return|give back|bring back|owe|lend(?:ing)?|lent|have from)\b|\bwhen (?:do|must|should) i (?:have to |need to )?(?:return|bring|give)\b|\bwhat (?:do|must) i (?:have to )?(?:return|give back|bring back)\b|\bwho (?:is |has )?(?:got|has|have|took|borrowed) my\b|\bi (?:borrowed|lent)\b|\buntil when (?:can i|i can|may i) (?:keep|have)\b/,
  },
  {
    ability: "my",
    weight: 5,
    topic: "requests",
    words:
      /\bmy (?:\w+ )?requests?\b|\bother requests\b|\bwho wants my\b|\bhas (?:anyone|anybody|somebody|someone) asked\b|\b(?:did|has) (?:anyone|somebody|someone|they|he|she|the owner|\w+) (?:answer|accept|approve|say yes|ask(?:ed)? for my|repl)\w*|\bwhat did i (?:ask for|request)\b|\bpending\b/,
  },
  {
    ability: "my",
    weight: 5,
    topic: "needs",
    words:
      /\bmy (?:\w+ )?(?:needs?|looking for|posts?|wishes)\b|\bwhat (?:am i|was i|are we) (?:still )?looking for\b|\bwhat did i (?:post|need)\b/,
  },
  {
    ability: "my",
    weight: 5,
    topic: "plan",
    words:
      /\bmy (?:\w+ )?(?:plan|plans|list|schedule|calendar|agenda|favou?rites?|marks)\b|\bwhat (?:did|do|have) i (?:plan(?:ned)?|mark(?:ed)?)\b|\bwhat am i doing\b/,
  },
  {
    ability: "my",
    weight: 5,
    topic: "loans",
    words:
      /\b(?:due|overdue)\b|\bdo i (?:still )?(?:have|owe|need to return)\b|\bdid i (?:borrow|lend)\b|\bam i (?:borrowing|lending|late)\b|\bgive (?:it|them|\w+) back\b|\b(?:i|we) have to (?:return|bring back|give back)\b/,
  },
  {
    ability: "recall",
    weight: 4,
    words:
      /^(?:(?:ok|and|so|hey|looby|hmm|um|wait|but) )*(?:what|where|who|when|which \w+) (?:was|were)\b|\b(?:was|were) (?:called )?(?:where|what|who)\b|\b(?:what|where|who|when) (?:did|do|have) i\b.*\b(?:again|tell|say|put|leave|note|write|save|park|meet)\b|\bwhat is my\b|\b(?:that|thing|what|place|one) i (?:told|wrote|noted|saved|said|mentioned)\b|\bdo i (?:know|remember)\b|\bsomething about my\b/,
  },
  {
    ability: "remember",
    weight: 6,
    words:
      /^(?:please |can you |could you |pls |hey |looby |also |and |ok )*(?:remember|note|keep in mind|do not forget|remind me|save|write down|memo|make a note|store)\b(?! (?:what|when|where|who|me\b|the (?:camp|place|person|guy)))/,
  },
  {
    ability: "recall",
    weight: 6,
    words:
      /\b(?:what|where|when|who|which \w+|what \w+) (?:did|have|had|was|were) (?:i|my|we|it i|that i|that|her|his|the) ?.*\b(?:say|said|write|wrote|written|note[ds]?|tell|told|leave|left|put|park(?:ed)?|lock(?:ed)?|keep|kept|save[ds]?|meet|met|see|saw|promise[ds]?|stash(?:ed)?|hide|hid|store[ds]?|name|called|song)\b|\b(?:my (?:notes?|memor(?:y|ies)|thoughts?)|do you remember|remember (?:what|when|where|who|me)|did i (?:say|note|write|tell|mention)|i (?:said|noted|wrote|told you)|remind me (?:what|where|who|when)|when do (?:i|we) meet|what i wrote)\b|\bwhere is my\b|\b(?:lock )?code\?|\bwhat is the (?:lock )?code\b/,
  },
  {
    ability: "post-need",
    weight: 6,
    words:
      /\b(?:post|publish|put (?:up|out|it up|that up)|pin|advertise|announce|spread the word|shout out|ask around|ask (?:the )?(?:others|everyone|everybody)|tell (?:everyone|everybody|people|the camp|others)|let (?:people|everyone|everybody|others) know|keep (?:it|that) as|make (?:it |that )?a need|add (?:it |that )?to (?:the )?needs|write a search)\b/,
  },
  {
    ability: "share",
    weight: 6,
    words:
      /\b(?:i|we) (?:have|have got|got|own|brought|could|can|would like to|want to|would|will) (?:.{0,60}\b)?(?:to (?:lend|share|give(?: away)?|offer|spare)|lend out|can (?:lend|share|give|offer|borrow)|anyone can (?:use|have|borrow)|others? can (?:use|borrow)|spare|share|offer|lend|donate|teach|for lending)\b|\b(?:list|share|offer|lend|lend out|add|donate|give away|put up) (?:my|our|a|an|some|the|it|them)\b.*|\bi am (?:offering|giving away|lending|also an?|an?) (?:offer|electrician|\w+(?:er|or|ist|ian))\b|\bothers? can (?:use|have|borrow) (?:my|our)\b|\bput (?:my|our) .{2,60}\b(?:in|into) the library\b|^add \w+|\bfar too many\b|\bhow (?:may|can|do) i offer\b|\bwant to (?:lend|give|share) (?:my|out)\b|\bgoing to lend\b/,
  },
  // Danger is checked before these rules. This one is for cases that need a medic but no card.
  {
    ability: "medical-first",
    weight: 7,
    words:
      /\b(?:medical|medic|medics|first aid|doctors?|nurse|rampart|infirmary|hospital|paramedics?|plasters?)\b(?! (?:bags?|box(?:es)?|costumes?|hats?|kits?|outfits?|props?|scrubs|students?|supplies|tape|uniforms?)\b)/,
  },
  {
    ability: "medical-first",
    weight: 7,
    words:
      /\b(?:i|we|my \w+|he|she|they|friend|^)(?:have )? ?(?:\w+ )?(?:cut|burned|burnt|twisted|sprained|scraped|hurt|stubbed|bruised|hit|smashed|scratched|stepped on|dust)\b.*\b(?:foot|feet|hand|finger|toe|knee|ankle|leg|arm|head|elbow|thumb|wrist|nail|glass|back|shoulder|face|eyes?|myself|himself|herself)\b|\bblisters?\b|\bsplinter\b|\bstung\b|\bsunburn(?:ed|t)?\b|\bneed stitches\b/,
  },
];

/** Whether a text in plain words requests medics. */
export function asksForMedics(text: string): boolean {
  return cues.some(({ ability, words }) => ability === "medical-first" && words.test(text));
}
