import { phrases } from "./help-concepts.ts";

// Phrases over plain words: lower case, no accents, no apostrophes ("can't" is "cant"), single spaces. They match broadly on purpose: an
// unnecessary help text costs a smile, a missing one may cost a life. Phrases that matched jokes, lights and sound systems were removed
// individually; the test lists both kinds.

const PERSON =
  "(?:he|she|they|someone|somebody|anybody|friend|buddy|partner|girlfriend|boyfriend|wife|husband|guy|girl|man|woman|person|kid|child|boy|neighbou?r|campmate|participant|stranger|people|brother|sister|mom|mum|dad)";
const IS = "(?:s|is|are|was|has|have|has been|just|got|gets|seems|looks)";
const SOMEBODY_IS = String.raw`(?:\b${PERSON}(?: ${IS}){0,2}|\b(?:hes|shes|theyre|im|i am))`;
const SUBSTANCE =
  "(?:mdma|molly|ecstasy|xtc|acid|lsd|shrooms?|mushrooms|ketamine|ket|ghb|gbl|coke|cocaine|speed|meth|fentanyl|heroin|opioids?|opiates|xanax|benzos?|2cb|tusi|dmt|weed|cannabis|edibles?|alcohol|vodka|whiskey|whisky|tequila|pills?|tabs?|drugs?|substances?|nitrous|poppers|kratom|medication|meds)";
const CHILD = "(?:kid|kids|child|children|son|daughter|toddler|baby|boy|girl|little (?:brother|sister))";
const BURNING =
  "(?:tent|camp|rv|car|truck|van|shade|structure|generator|kitchen|clothes|hair|dome|yurt|stove|battery|someone|somebody|person)";
const BODY =
  "(?:head|neck|back|spine|skull|eyes?|face|jaw|teeth|chest|ribs?|shoulder|arm|elbow|wrist|hands?|fingers?|thumb|hip|leg|knee|ankle|foot|feet|toes?)";
const DWELLING = "(?:tent|rv|van|yurt|dome|bed|trailer|car|camp)";
const ATTACKS = "(?:touch|grab|grop|follow|kiss|bother|harass|hit|hug|film|photograph)";

