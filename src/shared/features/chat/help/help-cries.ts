import { fold } from "#shared/word-likeness.ts";
import { type HelpKind, helpKinds } from "./help-kinds.ts";
import { correctHelpWords } from "./help-spelling.ts";
import { helpVocabulary, realWords } from "./help-phrases.ts";
import { wordClass } from "./help-word-classes.ts";
import { plainWords } from "./help-words.ts";

/** Words and phrases that are a complete cry for help. A space in a phrase is optional: people omit it in haste. */
const alarms: Readonly<Record<HelpKind, string>> = {
  overdose:
    "overdos(?:e|ed|es|ing)|od|ods|oded|oding|od ed|od ing|narcan|naloxone|drugged|spiked|spiking|laced|too stoned|roofied|roofies?|dosed|bad trip|took (?:too|to) (?:much|many)|(?:too|to) much (?:g|k|ghb|gbl|mdma|molly|acid|ket|ketamine|alcohol)|alcohol poisoning",
  emergency:
    "fire (?:dept|department|brigade|fighters?)|on fire|fires?|flames|ablaze|explosions?|exploded|exploding|blew up|gas leak(?:ing|s)?|(?:leaking|smells?(?: of| like)?|smelling) gas|gas smell|propane leak(?:ing|s)?|carbon monoxide|drown(?:ing|ed|d|s)?|chok(?:ing|ed)|suffocat(?:ed|ing)|gasping|anaphyla(?:xis|ctic(?: shock)?)|allergic (?:reaction|shock)|allergic|epi pens?|inhaler|asthma(?: attack)?|(?:throat|airway) (?:is )?(?:clos|swell)ing|turn(?:ing|ed) (?:blue|purple)|unconscious|unresponsive|comatose|(?:pass|black)(?:ed|ing) out|knocked out|out cold|faint(?:ed|ing)|keeled over|lifeless|no response|seizures?|seizing|fitting|convuls(?:ing|ions?)|having (?:a )?fit|foaming|foam (?:at )?(?:the )?mouth|stroke|heart attack|cardiac arrest|chest pains?|chest (?:hurts|tight)|heart (?:stopped|hurts)|face (?:is )?drooping|heat stroke|heat exhaustion|sun stroke|hypothermi[ac]|delirious|concuss(?:ion|ed)|diabetic(?: shock| low| coma)?|insulin|hypo|low (?:blood )?sugar|bleed(?:ing|s)?(?: out)?|blood|ha?emorrhag(?:e|ing)|stabbed|stabbing|gun ?shots?(?: fired)?|shots fired|(?:active )?shooters?|gunman|(?:been|got|was|is) shot|electrocut(?:ed|ion)|electric(?:al)? shock|scalded|(?:bad|severe|serious|deep) (?:burns?|cut|wound|injury)|(?:burn|burnt|burned|hurt|injured|cut) (?:bad|badly|deep)|impaled|amputated|bone (?:is )?(?:sticking|poking) out|(?:snake|scorpion|spider|bee|wasp|dog) (?:bites?|bit|sting|stung)|snake bite|scorpion|stung|poison(?:ed|ing)|(?:drank|swallowed|ate) (?:bleach|poison|gasoline|fuel|an? battery|battery|batteries|magnets?)|acid in|in labou?r|labou?r (?:has )?start(?:ed|ing)|(?:having|into) labou?r|contractions|waters? (?:has |have |just )?(?:broke|broken|breaking)|(?:giving|gave) birth|(?:baby|babys|babies) (?:is )?(?:coming|crowning)|miscarriage|miscarrying|trapped|buried|(?:stuck|pinned|caught|crushed) under|run over|ran over|hit by|struck by|(?:car|bike|truck|bus|van) (?:crash|accident)|(?:fell|fallen) (?:off|from|into|through)|collapsed on|(?:stage|bridge|tower|scaffold\\w*|roof|platform|bleachers) (?:has |is )?collaps(?:ed|ing)|(?:lips|face|skin|fingers) (?:are |is )?(?:blue|purple|gr[ae]y)|(?:smoke|gas) (?:in|inside|from|everywhere)|lightning (?:hit|struck)|no water left|out of water|lost (?:out )?in (?:the )?(?:dust|dust ?storm|white ?out|storm|sandstorm|desert|dark|deep playa)|mayday|sos|s o s|emergency|(?:save|rescue) (?:me|us|him|her|them)|rescue|911|112|999|cpr|aed|defib|defibrillator|stretcher|tourniquet|(?:nearest|closest|send|call) (?:a |the )?(?:rangers?|police|security)|rangers? (?:where|now)|shooting|stab wound|frost ?bite|heart pain|glucagon|grand mal|stampede|flash flood|crowd crush|trampled|locked in|bomb(?: threat)?|accident|eye injury|medics?|medical|paramedics?|emts?|doctors?|doc|dr|nurses?|ambulances?|first aid|firefighters?",
  consent:
    "(?:being |been )?(?:followed|stalked|attacked|mugged|robbed|groped|raped|assaulted|molested|chased)|theres a fight|stalker|attacker|rapist|rape|let (?:me|us|her|him) (?:go|leave|out)|(?:wont|doesnt|not) leave (?:me|us|her|him) alone|(?:has|with|have|got|holding) (?:a )?(?:gun|knife|machete|weapon)|kidnapp?(?:ed|ing)",
  distress:
    "freak(?:ing|ed) out (?:bad|badly|hard|help)|suicid(?:e|al)|kill (?:myself|himself|herself)|(?:want to|wanna|wants to) die|panic(?: attack)?|self harm",
};

