import { phrases, togetherWith } from "./help-concepts.ts";

// Descriptions of danger by frightened, drunk or young people: no "help", no verbs, half a sentence. Each pattern contains the sight, sound
// or smell and the person affected, in the order people say it. The patterns work over plain words, like those of help-concepts.ts.

const THE = "(?:the|a|an|my|his|her|their|our|your|that|this|some|its)";
const MY = "(?:my|his|her|their|your|a|our|the)";
const HUMAN =
  "(?:he|she|they|hes|shes|theyre|him|her|them|someone|somebody|anyone|frie?nds?|buddy|mate|bro|dude|dudes|partner|girlfriend|boyfriend|husband|wife|guy|guys|girl|man|men|woman|women|lady|person|people|kid|kids|child|boy|baby|toddler|neighbou?r|campmate|tentmate|roommate|stranger|brother|sister|sis|mom|mum|mother|dad|father|gran|granny|nana|grandpa|grandma|grandfather|grandmother|uncle|aunt|cousin|son|daughter|old (?:guy|man|lady|woman)|chick|teen|teenager|medic|ranger|camper)";
const BODY =
  "(?:head|neck|back|spine|eyes?|face|jaw|mouth|nose|ears?|chest|ribs?|shoulder|arms?|elbow|wrists?|hands?|fingers?|thumb|hip|legs?|knees?|ankles?|foot|feet|toes?|belly|stomach|throat|thighs?|shin|skin|hair|scalp|body)";
const VEHICLE =
  "(?:car|truck|bus|van|bike|ebike|e bike|scooter|moped|motorbike|motorcycle|trike|cart|vehicle|rv|trailer|tractor|forklift|quad|atv|train|buggy|wheels?|tires?)";
const SHELTER =
  "(?:tents?|camps?|rv|van|car|truck|bus|trailer|camper|container|kitchen|shade|structure|generator|dome|yurt|roof|bar|carport|awning|tarp|couch|hut|window|wall)";
const CHILD =
  "(?:kid|child|toddler|baby|little (?:one|boy|girl|guy|kid|man)|small (?:boy|girl|child|kid)|boy|girl|infant|\\d+ (?:yr|yrs|year|years|yo|y o|month)s?(?: old)?(?: (?:boy|girl|kid))?)";
const OWN_CHILD = `(?:my|our|her|his|their) (?:\\w+ )?(?:kid|kids|sons?|daughters?|child|toddler|baby|boy|girl|nephew|niece|grandson|granddaughter|little (?:one|boy|girl|brother|sister)|\\d+ (?:yr|year|yo)s?(?: old)?)`;
const PARENT = "(?:mom|moms|mum|mama|mommy|mummy|mother|dad|daddy|papa|parents?|family|grown ?ups?)";

const bleeding = [
  `(?:so much|lots? of|losing|lost|a ton of|tons of|loads of|pools? of|all this|too much) (?:\\w+ ){0,2}blood`,
  togetherWith(
    "blood",
    "(?:everywhere|spurt\\w*|pour\\w*|gush\\w*|squirt\\w*|pump\\w*|soak\\w*|drip\\w*|all over|towels?|wont stop|doesnt stop|not stopping|cough\\w*|vomit\\w*|puk\\w*|pee|piss|poop|scared|pale|dizzy)",
    5,
  ),
  `blood (?:\\w+ ){0,2}(?:out of|from|on) ${MY} (?:\\w+ )?(?:${BODY}|ground|floor|sheets|bed)`,
  `soaked? (?:thr(?:ough|u)|in blood|with blood)`,
  `(?:nose|mouth|ear|head|face|leg|arm|hand|foot|wrist|cut|wound|gash|he|she|shes|hes|im|friend|guy|girl|kid|still|keeps?|wont stop|cant stop)(?: \\w+){0,3} bleed(?:ing|s)?(?! (?:money|edge|heart|cash))`,
  `bleed\\w*(?: \\w+){0,4} (?:stop|stopping|thinners?|hour|hours|bad|badly|heavy|heavily|everywhere|lot|pressure|${BODY})`,
  `tourniquet|(?:apply|keep|put|putting) pressure on|press on (?:a|the|this) (?:cut|wound)|cut(?: \\w+){0,4} (?:deep|bone|to the bone|stitches|wont close|gaping)|needs? stitches`,
  `(?:stab\\w*|slic\\w*|gash\\w*|impal\\w*|rebar|stake|glass|nail)(?: \\w+){0,4} (?:through|thru|into|in|open) ${MY} (?:\\w+ )?${BODY}`,
];

const unconscious = [
  `${HUMAN}(?: \\w+){0,7} (?:not|dont|doesnt|isnt|wont|cant|didnt|aint|no|never)(?: \\w+){0,2} (?:respond\\w*|react\\w*|wake|waking|move|moving|answer(?:ing)?|getting up|get up|speak(?:ing)?|talk(?:ing)?|open (?:his|her|their) eyes|open eyes)`,
  `(?:cant|cannot|couldnt|not|unable|able|trying|tried|how)(?: \\w+){0,3} wake (?:him|her|them|someone|somebody|my \\w+|this|the \\w+|\\w+ up)`,
  `pass(?:ed|ing)? out (?:${HUMAN}|in|on|at|outside|by|under|near|next|behind|from)|(?:blacked|knocked|out) (?:out )?cold`,
  `eyes?(?: \\w+){0,2} (?:rolled|rolling|roll|open)(?: \\w+){0,3} (?:back|nobody|no one|not|nothing|staring|white|head)|nobody home`,
  `${HUMAN}(?: \\w+){0,4} (?:collaps\\w*|face ?down|unrespons\\w*|uncons\\w*|lifeless|slumped|keel\\w*|faint(?:ed|ing)|limp|floppy|slurring)`,
  `(?:lying|laying|slumped|down|just lying|just laying) (?:\\w+ ){0,3}(?:not moving|face ?down|on the (?:ground|road|street|floor|playa)|in the (?:dust|road|street|dirt))(?: \\w+){0,6}`,
  `(?:no|cant find (?:a|his|her)|weak|barely a|not feeling a) pulse|(?:how|do i|start|doing|know|need|knows) (?:\\w+ )?cpr(?! (?:class|course|training|workshop|certified|mask|dummy))|defibrillator|where(?:s| is)(?: \\w+){0,2} aed`,
];

const breath = [
  `stuck in ${MY} throat|(?:grab\\w*|clutch\\w*|hold\\w*) (?:at )?${MY} (?:neck|throat|chest)`,
  `(?:cant|cannot|not|hardly|barely|couldnt|trouble|hard|unable|dont)(?: \\w+){0,3} (?:any air|air|enough air|breath\\w*|breathing|inhale)(?! (?:mattress|bed|pump|con|conditioning|bnb|workshop))`,
  `inhaler(?: \\w+){0,4} (?:empty|out|gone|lost|missing|dead|not working|finished|isnt)|(?:no|need|lost|forgot|out of|empty|anyone|where)(?: \\w+){0,4} (?:inhaler|albuterol|ventolin)|asthma(?: \\w+){0,4} (?:attack|bad|worse|inhaler|cant|dust)`,
  `heimlich|(?:food|steak|meat|bone|grape|candy|something|bite|hot ?dog)(?: \\w+){0,4} (?:stuck|lodged|went down)(?: \\w+){0,6}|push (?:on )?${MY} (?:stomach|belly)`,
  `wheez\\w*|gasp(?:ing|s) (?:for|like)|gurgling|(?:lips|face|fingers|nails|skin)(?: \\w+){0,4} (?:blue|purple|gr[ae]y)|blue (?:lips|face|fingers)(?! (?:makeup|paint|paints|glitter|costume|party|camp|lipstick))|turn(?:ing|ed|s) (?:blue|purple|gr[ae]y)`,
  `chok(?:ing|ed|es)(?! (?:up|on (?:dust lol|laughter)|the generator|hold workshop|a goose))(?: on| rn| right| now| help| he| she| and)|(?:is|hes|shes|baby|kid|friend|he|she|guy) (?:\\w+ )?choking`,
];

