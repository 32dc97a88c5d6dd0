/** A small library worded as people would write it: the data for search-evaluation-questions.ts. */
export interface EvaluationText {
  id: string;
  kind: "resource" | "camp" | "memory";
  title: string;
  body: string;
}

/** type | id | title | description | tags */
const table = `
gear | generator | Quiet Honda generator | 2 kW inverter, petrol. Lent for a night at a time, bring it back full. | power, camp
gear | bike-pump | Floor pump and patch kit | For flat tyres of any size. Chained to the post by our gate. | bicycles, tools
gear | tandem | Tandem bicycle | Green two-seater with a basket. Needs a co-rider with patience. | bicycles
gear | shade-cloth | Aluminet 6 x 9 m | Reflective shade cloth with grommets, ratchet straps and lag bolts included. | shelter, building
gear | water-tank | Water cube | 1,000 litre tank with a tap, filled every second morning. Drinking quality. | water
gear | sewing | Hand-crank sewing machine | Fix your torn costume or canvas. Thread and needles in the drawer. | crafts, textiles
gear | ice-chest | Yeti cooler | Keeps cold for five days. Two available, wash them before returning. | kitchen, ice
gear | projector | Cinema projector | 4,000 lumen, HDMI, with a bedsheet screen and a folding stand. | film, events
gear | radio | Pair of walkie-talkies | UHF, range about two kilometres in the open. Spare batteries in the box. | communication
gear | ladder | Telescopic ladder | Up to 4 metres. Please two people when you climb it. | building, tools
gear | solar-panel | Folding solar panel 200 W | Charges phones and small power stations while the sun is up. | power, solar
gear | goggles | Box of dust goggles | About thirty, various sizes, take one and keep it. | dust, safety
gear | stove | Camp stove with three burners | Propane bottle included. Cooks for twenty. | kitchen
gear | drill | Cordless impact driver | With a bit set and two batteries. Ask for Mo. | tools, building
gear | piano | Upright piano on wheels | Out of tune in a charming way. Push it where you like, carefully. | music
gear | mattress | Two spare air mattresses | Double size, with an electric pump. | sleep, guests
gear | cart | Garden wagon | Carries 150 kg over the flats. Good for moving ice and luggage. | transport
gear | glow-wire | EL wire and LED strips | Spools of light in all colours so nobody rides dark. | lighting, bicycles
venue | geodome | Hemisphere dome | 12 m geodesic dome with carpets. Free for workshops in the afternoons. | workshops, shelter
venue | tea-house | The Slow Kettle | Silent tea room. Sit down, someone will pour. Open from dusk. | tea, rest
venue | sauna | Mirage Sauna | Wood-fired steam tent with a cold bucket. Towels needed, clothes not. | wellness, heat
venue | stage | Splinter Stage | Small open-air stage with a sound system of 3 kW. Acts sign up on the board. | music, events
venue | library | Paper Oasis | Books to read here or trade for another. Hammocks and a ceiling fan. | reading, rest
venue | kids | Little Dunes | Playground with sandpit and crafts for families, grown-ups stay with their children. | families
venue | chill | Hush Lounge | Pillows, dim light and a sitter for anyone who had too much of the night. | rest, support
venue | kitchen | Common Kitchen | Shared cooking space with sinks, knives and a long table. Clean as you go. | food
venue | chapel | Chapel of Maybe | Weddings, vows and divorces performed hourly by an ordained clown. | ceremony, fun
venue | shower | Drip Station | Warm water from a solar bag, five minutes each, grey water is collected. | hygiene, water
venue | gallery | Lantern Gallery | Photographs and paintings from ten years on the flats, lit after dark. | art
talent | massage | Shoulder and back massage | Trained physiotherapist. Twenty minutes, on the mat in front of our yurt. | wellness, body
talent | bike-repair | Bicycle doctor | I straighten wheels, fix chains and brakes. Come before noon. | bicycles, fixing
talent | fire | Fire spinning lessons | Poi and staff for beginners, with safety blankets and wet towels. | performance, workshop
talent | haircut | Haircuts under the stars | Scissors, clippers, opinions. Ten years in a salon. | hair, beauty
talent | medic | Off-duty paramedic | Cuts, blisters, burns and dehydration. Find the lamp with the green cross. | first aid, health
talent | electric | Electrician for camp power | Distribution boxes, grounding, and a stern word about your cable. | power, building
talent | tarot | Tarot readings | Three cards about the question you do not dare to ask. | cards, spirit
talent | yoga | Sunrise vinyasa | Slow flow facing east, every day at half past six. Mats provided. | wellness, body
talent | dj | Vinyl DJ, slow disco | Four hours of records between 90 and 105 beats per minute. | music, dance
talent | welder | Welder with a truck | Broken trailer hitch, bent rebar, art car chassis: I come to you. | metal, fixing
talent | listener | Good listener | Trained in grief counselling. I bring tissues and time. | support, feelings
talent | language | Spanish conversation | Walk to the edge of the city with me and practise on the way. | languages
talent | face-paint | Face and body painting | Glitter, UV paint and animals of every kind. | beauty, costume
talent | cook | Vegan paella for fifty | I bring the pan and the saffron if your camp brings the vegetables. | food, groups
camp | camp-moon | Velvet Moonbase | We serve espresso to night people from 3 until the sun is up.
camp | camp-pancake | Pancake Parliament | Breakfast with debates. The motion is served together with the syrup.
camp | camp-pirate | Captain Nobody's Harbour | A pirate ship on wheels and its crew. Rum at sunset for those who sing.
camp | camp-math | Department of Unsolved Problems | Puzzles, proofs and a blackboard the size of a bus.
camp | camp-post | Dust Mail | Write a postcard, we stamp it and deliver it anywhere in the city by bicycle.
camp | camp-dog | Imaginary Kennel | Walk an invisible dog. Leashes available, biscuits real.
camp | camp-recycle | Moop Troop | We sort what others drop. Bring your cans, get a medal.
camp | camp-roller | Wheels of Misfortune | Roller disco on a wooden floor, skates to borrow in sizes 36 to 47.
camp | camp-sleep | The Quiet Acre | Ear plugs, shade and no amplified sound, for those who want to rest by day.
camp | camp-tailor | Second Skin Exchange | Leave a garment, take a garment. A wall of hats.
camp | camp-bikes | Yellow Pedals | Borrow one of our bicycles for an hour, they are all yellow and all unlocked.
memory | memory-temple | | I walked to the temple alone and left my grandmother's letter there. I cried for an hour and a stranger held my hand without a word. Afterwards we shared an orange.
memory | memory-storm | | The whiteout came at four. We tied the tarp to the truck, counted heads and sang until we could see the next tent again. Lesson for next year: longer rebar and a rope between the tents.
memory | memory-scarf | | Long night. We danced at the big sound truck until five, then rode home by the outer road. Somewhere between the giant octopus and the man I must have dropped my red scarf, the one my sister knitted. Asked at the information desk, nothing so far. The moon was huge and the coffee at the end was the best of my life. Felix says the octopus crew keeps a box with found things.
memory | memory-felix | | Met Felix who builds kites with cameras under them. He wants a hand launching the big one on Thursday before it gets windy, I promised to come with two people.
memory | memory-recipe | | Breakfast idea that worked: flat bread from flour, salt and water in the dry pan, with dates and tahini. Fed nine people and made no rubbish at all.
memory | memory-panic | | It was too loud and too bright and I could not breathe properly. Sitting under the table with a wet cloth on my neck helped, and Ana counting slowly with me. I should leave parties earlier and eat before.
memory | memory-packing | | Things I wished for this year: electrolytes, a second pair of goggles, wool socks for the night, a headlamp that does not blind people, and fewer costumes. Things I never used: the tripod, the guitar and most of the tins.
memory | memory-idea | | Idea for an artwork: a phone booth in the deep desert that rings when nobody is near. Whoever hurries and picks up hears a secret recorded by the last one. Needs a motion sensor, an old handset and a lot of solar.
memory | memory-wedding | | Jo and Sam married today between two dust devils. The rings were hose clamps. I was allowed to hold the umbrella and forgot my speech, so I just said what I remembered of the day they met at the ice queue.
`;

export const evaluationTexts: readonly EvaluationText[] = table.trim().split("\n").map(textOf);

/** The text of a resource as the library prepares it for search: description, tags, type and community. */
function textOf(line: string): EvaluationText {
  const [type = "", id = "", title = "", body = "", tags = ""] = line.split("|").map((cell) => cell.trim());
  if (type === "camp" || type === "memory") return { id, kind: type, title, body };
  return { id, kind: "resource", title, body: `${body}\n${tags}\n${type} shared by Dust Neighbours` };
}
