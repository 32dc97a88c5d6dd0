import { BODY, CHILD, near, OTHER, PERSON, phrases, SUBSTANCE, togetherWith } from "./help-concepts.ts";

// Signs of danger: a subject and a condition that are harmless apart but not together, with any words between them. The phrases of
// help-phrases.ts have a fixed wording; these can be worded in a hundred ways.

const SOMEBODY = `(?:${PERSON}|i|im|ive|we|you|youre)`;
const VICTIM = `(?:me|us|him|her|them|myself|someone|somebody|my (?:\\w+ )?\\w+|his (?:girl|boy)friend|our (?:\\w+ )?\\w+)`;
const BUILT =
  "(?:tents?|camps?|rv|van|car|truck|bus|trailer|container|kitchen|shade|structure|generator|dome|yurt|stove|battery|roof|bar|stage|neighbou?rs|building|barrel next)";
const FLAMES =
  "(?:burning(?! (?:questions?|man|desire|scene))|on fire|in flames|caught fire|catching fire|smoking)";
const LIMP =
  "(?:convulsing|convulsions?|seizing|twitching|limp|out cold|knocked out|keeled over|face down|lifeless|gasping|foaming|delirious|unconscious|comatose|slumped)";
const FELL =
  "(?:dropped|fell|went|falls|fallen|is|s|lying|laying|passed out|collapsed) (?:down )?(?:to|on|onto) (?:the )?(?:ground|floor|playa|street|road)";
const UNWELL =
  "(?:slurring|talking (?:nonsense|gibberish|funny|weird)|making no sense|acting (?:really |very |so )?(?:strange|weird|odd|confused)|sweating like|burning (?:hot|up)|not (?:answering|reacting|responding|moving|himself|herself)|isnt (?:answering|reacting|responding|moving)|wont (?:answer|react|respond|move|wake|wake up|talk|get up)|doesnt (?:answer|react|respond|move|recogni[sz]e|know where))";
const PALE = "(?:blue|purple|gr[ae]y|pale|white|yellow|hot and dry|clammy|ice cold)";
const HURT =
  "(?:sliced|gashed|slashed|cut|smashed|crushed|impaled|burned|burnt|scalded|stabbed|severed|broke|broken|snapped|dislocated|electrocuted|mangled)";
const RUN_OVER = "(?:hit by|struck by|run over|ran over|trapped|pinned|crushed|under)";
const VEHICLE = "(?:car|truck|bus|van|bike|trike|art car|vehicle|golf cart|scaffold\\w*|tower|trailer|rv)";