export const emergencyPhrases = phrases(
  `(?:call|need|get|send|want|find)(?: me| us| him| her)?(?: an?| the| some)? (?:ambulance(?! (?:art|car|bike))|paramedics?|medics?|doctor|nurse|911|112|999|first aid|medical (?:help|attention|care|team))(?! (?:workshop|class|course|training|talk|box|kit))`,
  `(?:nearest|closest|where|find|any|is there|need) (?:\\w+ ){0,4}(?:doctor|nurse|medics?|paramedics?|first aid|medical (?:tent|station|help|care|camp)|hospital|ambulance)(?! (?:who|art|car|bike|themed|workshop|class|course|training|talk|box|kit|costume|outfit))`,
  `(?:cant|cannot|can not|not|isnt|stopped|barely|hardly|struggling to|trouble|difficulty|problems) (?:\\w+ )?breath(?:e|ing)`,
  `unconscious(?! (?:bias|mind|choice|coupling))|unresponsive|not conscious|(?<!(?:pump|phone|laptop|generator|speaker|lamp|car|engine|device|radio|projector) )(?:wont|cant|doesnt|not) wake(?: \\w+)? up|cant wake (?:him|her|them|my)|not waking up`,
  `\\b${PERSON}(?: \\w+){0,6} (?:not|isnt|stopped) (?:responding|reacting|moving|waking)`,
  `\\b${PERSON}(?: \\w+){0,4} (?:wont|doesnt|cant|isnt able to) (?:respond|react|wake|answer|move|speak|get up|stand)(?! (?:to (?:my )?(?:emails?|texts?|messages?|calls?)|the|a|our|my))`,
  `(?:deep|bad|serious|severe|open|nasty|infected) (?:cut|wound|gash|burn|injury|bite|allergy)|feel(?:ing|s)? (?:so |really |very )?(?:dizzy|faint)|about to (?:faint|pass out|collapse)`,
  `(?:hit|hurt|injured|banged|broke|cracked|crushed|smashed|burned|burnt|dislocated|twisted|sprained) (?:my|his|her|their) ${BODY}`,
  `(?:my|his|her|their) ${BODY} (?:is |are |was |got )*(?:crushed|broken|burned|burnt|smashed|bleeding|dislocated|infected|swollen|numb)`,
  `${SOMEBODY_IS} (?:fell|fallen|jumped) (?:off|from|out|down|through)|(?:person|man|woman|someone|somebody|camper|participant) down`,
  `(?:high|bad|burning up with(?: a)?) fever|(?:got|been|badly|severely) (?:burned|burnt)(?= (?:badly|by)|$)`,
  `(?:had|been|was|is|were) (?:in )?an? (?:bad |serious |terrible )?accident(?! of )`,
  `(?:scorpion|spider|snake|bee|wasp) (?:sting|stung|bite|bit)|(?:stung|bitten) by`,
  `${PERSON}(?: ${IS}){0,2} missing(?! (?:the|a|an|his|her|their|out))`,
  `\\b(?:${PERSON}|i)(?: \\w+){0,5} (?:cant|cannot|can not) (?:stand(?: up)?|get up|walk|stay awake|feel (?:my|his|her|their) \\w+)(?= |$)`,
  `${SOMEBODY_IS} (?:turning|turned|going|gone) (?:blue|purple|gr[ae]y|pale)|(?:lips|face|skin|fingers) (?:\\w+ ){0,2}blue`,
  `${SOMEBODY_IS} (?:\\w+ )?(?:overheating|overheated|dehydrated|delirious|confused and|seizing|convulsing|foaming)`,
  `(?:vomiting|throwing up|puking|coughing)(?: up)? blood|cant stop (?:vomiting|throwing up|puking|shaking)`,
  `${SOMEBODY_IS} (?:passed out|blacked out|fainted|collapsed|fallen unconscious)(?! (?:the |some |our |my |free |more )?(?:flyers|flags|stickers|cards|candy|drinks|water|food|leaflets|samples|gifts|necklaces|maps|invitations))`,
  `heart attack|chest pains?|having a stroke|had a stroke|seizures?|anaphyla\\w+|allergic reaction|epipen|heat ?stroke|heat exhaustion|sun ?stroke|hypothermia|asthma attack|insulin|diabetic (?:shock|emergency)|electric shock|appendicitis|concussion|electrocuted|snake ?bite|severe burns?`,
  `bleeding (?:badly|heavily|a lot|out|from|everywhere)|(?:wont|cant|doesnt) stop (?:the )?bleeding|${SOMEBODY_IS} bleeding(?! (?:edge|heart))|(?:lots? of|so much|losing) blood`,
  `${SOMEBODY_IS} (?:choking|drowning)(?! in (?:work|dust|mail|email|emails|dishes|stuff|love|sweat))`,
  `broken? (?:a|an|the) (?:leg|arm|ankle|wrist|neck|back|hip|rib|ribs|collarbone|skull)|broken (?:my|his|her|their) ${BODY}`,
  `${BURNING}(?: ${IS}){0,2} (?:on fire|caught fire|catching fire|burning down)|(?:theres|there s|there is) a fire (?:in|at|near)`,
  `${CHILD}(?: \\w+){0,3} (?:separated from|wandered off|went missing|has gone missing|is lost|is missing)|found (?:a|an) (?:lost |crying )?(?:little |small |young )?${CHILD}(?: alone| crying|$)`,
  `(?:lost|missing) (?:little |small |young )?${CHILD}(?! (?:s )?(?:scout|bike|hat|shoe|jacket|toy))|(?:cant find|lost|missing|looking for) (?:my|our|his|her|their|a lost|a missing) (?:little |small |young )?${CHILD}(?! (?:s )?(?:scout|bike|hat|shoe|jacket|toy|friendly|camp))`,
  `(?:an|medical|real|life threatening) emergency(?! (?:generator|kit|blankets?|lights?|lamp|exit|food|water|plan|meeting|ladder|radio|rations|phone|supplies|repair|toilet))|emergency (?:help|services|number|room|now|here|please)`,
  `${SOMEBODY_IS} (?:badly |seriously |really |very |gravely )?(?:hurt|injured|wounded|dying)(?! (?:to|for|of (?:laughter|laughing|boredom|curiosity|heat)|my feelings))|(?:got|was|been|were) (?:stabbed|shot|run over|hit by)(?! by a (?:beat|wave))`,
  `(?:need|want) (?:\\w+ )?help (?:right )?(?:now|urgently|immediately|asap|quick|fast)(?! (?:with|building|to|setting|moving|carrying|lifting|finding|putting))|please send help|mayday`,
  `^(?:emergency|help|sos|help help|help me|help me please|please help|please help me)$`,
  `^(?:help )?(?:i am|im|i m|we are|we re)(?: (?:totally|completely|really|badly))? lost(?: out here| help| help me| please)?$`,
);