const heart = [
  `chest(?: \\w+){0,5} (?:hurts?|hurting|pain\\w*|pressure|tight\\w*|squeez\\w*|elephant|crush\\w*|heavy|heaviness|numb|stabb\\w*|aches?|aching|weird|burning|exploding)`,
  `(?:pain|pains|pressure|tight\\w*|squeez\\w*|ache|aching|stabbing|elephant|weight|hurt\\w*|burning)(?: \\w+){0,5} (?:chest(?! (?:freezer|of|cooler))|left arm|jaw|shoulder blade)`,
  `left (?:arm|side|hand|shoulder)(?: \\w+){0,5} (?:hurts?|pain|numb|tingl\\w*|heavy|weak|dead|droop\\w*)|face(?: \\w+){0,3} droop\\w*|(?:half|side) of ${MY} (?:face|body|mouth)|droop\\w* (?:face|mouth|smile)`,
  `pacemaker|heart(?: \\w+){0,5} (?:skip\\w*|racing|pounding|flutter\\w*|stopp\\w*|beating (?:so|too|way|really|weird|funny|out|very)|out of my chest|jumping|180|200|irregular)|heart (?:attack|failure|condition|meds|pills)(?! (?:grill|burgers?|style|fries|sandwich))|nitroglycerin`,
  `(?:words|speech|talking|speaking)(?: \\w+){0,4} (?:slurr\\w*|jumbled|gibberish|make no sense|funny|wrong|mush)(?: \\w+){0,6}|sudden(?:ly)? (?:\\w+ ){0,4}(?:worst headache|blind|cant see|numb|weak|confused)|worst headache`,
];

const seizure = [
  `seizures?|seizing(?! the)|epilep\\w*|convuls\\w*|foam(?:ing)?(?: \\w+){0,3} (?:mouth|lips)|froth\\w*`,
  `(?:shak\\w*|jerk\\w*|twitch\\w*|stiff|spasm\\w*|thrash\\w*)(?: \\w+){0,4} (?:all over|on the (?:ground|floor)|whole body|uncontrol\\w*|wont stop|cant stop|eyes|foam|not responding|bit (?:his|her) tongue)`,
  `(?:whole|entire|his|her) body(?: \\w+){0,3} (?:shak\\w*|jerk\\w*|twitch\\w*|stiff|lock\\w*|rigid|spasm\\w*)|bit (?:his|her|my) tongue|having (?:a|some kind of|some sort of) (?:fit|seizure|convulsion)|went (?:all )?(?:stiff|rigid)`,
  `(?:diabetic|insulin|blood sugar|sugar)(?: \\w+){0,8} (?:low|shak\\w*|confused|pass\\w*|sweat\\w*|no insulin|out of insulin|weird|cant|warm|lost|high|meter)|(?:lost|no|out of|need|forgot|ran out of|broke)(?: \\w+){0,3} insulin`,
];

const overdose = [
  `(?:did|took|drank|had|ate|popped|snorted|smoked|take|taken|dropped|gave (?:him|her|me))(?: \\w+){0,14} (?:floppy|blue|gurgl\\w*|twitch\\w*|foam\\w*|not (?:right|breathing|waking|responding)|(?:dont|doesnt|didnt) feel (?:right|good|well|real|my)|legs (?:dont|wont)|snoring|dying|dyin|melting|unconscious|passed out|wont wake|cant (?:wake|breathe|move|stand|stop|see|feel|talk)|drool\\w*|pupils|real any ?more)`,
  `(?:can|could|did|is|do) (?:you|u|he|she|i|it|we|someone)(?: \\w+){0,2} (?:od|overdose|too much)(?! (?:on|of) (?:glitter|sun|fun))`,
  `\\b(?:od|oded|oding|ods)\\b(?: on| now| help| pls|$)|narcan|naloxone|gurgling|(?:weird|strange|funny) snoring|snoring (?:weird|funny|loud\\w* and|and wont)`,
  `(?:took|taken|take|ate|had)(?: \\w+){0,6} (?:then|and|so i|forgot)(?: \\w+){0,3} (?:forgot|took|ate|had|more|another|double)(?: \\w+){0,3} (?:more|again|another|\\d+)`,
  `(?:too many|too much|whole (?:bottle|bag|pack)|all (?:of )?(?:my|his|her|the)|bottle of|handful of) (?:\\w+ ){0,2}(?:pills?|meds|tylenol|ibuprofen|tablets|benzos?|xanax|ambien|sleeping pills|molly|acid|k|ket|g|ghb|edibles?|gummies|gummy|coke|shrooms)`,
  `(?:gave|handed|bought|offered|poured|made) (?:me|her|him|us)(?: \\w+){0,6} (?:cup|drink|shot|candy|gummy|pill|water|bottle|something|punch|tea|beer|chocolate|brownie|cookie)(?: \\w+){0,12} (?:dark|dizzy|weird|fuzzy|spinning|cant|blurry|sleepy|woozy|legs|strange|black|numb|floor|remember|heavy|stand)`,
  `(?:drank|drink|sip\\w*|drinking) (?:from|out of|something|some|a|one|his|her|their|of)(?: \\w+){0,10} (?:cant|dizzy|weird|floppy|head up|woozy|blurry|stand|spinning|numb|black(?:ed|ing)? out|collapsed)`,
  `(?:only|just|barely) (?:had|drank|drunk) (?:one|1|two|2|half|a|like)(?: \\w+){0,14} (?:cant|dizzy|weird|blurry|legs|remember|floor|spinning|stand|black|wasted|slur\\w*|walk|numb|asleep)`,
  `feel(?:s|ing)? (?:\\w+ ){0,3}(?:weird|drugged|woozy|strange|funny|wrong|off)(?: \\w+){0,8} (?:didnt (?:take|drink|have)|only had|one drink|one beer|not drunk|hours? missing|he keeps|cant)`,
  `(?:drink|cup|beer|water|punch|cocktail|bottle|shot)(?: \\w+){0,5} taste[sd]? (?:\\w+ )?(?:weird|salty|bitter|funny|off|wrong|chemical\\w*|soapy)|(?:saw|seen|watched) (?:\\w+ ){0,3}(?:put|drop\\w*|pour\\w*|slip\\w*) (?:something|a pill|powder|stuff|drops)|roof(?:ied|ies|y)|(?:drink|drinks|beer|water|cup|punch|cocktail) (?:\\w+ ){0,3}spiked`,
];

const badTrip = [
  `(?:im|i am|i m|shes|hes|he is|she is|think (?:im|i am)|feel like (?:im|i am)) (?:\\w+ ){0,2}(?:dying|dyin|gonna die|going to die|dead|already dead)(?! (?:to|for|tired|serious|set|on my feet|last|of (?:laugh\\w*|boredom|hunger|cute\\w*|jealousy|curiosity)|laughing|my hair|inside lol|here lol|lol))`,
  `make it stop|(?:dont|do not|cant|not sure|no idea)(?: \\w+){0,3} (?:whats|what is|what|whos|who)(?: \\w+){0,2} real|is (?:this|any of this|anything) real|nothing (?:is|feels) real|every ?thing (?:is |s )?(?:melting|not real|fake|breathing)`,
  `(?:thinks?|saying|screaming|says|convinced|believes)(?: \\w+){0,3} (?:shes|hes|he is|she is|im|i am|theyre|we are|were)(?: \\w+){0,2} (?:dead|dying|god|jesus|poisoned|being hunted)|wont let (?:anyone|anybody|us|me|someone) (?:touch|near|help|close)`,
  `(?:bad trip|tripping (?:too|way|so)|trip (?:is |s )?(?:bad|wrong|going bad|too much|never)|stuck in (?:a |this |the )?(?:loop|trip)|never (?:going to |gonna )?(?:come|coming|go|going) (?:back|down)|ego death|lost (?:my|his|her) mind|forgot (?:how to breathe|who i am|my name))(?! (?:down|advisor|story from))`,
  `(?:tak\\w*|took|ate|dropped|drank|had|did)(?: \\w+){0,6} (?:hrs?|hours|hour|min|minutes) ago(?: \\w+){0,12} (?:dont|cant|please|help|scared|real|still|stop|weird|wrong|nothing)`,
  `(?:cant|dont) stop (?:\\w+ )?(?:shak\\w*|crying|screaming|panick\\w*|thinking|hyperventil\\w*|throwing|vomit\\w*|puking|sobbing|shivering)`,
  `naked (?:\\w+ ){0,4}(?:screaming|running|into|fire|towards?|biting)|(?:took off|ripping off|taking off) (?:all )?(?:his|her|their) clothes(?: \\w+){0,6} (?:scream\\w*|run\\w*|cold|fire|fight\\w*|cry\\w*)|tr(?:ying|ied|ies) to (?:run|walk|go|jump) (?:in|into) (?:to )?(?:the )?(?:fire|flames|temple|man)`,
];