export const emergencySigns = phrases(
  near(SOMEBODY, LIMP, 6),
  near(PERSON, FELL, 4),
  near(PERSON, UNWELL, 6),
  near(`(?:my|his|her|their) skin|lips|face|fingers`, PALE, 4),
  near(`(?:my|his|her|their) (?:pulse|heart|heartbeat)`, "(?:weak|stopped|irregular|failing|faint|gone)", 4),
  near(PERSON, `${RUN_OVER} (?:by )?(?:an?|the|our|their) (?:\\w+ )?${VEHICLE}`, 4),
  near(
    `(?:my|his|her|their|your) (?:whole |left |right )?${BODY}`,
    "(?:looks wrong|bent|open|to the bone)",
    5,
  ),
  near(`${HURT} (?:open )?(?:my|his|her|their|your)(?: \\w+)?`, BODY, 1),
  near(`burn(?:s|t|ed)?`, `(?:on|all over) (?:my|his|her|their)(?: whole)? ${BODY}`, 5),
  near("(?:hard|harder|difficult|difficulty|struggling|trouble|cant|unable|barely|not|stopped)", "breath", 3),
  `(?:cant|cannot|dont|doesnt) feel (?:my|his|her|their) (?:left |right )?(?:side|legs?|arms?|face|hands?|feet)`,
  `(?:chest|arm|head)(?: \\w+){0,2} (?:hurts?|pain|numb|tight|heavy)(?: \\w+){0,8} (?:numb|arm|chest|tight|breath\\w*|so bad)`,
  `(?:blood|bleeding) (?:is )?(?:everywhere|all over)|pools? of blood|covered in blood|(?:wont|doesnt|didnt|cant) (?:quit|stop) bleeding`,
  near(`(?:${PERSON}|im|i am|pregnant)`, "bleeding(?! (?:edge|heart))", 2),
  near("pregnant", "(?:pain|cramps|contractions|labou?r|water broke|bleeding|fell)", 8),
  near("(?:tongue|throat|face|lips|airway)", "(?:swelling|swollen|swells|closing)", 3),
  near(
    "(?:stung|sting|bite|bitten|bit|ate|peanuts?|nuts)",
    "(?:hives|swelling|swollen|rash|throat|breath\\w*)",
    8,
  ),
  near(
    "(?:diabetic|epileptic|asthmatic)",
    "(?:strange|weird|shaking|no insulin|confused|inhaler|fit|help)",
    8,
  ),
  `(?:having|had|has|in) (?:a|an) (?:\\w+ )?(?:fit|convulsion|stroke|aneurysm)(?! of )`,
  `(?:im|i am|feel|feeling|${PERSON})(?: \\w+){0,4} (?:dizzy|faint|stopped sweating|not sweating|delirious|hypothermic|sun ?stroke|dehydrated)(?! (?:heights|fabric|colou?rs?))`,
  near("people", "(?:feel faint|feeling faint|passing out|fainting)", 3),
  near(BUILT, FLAMES, 3),
  near(
    "smoke",
    `(?:coming|pouring|rising|billowing|everywhere|inside|from|out of)(?: \\w+){0,4} ${BUILT}`,
    2,
  ),
  `(?:just )?exploded(?! (?:with|in) )|explosion(?! of )|gas (?:is )?leak(?:ing|s)?|leaking (?:gas|propane|fuel)|carbon monoxide`,
  near(
    `(?:lost|cant find|cannot find|missing|looking for|wheres|where is|havent seen)`,
    `(?:my|our|the|his|her) (?:\\w+ )?${CHILD} (?:in|at|near|since|hes|shes|he|she|is|was|anywhere|last|for|who)`,
    0,
  ),
  near(
    `(?:my|our|a|the|his|her) (?:\\w+ )?${CHILD}`,
    "(?:is gone|has gone|disappeared|vanished|wandered off|went missing|ran off|ran away)",
    1,
  ),
  near(
    `found (?:a|an|this)(?: \\w+)?`,
    `${CHILD}(?: \\w+){0,2} (?:crying|alone|lost|by (?:himself|herself))`,
    1,
  ),
  near(CHILD, "(?:swallowed|choking|not breathing|burned|burnt|unconscious|limp|drank)", 4),
  `swallowed (?:a|an|some|the) (?:\\w+ )?(?:battery|batteries|bleach|fuel|glass|magnets?|detergent|gasoline|petrol|lighter fluid)`,
  near(
    "(?:stabbed|shot at|shot|attacked with)",
    "(?:me|him|her|them|guy|man|woman|somebody|someone|knife|gun)",
    3,
  ),
  near(PERSON, "(?:stabbed|been shot|got shot|was shot)", 3),
  `(?:ambulance|paramedics?|medics?)$|(?:need|send|wheres|where are|where is|find|call|closest|nearest|get)(?: \\w+){0,3} (?:ambulance|paramedics?|medics?|medical)(?! (?:themed|art|car|bike|party|costume|school|tape))`,
  `(?:come|send|get) (?:\\w+ )?(?:help|someone|somebody)(?: \\w+){0,6} (?:isnt|not|wont|hurt|bleeding|blood|dying|moving|breathing)`,
  near(
    "theres|there is|there s",
    "(?:blood|a person|somebody|someone|a body|a man|a woman)(?: \\w+){0,2} (?:everywhere|under|down|trapped|stuck under|face|not moving|on the (?:ground|floor|road))",
    1,
  ),
);

const TAKING =
  "(?:took|taken|takes|taking|ate|eaten|swallowed|drank|drunk|did|dropped|smoked|snorted|popped|had|mixed|injected|on|inhaled|used)";