export const overdosePhrases = phrases(
  `overdos(?:e|ed|es|ing)(?! of (?:glitter|cuteness|fun|love|sun|sunshine|art|colou?r|joy|kindness|bass))`,
  `(?:${PERSON}|im|i am|hes|shes)(?: ${IS}){0,2} (?:od|ods|oded|oding|od ed|od ing)`,
  `(?:took|taken|takes|swallowed|smoked|drank|drunk|dropped|snorted) (?:way |far |a bit )?(?:too|to) (?:much|many)(?:$| (?:of (?:it|that|this|them|something)|again|tonight|today|and|now|help|what|i|im|he|hes|she|shes|they))`,
  `(?:too|to) (?:much|many|strong) (?:of (?:the |that |this )?)?(?:${SUBSTANCE}|k|g)`,
  `(?:took|taken|swallowed|ate|had|drank|snorted) (?:an? |the )?(?:whole )?(?:bunch|lot|lots|handful|bottle|ton|load|loads|pack|box) of (?:\\w+ )?(?:${SUBSTANCE}|something|stuff)|swallowed something|(?:took|ate|drank) something (?:unknown|weird|strange|bad)|dont know what (?:i|he|she|they) took`,
  `bad trip|tripping (?:too hard|badly|really hard|very hard|balls and scared)|k ?hole`,
  `(?:mixed|mixing|mix|combined|combining|combine) (?:\\w+ ){0,3}${SUBSTANCE}`,
  `drinks? (?:was|got|has been|were|may be|might be|is) (?:spiked|drugged)|spiked (?:my|his|her|their|our|the|a) drinks?|(?:been|was|got|being|were) (?:spiked|roofied|drugged|poisoned)|(?:drugged|roofied|poisoned) (?:me|us|him|her|my)|(?:put|slipped|dropped) something (?:in|into) (?:my|his|her|their|our|a|the) (?:\\w+ )?(?:drink|cup|water|beer|food|bottle)`,
  `(?:im|i am|hes|shes|friend is|he is|she is|feel|feeling) (?:way |far |much )too high(?! up)|(?:im|i am|hes|shes|friend is|he is|she is) too high(?:$| (?:and|help|what|to))`,
  `(?:took|taken|ate|drank|dropped|smoked|snorted|had) (?:an? |some |the |my |his )?(?:\\w+ ){0,2}(?:${SUBSTANCE}|something|k|g)\\b.{0,60}\\b(?:feel|feels|feeling) (?:so |really |very )?(?:sick|bad|weird|wrong|awful|terrible|strange|ill)`,
  `(?:took|taken|ate|drank|dropped|smoked|snorted|on) (?:an? |some |the |my |his )?(?:\\w+ ){0,2}(?:${SUBSTANCE}|something)\\b.{0,60}\\b(?:not feeling (?:well|good)|scared|terrified|frightened|paranoid|confused|freaking|dying|shaking|vomiting|throwing up|puking|overheating|twitching|foaming|panick\\w*|cant (?:stand|walk|talk|see|move|calm|sleep|breathe|stop)|help)`,
  `(?:${SUBSTANCE}|g|k) (?:and|with|plus) (?:${SUBSTANCE}|g|k) (?:mixed|together|mix|combo|combination|safe)`,
  `feel(?:ing)? (?:so |really |very )?(?:weird|sick|strange|wrong|dizzy|awful|drugged) (?:after|from|since) (?:\\w+ ){0,3}(?:drinks?|cup|${SUBSTANCE})`,
  `test (?:my|our|some|these|the) ${SUBSTANCE}|fentanyl|test strips|drug (?:check|test)\\w*`,
  `(?:too|to) (?:much|many) (?:drinks|shots|beers|to drink)\\b.{0,40}\\b(?:vomit\\w*|puk\\w*|throwing up|wont|cant|asleep|help|unresponsive)|is ${SUBSTANCE} safe`,
  `narcan|naloxone|alcohol poisoning|drug poisoning|serotonin syndrome|comedown is (?:killing|really bad)`,
  `(?:how much|is it safe to (?:take|mix)|safe dose of|can i (?:take|mix)) (?:\\w+ ){0,2}${SUBSTANCE}`,
);

