/**
 * Questions a user might ask about the talks in memory-talks.ts much later. They were written before the ranking was run on them, with
 * different words where people would use different ones. Every answer is a turn that contains it.
 */
export interface TalkQuestion {
  text: string;
  /** Ids of turns; the more of them are found, the better. */
  answers: readonly string[];
}

export const talkQuestions: readonly TalkQuestion[] = [
  q("Which vegetables froze to death in winter?", "garden.2"),
  q("What was the glass for the cold frame made from?", "garden.4"),
  q("Which flowers are grown because of a wedding?", "garden.6"),
  q("On what date was my mother born?", "garden.8"),
  q("How does mum keep fit?", "garden.10"),
  q("Where did my friend quit her job?", "garden.11", "garden.12"),
  q("When does she begin at the bakery?", "garden.13"),
  q("Why did she take up baking bread?", "garden.15"),
  q("What repair was postponed because of the budget?", "garden.17"),
  q("When do I leave for Portugal?", "trip.2"),
  q("Which sport did I plan to learn on holiday?", "trip.4"),
  q("Who teaches surfing in Lagos?", "trip.6"),
  q("How did my cousin get injured?", "trip.7", "trip.8"),
  q("Who takes care of the dog while I am away?", "trip.9", "trip.10"),
  q("What did I do against my fear of flying?", "trip.12"),
  q("What did I learn about aeroplane wings?", "trip.14"),
  q("What did I want to borrow for the plane?", "trip.16"),
  q("Which souvenirs did she ask for?", "trip.19", "trip.20"),
  q("Where did Jonas get his instrument from?", "band.3"),
  q("How long does Priya have to walk with crutches?", "band.6"),
  q("What is the new verse of the song about?", "band.10"),
  q("When is the deadline for the street fair application?", "band.13"),
  q("Which names were suggested for the group?", "band.14", "band.15"),
  q("How much money do we get for performing?", "band.17"),
  q("Where can one buy strings at a discount?", "band.19"),
  q("Is there an elevator in the new flat?", "move.3"),
  q("What day do I move house?", "move.5"),
  q("What can be seen from the window?", "move.7"),
  q("What did the landlady do as a musician?", "move.9"),
  q("Which colour will the bedroom be?", "move.13"),
  q("Who has tools for painting walls?", "move.14"),
  q("What did we find inside the cookbook?", "move.18", "move.19"),
  q("Why could I not sleep in spring?", "health.2", "health.4"),
  q("When is my appointment with the therapist?", "health.6"),
  q("Why did my friend see a counsellor?", "health.7"),
  q("What did the doctor advise about drinking coffee?", "health.10"),
  q("Where could I go climbing?", "health.11"),
  q("Which deficiency was in my blood test?", "health.14"),
  q("What do I draw when I am awake at night?", "health.18"),
  q("How long does the training as a joiner take?", "school.3"),
  q("Who watches Ada at the beginning of the week?", "school.7"),
  q("What was the baby's first word?", "school.9"),
  q("Who pays for the carpentry classes?", "school.11"),
  q("Why do I want to learn sign language?", "school.14"),
  q("How big is my class?", "school.16"),
  q("What furniture would be made for the pupils?", "school.19"),
  q("How many people do we make breakfast for?", "camp.3"),
  q("Where did Ruben get the huge pots?", "camp.7"),
  q("Who lent us the stoves?", "camp.9"),
  q("Who is allergic to nuts?", "camp.11"),
  q("How should the dishes be cleaned?", "camp.14"),
  q("Why do I not sleep on the floor?", "camp.17"),
  q("What happened to the birthday cake?", "family.2", "family.4"),
  q("Whom did my mother thank in her speech?", "family.6"),
  q("Where did I stay when mum was in hospital as a child?", "family.8"),
  q("When is my niece going to be born?", "family.10"),
  q("Who was the man who wrote the letter to grandmother?", "family.16", "family.18"),
  q("Which city was I offered a position in?", "work.2"),
  q("How soon could I pay off my debts from university?", "work.12"),
  q("Who wants us to make a recording, and where?", "stage.9"),
];

function q(text: string, ...answers: string[]): TalkQuestion {
  return { text, answers };
}
