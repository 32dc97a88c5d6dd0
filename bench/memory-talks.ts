/**
 * Ten talks between two friends, twenty turns each, in spoken language: the data for memory-talk-questions.ts. A turn's id is its talk's
 * name and its number starting at 1, such as `garden.4`.
 */
export const talks: Readonly<Record<string, { on: string; turns: readonly string[] }>> = {
  garden: {
    on: "2025-01-11T18:00:00Z",
    turns: lines(`
      Speaker 1: Hey you! Feels like ages. How did the allotment survive the frost?
      You: Hi! Half of it didn't. The chard is mush, but the leeks look smug about it.
      Speaker 1: Leeks are indestructible. Did you ever get that cold frame finished?
      You: Last Sunday. I used the old shower door from my neighbour Irena, so it cost me nothing but two splinters.
      Speaker 1: Ha, brilliant. What goes into it first?
      You: Lettuce and coriander. And I'm trying sweet peas for my mum, she had them at her wedding.
      Speaker 1: Aww, that's lovely. When is her birthday again?
      You: The ninth of May. She turns seventy, so the whole clan is coming to the lake house.
      Speaker 1: Seventy! She still does those long swims, right?
      You: Every morning, even now. She says the water keeps her knees working.
      Speaker 1: I could never. Oh, I have news as well: I finally handed in my notice.
      You: What! At the insurance place? After eleven years?
      Speaker 1: Yep. My last day is the end of February. I start at the bakery on Mill Street in March.
      You: You, awake at three in the morning?
      Speaker 1: I know, I know. But I've been baking sourdough since the lockdown and it's the only time my head goes quiet.
      You: Honestly, I'm proud of you. What does Tom say?
      Speaker 1: He worries about the money, mostly. We're putting off the new roof until next year.
      You: That makes sense. Bring me a loaf when you're allowed to touch the oven.
      Speaker 1: Deal. And you bring me some of those smug leeks.
      You: Deal.
    `),
  },
  trip: {
    on: "2025-02-02T11:30:00Z",
    turns: lines(`
      Speaker 1: So, the big question: did you book it?
      You: I did! Two weeks in Portugal, flying on the third of April.
      Speaker 1: Finally! Lisbon or straight down to the coast?
      You: Three nights in Lisbon, then the train to Lagos. I want to try surfing, don't laugh.
      Speaker 1: I'm not laughing. Okay, a little. You hate cold water.
      You: They rent thick wetsuits, I checked. And my cousin Nuno is an instructor there.
      Speaker 1: Is that the one who broke his collarbone at your wedding?
      You: The very same. Dancing on a table. He's careful now, he says.
      Speaker 1: Who looks after Biscuit while you're gone?
      You: My sister takes him. He loves her sofa more than he loves me.
      Speaker 1: Dogs have no loyalty. Are you nervous about the flight?
      You: Terribly. I'm doing one of those courses where a pilot explains every noise.
      Speaker 1: Did it help?
      You: A bit. Knowing that the wings are meant to bend helped the most.
      Speaker 1: I'd lend you my travel guide but it's from 2009.
      You: Lend me your noise cancelling headphones instead?
      Speaker 1: Sure. Pick them up on Thursday, I'm home after six.
      You: You're a treasure. What can I bring you?
      Speaker 1: Those little custard tarts. And one of the painted tiles, a blue one, for the kitchen.
      You: Noted. A dozen tarts and a blue tile.
    `),
  },
  band: {
    on: "2025-02-20T20:15:00Z",
    turns: lines(`
      Speaker 2: You missed a good rehearsal. Jonas brought a cello.
      You: A cello? Since when does Jonas play anything but drums?
      Speaker 2: His grandfather left it to him. He's had six lessons and it already sounds better than my singing.
      You: I was stuck at the clinic until nine, sorry. Someone has to cover for Priya.
      Speaker 2: How is she doing?
      You: The operation went fine. She'll be on crutches for five weeks, and bored to death.
      Speaker 2: Poor thing. Should we play for her?
      You: In her kitchen! She'd cry. Let's do the slow one, the one about the ferry.
      Speaker 2: We never agreed on the second verse.
      You: I rewrote it on the bus. It's about my dad waving from the pier now.
      Speaker 2: Oh. I'd like to hear that.
      You: I'll record it tonight on my phone. Don't expect much.
      Speaker 2: And we need a name before the street fair. The form is due on the fifteenth.
      You: I still like The Borrowed Chairs.
      Speaker 2: Marta wants Salt and Thunder.
      You: Sounds like crisps. What would we be paid, by the way?
      Speaker 2: Eighty euros and all the lemonade we can drink.
      You: We're rich. I'll spend mine on new strings, mine sound like rubber bands.
      Speaker 2: The shop by the cathedral gives students ten percent off. Take Jonas along.
      You: Clever. He's officially a student till summer.
    `),
  },
  move: {
    on: "2025-03-08T09:40:00Z",
    turns: lines(`
      You: I got the keys! I'm standing in an empty living room and it echoes.
      Speaker 1: Congratulations!! Which floor was it, the fourth?
      You: Fifth, without a lift. My calves will be made of steel.
      Speaker 1: Then I'm busy that day, whichever day it is.
      You: It's the twenty second, and there will be pizza.
      Speaker 1: Fine, I'm bribable. What's the view like?
      You: Rooftops, a stork's nest on the chimney opposite, and a tiny bit of river if you lean out.
      Speaker 1: A stork! That's good luck, isn't it?
      You: My landlady says so. She's ninety one and lives below me. She played the organ in the church for forty years.
      Speaker 1: I love her already. Is it quiet at night?
      You: Quieter than the old place. No tram under the bed any more.
      Speaker 1: Are you painting before the furniture comes?
      You: Yes, the bedroom in a dark green. I've wanted a forest to sleep in since I was little.
      Speaker 1: Bold. My brother has a sprayer for walls if you want to save your arms.
      You: Please! Does he also have a drill? Mine gave up with smoke.
      Speaker 1: He has three. He's a man with a problem.
      You: Tell him I'll pay him in pierogi. I got my grandmother's recipe book when we emptied her house.
      Speaker 1: Wait, the one with the pressed flowers in it?
      You: That one. There was a letter between the pages too, from somebody called Leon, from 1956.
      Speaker 1: No! Who's Leon?
    `),
  },
  health: {
    on: "2025-03-19T17:05:00Z",
    turns: lines(`
      Speaker 1: You sounded flat on the phone. What's going on?
      You: I don't know. I wake at four and then my thoughts run in circles until the alarm.
      Speaker 1: Since when?
      You: Since the restructuring, I think. Every week somebody clears out their desk.
      Speaker 1: That would keep me up as well. Have you talked to anyone?
      You: Doctor Okafor gave me the number of a counsellor. My first hour is on Tuesday.
      Speaker 1: Good. That's really good. I went for a year after my divorce and it changed how I breathe.
      You: You never told me that.
      Speaker 1: I was ashamed then. I'm not now.
      You: She also wants me to stop coffee after noon and to move more.
      Speaker 1: Come climbing with me! Wednesdays, the hall by the harbour. Beginners get shoes for free.
      You: I'm scared of heights, you know that.
      Speaker 1: So was I. You only go as high as you like, and the floor is a mattress.
      You: Maybe. My blood iron is low too, so I'm tired on top of it.
      Speaker 1: Eat lentils. And my nan swore by a rusty nail in an apple.
      You: I'll stay with the pills, thanks.
      Speaker 1: What helps, when you're awake at four?
      You: Drawing. I fill little notebooks with birds, badly. Thirty two so far.
      Speaker 1: I want to see the bad birds.
      You: You may have the heron. He looks like a coat hanger.
    `),
  },
  school: {
    on: "2025-04-25T16:20:00Z",
    turns: lines(`
      Speaker 2: Guess who got into the evening programme!
      You: You did? For carpentry?
      Speaker 2: Yes! Two evenings a week for three years, and at the end I'm a real joiner.
      You: I remember you building that wobbly stool when we shared the flat.
      Speaker 2: I've still got it. The cat sleeps on it, nobody else dares.
      You: How will you manage it with the little one?
      Speaker 2: My mother in law takes Ada on Mondays, and on Thursdays Ben comes home early.
      You: Is Ada talking yet?
      Speaker 2: Non stop. Her first real word was "shovel". We live next to a building site.
      You: A child of our time. What does the course cost?
      Speaker 2: Four thousand altogether, but the city pays half because I'm over thirty and retraining.
      You: I had no idea such a thing exists. I should look at what they have for languages.
      Speaker 2: Which one would you learn?
      You: Sign language. A boy in my class is deaf and I only know hello and dinosaur.
      Speaker 2: Those are the important ones. How many pupils have you got now?
      You: Twenty seven, and four of them are called Emil.
      Speaker 2: Oh dear. How do you call them?
      You: By their favourite animals. Emil Shark is the loud one.
      Speaker 2: My final project can be a bookcase for your classroom, if you want.
      You: Emil Beaver will want to help.
    `),
  },
  camp: {
    on: "2025-06-14T21:45:00Z",
    turns: lines(`
      You: I've volunteered us for the kitchen crew at the festival. Please don't be mad.
      Speaker 1: How many mouths?
      You: About a hundred and twenty, breakfast only.
      Speaker 1: Only! Which shift?
      You: Five to nine. But then we have the whole day free, and we get into the camp for nothing.
      Speaker 1: What do we cook in? My biggest pot holds soup for six.
      You: Ruben has two army kettles, sixty litres each. He bought them from a closed barracks.
      Speaker 1: Of course he did. And the burners?
      You: Borrowed from the scouts. We promised to return them scrubbed.
      Speaker 1: Porridge then. Porridge, stewed plums, and some of my chili oil for the brave.
      You: Somebody on the list can't have nuts, it's serious. Her name is Solveig, she carries a pen for it.
      Speaker 1: Right. No almond milk near the big kettle. I'll label everything twice.
      You: Thank you. The water truck comes every second day, so we have to plan the washing up.
      Speaker 1: Three tubs: one hot with soap, one clear, one with a drop of bleach. I learned that on the boat.
      You: You're hired. Do you still have your tent with the hole?
      Speaker 1: I patched it with a raincoat. It's now the most colourful tent in the world.
      You: I'm bringing the hammock, I can't sleep on the ground since I hurt my back.
      Speaker 1: There are no trees there, you clever thing.
      You: Hm. I'll hang it between Ruben's van and his ego.
      Speaker 1: Strong enough, both of them.
    `),
  },
  family: {
    on: "2025-07-30T13:10:00Z",
    turns: lines(`
      Speaker 1: How was the big party at the lake?
      You: Loud and wonderful. Forty people, two thunderstorms and one cake in the water.
      Speaker 1: In the water?
      You: The jetty gave way a little. My uncle saved himself and not the cake.
      Speaker 1: Priorities. Was your mum happy?
      You: She gave a speech and thanked the nurse who looked after her when she had pneumonia. Everyone was in tears.
      Speaker 1: I didn't know she'd been that ill.
      You: In the winter of ninety eight. I was sent to my aunt's farm for two months and learned to milk goats.
      Speaker 1: That explains a lot about you.
      You: My brother announced that they're expecting. In November, a girl.
      Speaker 1: You'll be an aunt! Are you knitting already?
      You: I've begun a blanket in mustard yellow. It has a hole where I got angry.
      Speaker 1: Babies love holes. Did the sweet peas make it?
      You: They did. Mum put one in her hair and didn't take it out all night.
      Speaker 1: Stop, I'll cry in the supermarket.
      You: And guess what, we found out who Leon was. My great aunt knew.
      Speaker 1: Tell me!
      You: He was my gran's first fiancé. He emigrated to Canada and wrote to her for two years, and she never answered.
      Speaker 1: Why not?
      You: Because by then she had met my grandfather at a chess club.
    `),
  },
  work: {
    on: "2025-09-05T12:00:00Z",
    turns: lines(`
      Speaker 2: So are you staying or going?
      You: They offered me the team in Rotterdam. I'd have to decide by the first of October.
      Speaker 2: Do you want it?
      You: I want the job and not the place. My whole life is within two kilometres of this bench.
      Speaker 2: Could you do it from home?
      You: Three days a week there, two here. I'd be on the train for six hours each time.
      Speaker 2: You read a lot on trains.
      You: I sleep on trains, with my mouth open. There's a picture of it.
      Speaker 2: I'm aware, I took it. What would they pay you?
      You: A third more than now, and they'd cover a room during the week.
      Speaker 2: That would pay back your student loan in two years.
      You: In eighteen months. I've made a spreadsheet, of course.
      Speaker 2: Of course you have. And what does your stomach say?
      You: My stomach says that I'd miss the choir, the garden and Sunday dinner at Irena's.
      Speaker 2: Then that's worth a column in the spreadsheet.
      You: You're annoyingly wise since you started sanding wood.
      Speaker 2: It's the dust. Did you ask whether you could try it for half a year?
      You: No. That's actually a good idea. I'll write to Hanneke tonight.
      Speaker 2: Is she the boss who brings her parrot to meetings?
      You: The parrot is called Budget, and he bites.
    `),
  },
  stage: {
    on: "2025-10-18T22:30:00Z",
    turns: lines(`
      Speaker 1: I'm still shaking. We played in front of three hundred people!
      You: You were marvellous. Jonas's solo made the man next to me drop his sausage.
      Speaker 1: Did you see Priya dance? No crutches, nothing.
      You: She was the first one up. I filmed it, I'll send it to you tomorrow.
      Speaker 1: And the amplifier caught fire in the second song and nobody noticed.
      You: I noticed! I thought it was part of the show.
      Speaker 1: Marta put it out with the lemonade.
      You: So the lemonade was worth it. Who was the woman with the silver jacket you talked to afterwards?
      Speaker 1: She runs a small label in Leipzig. She wants us to come and record two songs in January.
      You: What?! And you tell me this now?
      Speaker 1: I was saving it. She liked the one about the ferry best.
      You: Dad's verse. Oh, I need a minute.
      Speaker 1: Take your time. I told her you wrote it.
      You: What do we need for the studio?
      Speaker 1: A drummer who isn't in love with a cello, for a start.
      You: Could Ruben do it? He hits kettles every summer.
      Speaker 1: Ruben in a studio. The microphones would resign.
      You: By the way, the fair organisers still owe you the fee.
      Speaker 1: They paid in vouchers for the swimming pool. Eighty euros of swimming pool.
      You: My mum will buy them from you.
    `),
  },
};

function lines(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim());
}
