import type { HelpKind } from "./help-kinds.ts";

// The vocabulary of cries for help of a few words. See help-cries.ts.

/** Words and phrases that are a cry on their own. A space in a phrase is optional: people leave it out in haste. */
export const alarms: Readonly<Record<HelpKind, string>> = {
  overdose:
    "overdos(?:e|ed|es|ing)|od|ods|oded|oding|od ed|od ing|narcan|naloxone|drugged|spiked|spiking|laced|too stoned|roofied|roofies?|dosed|bad trip|took (?:too|to) (?:much|many)|(?:too|to) much (?:g|k|ghb|gbl|mdma|molly|acid|ket|ketamine|alcohol)|alcohol poisoning",
  emergency:
    "fire (?:dept|department|brigade|fighters?)|on fire|fires?|flames|ablaze|explosions?|exploded|exploding|blew up|gas leak(?:ing|s)?|(?:leaking|smells?(?: of| like)?|smelling) gas|gas smell|propane leak(?:ing|s)?|carbon monoxide|drown(?:ing|ed|d|s)?|chok(?:ing|ed)|suffocat(?:ed|ing)|gasping|anaphyla(?:xis|ctic(?: shock)?)|allergic (?:reaction|shock)|allergic|epi pens?|inhaler|asthma(?: attack)?|(?:throat|airway) (?:is )?(?:clos|swell)ing|turn(?:ing|ed) (?:blue|purple)|unconscious|unresponsive|comatose|(?:pass|black)(?:ed|ing) out|knocked out|out cold|faint(?:ed|ing)|keeled over|lifeless|no response|seizures?|seizing|fitting|convuls(?:ing|ions?)|having (?:a )?fit|foaming|foam (?:at )?(?:the )?mouth|stroke|heart attack|cardiac arrest|chest pains?|chest (?:hurts|tight)|heart (?:stopped|hurts)|face (?:is )?drooping|heat stroke|heat exhaustion|sun stroke|hypothermi[ac]|delirious|concuss(?:ion|ed)|diabetic(?: shock| low| coma)?|insulin|hypo|low (?:blood )?sugar|bleed(?:ing|s)?(?: out)?|blood|ha?emorrhag(?:e|ing)|stabbed|stabbing|gun ?shots?(?: fired)?|shots fired|(?:active )?shooters?|gunman|(?:been|got|was|is) shot|electrocut(?:ed|ion)|electric(?:al)? shock|scalded|(?:bad|severe|serious|deep) (?:burns?|cut|wound|injury)|(?:burn|burnt|burned|hurt|injured|cut) (?:bad|badly|deep)|impaled|amputated|bone (?:is )?(?:sticking|poking) out|(?:snake|scorpion|spider|bee|wasp|dog) (?:bites?|bit|sting|stung)|snake bite|scorpion|stung|poison(?:ed|ing)|(?:drank|swallowed|ate) (?:bleach|poison|gasoline|fuel|an? battery|battery|batteries|magnets?)|acid in|in labou?r|labou?r (?:has )?start(?:ed|ing)|(?:having|into) labou?r|contractions|waters? (?:has |have |just )?(?:broke|broken|breaking)|(?:giving|gave) birth|(?:baby|babys|babies) (?:is )?(?:coming|crowning)|miscarriage|miscarrying|trapped|buried|(?:stuck|pinned|caught|crushed) under|run over|ran over|hit by|struck by|(?:car|bike|truck|bus|van) (?:crash|accident)|(?:fell|fallen) (?:off|from|into|through)|collapsed on|(?:stage|bridge|tower|scaffold\\w*|roof|platform|bleachers) (?:has |is )?collaps(?:ed|ing)|(?:lips|face|skin|fingers) (?:are |is )?(?:blue|purple|gr[ae]y)|(?:smoke|gas) (?:in|inside|from|everywhere)|lightning (?:hit|struck)|no water left|out of water|lost (?:out )?in (?:the )?(?:dust|dust ?storm|white ?out|storm|sandstorm|desert|dark|deep playa)|mayday|sos|s o s|emergency|(?:save|rescue) (?:me|us|him|her|them)|rescue|911|112|999|cpr|aed|defib|defibrillator|stretcher|tourniquet|(?:nearest|closest|send|call) (?:a |the )?(?:rangers?|police|security)|rangers? (?:where|now)|shooting|stab wound|frost ?bite|heart pain|glucagon|grand mal|stampede|flash flood|crowd crush|trampled|locked in|bomb(?: threat)?|accident|eye injury|medics?|medical|paramedics?|emts?|doctors?|doc|dr|nurses?|ambulances?|first aid|firefighters?",
  consent:
    "(?:being |been )?(?:followed|stalked|attacked|mugged|robbed|groped|raped|assaulted|molested|chased)|theres a fight|stalker|attacker|rapist|rape|let (?:me|us|her|him) (?:go|leave|out)|(?:wont|doesnt|not) leave (?:me|us|her|him) alone|(?:has|with|have|got|holding) (?:a )?(?:gun|knife|machete|weapon)|kidnapp?(?:ed|ing)",
  distress:
    "freak(?:ing|ed) out (?:bad|badly|hard|help)|suicid(?:e|al)|kill (?:myself|himself|herself)|(?:want to|wanna|wants to) die|panic(?: attack)?|self harm",
};