export const consentPhrases = phrases(
  `raped?|raping|rapist|sexual(?:ly)? (?:assault\\w*|abus\\w*|harass\\w*|violence)|molest\\w*|assaulted|gropes?|groped|groping|roofie|date rape`,
  `touched (?:me |us |her |him |them )?(?:inappropriately|down there|between)|inappropriate(?:ly)? touch\\w*|(?:was|been|being|got) touched`,
  `${PERSON}(?: ${IS})? (?:touched|touching|touches) (?:me|us|her|him|them|my|our)(?! (?:heart|soul|life|art|stuff|bike))`,
  `exposed (?:himself|herself|themselves|themself)|flashed (?:me|us|her)|masturbat\\w*|(?:was|were|got|been|being) (?:attacked|mugged|robbed|beaten|punched|choked|strangled|kidnapped)`,
  `boundar(?:y|ies) (?:was|were|got|has been|have been|being) (?:crossed|violated|ignored|pushed)`,
  `${PERSON}(?: \\w+){0,3} (?:came|climbed|snuck|sneaked|broke|crawled) (?:in|into|inside) (?:my|our|her|his) ${DWELLING}`,
  `(?:photos?|pictures?|videos?) of (?:me|us|her|him|my \\w+)(?: \\w+){0,3} (?:shower|naked|topless|undress\\w*|toilet|changing|asleep|sleeping)`,
  `harass(?:ed|es|ing|ment)(?: me| us| her| him)?`,
  `(?:being|was|is|been|am|getting) (?:stalked|followed(?! on| by (?:a|the|our) (?:band|parade|art car)))|stalk(?:ing|s) (?:me|us|her|him|my)|a stalker`,
  `(?:without|against|violated|ignored) (?:my|his|her|their|our) (?:consent|will)|without (?:any )?consent`,
  `(?:touch\\w*|kiss\\w*|film\\w*|photograph\\w*|hug\\w*|grab\\w*|(?:photos?|pictures?|videos?) of) (?:me|us|her|him|them|my \\w+|someone|somebody)(?: \\w+)? without`,
  `(?:wont|doesnt|didnt|does not|would not|wouldnt) (?:stop|quit) ${ATTACKS}\\w*|(?:keeps?|kept) ${ATTACKS}\\w*(?: on)? (?:me|us|her|him|my)`,
  `(?:wont|doesnt|wouldnt) leave (?:me|us|her|him|them|my friend) alone`,
  `(?:guy|man|woman|person|someone|somebody|stranger|he|she|hes|shes|they|theyre|creep)(?: ${IS})? (?:following|follows|followed) (?:me|us|her|him|my)(?! on)`,
  `(?:said|say|saying) (?:no|stop)(?: \\w+){0,2} (?:and|but) (?:he|she|they)|didnt take no|wont take no for`,
  `grabbed (?:me|her|him|my (?:ass|butt|bum|breasts?|boobs?|crotch|body|hair|waist|thigh|throat|neck))(?! an?)`,
  `forc(?:ed|ing) (?:an? )?(?:kiss|hug|sex)|forc(?:ed|ing) (?:me|her|him) (?:to|into|on)|forced (?:himself|herself|themselves|themself)|pressur(?:ed|ing) (?:me|her|him) (?:to|into)`,
  `(?:dont|do not|didnt|not|never) feel(?:ing)? safe|feel(?:ing)? unsafe|unsafe (?:around|with) (?:him|her|them|my)`,
  `consent (?:was |is |got |has been )?(?:violat\\w+|breach\\w*|incident|issue|emergency|problem|ignored|crossed)|crossed my (?:boundary|boundaries|line|limits)|ignored my (?:no|boundary|boundaries|safe ?word|limits)`,
  `(?:he|she|they|partner|boyfriend|girlfriend|husband|wife|ex|guy|man|woman|someone|somebody)(?: ${IS})? (?:hit|hits|beats?|attacked|attacking|attacks|hitting|beating|threatened|threatens|threatening|choked|hurts|slapped) (?:me|us|her|him|my)(?! (?:up|with|feelings))|(?:is|being) abusive|abus(?:ed|ing) (?:me|her|him)`,
);