const consent = [
  `(?:didnt|did not|wouldnt|doesnt|wont|dont|never) stop(?:ped)?(?: \\w+){0,2} (?:when|even|after|until|though|and i|he|she|touching|kissing)`,
  `(?:said|told|telling|saying|screamed|begged|say)(?: \\w+){0,3} (?:no|stop)(?! (?:problem|worries|by|thanks|sign))(?: \\w+){0,6} (?:and|but|he|she|they|kept|still|anyway|laugh\\w*|times|didnt|wouldnt)`,
  `(?:didnt|did not|never) (?:want|wanted|agree|agreed|ask|asked) (?:it|to it|for it|the rest|him to|her to|that|this|any of)(?: \\w+){0,4}$`,
  `(?:he|she|they|guy|man|someone|somebody|dude|boyfriend|ex|him) (?:\\w+ ){0,3}(?:on top of|inside) me|(?:climbed|got|crawled|came|slid|snuck) (?:in|into|inside|on|onto) (?:to )?(?:my|me|her|our) (?:tent|bed|sleeping bag|van|rv)`,
  `w[oa]ke?(?:n|s)?(?: up)?(?: \\w+){0,8} (?:on top of|inside me|touching|hands? (?:in|on|up|down|under)|taking off|no clothes|naked|underwear|pants (?:down|off|open)|condom|fingers)`,
  `(?:not sure|dont know|does it|is it|was it|wasnt)(?: \\w+){0,5} (?:counts?|rape|raped|assault|consent|my fault|normal that (?:he|she))|rap(?:e|ed|es|ist|ing)(?= |$)(?! battle)|molest\\w*|assault(?:ed|ing)?`,
  `(?:cornered|trapped|pinned|locked|groped|grabbed|fingered|forced) (?:me|her|him|my friend|us)|(?:wont|wouldnt|didnt|not|doesnt) let(?:ting)? (?:me|her|him|us|go) (?:leave|go|out|of|get)|(?:keeps?|kept) (?:\\w+ )?(?:touching|grabbing|groping|pushing|trying to|asking|saying|telling)(?: \\w+){0,3} (?:me|to his|to my|come to|her|in my)`,
  `too (?:drunk|high|fucked up|wasted|out of it|asleep) to (?:say|stop|move|know|fight|consent)|(?:my|her) (?:boss|camp lead|campmate|friend|bf|boyfriend|husband)(?: \\w+){0,4} (?:touched|touches|grabbed|forced|made me|makes me|put his)`,
  `(?:feel|felt|feeling) (?:\\w+ ){0,2}(?:violated|dirty|unsafe|used)(?! (?:from|by the dust))|(?:not|dont feel|didnt feel) safe (?:with|around|here|in|at|going|to)`,
];

const waking = [
  `w[oa]ke?(?:n|s)?(?: up)?(?: \\w+){0,4} (?:in|at|next to|beside|with|w)(?: \\w+){0,5} (?:strangers?|strange|some (?:guys?|dudes?|mans?|random\\w*|ones?|weird)|someone|somebody|randos?|dont know|never met|unknown|random|not (?:mine|my)|naked|no memory|no idea|wrong)`,
  `(?:no idea|dont|do not|cant|cannot|not sure|no memory|didnt|doesnt)(?: \\w+){0,2} (?:know|remember|recall|of)? ?(?:how|where)(?: \\w+)? (?:i|we|she|he|im) (?:got|ended|came|am (?:or|and)|get|end)(?: up| here| there| home| back| in| to)?`,
  `(?:dont|do not|cant|cannot|doesnt|didnt|wont) rem[a-z]*(?: \\w+){0,2} (?:anyth\\w*|nothing|the night|last night|getting|what happened|leaving|after|going|a thing|much after)`,
  `(?:my |her )?(?:underwear|undies|panties|clothes|pants|bra|dress|shorts|leggings) (?:\\w+ ){0,2}(?:gone|missing|off|ripped|torn|inside out|on backwards|wet|not mine|arent mine|down)`,
  `(?:where are|where r|wheres|cant find|missing|no)(?: my)? (?:clothes|underwear|panties|pants|bra)(?: \\w+){0,8} (?:w[oa]ke|stranger|next to|know|remember|guy|man|who)?$`,
  `who(?:s| is| the hell is| tf is) (?:this|the|that) (?:\\w+ )?(?:guy|man|dude|person|woman|boy|girl)(?: \\w+){0,3} (?:next to|in my|in the bed|beside|lying|sleeping|in here|on me)`,
  `(?:man|guy|dude|someone|somebody|stranger|person|bloke)(?: \\w+){0,3} (?:sleeping|asleep|lying|naked|snoring|passed out) (?:here|next to me|beside me|in my|on my)`,
  `(?:black(?:ed|ing)? ?out|blackout) (?:and|again|last|after|at|from|woke|for|in|now|i|dont|cant|hours)|(?:missing|lost) (?:\\w+ )?(?:hours|time|the whole (?:night|evening)|a whole (?:night|day)|\\d+ hours)|(?:memory|night) (?:is |was |s )?(?:gone|blank|a blank|a blur)`,
];

const suicide = [
  togetherWith(
    "(?:decided|decision|plan|planned|mind made)",
    "(?:calm|peace|peaceful|goodbye|gave|giving|give away|ready|letters?|note|tonight|over|quiet)",
    12,
  ),
  `(?:let(?:ting)?|make|wish|want|wanted|hope|just) (?:\\w+ )?(?:it|everything|this) (?:all )?(?:to )?(?:end|be over|stop forever|stop existing)|end(?:ing)? it(?: all| tonight| now| here|$)|(?:be|is) (?:finally )?over (?:soon|tonight|for me)`,
  `walk(?:ing)?(?: \\w+){0,3} (?:past|beyond|into|out|toward\\w*)(?: \\w+){0,8} (?:no water|not (?:come|coming) back|never come|let(?:ting)? it|disappear|until i (?:drop|die)|keep (?:going|walking)|dont come back|and not)`,
  `(?:not|wont|dont want to|wouldnt|didnt) (?:be |plan on being |want to be )?(?:here|around|alive|exist)(?: \\w+)? (?:tomorrow|any ?more|much longer|next (?:week|year|burn)|after (?:tonight|the burn|this))|(?:dont|didnt|not|never) (?:\\w+ ){0,2}(?:wake up|waking up|live|be alive|exist|be here)(?= |$)(?! (?:until|before|at|for|late|early|too|near|in (?:a|the))).{0,12}$`,
  `goodbye (?:letter|letters|note|everyone|everybody|all|world|forever|for good|to everyone)|(?:say|saying|said|wrote|write|writing|written)(?: \\w+){0,3} (?:goodbyes?|last words|a note to|letters to)(?: \\w+){0,6}|last (?:sunrise|sunset|night|day|burn|entry|note|words?)(?: \\w+){0,2} (?:ever|on earth|of my life|alive|i will|ill|for me)|my last (?:sunrise|sunset|night|day|entry|note|words?)(?! (?:of build|on playa shift|shift))`,
  `(?:nobody|no one|noone|no1|who|anyone|anybody|world|everyone|everybody|they|you|family|kids|mom)(?: \\w+){0,4} (?:notice|miss|care|cares|cared|cry|mind|better|happier|easier)(?: \\w+){0,4} (?:if i|i (?:was|were|am|died|left|just)|im gone|gone|me|dead|without|disappear\\w*|vanish\\w*)`,
  `if i (?:was|were|just|wasnt|werent|am|ever|never|had|would|didnt)(?: \\w+){0,3} (?:gone|dead|here any ?more|disappear\\w*|vanish\\w*|wake|born|exist|die|died|stopp?\\w*)`,
  `(?:disappear|vanish|fade|sleep|gone|go away)(?: \\w+)? (?:forever|and never|for good|and not wake)|never (?:been )?born|(?:cant|dont want to|dont wanna|cannot|no longer want to|too tired to) (?:do this|go on|take (?:it|this)|keep (?:going|doing|living)|carry on|live|fight|be here|be alive|pretend)(?: like this| any ?more| much longer|$)`,
  `(?:tired|sick|exhausted|done)(?: \\w+){0,3} (?:of (?:living|life|being alive|being here|existing|waking up|fighting|everything)|existing|living|with life|with living|with everything)|nothing (?:left )?(?:to live for|matters any ?more|left for me)|(?:no|any|whats the) (?:point|reason)(?: \\w+){0,2} (?:any ?more|living|staying|being|trying|going|to (?:live|stay|go on|be|keep))`,
  `(?:everyone|they|world|family|people|camp|him|her|kids)(?: \\w+){0,4} better (?:off )?(?:without|w o|if i)|(?:i am|im|i m|feel like|just) (?:\\w+ ){0,2}(?:a burden|burden|waste of (?:space|air|life)|worthless|a mistake)`,
  `(?:want|wanted|wants|wanna|going|gonna|thinking|think|thought|ways?|how|ready|plan\\w*|try\\w*|tried)(?: \\w+){0,4} (?:to die|die|dying|kill (?:my|him|her|them)sel\\w*|suicide|unalive|end (?:my|his|her|it)|kms|hurt (?:my|him|her)self)(?! (?:of laugh\\w*|laughing|for (?:a|some|that)|my|the music))|kms|unalive|s(?:ui|iu)cid\\w*(?! (?:squad|girls|kings?|pact band|wings?|doors?))`,
  `(?:took|take|taking|swallowed|have|got|holding|counted|saved|stash\\w*)(?: \\w+){0,4} (?:all (?:the|my|his|her)|whole bottle|enough|bunch of|handful of) (?:\\w+ )?(?:pills|meds|tablets|tylenol|insulin)|(?:rope|gun|noose|pills|bridge|ledge)(?: \\w+){0,6} (?:ready|end it|goodbye|jump|my head|tonight|over)`,
];

