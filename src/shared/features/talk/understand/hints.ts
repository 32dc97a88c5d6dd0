import { cues } from "./cues.ts";
import { isForeign } from "./foreign.ts";
import { serviceOf } from "./services.ts";
import { smallTalkKind } from "./small-talk-kind.ts";
import { topicOf } from "./topics.ts";

/**
 * Hints from handwritten word lists, as features for the classifier, which has learned how far to trust each.
 * @param text in plain words, with one sign for each address
 * @param wholeText the message in plain words
 * @param typed the message as typed
 */
export function hintsIn(text: string, wholeText: string, typed: string): string[] {
  const topic = topicOf(wholeText);
  const smallTalk = isForeign(typed) ? "foreign" : smallTalkKind(wholeText);
  const service = serviceOf(text);
  return [
    ...cues
      .filter(({ words }) => words.test(text))
      .flatMap(({ ability, topic: which }) => [
        `#cue ${ability}`,
        ...(which === undefined ? [] : [`#cue ${ability} ${which}`]),
      ]),
    ...(topic === null ? [] : ["#topic", `#topic ${topic}`]),
    ...(smallTalk === null ? [] : ["#small talk", `#small talk ${smallTalk}`]),
    ...(service === null ? [] : ["#service", `#service ${service}`]),
  ];
}
