/**
 * The reason why a password of allowed length is still too easy to guess, as a sentence; null when it is fine. The form checks this for
 * immediate feedback, and the server enforces it. This is not a breach list (docs/decisions/0004 explains why), but a short list of the
 * most common passwords and the patterns people build from them.
 */
export function passwordWeakness(password: string, pseudonym: string): string | null {
  const plain = password.toLowerCase();
  const name = pseudonym.trim().toLowerCase();
  if (new Set(plain).size < 4) return "That repeats too few characters. Please mix in some more.";
  if (/^\d{1,11}$/.test(plain))
    return "Digits alone are guessed quickly. Please add letters, or use 12 digits or more.";
  if (isMadeOfRuns(plain))
    return "That follows the keyboard or the alphabet. Please choose something less regular.";
  if (name.length >= 3 && plain.includes(name) && plain.length - name.length < 5) {
    return "That is little more than your pseudonym. Please choose something else.";
  }
  return isCommon(plain)
    ? "That is one of the first passwords an attacker tries. Please choose another."
    : null;
}

const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
];
const RUNS_BOTH_WAYS = [...RUNS, ...RUNS.map((run) => Array.from(run).toReversed().join(""))];

/** Whether the text consists only of runs of three or more neighboring characters: `qwer1234`, `abcabc987`. */
function isMadeOfRuns(text: string): boolean {
  let rest = text;
  while (rest.length >= 3) {
    const taken = longestRun(rest);
    if (taken < 3) return false;
    rest = rest.slice(taken);
  }
  return rest.length < 3;
}

function longestRun(text: string): number {
  let length = 0;
  while (length < text.length && RUNS_BOTH_WAYS.some((run) => run.includes(text.slice(0, length + 1))))
    length += 1;
  return length;
}

const LEET: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** `P@ssw0rd`, `passwort2026!` and `password1234` are variants of `password`: up to 6 digits or signs around a common word. */
function isCommon(plain: string): boolean {
  const bare = plain.replace(/^[\d\p{P}\p{S}]{0,6}/u, "").replace(/[\d\p{P}\p{S}]{0,6}$/u, "");
  return [plain, bare, unleet(plain), unleet(bare)].some((candidate) => COMMON.has(candidate));
}

function unleet(text: string): string {
  return text.replaceAll(/[013457@$!]/g, (sign) => LEET[sign] ?? sign);
}

const COMMON = new Set(
  `1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 3rjs1la7qe a1b2c3d4 aa123456 abc123 access account admin administrator amanda
  andrea andrew angel angels anthony apple arsenal ashley asshole austin babygirl backup bailey banana barcelona
  baseball basketball batman beautiful blink182 brandon burner burning burningman buster butterfly camp changeit changeme
  charlie chelsea chicken chocolate computer cookie corvette daniel default demo desert diamond dolphin dragon einstein
  elephant eminem family ferrari festival flower football forever freedom friends fuckoff fuckyou garfield generator george
  ginger google guest guitar hannah harley hello hellohello helloworld heaven hockey hunter iloveu iloveyou internet jasmine
  jennifer jessica jesus jordan joshua justin killer kitten lakers letmein letmeinnow liverpool login loobricate looby
  lookatme love lovely loveyou lucky maggie marina master matrix matthew mercedes merlin michael michelle monkey monster
  mustang mypassword natasha newpass nicole nothing oliver orange parola pass passpass password passwordpassword
  passwort patrick pepper phoenix pikachu playa please pokemon princess purple q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qwaszx
  qweasd qweasdzxc qwerty qwertyqwerty rainbow ranger realmadrid robert root samantha samsung scooter secret secure service
  shadow silver slipknot snoopy soccer sophie spiderman starwars summer sunshine superman superstar support supersecret
  system taylor temp temporary test testing testtest thomas thunder tigger trustnoi trustno1 unknown user victoria
  welcome welcomeback whatever william winter winner xbox yankees yamaha yellow zaq12wsx zaqiizaq zxcvbnm`.split(
    /\s+/,
  ),
);