/** Words of cries by meaning, one letter per meaning. A word with several meanings has the first. */
const letters: Readonly<Record<string, string>> = {
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

/** Talk that contains a word of danger and no other sign that it is harmless. Only spaces separate these words. */
const harmlessPairs =
  /\b(?:run over (?:to|your|my|the|time)|(?:stage|fake) blood|(?:medic(?:al)?|doctor|nurse|paramedic|ranger)s?(?: tent| station)? (?:are|is)|emergency (?:tent|camp|shelter|water|door|van|car|truck|bed|shower|toilet|stove|ladder|tank)|where(?:['’]?s| is| are)? (?:the |a )?fires?|(?:need|want|get|find) (?:(?:a|an|some|more|our|the) )*fires?|(?:so|very|really|(?<!there)['’]?s|is|are|was|were|been|hes|shes|its) fire|(?:camp|art|man|bon) ?fires?|fires? (?:trucks?|bus|car|camp|stage|tower|gate|man|bar|art|temple|sauna|water|tent|village)|(?:bike|love|witch|spin|tent|water|shade|stage|generator|script) (?:doctor|doc|medic|nurse)s?|doctor who|drowning in (?!(?:the |a )?(?:water|lake|pool|tub|river|sea|hot))|burning (?:man|camp|village)|(?:the )?man (?:is )?(?:burn(?:s|ing)|on fire)|blood (?:bar|camp|stage|water)|lost (?:and|n|&) found|(?:lost|missing) (?:kid|child|children|kids)s? (?:camp|tent)|(?:need|want|find) (?:a |an )?(?:gas|water|smoke|stretcher|fight)|(?:medic(?:al)?|fire|nurse|doctor)s? volunteers?|broken? (?:bike|car|van|truck)|stroke (?:me|him|her))\b/;

const MOST_WORDS = 12;
/** The maximum number of unknown words, such as the name of a camp, after a word of place. */
const NAME_WORDS = 3;
/** A question about a fire or a medic with more words than this is about the way or the schedule. */
const QUESTION_WORDS = 3;

const alarmLetters: Readonly<Record<HelpKind, string>> = {
  overdose: "o",
  emergency: "e",
  consent: "c",
  distress: "d",
};
const alarmPatterns = helpKinds.map((kind) => ({
  mark: ` #${alarmLetters[kind]} `,
  pattern: new RegExp(`(?<= )(?:${alarms[kind].replaceAll(" ", " ?")})(?= )`, "g"),
}));

const letterByWord: ReadonlyMap<string, string> = new Map(
  Object.entries(letters)
    .toReversed()
    .flatMap(([letter, words]) => words.split(" ").map((word) => [word, letter] as const)),
);
const letterByClass: Readonly<Record<string, string>> = {
  PERSON: "P",
  CHILD: "K",
  BODY: "B",
  VEHICLE: "V",
  HURT: "O",
};

const BEFORE_PLACE = /^(?:at|near|behind|beside|outside|opposite|under|inside|front|next|close|camp)$/;
const NO_PLACE =
  /^(?:\d+[ap]m|[ap]m|noon|midnight|sun(?:set|rise)|dawn|dusk|night|tonight|today|tomorrow|\w+day|morning|evening|afternoon|later|when|all|least|once|first|last|heart|will|lol)$/;
const NO_PLACE_CLASSES = new Set(["EVENT", "FUN", "FOOD", "GEAR"]);

/** The letters and orders that form a cry, in matching order. See `letters`. */
const cries: readonly [RegExp, HelpKind][] = [
  [/(?<!N[IPKMU]*)o/, "overdose"],
  [/N[IPKM]*L(?!I*[SV])|N[IPKM]*Y[UH]*$|L[IU]*O|ZI*B/, "emergency"],
  [/(?<!N[IPKMU]*)e/, "emergency"],
  // An injured part of the body, or an injured person.
  [/O[IPKMU]*B|B[IUMP]*[OJ]|J[IMPK]*B|[PKM][IU]*J|^[UIHD]*J[UIHD]*$/, "emergency"],
  [/[PK][IU]*Z|[PKMU]F|^F[IU]+|[VX]I*X|[XJ]I*V|VI*X/, "emergency"],
  // A fire or a collapse that is not just a thing.
  [/[SVPKB][IU]*T|T[IU]*[SV]|(?<!S[IU]*)C|C[IU]*[PKM]/, "emergency"],
  [/R[IMPU]*K(?!I*[SV])|K[IMU]*[RO]/, "emergency"],
  [/c|[PK][IU]*A(?:[IU]*[PKM]|[UHD]*$)|AI*[PK]|[PK]I*X[IU]*[PKM]|[PK]I*G/, "consent"],
  [/d/, "distress"],
  [/[JZRWGFTOA].*H|H.*[JZRWGFTOA]/, "emergency"],
  [/^(?=.*H)[HUPKMI]+(?:@?D+)?$/, "emergency"],
];

/**
 * Finds a cry for help of a few words: "fire!! kitchen", "medic now", "shes in labour". All its words are danger, aid, a person, haste or a
 * place. With one other word ("fire dancers", "medic shift"), the message is not a cry.
 */
export function findCry(message: string): HelpKind | null {
  const raw = fold(message);
  if (harmlessPairs.test(raw)) return null;
  const words = correctHelpWords(plainWords(message).map(unslipped), helpVocabulary, realWords);
  if (words.length > MOST_WORDS || (raw.includes("?") && words.length > QUESTION_WORDS)) return null;
  const text = alarmPatterns.reduce(
    (rest, { pattern, mark }) => rest.replaceAll(pattern, mark),
    ` ${words.join(" ")} `,
  );
  const cry = lettersOf(text.split(" ").filter((word) => word !== ""));
  if (cry === null) return null;
  // Two exclamation marks mean a call for help.
  const called = raw.includes("!!") ? `${cry}H` : cry;
  return cries.find(([pattern]) => pattern.test(called))?.[1] ?? null;
}

/** The letters of the words, or null when one of the words is not in the vocabulary. */
function lettersOf(words: readonly string[]): string | null {
  let nameWords = 0;
  let cry = "";
  for (const word of words) {
    const letter = letterOf(word);
    if (
      letter === null &&
      (nameWords === 0 || NO_PLACE.test(word) || NO_PLACE_CLASSES.has(wordClass(word) ?? ""))
    )
      return null;
    nameWords = BEFORE_PLACE.test(word)
      ? NAME_WORDS
      : Math.max(0, letter === "I" ? nameWords : nameWords - 1);
    cry += letter ?? "S";
  }
  return cry;
}

function letterOf(word: string): string | null {
  if (word.startsWith("#")) return word.charAt(1);
  if (/^(?:\d+(?:yo|yrs?)?|[b-hjl])$/.test(word)) return "D";
  return (
    letterByWord.get(word) ?? letterByClass[wordClass(word) ?? ""] ?? (BEFORE_PLACE.test(word) ? "@" : null)
  );
}

const SHORT_WORDS = new Map(
  ["fire", "medic", "help", "nurse", "doctor", "smoke"].map((word) => [sounds(word), word]),
);

/** A short word of a cry with its letters doubled or out of order, corrected: "firee", "meidc". */
function unslipped(word: string): string {
  return SHORT_WORDS.get(sounds(word)) ?? word;
}

/** The first letter, and the other letters without order. */
function sounds(word: string): string {
  return word.charAt(0) + [...new Set(word.slice(1))].toSorted().join("");
}
