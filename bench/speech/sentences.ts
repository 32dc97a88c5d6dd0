/** Sentences people say to Looby, worded so that a speech synthesizer can say them. */
export const sentences: readonly string[] = [
  "I have a spare generator near seven thirty and the promenade.",
  "Who can lend me a ladder until tomorrow morning?",
  "I am looking for drinking water for our kitchen.",
  "Please remember that the shade structure has to come down on Sunday.",
  "Can you find a quiet place where I can sleep during the day?",
  "There is a sewing machine at our camp and you may use it after lunch.",
  "Somebody left a blue bicycle in front of the medical tent.",
  "We need two people who can help with the sound system tonight.",
  "Where can I find the camp that repairs shoes?",
  "Just so you know, the ice truck comes at nine in the morning.",
  "I can teach people how to juggle and how to walk on stilts.",
  "Our dome has room for thirty people and a small stage.",
  "Keep in mind that the dust storm should reach us before sunset.",
  "I would like to share a box of tools and a very long rope.",
  "Is there a doctor near the temple who can look at my foot?",
];