/** Substance names with other meanings count only when a person takes them. */
const TAKEN = `${TAKING} (?:\\w+ ){0,5}(?:${SUBSTANCE}|k|g|hits?|pills?|doses?|lines?|bumps?|drops?|tabs?|edibles?|brownies?|cookies?|something|anything|stuff|meds)`;
const IN_TROUBLE =
  "(?:scared|terrified|frightened|freaking|freaked|paranoid|panick\\w*|awful|weird|wrong|sick|dying|die|confused|lost it|screaming|crying|shaking|twitching|grinding|convulsing|burning up|overheat\\w*|sweating|racing|pounding|puk\\w*|vomit\\w*|throwing up|throw up|snoring|passed out|asleep|unconscious|unresponsive|stuck|numb|hallucinat\\w*|seeing things|doesnt know|dont know where|cant|cannot|wont|isnt|not (?:really )?(?:responding|okay|ok|moving|talking|feeling)|barely|help|emergency|dark|hurts?|hours ago|what (?:should|do) (?:i|we))";
const WASTED = "(?:high|drunk|stoned|wasted|fucked up|messed up|wrecked|gone|far gone|intoxicated|trippy)";

export const overdoseSigns = phrases(
  togetherWith(TAKEN, IN_TROUBLE, 10),
  `(?:too|to) (?:much|many) (?:of )?(?:\\w+ ){0,2}${SUBSTANCE}`,
  near(`(?:way |far |much |so )(?:too |to )?${WASTED}`, IN_TROUBLE, 5),
  near(`(?:too|to) ${WASTED}`, IN_TROUBLE, 5),
  near(
    "(?:tripping|trippin|peaking|rolling|come up|comedown|trip)",
    "(?:dark|scared|terrif\\w+|help|please|cant|panic\\w*|freaking|dying|awful|horrible|nightmare|hell)",
    8,
  ),
  `(?:cant|wont|doesnt|not) (?:come|coming) down(?! (?:to|the|for|from the))`,
  near(
    "(?:heart|chest|pulse)",
    "(?:after|from|since) (?:that|this|the|a|taking|smoking|my) ?(?:line|pill|bump|hit|tab|joint|drop|stuff|\\w*ing)",
    8,
  ),
  near(
    "(?:dont|didnt|not) know what",
    "(?:in (?:that|this|the|it|my)|that (?:pill|tab|powder|was)|took|i took)",
    4,
  ),
  `(?:dosed|roofied|drugged|spiked|poisoned) (?:me|us|him|her|them|my \\w+|our \\w+)|(?:been|was|were|got|getting|being|is) (?:\\w+ )?(?:dosed|roofied|drugged|spiked)`,
  near(
    "(?:put|slipped|dropped|poured|mixed)",
    "(?:something|drugs|powder|a pill|pills|ghb|roofies?) (?:in|into|in to|inside) (?:my|his|her|their|our|the|a|somebodys|someones)",
    1,
  ),
  `slipped (?:me|us|him|her|them|my \\w+) (?:something|a \\w+|drugs|ghb)`,
  `(?:wrong|someone elses|somebody elses|someone else s|somebody else s|too many of (?:my|his|her)|expired) (?:meds|pills?|medication|medicine|dose)`,
  near(
    "(?:fentanyl|laced|contaminated|bad batch|cut with)",
    "(?:in it|in the|in my|pills?|it|batch|stuff|drugs|coke|powder)",
    4,
  ),
  near(PERSON, "(?:od|ods|oding|oded|overdosed|overdosing)", 3),
);

const TOUCHING =
  "(?:touch(?:ed|es|ing)?|grab(?:bed|s|bing)?|grop(?:ed|es|ing)|rub(?:bed|s|bing)?|fondl(?:ed|es|ing)|kiss(?:ed|es|ing)?|lick(?:ed|s|ing)|pinn(?:ed|ing)|h(?:eld|olding|olds)|forc(?:ed|es|ing)|undress(?:ed|ing)|strip(?:ped|ping)|squeez(?:ed|es|ing)|hump(?:ed|ing)|grind(?:ing|ed)|slap(?:ped|s|ping)?)";
const MENACING =
  "(?:follow(?:ed|ing|s)|chas(?:ed|es|ing)|stalk(?:ed|s|ing)|threaten(?:ed|s|ing)?|harass(?:ed|es|ing)?|harrass\\w*|bother(?:ed|s|ing)|corner(?:ed|s|ing)|hit|hits|hitting|beat|beats|beating|punch(?:ed|es|ing)|chok(?:ed|es|ing)|strangl(?:ed|es|ing)|kick(?:ed|s|ing)|attack(?:ed|s|ing)|hurt|hurts|hurting|abus(?:ed|es|ing)|rap(?:ed|es|ing)|assault\\w*|molest\\w*|creep(?:ed|s|ing) on|creeping|spy(?:ing)? on|blackmail\\w*|pressur(?:ed|es|ing)|coerc(?:ed|es|ing)|intimidat\\w*)";
