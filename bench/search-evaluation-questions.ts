/**
 * Questions a person in the desert would ask, with their answers. The questions were written before the ranking was run on them, and so
 * were the texts except for their tags. The paraphrases avoid the words of their target text.
 */
export interface EvaluationQuery {
  text: string;
  /** Any of these among the first five counts as found. */
  answers: readonly string[];
}

/** Questions in other words than the text's. */
export const paraphraseQueries: readonly EvaluationQuery[] = [
  q("we need electricity for tonight, who lends a power machine", "generator"),
  q("my tire lost its air", "bike-pump", "bike-repair"),
  q("something to ride for two people", "tandem"),
  q("how do I keep the sun off our camp", "shade-cloth"),
  q("where can I refill my bottles", "water-tank"),
  q("my trousers ripped, can I mend them somewhere", "sewing"),
  q("keep our beers cold", "ice-chest"),
  q("we want to show a movie tonight", "projector"),
  q("talk to each other without phones", "radio"),
  q("I have to reach the top of a pole", "ladder"),
  q("charge my mobile", "solar-panel"),
  q("protect my eyes from the sand", "goggles"),
  q("make dinner for a big group", "stove", "cook", "kitchen"),
  q("tool for putting in screws", "drill"),
  q("an instrument I can play", "piano"),
  q("a friend came by surprise and has no bed", "mattress"),
  q("carry heavy bags across the desert", "cart"),
  q("make my bike visible at night", "glow-wire"),
  q("indoor space for a class of thirty", "geodome"),
  q("a calm place for a warm drink in the evening", "tea-house"),
  q("I want to sweat and get clean", "sauna", "shower"),
  q("our band looks for somewhere to perform", "stage"),
  q("swap a novel", "library"),
  q("something for my six year old daughter", "kids"),
  q("I took too much and need somewhere safe", "chill", "medic"),
  q("we want to get married", "chapel", "memory-wedding"),
  q("wash off the dust", "shower"),
  q("see some art pictures", "gallery"),
  q("my neck hurts from sleeping on the ground", "massage"),
  q("the gears on my bicycle are jammed", "bike-repair"),
  q("learn to play with flames", "fire"),
  q("someone to trim my beard", "haircut"),
  q("I burned my hand on the pan", "medic"),
  q("wiring in our camp keeps failing", "electric"),
  q("tell me my future", "tarot"),
  q("morning stretching class", "yoga"),
  q("metal part of our art car snapped", "welder"),
  q("I lost someone and want to talk about it", "listener", "memory-temple"),
  q("make me look like a tiger", "face-paint"),
  q("coffee in the middle of the night", "camp-moon"),
  q("where to eat in the morning", "camp-pancake"),
  q("send a message to a friend in another camp", "camp-post"),
  q("where do I bring empty tins", "camp-recycle"),
  q("skating", "camp-roller"),
  q("a silent area to nap at noon", "camp-sleep"),
  q("I need different clothes", "camp-tailor"),
  q("rent a bike for a short trip", "camp-bikes", "tandem"),
  q("where did I lose the thing my sister made", "memory-scarf"),
  q("what helped when I was overwhelmed by the noise", "memory-panic"),
  q("what should I bring next time", "memory-packing"),
  q("who asked me to help with the flying thing", "memory-felix"),
  q("cheap food without garbage", "memory-recipe"),
  q("how we survived the dust storm", "memory-storm"),
  q("that telephone art project I thought of", "memory-idea"),
];

export const exactNameQueries: readonly EvaluationQuery[] = [
  q("The Slow Kettle", "tea-house"),
  q("Mirage Sauna", "sauna"),
  q("Splinter Stage", "stage"),
  q("Paper Oasis", "library"),
  q("Little Dunes", "kids"),
  q("Hush Lounge", "chill"),
  q("Chapel of Maybe", "chapel"),
  q("Drip Station", "shower"),
  q("Velvet Moonbase", "camp-moon"),
  q("Pancake Parliament", "camp-pancake"),
  q("Captain Nobody's Harbour", "camp-pirate"),
  q("Department of Unsolved Problems", "camp-math"),
  q("Moop Troop", "camp-recycle"),
  q("Second Skin Exchange", "camp-tailor"),
  q("where is the Quiet Acre?", "camp-sleep"),
  q("Aluminet", "shade-cloth"),
];

/** Questions with typos of cold thumbs. */
export const typoQueries: readonly EvaluationQuery[] = [
  q("quiet hinda generater", "generator"),
  q("telescopc lader", "ladder"),
  q("bycicle docter", "bike-repair"),
  q("velvt moonbse", "camp-moon"),
  q("pancacke parlament", "camp-pancake"),
  q("mirrage sauna", "sauna"),
  q("tarrot reeding", "tarot"),
  q("walky talkys", "radio"),
  q("geodisic dome", "geodome"),
  q("fire spining lesons", "fire"),
];

function q(text: string, ...answers: string[]): EvaluationQuery {
  return { text, answers };
}