const selfHarm = [
  `deeper than|(?:razor|blade|lighter|knife|scissors|glass)(?: \\w+){0,8} (?:thighs?|wrists?|skin|myself|herself|himself|sliced|quiet|feel something|own)`,
  `(?:burn\\w*|cut\\w*|slic\\w*|scratch\\w*|carv\\w*|punch\\w*|hit\\w*|hurt\\w*|bit\\w*)(?: \\w+){0,2} (?:my|her|him|his|them|your)(?: own)? ?(?:self|selves|arms?|thighs?|wrists?|skin|legs? (?:again|to feel))(?! (?:shaving|cooking|on (?:a|the|rebar)|chopping|off|some))`,
  `(?:myself|herself|himself|themself)(?: \\w+){0,3} (?:again|on purpose|to feel|to cope|in (?:the|my|her|his) (?:tent|porto\\w*|rv))|self ?harm\\w*|sh relaps\\w*|relapsed(?: \\w+){0,4} (?:cut\\w*|arms?|blade|razor)|(?:cuts|scars|lines|marks) (?:\\w+ ){0,3}(?:on|all over|down|up) (?:my|her|his) (?:arms?|wrists?|thighs?|legs?)|only thing that (?:helps|makes it|stops|works)(?: \\w+){0,4} (?:quiet|stop|cut\\w*|pain|bearable|away)?`,
  `(?:stopped|not|isnt|hasnt|wont|refus\\w*|havent)(?: \\w+){0,2} (?:eating|eaten|eat|drink|drank|drinking)(?: \\w+){0,4} (?:days|punish|deserve|anything|starv\\w*)`,
];

const vehicle = [
  `(?:ran|run|runs|running|drove|drives|rolled|backed|rode) (?:\\w+ )?(?:over|into) (?:\\w+ ){0,3}${HUMAN}|(?:ran|run|drove|rolled|backed) over ${MY} (?:\\w+ )?${BODY}|run over by (?:${THE} )?(?:\\w+ )?${VEHICLE}`,
  `${VEHICLE}(?: \\w+){0,3} (?:hit|hits|struck|ran over|knocked|clipped|crushed|drove over|smashed|slammed|flipped|tipped|rolled|crashed|pinned|dragg\\w*|plowed)(?: \\w+){0,4} (?:${HUMAN}|me|us|into|over|on top|onto)`,
  `(?:hit|struck|knocked|run over|run down|clipped|got hit|been hit|crushed|pinned|dragged|smashed|trapped|squashed|mowed down|bowled over)(?: \\w+){0,6} (?:by|under|over by|with|against|into|off)(?: \\w+){0,5} ${VEHICLE}`,
  `(?:${BODY}|he|she|hes|shes|somebody|someone|man|guy|kid|girl|im|friend|people|person|stuck|trapped|pinned|caught)(?: \\w+){0,3} (?:under|beneath|below|underneath|between|in) ${THE} (?:\\w+ )?(?:${VEHICLE}|wheel|spokes)`,
  `got hit(?: \\w+){0,4} (?:over|by|and|at|on|hard|head|bad|car|bus|truck)|(?:cant|cannot|wont|unable to) (?:put|bear|take)(?: \\w+)? weight|hit and run|drove off|kept driving|didnt (?:even )?stop driving|bike (?:crash|wreck|accident)(?: \\w+){0,8} (?:blood|head|hurt|broke\\w*|cant|bad|face|teeth|out|help)|(?:crashed|flew over|over the handlebars|handlebars)(?: \\w+){0,8} (?:head|face|hurt|blood|broke\\w*|arm|collarbone|teeth|cant|not moving|help)`,
  `(?:fell|falls|fallen|thrown|jumped|slipped) (?:\\w+ )?(?:off|from|out of|under) ${THE} (?:\\w+ )?(?:moving )?(?:art ?car|art car|bus|truck|mutant vehicle|cart|car|trailer|roof)`,
];

const injury = [
  `(?:bone|bones|knees?|elbow|ankle|shoulder|wrist|legs?|arms?|foot|fingers?|hip|collarbone|jaw|thumb|toe)(?: \\w+){0,4} (?:sticking|stick|poking|wrong way|wrong angle|wrong direction|backwards?|sideways|popped|out of (?:its |the |place)|dislocat\\w*|bent|snapped|cracked|shattered|crunch\\w*|swelling|swollen|swole|purple|facing|dangling|hanging|broken|broke|crushed|numb|looks wrong|weird angle)`,
  `(?:sticking|poking|coming) out(?: of| from)? ${MY} (?:\\w+ )?(?:leg|arm|foot|hand|skin|side|stomach|chest|back|shin|knee|eye)|(?:see|showing|white) (?:\\w+ )?bone|to the bone`,
  `(?:fell|fall|falls|fallen|falling|slipped|dropped|jumped|tumbled)(?: \\w+){0,5} (?:tower|scaffold\\w*|ladder|roof|stage|dome|platform|sculpture|structure|truss|stairs|rigging|silks|pole|stilts|trapeze|container|shipping|crane|pyramid|temple wall|high|height|story|stories|\\d+ (?:ft|feet|foot|m|meters?|metres?|stories|story))`,
  `(?:fell|fall|fallen)(?: \\w+){0,6} (?:hip|head|neck|back|cant get up|cant move|not moving|do not|wont|doesnt|ground and|hurt|hard|broke\\w*|unconscious|bad|badly|screaming)`,
  `(?:cant|cannot|dont|doesnt|no|not) (?:\\w+ )?(?:feel|move|bend|lift|straighten|feeling in) (?:\\w+ ){0,2}${BODY}(?! (?:the music|it))|landed on ${MY} (?:head|neck|back|face)|(?:hit|banged|cracked|smashed|split|bumped|busted|knocked) ${MY} (?:\\w+ )?(?:head|skull|face|teeth)(?! (?:lamp|band|set|light))|(?:heard|felt) (?:a|it|something|my \\w+) (?:\\w+ )?(?:pop|crack|snap|crunch)|concuss\\w*`,
  `(?:finger|thumb|toe|hand|tip)(?: \\w+){0,4} (?:cut off|chopped|came off|gone|severed|missing|hanging off|sawed|table saw|grinder|caught in|smashed in)|(?:table saw|grinder|chain ?saw|drill|saw|winch|hatch|door|pinch\\w*)(?: \\w+){0,5} (?:finger|fingers|hand|thumb|leg|arm|face|through)`,
  `(?:something|glass|metal|chemical|bleach|lime|cement|dust storm|splinter|acid|fuel|glue)(?: \\w+){0,3} (?:in|into) (?:my|his|her|the) eyes?|(?:cant see|blind|lost sight|vision)(?: \\w+){0,4} (?:eye|eyes|suddenly|gone|blurr\\w*|double|black)|eye(?: \\w+){0,3} (?:bleed\\w*|hit|popped|punctur\\w*|cant see|burning|swollen|stuck)`,
  `(?:rattle ?snake|scorpion|black widow|snake|spider|bat|dog)(?: \\w+){0,4} (?:bit|bite|bitten|stung|sting|got me|on my leg)|(?:bit|bitten|stung) (?:\\w+ )?by`,
];