const FILMING =
  "(?:film(?:ed|ing|s)?|record(?:ed|ing)|photograph(?:ed|ing)|watch(?:ed|ing|es)|took|taking|posted|sharing|shared)";
const BARE =
  "(?:nudes?|naked|topless|undress\\w*|shower(?:ing)?|changing|sleeping|asleep|in the toilet|upskirt|having sex)";
const GOING_ON =
  "(?:didnt|did not|kept|keeps|anyway|continued|continues|wont|wouldnt|ignored|laugh\\w*|went on|carried on)";
const PLEASANT =
  "(?! (?:up|with (?:your|the|a|some|more)|feelings|heart|soul|life|the parade|for fun|in a good))";

export const consentSigns = phrases(
  near(OTHER, `${TOUCHING} (?:on )?(?:himself |herself )?(?:against |on |onto )?${VICTIM}${PLEASANT}`, 5),
  near(OTHER, `${MENACING} (?:on )?${VICTIM}${PLEASANT}`, 5),
  near(
    OTHER,
    `(?:tried|trying|tries|wants|wanted) to (?:touch|kiss|grab|rape|force|undress|hurt|hit|get (?:in|into) (?:my|our|her) (?:tent|pants|bed))`,
    3,
  ),
  `(?:held|holding|pinned|pushed|holds) (?:me|her|him|us) (?:down|against)`,
  `(?:hands?|fingers?) (?:\\w+ )?(?:up|down|under|in|inside|into|on|between) (?:my|her|his) (?:skirt|pants|shirt|dress|top|bra|underwear|legs|thighs?|ass|butt|breasts?|crotch|trousers)`,
  `(?:grabbed|touched|squeezed|slapped|groped|fondled) (?:my|her|his) (?:ass|arse|butt|bum|boobs?|breasts?|tits?|crotch|thighs?|genitals|private)`,
  near(
    "(?:made|makes|making|forced|forces)",
    "(?:me|her|him|us) (?:to )?(?:touch|kiss|suck|undress|strip|do (?:it|things|stuff)|have sex)",
    0,
  ),
  near("(?:forced|forces|pushed|threw)", "(?:himself|herself|themselves|themself) (?:on|onto|at)", 0),
  near(
    "(?:pressur\\w+|forc\\w+|coerc\\w+|beg\\w+|guilt\\w*)",
    "(?:sex|sleep with|kiss|nudes|undress|intimate)",
    6,
  ),
  near(
    "(?:wont|doesnt|didnt|refuses? to|never|not)",
    "(?:leave|leaving|let|letting) (?:me|us|her|him|them|my (?:\\w+ )?\\w+|our (?:\\w+ )?\\w+) (?:alone|go|leave|out|pass|be)",
    0,
  ),
  near(
    "(?:told|tell|telling|said|say|saying|screamed|begged)",
    `(?:no|stop|not to)(?: \\w+){0,5} ${GOING_ON}`,
    2,
  ),
  near("(?:when|after|although|even though)", "(?:say|said|saying|says) (?:no|stop)(?! (?:to|more))", 2),
  `(?:no|stop) (?:\\w+ )?(?:times|and|but) (?:he|she|they|still|kept)`,
  near(FILMING, BARE, 5),
  near(OTHER, `watch(?:ed|es|ing) (?:me|us|her) (?:shower|sleep|change|undress|pee)`, 4),
  `(?:didnt|did not|dont|never|not) (?:give (?:my )?)?consent(?:ed|ing)?(?! (?:workshop|training|class|talk))|(?:no|without) (?:any |my |her |his )?consent(?! (?:workshop|training|class))`,
  `too (?:drunk|high|wasted|tired|scared) to (?:say|consent|move|fight|resist)|did it anyway`,
  `(?:a|the|this|some|sexual) (?:predator|rapist|pervert|molester|abuser|creep)|predators? (?:in|at|around|near)|peeping tom`,
  near(
    "(?:hiding|hide|running|run|scared|afraid|frightened|terrified|get away|safe)",
    "(?:from|of) (?:my ex|him|her|a guy|a man|this (?:guy|man|dude)|my (?:boyfriend|girlfriend|husband|wife|partner|campmate|neighbou?r))",
    1,
  ),
  `violent (?:with|to|towards?|against) (?:me|us|her|him|my \\w+)|(?:domestic|partner) (?:violence|abuse)|(?:is|was|being|gets|getting|became|turns) (?:physically |really )?(?:violent|abusive|aggressive)`,
  `(?:someone|somebody|stranger|man|guy|person|he|she)(?: \\w+){0,4} (?:in|inside|into|entered|opened|unzipped) my (?:tent|bed|rv|van|sleeping bag|yurt)`,
  near(
    OTHER,
    "(?:wont|doesnt|refuses to|keeps) (?:go|going|coming|leave|come|showing)(?: \\w+){0,5} (?:scared|afraid|away|back|uncomfortable|up at)",
    3,
  ),
  near(
    "(?:pictures?|photos?|videos?|pics?|vids?)",
    `of (?:me|us|my \\w+|her)(?: \\w+){0,6} (?:without|naked|nude|topless|asleep|sleeping|showering|never agreed)`,
    1,
  ),
  near(
    "(?:taken|dragged|carried|pulled|locked)",
    "(?:to|into|in|inside) (?:his|somebodys|someones|somebody s|someone s|an?|the|their) (?:rv|tent|van|car|trailer|room)",
    2,
  ),
);

