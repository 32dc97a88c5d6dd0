/** Questions about the city and Looby itself, by the key of the guide's section that answers them. Patterns over plain words. */
const topics: readonly (readonly [topic: string, words: RegExp])[] = [
  [
    "weather",
    /\b(?:will it (?:rain|be (?:hot|cold|windy))|weather|forecast|rain(?:ing)? (?:today|tomorrow|tonight))\b/,
  ],
  [
    "delete-account",
    /\b(?:delete|close|remove|erase|cancel|quit|get rid of) (?:my |the )?(?:account|profile|data)\b|\b(?:forget|delete) me\b/,
  ],
  [
    "notifications",
    /\b(?:get|turn on|turn off|switch on|switch off|enable|disable|stop) (?:the |my |push )?notifications?\b/,
  ],
  [
    "forgotten-password",
    /\b(?:forgot(?:ten)?|lost|reset|change|new) (?:my |the )?(?:password|pass ?word|pw|login)\b|\bcan not log ?in\b|\bcannot (?:log|sign) ?in\b/,
  ],
  [
    "privacy",
    /\bwho else (?:can )?(?:read|see)s?\b|\bsee my (?:name|number|email)\b|\b(?:they|others|people) (?:know|see) (?:it is|that it is|who) (?:me|i)\b|\bwho (?:can )?(?:sees?|read|reads) (?:what|my|this|it)\b|\byou (?:sell|share|spy)\b|\b(?:private|privacy|secret|data protection|do you (?:tell|share|spy|sell))\b|\bcan (?:others|anyone|anybody|people|someone) (?:see|read)\b/,
  ],
  [
    "position",
    /\b(?:track(?:ing|ed)?|(?:to|with|of) my (?:position|location)|(?:use|store|keep|share|know) (?:my )?(?:position|location|where i am|gps))\b/,
  ],
  [
    "cost",
    /\bis (?:looby|this app|the app|using (?:it|this|looby)) (?:for )?free\b|\bhow much (?:is|does) (?:looby|this app|the app|borrowing|it) (?:cost)?\b|\b(?:do i|do we|have to) pay (?:for )?(?:looby|this|borrowing)\b|\bwhat does (?:looby|it|borrowing|this) cost\b/,
  ],
  [
    "offline",
    /\b(?:no|without(?: a)?|bad|lost) (?:signal|internet|network|connection|wifi|reception)\b|\boffline\b|\bdo(?:es)? (?:you|this|it|looby|the app) (?:still )?work (?:without|with no|offline)\b/,
  ],
  [
    "late-return",
    /\b(?:bring|return|give|get)(?:ing)? (?:it |them |this |that |the \w+ )?(?:back )?late\b|\b(?:too|running|am|be) late\b|\boverdue\b|\bkeep (?:it|them) (?:a bit )?longer\b|\bone more day\b/,
  ],
  [
    "broken-loan",
    /\b(?:broke|broken|damaged?|smashed|busted|lost) (?:it|them|the (?:thing|loan)|something i borrowed|a borrowed|what i borrowed)\b|\b(?:borrowed|thing|it|they)(?: \w+)? (?:is|are|got|was) (?:broken|damaged|lost)\b/,
  ],
  [
    "returning",
    /\bhow (?:do|can|should|to) (?:i |we |you )?(?:return|give|bring)\b|\b(?:returning|giving back|bring(?:ing)? back) (?:works?|a|the|it|things?|something|stuff)\b|\bhow does returning\b/,
  ],
  [
    "borrowing",
    /\bhow (?:i|we|you) (?:can )?(?:borrow|lend)\b|\bhow (?:do|can|does|should|to|would) (?:i |we |you |one )?(?:borrow(?:ing)?|lending|rent|loans?)\b(?! (?:it|that|this|one|the|them))|\bhow (?:do|does) (?:borrowing|lending|it) work\b|\bborrowing works?\b|\brules? (?:for|of|about) (?:borrowing|lending)\b/,
  ],
  [
    "sharing",
    /\bhow (?:does|do) (?:sharing|offering|adding) work\b|\bdo i need (?:a )?(?:photo|picture)\b|\bhow (?:do|can|should|to) (?:i |we |you )?(?:share|offer|lend|add|list|upload|put (?:\w+ ){1,3}(?:in|into|on) (?:the library|looby))\b/,
  ],
  ["needs", /\bhow (?:do|can|should|to) (?:i |we |you )?(?:post|ask for|look for)\b|\bwhat is a need\b/],
  [
    "joining",
    /\bhow (?:do|can|should|to) (?:i |we |you )?join\b|\bget (?:added|invited)\b|\bjoin (?:a |the |your |this )?(?:camp|community|group|loobricate)\b|\bbecome a member\b/,
  ],
  [
    "memories",
    /\bhow (?:do|can|to) (?:i |you )?(?:save|keep|store|remember|make) (?:a )?(?:memor|note|things)|\bwhat (?:are|is a) memor(?:y|ies)\b|\bhow do memories\b/,
  ],
  [
    "companions",
    /\b(?:other|more|which|what) companions?\b|\bwho else (?:is there|can i talk)\b|\bcompanions?\b/,
  ],
  [
    "what-can-you-do",
    /\bwhat (?:can|do|could) you (?:do|offer|know|help)\b|\bhow (?:can|do) you help\b|\bwhat (?:can|could|should) i (?:ask|say)\b|\bhelp menu\b|\bwhat are you good (?:for|at)\b|^(?:help|commands?)\??$|\bhow does (?:this|looby|it|the app) work\b|\bwhat (?:is|are) (?:you|this app|looby) for\b/,
  ],
  [
    "who-are-you",
    /\bwho (?:are|made|built|runs|is) (?:you|u|looby|this)\b|\bwhat are you\b|\bare you (?:even |really |actually |like )?(?:an? )?(?:ai|bot|robot|human|real|person|llm|chatgpt|machine|alive|computer)\b|\bwhat is (?:looby|your name|this app)\b|\byour name\b|^(?:so |hey |and |looby )*(?:are )?(?:you|u) (?:an? )?(?:ai|bot|robot|human|real|person|machine|alive)\??$/,
  ],
  [
    "burn-times",
    /\bwhen (?:is|does|do|will|are) (?:the |they )?(?:\w+ )?(?:burn|man burn|temple burn|burning)\w*\b|\bwhen\b.*\bburn(?:s|ed|ing)?\b|\bburn (?:times?|night|schedule|day)\b|\b(?:man|temple) burn(?:s|ing)?\b|\bburn(?:s|ing)? (?:the )?(?:man|temple)\b/,
  ],
  ["gate", /\bgate (?:open|closed?|hours?|road)|\b(?:is|when is|where is|what about) (?:the )?gate\b/],
  [
    "airport",
    /\b(?:last|first|next) (?:flight|plane|shuttle)\b|\bairport\b|\bfl(?:y|ights?|ying)\b.*\b(?:out|home|in|away)\b|\bshuttle\b/,
  ],
  [
    "leaving",
    /\b(?:leav(?:e|ing)|exodus|drive out|get out of|way out of) (?:the )?(?:city|festival|here|playa|town|desert)\b|\bexodus\b|\bwhen (?:should|do|can) (?:i|we|people) leave\b|\b(?:best|good) time to leave\b|\bhow do (?:i|we) (?:get out|leave)\b/,
  ],
  [
    "grey-water",
    /\bdirty (?:\w+ ){0,3}water\b|\bgr[ea]y ?water\b|\bdish ?water\b|\bwaste ?water\b|\bshower water\b|\bdirty water\b|\b(?:dump|pour|put|get rid of|throw)\b.*\bwater\b/,
  ],
  ["trash", /\b(?:trash|garbage|rubbish|litter|bins?|dumpster|recycl\w*|moop)\b/],
  ["dust-storm", /\b(?:dust ?storm|sand ?storm|white ?out)s?\b/],
  ["heat", /\b(?:heat ?stroke|too hot|heat exhaustion|overheat\w*|sun ?stroke)\b/],
  [
    "quiet-hours",
    /\buntil when (?:can|may|do) (?:we|i|you)\b.*\b(?:run|play|music|generator|loud)\b|\bquiet (?:hours?|time)\b|\bwhen (?:do|does|must) (?:\w+ ){0,3}(?:generators?|music|it) (?:\w+ ){0,3}(?:quiet|off|stop|silent)\b|\b(?:how late|until when|how long) (?:can|may) (?:i|we)\b.*\b(?:music|generator|loud)\b|\brun (?:a |the |my )?generator (?:at|all) night\b/,
  ],
  [
    "money",
    /\bpayment\b|\b(?:pay|buy|cash|money|atm|credit card|price|prices|sell|sold|dollars?|euros?|shop|shops|store)\b/,
  ],
  ["art-cars", /\b(?:art ?cars?|mutant vehicles?)\b/],
  ["dogs", /\b(?:dogs?|pets?|puppy|cat|cats)\b/],
  [
    "children",
    /\b(?:lost (?:child|kid|boy|girl)|(?:bring|with) (?:my |the |our )?(?:kids?|child(?:ren)?|baby|son|daughter)|are (?:kids|children) allowed)\b/,
  ],
  ["photos", /\b(?:take|taking|shoot) (?:a )?(?:photos?|pictures?|pics?)\b|\bphotograph\w*\b/],
  [
    "bikes",
    /\b(?:bike|bicycle)s? (?:rules?|lights?|stolen|gone|missing)\b|\bleave my bike (?:behind|here)\b|\bride (?:a |my )?bike at night\b/,
  ],
  [
    "addresses",
    /\bhow (?:do|does|to) (?:\w+ )?(?:the )?address(?:es)?\b|\bread (?:an |the )?address(?:es)?\b|\bwhat does (?:\d|an? )?.*(?:address|&|mean)\b.*\bmean\b|\bhow is the city (?:laid|built|organi[sz]ed)\b|\bclock address\w*\b/,
  ],
  [
    "today",
    /^(?:and )?(?:the )?time\??$|\bwhat (?:day|date|time|weekday)(?: of the week)? is (?:it|today|tomorrow)\b|\bwhat is the (?:day of the week|weekday)\b|\bwhat is (?:the )?(?:date|day|time|today)\b|\b(?:today s|todays) date\b|\bhow late is it\b/,
  ],
  [
    "temple",
    /\bwhat is the temple for\b|\bwhat is (?:at )?(?:the )?temple\b|\b(?:tell me|info|more) about the temple\b|\bwhere is the temple\b/,
  ],
  ["man", /\bwhat is (?:at )?the man\b|\b(?:tell me|info|more) about the man\b/],
  [
    "centre-camp",
    /\bwhat is (?:at |in )?(?:the )?(?:centre|center) camp\b|\babout (?:the )?(?:centre|center) camp\b/,
  ],
];

/** The section of the guide a message is about; null for none. */
export function topicOf(text: string): string | null {
  return topics.find(([, words]) => words.test(text))?.[0] ?? null;
}