const burn = [
  `(?:blister\\w*|scald\\w*|boil(?:ing|ed)|charred|singed|melted|3rd degree|third degree|2nd degree|second degree)(?: \\w+){0,8} (?:${BODY}|kid|kids|him|her|me|himself|herself|myself)`,
  `(?:burn(?:ed|t|s)?|burning)(?: \\w+){0,5} (?:${MY}|both|whole|entire|kids?|all over|on|in)(?: \\w+)? (?:arms?|hands?|face|legs?|skin|eyes?|foot|feet|chest|body|hair|stomach|neck|fingers?|mouth|throat|back)`,
  `(?:skin|face|hands?|arms?|legs?|foot|feet|hair|eyes?|fingers?|palm)(?: \\w+){0,4} (?:burn(?:ed|t|ing|s)?|blister\\w*|scald\\w*|melt\\w*|peel\\w*|charred|came off|coming off|comes off|on fire|white and)`,
  `how bad is (?:a|this|the|my|his|her) burn|burn(?:s|ed|t)?(?: \\w+){0,5} (?:white|doesnt hurt|dont hurt|blister\\w*|leather\\w*|oozing|size of|bigger than|bad|badly|pretty bad|hospital|cling|ice|butter|water on|help)`,
  `(?:flame effect|flamethrower|propane|stove|campfire|fire pit|boiling|hot oil|steam|torch|poi|coffee|fireball|explosion|gasoline|burn barrel|pot of|grease|radiator|exhaust)(?: \\w+){0,7} (?:on|in|to|over|all over|hit|got|burn\\w*|splash\\w*|exploded|blew up)(?: \\w+){0,3} (?:${BODY}|kid|kids|him|her|me|himself|herself|myself)`,
  `(?:his|her|my|their|girls|guys|dress|costume|sleeve|cape|tutu) (?:\\w+ )?(?:costume|clothes|hair|shirt|pants|cape|dress|sleeve|skirt|faux fur|fur|coat|tutu)? ?(?:is |are |was |just )?(?:caught (?:on )?fire|on fire|in flames|lit up|burning|went up)`,
];

const fire = [
  `flames?(?! effects?)(?: \\w+){0,4} (?:coming|shooting|climbing|everywhere|spreading|licking|tall|huge|${SHELTER}|next|neighbou?r\\w*|out of|getting (?:bigger|closer|higher)|up the)`,
  `smoke(?: \\w+){0,5} (?:pour\\w*|coming|everywhere|billow\\w*|thick|black|fill\\w*|inside|${SHELTER}|cant see|cant breathe)|(?:black|thick|lots of|so much) smoke(?! machine)|(?:smell|smelling|smells)(?: \\w+){0,3} (?:smoke|burning|plastic burning|something burning)(?: \\w+){0,10} (?:${SHELTER}|orange|help|close|where|inside|do|electrical|wires?|sparks?)`,
  `(?:caught|catch|catches|catching)(?: \\w+)? (?:on )?fire|(?:${SHELTER}|cloth|curtain|lantern|candle|pallets?|pile|barrel|wires?|battery|e ?bike|scooter|heater)(?: \\w+){0,4} (?:on fire(?! (?:tonight|lol|dance|set|playlist))|in flames|up in flames|went up|went up in|burning(?! man)|caught|exploded|blew up|smoking|sparking|ablaze)`,
  `(?:its|it s|fire|it is|and|thats) spreading(?! (?:love|joy|the word))|spread(?:ing)? (?:fast|to (?:the|our|my|next))|(?:no|wheres the|where s the|where is the|bring (?:an?|the)) (?:fire )?extinguisher`,
  `fire(?: \\w+){0,3} (?:next door|next to (?:us|our)|in (?:the|our|my|their|a) (?:tent|camp|rv|kitchen|container|truck|van|trailer|neighbou?r\\w*)|out of control|got out|jumped|wont go out|getting (?:bigger|closer|big))|(?:tent|rv|camp|neighbou?r\\w*|trailer|van|kitchen)(?: \\w+){0,2} is (?:on fire|burning|in flames|going up)|(?:someone|somebody|people|kid|kids|he|she|they)(?: \\w+){0,2} (?:inside|trapped|in there|still in)(?: \\w+){0,6} (?:fire|smoke|flames|burning)?$`,
];

const gas = [
  togetherWith(
    "hiss\\w*",
    "(?:gas|propane|tanks?|stove|bottle|hose|valve|regulator|canister|fridge|butane|cylinder)",
    7,
  ),
  `(?:smell\\w*|stink\\w*|reek\\w*|stench|whiff)(?: \\w+){0,5} (?:gas(?! station)|propane|eggs?|rotten eggs?|sulphur|sulfur|butane|fumes)|(?:gas|propane|rotten eggs?|egg|butane|fumes)(?: \\w+){0,2} (?:smell\\w*|stink\\w*|leak\\w*|reek\\w*)(?! (?:test|check|detector|sensor))`,
  `(?:gas|propane|valve|tank|regulator|hose)(?: \\w+){0,6} (?:cant (?:find|close|shut|turn|stop)|wont (?:close|shut|turn|stop)|stuck open|broke off|snapped|venting|frost\\w*|leaking|spraying)`,
  `(?:co2?|c o|carbon monoxide|carbon|gas|monoxide|smoke) (?:alarm|detector|sensor|monitor|meter)(?: \\w+){0,7} (?:beep\\w*|chirp\\w*|going off|went off|goes off|wont (?:shut|stop|quit)|scream\\w*|keeps?|red|blaring|ringing)|carbon monoxide(?! (?:detector|alarm) (?:to|for|needed))|monoxide poison\\w*|cherry red`,
  togetherWith(
    "(?:generators?|genny|gennie|genni|gen set|bbq|barbecue|grill|charcoal|heater|coals|stove|exhaust|engine|propane|buddy heater|fire pit|hibachi)",
    "(?:headaches?|puk\\w*|dizzy|sleepy|drowsy|nause\\w*|throwing up|vomit\\w*|passed out|faint\\w*|cant (?:\\w+ )?wake|wont wake|confused|sick and|feel sick|so tired|floppy|weird and)",
    14,
  ),
  `(?:fumes|exhaust)(?: \\w+){0,6} (?:tent|inside|rv|dizzy|sick|headache|coming in|in here|breathing)|(?:all|both|everyone|everybody|three|four|two|whole camp)(?: of us)?(?: \\w+){0,4} (?:headaches?|dizzy|puking|throwing up|passing out|fainting|drowsy)`,
];

const heat = [
  `hot (?:\\w+ )?to (?:the )?touch|(?:super|really|so|very|burning|boiling|crazy|way too) hot(?: \\w+){0,6} (?:skin|touch|forehead|dry|confused|puk\\w*|vomit\\w*|throw\\w*|dizzy|spots|not sweating|cramp\\w*|red|talking)`,
  `(?:stopped|not|isnt|no longer|aint|quit|hasnt|havent) (?:even )?(?:sweat\\w*|pee\\w*|pissed|peed)|(?:pee|piss|urine)(?: \\w+){0,4} (?:brown|dark|coke|cola|black|tea|orange|blood\\w*|none|hours)|(?:black|seeing|see) (?:spots|stars|dots|double)|tunnel vision`,
  `(?:throw\\w* up|vomit\\w*|puk\\w*|barf\\w*)(?: \\w+){0,5} (?:water|everything|all day|all night|since|blood|times|cant stop|nonstop|bile|hours|even)|cant (?:keep|hold) (?:\\w+ ){0,2}(?:water|anything|fluids?|food|it) down`,
  `(?:out of|no|ran out of|zero|without|last|dont have|havent any|need)(?: \\w+){0,2} water(?: \\w+){0,8} (?:stuck|degrees|hours|miles|lost|alone|hot|walk\\w*|1\\d\\d|far|dizzy|deep playa|broke down|fence|dying|two days|since)|(?:1[01]\\d)(?: degrees)?(?: \\w+){0,6} (?:no water|stuck|broke down|no shade)|(?:no water|out of water)$`,
  `heat ?stroke|heat exhaust\\w*|sun ?stroke|dehydr[a-z]*ted?(?! (?:food|fruit|mango\\w*|meals?|potato\\w*|snacks|kale|veg\\w*|apples?|camp))|(?:very|severely|super|so) dehydrat\\w*`,
  `cramp\\w*(?: \\w+){0,7} (?:hot|dizzy|spots|whole body|body|vomit\\w*|faint|cant walk|all over|wont stop)|(?:hasnt|havent|didnt|not)(?: \\w+){0,2} (?:drank|drunk|drink|peed|pee|water)(?: \\w+){0,5} (?:hours|all day|today|since|yesterday|day|days)`,
  `(?:confused|delirious|talking nonsense|makes no sense|not making sense|rambling|disoriented|mumbling|babbling|out of it)(?: \\w+){0,10} (?:hot|heat|sun|sweat\\w*|red|skin|shade|water|cold|shiver\\w*)|(?:hot|heat|sun|red)(?: \\w+){0,8} (?:confused|delirious|nonsense|collaps\\w*|mumbling|rambling|faint\\w*|babbling|disoriented|staggering|wobbly)`,
  `(?:hypotherm\\w*|cant stop shivering|stopped shivering|shivering (?:so|really|like|and|uncontrol\\w*)|freezing (?:to death|and (?:lost|wet|alone|confused))|lips are blue|soaking wet and (?:cold|shaking))|(?:so|too|really|very) cold(?: \\w+){0,5} (?:cant (?:feel|stop|move|talk)|shaking|confused|sleepy|blue|stopped)`,
];