const SELF = "(?:i|im|ive|id|i am|we)";
const THEIR_LIFE = "(?:my|his|her|their|your) (?:own )?life";
const THEMSELVES = "(?:myself|himself|herself|themselves|themself|yourself)";
const VERY =
  "(?:so |really |very |just |totally |totaly |completely |all |quite |pretty |kinda |kind of |a bit |too |super |fucking |still |always |feeling |feel |here |out here )*";
const HURTING_WORDS =
  "(?:scared|terrified|frightened|hopeless|worthless|desperate|broken|empty|lonely|alone|depressed|anxious|overwhelmed|suicidal|miserable|panicky|panicked|panicking|helpless|unloved|unwanted|lost inside|ashamed)";

export const distressSigns = phrases(
  `(?:end|ending|take|taking|ended) ${THEIR_LIFE}|(?:kill|hurt|harm|cut|hang|shoot|starve|drown)(?:ing|s|ting)? ${THEMSELVES}(?! (?:on (?!purpose)|while|climbing|when|by|with a|a slice|some))`,
  `(?:want|wants|wanted|wanna|going|gonna|ready|about|rather|says|said|think|thinks|thinking|wish|wishes|hope)(?: \\w+){0,4} (?:to die|of dying|about dying|not wake up|never wake up|not exist|to be dead|(?:was|were) dead|not be alive|not be here|not be around)(?! (?:for|of laughter))`,
  `(?:dont|doesnt|do not|no longer|never|not) (?:really )?(?:want|wanted|wanting|wish|need|like) (?:to (?:exist|live|be alive|be here|wake up|go on|be)|being alive|living)(?! (?:in|near|next|at|with|late|early|without))`,
  `(?:no|the|any|a|whats the|what s the|what is the|see the|any) (?:point|reason|purpose) (?:of |in |to )?(?:living|life|live|going on|go on|anything|any ?more|it all|existing|being alive|being here)|whats the point$|what s the point$`,
  `(?:hate|hating|sick of|tired of|done with) (?:being alive|living|life|my life|myself|existing)`,
  `(?:what|something) (?:i|he|she|they) (?:might|could|may|will|would|am going to|is going to) do to ${THEMSELVES}`,
  `(?:cut|cutting|slit|slitting|slashed) (?:my|his|her|their) (?:wrists?|arms?|veins)|dark thoughts?|intrusive thoughts|suicid\\w+(?! (?:squad|kings?|girls?|pact band))`,
  `(?:take|taking|took|swallow|swallowing) all (?:of )?(?:my|his|her|their|the) (?:pills|meds|medication|tablets)`,
  near(
    PERSON,
    "(?:will|wants to|going to|gonna|about to|threatens to|threatening to|says|trying to) (?:\\w+ )?(?:\\w+ )?jump (?:off|from|in front)",
    3,
  ),
  `better off (?:without (?:me|him|her|them)|dead|if i)|(?:nobody|no one|noone)(?: \\w+){0,3} (?:notice|miss|care)(?: \\w+){0,3} (?:gone|dead|died|left|disappeared|if i)`,
  `(?:been|cant stop|cannot stop|keep|keeps|started|just|wont stop|im|i am|she s|shes|he s|hes|sits?|sitting) (?:\\w+ )?(?:crying|sobbing|weeping)(?! (?:babies|room|with laughter))`,
  `(?:${SELF}|feel|feels|feeling|felt|so|s|is|am) ${VERY}(?:alone|lonely)(?! (?:planet|hearts?|time|on the playa|camp|in (?:the|my) (?:tent|camp) (?:until|for)|who|and (?:read|relax|nap|sleep|enjoy)))(?=$| (?:here|out|and|it|in|right|now|at|tonight|since|without|but|so|help|all|hurts|i|im|today|lately|among|everywhere|with|every))`,
  `(?:scared|afraid|frightened|terrified|cant) (?:to be|of being|be|to stay) (?:all )?(?:alone|by myself|on my own)`,
  `(?:left|abandoned|ditched|ignored|hates?) (?:me|us)(?: \\w+){0,6} (?:alone|by myself|all by|on my own|lost)|(?:everyone|everybody|they all) (?:left|hates|abandoned|ignores) me`,
  `(?:im|i am|like im|feel like|feeling like|think im)(?: \\w+){0,2} (?:going|go|goin) (?:crazy|insane|mad|nuts)(?! (?:for|over|about|with joy))|losing (?:my mind|my grip|control of myself|touch with reality)`,
  `(?:im|i am|hes|shes|he s|she s|friend is|is|really|we are|were) (?:really |definitely |so )?not (?:ok|okay|alright|well|doing (?:well|ok|okay|good|great)|feeling (?:ok|okay|safe|myself))(?! (?:with|to|for|that|if|at))`,
  `(?:my|his|her) (?:mind|thoughts|head|anxiety|depression|panic) (?:is|are|wont|keeps?|has been|s|got)(?: \\w+)? (?:racing|spinning|spiral\\w*|through the roof|stop|killing|terrible|really bad|out of control|worse|a mess)`,
  `(?:everything|it|its|it s|all|this|life|everything s)(?: \\w+){0,2} (?:is |feels |s )?(?:just |all |way )?(?:too much(?: (?:right now|for me|to (?:bear|take|handle)|any ?more)|$)|terrifying|falling apart|unbearable|hopeless|pointless|meaningless)`,
  `(?:having|going through|have|had) (?:a|an|such a|one of those) (?:\\w+ )?(?:hard|rough|tough|horrible|terrible|awful|dark|shitty) (?:time|night|moment|patch)(?! (?:with|finding|getting|to|deciding|building|\\w+ing))`,
  `(?:cant|cannot|havent|not|hasnt|didnt) (?:sleep|slept|sleeping)(?: \\w+){0,3} (?:days|nights)|hear(?:s|ing)? voices`,
  `hyperventilat\\w*|pani[ck]+ (?:attacks?|attac|attak)|an?xiety (?:attack|is)|so anxious|(?:having|had|have) (?:a |an )?(?:\\w+ )?(?:breakdown|meltdown|panic|melt down|break down)`,
  `(?:${SELF}|feel|feels|feeling|we are|were) ${VERY}(?:scared|terrified|frightened)(?! (?:of (?:heights?|spiders|clowns|bugs|missing|dust|the dark|public|flying|singing|dancing|stage|water)|to (?:ask|dance|sing|ride|climb|try|perform|go on stage)|my|by the movie))`,
  `need (?:someone|somebody|anybody|anyone)(?: (?:now|right now|please|with me|to (?:sit|stay|be|talk|hold|listen)(?! (?:to (?:my|our) (?:song|set|music|demo)|(?:about|in|with) (?!me))).*))?$`,
  `(?:people|they|everyone|everybody) (?:want|wants|are trying|is trying|are going) to (?:kill|hurt|get|poison) (?:me|him|her|us)|(?:out to get|after) (?:me|him|her)$`,
  `(?:feel|feels|feeling|felt|im|i am|am) ${VERY}${HURTING_WORDS}(?=$| (?:and|right|now|here|today|since|all|but|i|im|help|please|out|lately))`,
);
