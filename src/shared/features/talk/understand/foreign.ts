/** The commonest words of languages that visitors write, without those that are English words too. */
const WORDS: readonly string[] = [
  "donde esta estan el los las un una unos para por con que quien cuando como hay necesito busco quiero puedo tengo tienes agua bano banos baño baños comida hola gracias cerca aqui aquí ayuda mi muy pero cuál cual dónde está qué cómo alguien tiene noche hoy mañana muchas mucho hablas habla español eres es te",
  "der das ist sind ein eine einen wo gibt gibts gibt's ich wir brauche suche habe hat kann können wer wie wann hier nicht und oder für mit auf zum zur nach mein meine wasser klo toilette danke bitte heute morgen abend jemand noch auch schon fahrrad zelt sprichst sprechen deutsch ja mich dir sehr schön wunderbar vielen dank",
  "le la les des du une est sont où ou je tu nous vous besoin cherche veux peux avec pour dans pas quelqu'un bonsoir salut parles parlez français quelqu un y a-t-il il qui quoi quand comment eau toilettes merci bonjour ici près ce soir demain mon ma mes sur peut aujourd'hui c'est très beaucoup trop je t'aime",
  "dove il gli di che sono c'è ho abbiamo bisogno cerco voglio posso qualcuno con per acqua bagno grazie qui vicino stasera oggi domani quando come chi mio mia non della parli italiano ti mi si che sei sono siamo molto tanto mille ringrazio bello bella gentilissimo",
  "onde está tem uma um preciso quero posso alguém alguem com para água obrigado obrigada perto aqui hoje amanhã amanha noite meu minha não nao você voce banheiro tenho muito é",
  "waar het een ik wij heb heeft nodig zoek wil kan iemand met voor hier niet en water dank bedankt vandaag morgen avond mijn dichtbij wie hoe wanneer zijn naar fiets je dank wel hoor leuk heel goed mooi ik jij",
  "gdzie jest są potrzebuję potrzebuje szukam mam masz czy mogę moge ktoś ktos woda wode wodę dziękuję tutaj dziś jutro nie dla jak kiedy mój moja",
];
const LANGUAGES = WORDS.map((words) => new Set(words.split(" ")));
const ENGLISH = new Set(
  "the a an is are am i you we my me it this that there here where what who when how do does can could need want have has had any some of to in on at for with near from and or not no please get find got would will be been was were your our their them they he she out up down about tonight now".split(
    " ",
  ),
);
const LEAST_WORDS = 2;
const LEAST_SHARE = 0.5;
const NOT_LATIN = /[\p{L}--[\p{Script=Latin}]]/gv;

/** Whether a message is a sentence in another language than English: by its script, or by its commonest words. @param typed the message as typed */
export function isForeign(typed: string): boolean {
  const letters = typed.match(/\p{L}/gu)?.length ?? 0;
  if (letters >= 2 && (typed.match(NOT_LATIN)?.length ?? 0) > letters / 2) return true;
  const words = typed
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}'-]+/u)
    .filter((word) => word !== "");
  const english = words.filter((word) => ENGLISH.has(word)).length;
  return LANGUAGES.some((language) => {
    const known = words.filter((word) => language.has(word)).length;
    return known >= LEAST_WORDS && known > english && known / words.length >= LEAST_SHARE;
  });
}