const allergy = [
  `allerg\\w*(?: \\w+){0,14} (?:lips|throat|swell\\w*|swoll\\w*|huge|hives|breath\\w*|puff\\w*|tongue|face|closing|itch\\w*|epi\\w*|rash|ate (?:it|some|one|them)|just ate|wheez\\w*|vomit\\w*)|(?:ate|eaten|eating|had|got|bit into|stung)(?: \\w+){0,10} (?:allerg\\w*|epi ?pen|hives|anaphy\\w*)(?! free)`,
  `(?:lips?|tongue|throat|face|eyes?|neck|airway)(?: \\w+){0,5} (?:huge|swell\\w*|swoll\\w*|swole|puff\\w*|fat|closing|closed|tight\\w*|itch\\w*|balloon\\w*|double|shut|thick|bigger|tingl\\w*)`,
  `epi ?pens?(?! (?:holder|case|training|pouch))|epinephrine|(?<!bee )hives(?! (?:of|art|camp|mind|and honey))|anaphy\\w*|benadryl|antihistamine|(?:swell\\w*|swollen|puff\\w*)(?: \\w+){0,5} (?:breath\\w*|throat|face|lips|tongue|eyes?|sting|stung|bee|wasp|nuts?|peanut\\w*)`,
  `(?:bees?|wasps?|sting|stung|nuts?|peanuts?|shellfish|shrimp|cashews?|antibiotic|penicillin|pill|sesame|bite)(?: \\w+){0,12} (?:hives|swell\\w*|swoll\\w*|cant breathe|throat|rash|itch\\w* all|puff\\w*|chest|wheez\\w*|lips)`,
];

const lostChild = [
  `${OWN_CHILD}(?: \\w+){0,6} (?:gone|missing|lost|vanish\\w*|disappear\\w*|nowhere|wander\\w*|ran off|run off|ran away|took off|not (?:at|here|in|back|with)|isnt (?:here|back|in|with|at)|hasnt (?:come|been)|didnt come|cant find)(?! (?:teeth|tooth|a tooth|hat|shoes?|bike|toy|jacket))`,
  `(?:lost|cant find|cannot find|missing|seen|looking for|look for|handed in|found|wheres|where is|where r|where are|separated from|lost track of)(?: \\w+){0,2} (?:my|our|a|the|any|her|his) (?:\\w+ )?(?:kids?|son|daughter|child|children|toddler|boy|girl|baby|nephew|niece|grandson|granddaughter|\\d+ (?:yr|year|yo)s?(?: old)?)(?! (?:s |camp|camps|hat|jacket|bike|shoes?|toys?|water|backpack|blanket|stuff|parade|activit\\w*|friendly|scheduled?|events?|area|village|zone|clothes|size|sized|s hat|scout|goggles|helmet|seat|trailer|who (?:can|could|wants)))`,
  `\\d+ (?:yr|yrs|year|years|yo|y o|month|months)(?: old)?(?: \\w+){0,12} (?:gone|missing|lost|last seen|cant find|vanish\\w*|disappear\\w*|wander\\w*|not here|alone)|last seen(?: \\w+){0,8}`,
  `(?:she|he|they) was (?:right|just) (?:here|there|behind|next)|(?:turned (?:around|my back)|looked away|let go of (?:his|her) hand)(?: \\w+){0,6} (?:gone|vanish\\w*|disappear\\w*|not there|lost|cant)|lost child(?! s )|missing (?:child|kid|boy|girl|person|toddler)|(?:amber alert|handed in a (?:kid|child)|found a lost)`,
  `(?:mother|mom|mum|dad|wife|husband|parents|im|i am)(?: \\w+){0,4} (?:hysterical|frantic|panick\\w*|losing it|screaming)(?: \\w+){0,8} (?:kid|son|daughter|child|boy|girl|find|gone|missing)?$`,
];

const childAlone = [
  `${CHILD}(?: \\w+){0,7} (?:alone|by (?:him|her|it|them)sel[fv]\\w*|on (?:his|her|their) own|no (?:parents?|grown ?ups?|adults?|mom|mum|one (?:with|around)|body|shoes)|without (?:parents?|an? adult|a parent|anyone|any)|nobody (?:around|with|near)|wandering|diaper|nappy|pajamas|pyjamas|wont (?:tell|say|stop crying|talk)|doesnt know (?:his|her|where)|cant find (?:his|her|their)|lost|crying|cries|sobbing|hot car|locked in|walked in(?:to)?|wandered|barefoot|shivering|looking for (?:his|her|their))(?! (?:of joy|laughing))`,
  `(?:found|here is|theres|there is|weve got|we have|saw|seen|spotted|have|got) (?:a|an|this|some|two) (?:\\w+ ){0,2}(?:lost |little |small |tiny |young |random |crying )?(?:kid|child|toddler|baby|infant)(?! (?:carrier|seat|bike|stroller|trailer|goat|monitor|pool|wipes|camp|clothes|shower|size))(?: \\w+){0,8} (?:alone|here|crying|by|who|wandering|no|parents?|lost|outside|our camp|hot|doesnt|cant|maybe|what do)`,
  `(?:im|i am|i m|am) (?:only )?(?:[4-9]|1[0-5]|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)(?: (?:years? old|yrs?(?: old)?|yo|y o))?(?: \\w+){0,3} (?:and|i|my|where|lost|alone|cant|scared|dont|help|its)(?! (?:oclock|and a half feet|camps?|blocks?|minutes?|min|miles?|pm|am))`,
  `(?:dont know|cant find|cannot find|lost|where(?:s| is| are)|wheres|miss|want)(?: \\w+){0,2} (?:my|his|her|their) ${PARENT}(?! (?:tent|camp|bike|rv|hat|jacket|phone|today|so much|and (?:dad|mum|mom) today|this|every|advice|ring|recipe))(?: is| are|$| \\w+)|(?:says|said|saying)(?: \\w+){0,4} (?:cant find|lost|doesnt know where|no) (?:his|her|their|\\w+)? ?${PARENT}`,
  `(?:left|locked|sleeping|asleep|crying|stuck) (?:\\w+ )?(?:in|inside) (?:a|the|that) (?:hot )?(?:car|van|rv|truck|tent)(?: \\w+){0,8} (?:kid|baby|child|alone|nobody|windows|hot)|(?:kids?|baby|child|toddler|children)(?: \\w+){0,4} (?:in|inside|locked in) (?:a|the|that|their) (?:hot )?(?:car|van|rv|truck)`,
];