/** Words of cries by what they stand for, one letter each. A word with several meanings has the first. */
export const letters: Readonly<Record<string, string>> = {
  N: "no not isnt aint wont cant cannot doesnt dont didnt stopped barely hardly wasnt",
  L: "breath breathe breathing breathin breathes pulse puls heartbeat wake waking awake responding respond reacting react moving conscious swallow air",
  Y: "walk stand see leave",
  H: "help hurry emergency sos",
  M: "i im ive me",
  J: "hurt injured burned burnt shot crushed wounded overheating overheated",
  Z: "dead dying down blue purple limp",
  O: "broke broken snapped crushed dislocated smashed severed sliced cut torn ripped chopped gone bleeding injury fractured burning swollen",
  A: "following chasing stalking attacking hitting hurting hurts beating beats strangling threatening touching groping raping harassing hit hits punched slapped grabbed",
  X: "hit hits struck crashed rolled",
  R: "lost missing found abducted",
  G: "gun knife machete weapon",
  W: "rangers ranger police gas smoke freezing snake overheating dizzy vomiting puking shaking scared stuck fight shooting burning confused bitten lightning sick dehydrated",
  F: "fell fallen",
  C: "collapsed collapsing collapse",
  T: "burning burns flaming",
  S: "camp tent tents kitchen container dome yurt shade stage bar tower bed floor ground road street gate plaza esplanade playa temple fence center centre neighbour neighbours neighbor neighbors stove generator shower toilet toilets porta potty potties bathroom pool tub tank lake river water sea ladder scaffold scaffolding roof structure oclock deep desert dust storm whiteout entrance field sauna village zelt grass brush door next oil propane electrical",
  U: "now asap quick quickly fast urgent urgently immediately please come send call get need needs needed want find where wheres nearest closest right omg god oh fuck fucking shit hey hello guys yo bad badly really very so much lots lot alot big huge everywhere again still all over hard think maybe having us looby near anyone",
  I: "a an the and is are am was were has have had been being got gets getting just s it its there theres here off of to on in under our my some we es going went oclock o m re ve au any does rubble",
};

/** Talk that has a word of danger and nothing else that shows it is harmless. Between these words there is nothing but space. */
export const harmlessPairs =
  /\b(?:run over (?:to|your|my|the|time)|(?:stage|fake) blood|(?:medic(?:al)?|doctor|nurse|paramedic|ranger)s?(?: tent| station)? (?:are|is)|emergency (?:tent|camp|shelter|water|door|van|car|truck|bed|shower|toilet|stove|ladder|tank)|where(?:['’]?s| is| are)? (?:the |a )?fires?|(?:need|want|get|find) (?:(?:a|an|some|more|our|the) )*fires?|(?:so|very|really|(?<!there)['’]?s|is|are|was|were|been|hes|shes|its) fire|(?:camp|art|man|bon) ?fires?|fires? (?:trucks?|bus|car|camp|stage|tower|gate|man|bar|art|temple|sauna|water|tent|village)|(?:bike|love|witch|spin|tent|water|shade|stage|generator|script) (?:doctor|doc|medic|nurse)s?|doctor who|drowning in (?!(?:the |a )?(?:water|lake|pool|tub|river|sea|hot))|burning (?:man|camp|village)|(?:the )?man (?:is )?(?:burn(?:s|ing)|on fire)|blood (?:bar|camp|stage|water)|lost (?:and|n|&) found|(?:lost|missing) (?:kid|child|children|kids)s? (?:camp|tent)|(?:need|want|find) (?:a |an )?(?:gas|water|smoke|stretcher|fight)|(?:medic(?:al)?|fire|nurse|doctor)s? volunteers?|broken? (?:bike|car|van|truck)|stroke (?:me|him|her))\b/;
