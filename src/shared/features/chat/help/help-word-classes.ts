// Words about danger and festivals, grouped by meaning, so that learning from one word ("my brother ... not moving") carries over to
// similar ones ("grandma ... not moving").

const members = {
  PERSON:
    "he she they hes shes theyre someone somebody anybody friend frend freind friends buddy mate bro dude partner girlfriend boyfriend husband wife fiance fiancee guy girl man men woman women lady person people neighbor neighbour neighbors neighbours campmate tentmate roommate stranger brother sister mom mum mother dad father grandpa grandma grandfather grandmother granny gran uncle aunt cousin ex driver dj him her them mama papa mommy daddy bestie roomie teen teenager auntie nana volunteer bartender cyclist",
  CHILD:
    "kid kids child children son daughter toddler baby boy girl nephew niece grandson granddaughter infant newborn twins sons daughters",
  BODY: "head neck back spine skull eye eyes face jaw teeth chest rib ribs shoulder arm arms elbow wrist hand hands finger fingers thumb hip leg legs knee ankle foot feet toe toes belly stomach throat tongue lip lips mouth ear nose forehead thigh calf shin palm skin scalp collarbone groin heel kneecap shoulders knuckles cheek eyelid forearm pelvis tooth",
  DRUG: "mdma molly ecstasy xtc acid lsd shroom shrooms mushrooms ketamine ket ghb gbl g coke cocaine speed meth crystal fentanyl fent heroin opioid opiates oxy xanax benzo benzos 2cb tusi dmt ayahuasca mescaline peyote salvia weed cannabis thc edible edibles alcohol booze vodka whiskey whisky tequila rum pill pills tab tabs drug drugs nitrous whippets poppers kratom meds addy adderall caps gummy gummies k",
  VEHICLE:
    "car truck bus van bike trike vehicle cart scooter trailer rv ebike motorcycle forklift pickup tractor golfcart wheel wheels moped bikes ebikes jeep",
  NO: "not no cant wont dont doesnt isnt didnt never cannot couldnt without aint wasnt havent hasnt arent nothing nobody noone",
  HURT: "broke broken cut sliced slashed gashed smashed crushed burned burnt scalded stabbed severed snapped dislocated twisted mangled fractured ripped torn split swollen bent shattered blistered peeled charred impaled punctured busted sprained mashed",
  FLAME:
    "fire flames flame burning smoke smoking lit blaze ablaze sparks embers smouldering smoldering smoky",
  WEAPON: "gun guns knife knives machete pistol rifle axe bat hammer weapon blade razor pipe sword shotgun",
  HARM: "hit hits hitting kick kicks kicked kicking punch punched punches punching beat beats beating slap slapped choke choked choking strangle strangling stab stabbing shoot shot attack attacked attacking threaten threatens threatened threatening rape raped grope groped grab grabbed grabs grabbing pin pinned force forced forces forcing assault assaulted molested touch touched touches touching drag dragged dragging push pushed pushing",
  SICK: "dizzy vomiting vomit puking puke puked nauseous nausea sick fainting faint fainted shaking shivering sweating sweaty clammy pale grey gray blue purple confused delirious limp floppy woozy drowsy feverish fever unconscious unresponsive collapsed weak numb wheezing gasping gurgling foaming twitching jerking seizing convulsing drooling slurring rash hives itching cramps cramping dehydrated",
  DESPAIR:
    "die dying death dead suicide suicidal kill hopeless worthless pointless alone lonely empty goodbye depressed despair burden end ending disappear gone unalive",
  FEAR: "scared afraid terrified frightened panic panicking panicked worried freaking scary creepy unsafe hysterical crying cry screaming sobbing",
  AID: "medic medics doctor nurse ambulance paramedic hospital ranger rangers emt 911 medical help hurry asap urgent police clinic",
  FOOD: "pancake pancakes pizza taco tacos coffee tea beer wine burger burgers soup ramen bacon eggs toast bread sandwich cheese cake cookie cookies brownies pickles pickle margarita cocktail cocktails lemonade espresso breakfast brunch dinner lunch snack snacks chili burritos burrito waffles popsicle mango fruit salad noodles rice bagel bagels kimchi sourdough mimosas smoothie churros dumplings popcorn",
  GEAR: "drill ladder wrench socket rope tarp stakes rebar blanket cooler extinguisher lamp lantern costume hat goggles tutu coat jacket boots gloves glove shirt wig paint glue tape zip cable cord battery batteries charger generator inverter speaker amp projector kettle pan pot stove table chair chairs couch carpet rug fabric needle thread scissors pliers screwdriver saw pump tube tire lock helmet backpack wagon bottle cup mug key keys wallet phone bag",
  EVENT:
    "workshop class talk lecture party parade set band karaoke show concert movie film tour ride meetup potluck contest race ceremony yoga meditation dance dancing disco rave performance circle bingo trivia game night camp bar sauna schedule lineup tickets shift training screening films cover covers tribute meetups lecture demo musical burlesque opera singalong choir comedy theater theatre quiz cosplay booth signup signups rehearsal jam tasting memes themed theme song songs playlist costumes",
  FUN: "lol haha hahaha lmao rofl jk awesome amazing best love loved lovely cute beautiful gorgeous happy fun funny cool sweet epic magic thanks thank wow yay wonderful grateful hehe lmfao woohoo",
  FALL: "fell fall falls fallen falling dropped slipped tumbled landed toppled tripped crashed crash collapsing collapse caved tipped flipped rolled",
  HEIGHT:
    "tower dome stage roof scaffold scaffolding pole poles beam platform bridge balcony structure wall tent container shade stairs ladder sculpture trampoline trapeze swing rope",
  LOST: "lost missing disappeared vanished wandered separated stranded ran gone left",
  SEXUAL:
    "naked pants underwear panties bra sex condom clothes undressed penis breast boobs thighs crotch ass butt skirt nude consent",
  POISON:
    "bleach gasoline petrol kerosene antifreeze cleaner lye acid fuel fluid thinner detergent chemical chemicals propane gas fumes monoxide co",
  ANIMAL: "snake scorpion spider wasp wasps bee bees dog bat ants rattlesnake tick jellyfish horse camel",
  PLACE:
    "esplanade playa temple man fence gate porto portos porta potty potties plaza street road center neighborhood desert deep",
  ILL: "heart stroke seizure seizures epileptic diabetic diabetes insulin asthma asthmatic inhaler allergic allergy pregnant labor contractions dementia alzheimers autistic pacemaker epipen overdose oxygen meds medication",
  LIQUID: "water blood oil boiling hot soup wax grease",
  SPEAKING: "said says told asked asks text texted wrote posted message called",
  DONE: "took take taken ate eaten drank drunk swallowed snorted smoked licked sniffed injected inhaled",
  ME: "i im ive me my myself",
} as const;

const classByWord: ReadonlyMap<string, string> = new Map(
  Object.entries(members)
    .toReversed()
    .flatMap(([name, words]) => words.split(" ").map((word) => [word, name] as const)),
);

/** The class of a word, or null. A word in several classes belongs to the first. */
export function wordClass(word: string): string | null {
  return classByWord.get(word) ?? null;
}