const violence = [
  `(?:he|she|guy|man|dude|they|bf|boyfriend|ex|husband|wife|someone|somebody|neighbou?r|drunk|one of them|kid|woman|girl)(?: \\w+){0,4} (?:has|got|pulled|pulling|waving|holding|with|carrying|swinging|had|w|brandish\\w*|flashed|grabbed)(?: \\w+){0,2} (?:knife|knives|gun|pistol|machete|weapon|rifle)(?! (?:i (?:can|could)|we (?:can|could)|that i|to (?:lend|share|borrow|sharpen|spare)|for (?:rope|cooking|carving)|sharpen\\w*|throwing))`,
  `(?:swing\\w*|wav\\w*|threaten\\w*|chas\\w*|attack\\w*|hit\\w*|lung\\w*|com\\w*)(?: \\w+){0,4} (?:knife|gun|hammer|bat|axe|ax|pipe|crowbar|machete|sledge\\w*|wrench|bottle|stick|chair|rebar)(?: \\w+){0,3} (?:at|around|us|people|me|him|her|everyone|somebody|someone)|(?:with|has) a (?:hammer|bat|axe|pipe|crowbar|shovel|chain)(?: \\w+){0,3} (?:at|chasing|threatening|swinging|attacking)`,
  `(?:gonna|going to|will|wants to|threaten\\w* to|tried to|trying to|try to|said|says|gon|about to)(?: \\w+){0,4} (?:kill|shoot|stab|hurt|beat|rape|strangle|murder|choke|burn|end|smash|slit|get) (?:me|us|him|her|them|my|someone|somebody|people|everyone|our|his|a gun|his gun)(?! ?sel[fv])(?! (?:a |some |the |up |off|home|back|there|water|food|ready|in touch|mind|kids|drink|out of))`,
  `(?:get|gets|getting|grab|got|bring) (?:his|her|their|a|the|my) (?:gun|knife|rifle|pistol)|shots? fired|gun ?shots?|(?:heard|hear|hearing)(?: \\w+){0,3} (?:gun|shots|scream\\w*|someone scream\\w*)|(?:screaming|screams|yelling|crying|begging)(?: \\w+){0,4} (?:for help|help me|stop|next (?:tent|door|camp)|rv|in (?:the|a|that|their) (?:tent|rv|van|porto\\w*))`,
  `beat(?:ing|s|en)?(?: \\w+){0,2} (?:the (?:crap|shit|hell|fuck)|up|on|him|her|his|my|me|a|one|some|this|senseless)(?! (?:drum|the heat|box|drop|eggs|around))|(?:jumped|attack\\w*|mugg\\w*|robb\\w*|chok\\w*|strangl\\w*|punch\\w*|stomp\\w*|kick\\w*|slap\\w*|shov\\w*|headbutt\\w*|hitting|threw|drag\\w*|throw\\w*|(?:he|she|guy|man|bf|ex|boyfriend|husband|they|dude) (?:\\w+ )?hits?) (?:\\w+ )?(?:me|us|him|her|my|this girl|this guy|a girl|a guy|his (?:girlfriend|wife|gf|kid)|by (?:some|two|three|a|my|his|the) (?:guy|guys|dude|dudes|man|men|group|ex|drunk)|in the (?:face|head|stomach))(?! (?:out|off|up|a |some|back|in the (?:spirit|feels)|home|with (?:love|glitter|a joke)))`,
  `(?:big|huge|bad|ugly|serious|violent)? ?fight(?:ing)?(?: \\w+){0,6} (?:blood|bloody|knife|on the ground|unconscious|broke out|weapons?|somebody hurt|hurt|kicking|stomping|head|bad|stop them|rangers|behind)|(?:scared|afraid|terrified|hiding|hide|hid|safe|run|running|escape|get away|locked myself)(?: \\w+){0,5} (?:him|her|my (?:bf|boyfriend|husband|gf|girlfriend|wife|partner|ex|dad|stepdad|campmate|tentmate)|them|these guys|this guy|going back|go back|in the (?:porto\\w*|rv|bathroom))`,
  `(?:if i (?:go|come) back|go(?:ing)? back to (?:camp|him|the tent)|wont let me (?:back|leave|go))(?: \\w+){0,4}(?:kill|hurt|hit|beat|scared|him|he|mad)?(?=$| (?:he|hell|scared|kill|hurt|im))|domestic (?:violence|abuse)|abus(?:ing|ed|er)|abusive (?!humou?r|comedy|chef)\\w+`,
];

const followed = [
  `follow(?:ing|ed|s) (?:me|us|her|him|my (?:friend|sister|daughter|girlfriend)|girls|people|women)(?! (?:on insta\\w*|around the dance|back on))|(?:being|getting|been) (?:followed|watched|stalked|chased|tailed)`,
  `same (?:\\w+ ){0,3}(?:guys?|dudes?|man|men|car|person|people|bikes?|creep|bloke|couple)(?: \\w+){0,10} (?:everywhere|every (?:place|where|time|corner|camp)|again|keeps?|behind|follow\\w*|showing up|watching|staring|turns up|wherever)`,
  `(?:right|still|close|walking|running|riding|creeping|coming|is|hes|s|shows? up) (?:up )?behind (?:me|us|her)(?! (?:in line|in the queue))|(?:standing|waiting|sitting|lurking|hiding|parked|staring|stands|prowling|creeping|walking|circling|breathing|footsteps|shadow|flashlight|someone)(?: \\w+){0,3} (?:outside|around|by|near|next to|behind|at|into) (?:my|our|her) (?:tent|rv|van|yurt|car|trailer|door|window|bed)`,
  `pretend(?:ing)? (?:to|im|i am|like)(?: \\w+){0,4} (?:text\\w*|phone|call|sleep|asleep|talk\\w*|know)|(?:wont|doesnt|does not|not) (?:stop|quit|leave)(?: \\w+)? (?:following|staring|watching|texting|coming|calling|alone|showing|bothering|touching)|(?:wont|doesnt|not|never|didnt|refuses to) (?:\\w+ )?leave (?:me|us|her|our camp|my tent)|chas(?:ing|ed|es) (?:me|us|her)|stalk(?:ing|ed)(?! (?:the|scene|horse))|stalker (?!game|screening|movie|night|film)\\w+|creep(?:y|ing)? (?:\\w+ ){0,3}(?:guy|man|dude|outside|following|watching|my tent|at me|me out)`,
  `(?:where (?:do|can|should) (?:i|we) (?:go|hide|run)|is there (?:a|somewhere) safe|safe (?:place|space|camp)|can someone (?:walk|come get|pick|meet) me|walk me (?:home|back|to my))(?: \\w+){0,8} (?:he|him|safe|scared|follow\\w*|guy|man|now|alone|behind|home)?$`,
];

const shock = [
  `(?:got|gets|getting|get|been|being|was just|just) (?:\\w+ )?(?:shocked|zapped|electrocuted|jolted|fried|thrown (?:off|back|across))|electrocut\\w*|shocks? (?:you|people|me|him|her|us|everyone|anyone|when|if|through)|(?:electric|electrical|bad|big|huge|nasty|hell of a) shock|shocking (?:me|him|her|people|us|everyone)(?! price)|zapp(?:ed|ing) (?:me|him|her|us|by|so|from|and)`,
  `(?:stuck|frozen|clamped|locked|glued) (?:to|on|onto) ${THE} (?:\\w+ )?(?:cable|wire|wires|line|generator|fence|metal|panel|box|plug|cord|distro)|cant let go of`,
  `(?:touch\\w*|grabb\\w*|hold\\w*|stepp\\w*|stood|cut|plugg\\w*)(?: \\w+){0,6} (?:cable|wires?|generator|outlet|line|plug|socket|panel|distro|breaker|cord|battery|inverter|box)(?: \\w+){0,10} (?:flew|thrown|shock\\w*|numb|confused|stuck|down|fell|burn\\w*|cant|wet|spark\\w*|buzz\\w*|tingl\\w*|heart|zapp\\w*|arm|passed|dropped)`,
  togetherWith(
    "(?:power lines?|live (?:wires?|cables?|lines?)|electric\\w* (?:lines?|cables?|wires?|box|panel)|downed|exposed (?:wires?|cables?)|cables?|wires?|extension cords?|distro|spider box|junction box|generator|outlet|transformer)",
    "(?:spark\\w*|arcing|in (?:the )?(?:mud|water|puddle)|underwater|exposed|bare and|smok\\w*|buzzing|on fire|melting|live|zapp\\w*|shock\\w*)",
    6,
  ),
  `(?:power|electric\\w*|cable|wire|line)s?(?: \\w+){0,3} (?:down|came down|fell|hanging|snapped)(?: \\w+){0,8} (?:spark\\w*|people|road|mud|water|ground|live|walking|street|low|bikes?)|lightning(?: \\w+){0,4} (?:hit|struck|strike)(?! (?:art|camp|photo))`,
];