export const distressPhrases = phrases(
  `suicid(?:e|al)(?! (?:squad|kings?|girls?))|kill(?:ing)? (?:myself|himself|herself|themselves|themself)|end(?:ing)? (?:my (?:own )?life|it all)|take my (?:own )?life`,
  `(?:want|wants|wanna|ready|going|try|trying) (?:to )?die(?! for)|wish i (?:was|were) dead|better off (?:dead|without me)`,
  `(?:feel|feeling|feels) like (?:ending (?:it|everything|my)|dying(?! of)|giving up|killing|hurting|disappearing|nothing matters)|(?:thinking|thoughts|think) (?:of|about) (?:hurting|harming|killing|ending|dying|suicide)|want (?:to (?:disappear|vanish)(?! (?:in|into) )|it (?:all )?to (?:stop|end))`,
  `(?:everything|life|it all|my life)(?: \\w+)? (?:is |feels |seems |s )?(?:so )?(?:hopeless|pointless|meaningless|worthless|falling apart)`,
  `(?:scared|afraid|frightened|lonely) and alone|alone and (?:scared|afraid|frightened|sad)|(?:im|i am) (?:so |really |very )*(?:scared|terrified)$`,
  `(?:dont|do not|doesnt|no longer) want to (?:live|be alive|exist|wake up|be here any ?more|go on)|no (?:reason|point) (?:to live|in living|living|going on)`,
  `self harm\\w*|(?:harm|hurt|cut)(?:ing|ting)? (?:myself|himself|herself|themselves)(?! (?:on (?!purpose)|while|climbing|when|by|with a))`,
  `panick? attacks?|anxiety attacks?|panicking|(?:having|had) a (?:breakdown|meltdown|psychotic|panic)|(?:mental|nervous) (?:breakdown|health crisis|crisis)|psychosis|psychotic`,
  `(?:im|i am|shes|hes|friend is) (?:really |totally |completely |so )?freaking out(?! (?:about|over|with|because (?:this|it) is (?:so|amazing)))`,
  `cant (?:cope|go on|do this any ?more|stop crying|handle (?:this|it|life) any ?more|take (?:it|this) any ?more)|cant take (?:it|this)$`,
  `(?:feel|feels|feeling|felt) (?:so |really |very |totally |completely |pretty |all |quite )*(?:alone|lonely|hopeless|worthless|helpless|desperate|depressed|overwhelmed|empty|numb|broken|scared and)(?! (?:for|to|by (?:the )?(?:beauty|kindness|love)))`,
  `(?:im|i am) (?:so |really |very |totally |completely |all )*(?:lonely|hopeless|worthless|depressed|overwhelmed|suicidal|in crisis|in distress|distressed)|(?:im|i am) (?:so|all|completely) alone`,
  `(?:care|cares|notice|notices|miss me) if i|(?:im|i am) losing it(?! (?:over|about|at))|(?:nobody|no one|noone) (?:cares(?: about me)?|likes me|loves me|would (?:miss|notice)|wants me)(?! (?:what|who|how|if))`,
  `(?:need|want|have|is there|like) (?:\\w+ )?(?:someone|somebody|anyone|person) (?:i can |who i can |to )?(?:talk|listen)(?: to)?(?! about (?:the|a|my) (?:camp|build|schedule))|need to talk to (?:someone|somebody|a counsell?or|a therapist)`,
  `(?:no one|nobody|noone) to (?:talk|turn) to|(?:have|got) (?:no friends|nobody left|no one left)`,
  `hearing voices|losing my mind(?! (?:over|about|at|to))|going insane|crisis (?:line|support|counsell?\\w*|hotline)|emotional support (?!animal)`,
);

/** Words worth recognizing when misspelled. */
export const helpVocabulary: readonly string[] = wordList(`
  overdose overdosed overdosing unconscious unresponsive breathing breathe responding seizure
  ambulance paramedic emergency bleeding collapsed fainted choking drowning suicide suicidal
  assaulted harassed harassing harassment groped groping stalking consent without following
  touching molested drugged spiked poisoned naloxone ketamine alcohol hopeless worthless
  overwhelmed depressed panicking anxiety doctor myself allergic reaction heatstroke hospital
  medical injured attack missing lonely convulsing hyperventilating
  paramedics stabbed panicked crying harassed terrified swelling
`);

/** Real words that must not be corrected to a word of danger. */
export const realWords: ReadonlySet<string> = new Set(
  wordList(`
  blending breeding dragged breathing breather breathed missing misting massing fainter tainted
  feinted injures spikes spiced spiked groped grooved medically breaking dressed pressed flowing
  lovely spelling smelling shelling stabled picnicked crying drying terrify panicky swilling dwelling
  cooking packing picking growing grouping grouped messing selling stacking beating torching droning attached
  content consents convent consenting drowsing mussing attach attacks contest
`),
);

function wordList(text: string): string[] {
  return text.trim().split(/\s+/);
}