const lost = [
  `cant (?:even )?see(?: \\w+){0,3} (?:my (?:own )?hands?|anything|shit|a thing|nothing|the ground|my feet|the city|lights|any lights|in front|two feet|where|the man)(?: \\w+){0,10}|(?:whiteout|white out|dust storm|sandstorm|dust|storm)(?: \\w+){0,12} (?:lost (?!and)|alone|cant (?:see|find|breathe)|where am|dont know where|on foot|stuck|by myself|scared|missing|separated)`,
  `(?:dont|do not|no|not|cant|cannot|havent)(?: \\w+){0,3} (?:know|idea|sure|tell|find|figure out|clue|remember)(?: \\w+)? (?:where|which way)(?: \\w+){0,3} (?:i am|im|we are|were|camp is|my camp|city is|to go|is camp|home is)(?: \\w+){0,12} (?:cold|dark|scared|phone|alone|dust|help|freezing|night|lights|storm|water|battery|crying|drunk|percent|pls|please|wind|tripping)`,
  `(?:cold|dark|scared|alone|freezing|lost|storm|dust|battery|phone|night|drunk)(?: \\w+){0,12} (?:(?:dont know|no idea|cant find|not sure|cant remember)(?: \\w+)? (?:where|my camp|camp|way)|lost everyone|lost (?:my|the) (?:group|friends|camp|people)|all alone|by myself|no lights|no one around|nobody around)`,
  `(?:im|i am|i m|we are|were|i|shes|hes|she is|he is|so|totally|really|completely|still|got) (?:\\w+ )?lost(?= |$)(?! (?:my|the|our|a|an|track|and found|in (?:the )?(?:music|thought|sauce|translation|love)|count|it (?:laughing|at)|weight|without (?:coffee|you)))(?: \\w+){0,12} (?:dark|night|dust|storm|alone|cold|scared|deep playa|fence|phone|battery|help|water|please|pls|nobody|no one|hours?|freezing|whiteout|by myself|crying|cant|wind|mud|hurt|walking)`,
  `(?:past|beyond|outside|over|other side of|near|at|by) the (?:trash )?fence(?: \\w+){0,8}(?:lost|alone|no|cant|dark|cold|nobody|think|walk\\w*|help|water)?(?=$| )|(?:deep playa|out here|outer playa|open playa)(?: \\w+){0,14} (?:alone|lost|scared|by myself|no one|nobody|lights (?:are )?gone|no lights|hurt|broke\\w*|stuck|cold|cant (?:see|walk|find)|bike (?:is )?(?:dead|broke\\w*))`,
  `(?:by myself|all alone|im alone|alone)(?: \\w+){0,8} (?:scared|dark|lost|cold|deep playa|crying|hurt|night|storm|dust|freezing|shaking)|(?:phone|battery)(?: \\w+){0,3} (?:\\d+|dying|almost dead|one|two|three|four|five|low|about to die)(?: \\w+){0,10} (?:cold|lost|alone|dark|scared|where|cant find|storm|freezing|hurt)`,
  `(?:dementia|alzheimer\\w*|gran|grandma|granny|nana|grandpa|grandfather|grandmother|grandad|elderly|old (?:man|lady|woman)|diabetic|autistic|special needs|non ?verbal)(?: \\w+){0,16} (?:missing|gone|lost|wander\\w*|hours? ago|not back|hasnt|havent|isnt back|didnt come|confused|alone|cant find|walked off|left)`,
  `(?:hasnt|havent|not|never|didnt|isnt|still not|hes not|shes not|wasnt|aint)(?: \\w+){0,2} (?:come|came|returned|back|home|made it|showed up|been seen|answering)(?: \\w+){0,8} (?:hours|storm|dark|night|dust|whiteout|since|last night|yesterday|sunset|medication|meds|worried|scared|morning)|(?:friend|husband|wife|partner|bf|gf|boyfriend|girlfriend|sister|brother|mate|buddy|he|she|dad|mom)(?: \\w+){0,6} (?:never (?:came|made it|showed|came back)|went missing|is missing|been missing|missing since|hours ago|walked off|wandered off|disappeared)(?! in my opinion)(?: \\w+){0,10}`,
];

const pregnancy = [
  `waters? (?:just |has |have )?(?:broke|broken|breaking)(?! (?:pump|pipe|jug|truck|cooler|bottle|filter|tank))|contractions?|in labou?r(?! (?:day|weekend|union))|(?:giving|give|gave) birth|goes? into labou?r|going into labou?r|mid ?wife(?! (?:crisis|camp talk))|crowning|umbilical|placenta|miscarr\\w*`,
  `baby(?: \\w+){0,3} (?:coming|is here|out now|head)|(?:see|feel|seeing) the (?:babys? )?head|(?:baby|it)(?: \\w+){0,3} (?:stopped|not|isnt|hasnt|doesnt) (?:\\w+ )?(?:mov\\w*|kick\\w*)`,
  `pregnan\\w*(?: \\w+){0,14} (?:blood\\w*|bleed\\w*|pain\\w*|cramp\\w*|fell|scream\\w*|push\\w*|hurt\\w*|fluid|dizzy|help|spotting|vomit\\w*|puk\\w*|faint\\w*|gush\\w*|leak\\w*|hit|contract\\w*|swoll\\w*|headache|pass\\w*|water|heat|overheat\\w*)|(?:blood|bleed\\w*|cramp\\w*|pain|fell|spotting|hit|dizzy|gush\\w*|fluid|leak\\w*)(?: \\w+){0,10} (?:pregnan\\w*|weeks|months along|trimester)`,
  `\\d+ (?:weeks?|wks?|months?)(?: \\w+){0,8} (?:cramp\\w*|bleed\\w*|blood|pains?|water|contract\\w*|spotting|fluid|leaking|pressure)|\\d+ (?:weeks?|wks?|months?) (?:pregnant|along|preg\\w*)(?: \\w+){0,10} (?:cant|dont|not|no|fell|hurt\\w*|hot|dizzy|something|scared)`,
];

const poison = [
  `(?:ate|eat|eaten|swallow\\w*|drank|drink|drunk|lick\\w*|chew\\w*|sip\\w*|gulp\\w*|mouthful|bit into|in (?:his|her|my|its) mouth|got into)(?: \\w+){0,7} (?:bleach|battery|batteries|acid|fuel|gasoline|petrol|kerosene|diesel|antifreeze|cleaner|detergent|soap|tide|berries|plant|leaves|seeds|datura|glow ?sticks?|paint|sanitizer|lamp oil|lighter fluid|coins?|magnets?|off the (?:ground|floor|playa)|poison\\w*|solvent|turpentine|rubbing alcohol|isopropyl|chemical\\w*|bug spray|rat poison|fertili[sz]er|glue|glass|pesticide|vape|nicotine|gasolin\\w*|methanol|moonshine and)`,
  `(?:kid|child|toddler|baby|boy|girl|son|daughter|brother|sister|nephew|niece|dog|he|she)(?: \\w+){0,5} (?:ate|swallowed|drank|licked|chewed|put|got into|found|took|eaten|gobbled)(?: \\w+){0,6} (?:pills?|meds|edibles?|gumm(?:y|ies)|mushrooms?|drugs|something|tabs?|chocolate with|medicine|weed|vitamins|acid|molly|brownie)(?: \\w+){0,12}`,
  `poison(?:ed|ing|s)?(?! (?:oak|ivy|ring|the band|apple|dart|pen))|poison control|drool\\w*(?: \\w+){0,6} (?:pupils|eyes|cant|and|confused|sick)|(?:pupils|eyes)(?: \\w+){0,4} (?:massive|huge|like saucers|pinpoint|pin point|tiny)(?: \\w+){0,6}`,
  `(?:is|does|will|did|can|could|do)(?: \\w+){0,10} (?:poisonous|toxic|kill (?:you|u|him|her|me|a kid)|hurt (?:you|u|him|her|a kid|them)|dangerous)(?: \\w+){0,8} (?:ate|swallow\\w*|drank|lick\\w*|drink|kid|he|she|brother|baby)|(?:food poisoning|grey ?water|gray ?water|ice water)(?: \\w+){0,6} (?:drank|puk\\w*|vomit\\w*|sick|cant|blood|hours)`,
];

export const emergencySituations = phrases(
  ...bleeding,
  ...unconscious,
  ...breath,
  ...heart,
  ...seizure,
  ...vehicle,
  ...injury,
  ...burn,
  ...fire,
  ...gas,
  ...heat,
  ...allergy,
  ...lostChild,
  ...childAlone,
  ...shock,
  ...lost,
  ...pregnancy,
  ...poison,
);
export const overdoseSituations = phrases(...overdose, ...badTrip);
export const consentSituations = phrases(...consent, ...waking, ...violence, ...followed);
export const distressSituations = phrases(...suicide, ...selfHarm);
