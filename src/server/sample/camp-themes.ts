/**
 * Themes of the camps of the sample festival. All invented: no real camp, person or business. A name consists of an adjective, a
 * thing and a kind. Offers and landmarks follow the theme, so that a camp's texts fit together and the search has something to
 * find.
 */
export type CampTheme = {
  kinds: readonly [string, ...string[]];
  things: readonly [string, ...string[]];
  offers: readonly [string, string, ...string[]];
  landmarks: readonly [string, ...string[]];
};

export const campThemes: readonly [CampTheme, ...CampTheme[]] = [
  {
    kinds: ["Wheel Clinic", "Bike Infirmary", "Velodrome", "Spoke House"],
    things: ["Ratchet", "Sprocket", "Crank", "Tandem", "Saddle", "Freewheel", "Puncture", "Bell"],
    offers: [
      "We true wheels and patch tubes from ten until the glue runs out",
      "Bring a bike that squeaks and leave with one that sings",
      "Pumps, patches and patience for anything with two wheels",
      "A rack of loaner bicycles waits for those whose own has wandered off",
    ],
    landmarks: ["An arch of bent rims", "A bicycle on a nine-metre pole", "The wall of lost bells"],
  },
  {
    kinds: ["Tea House", "Samovar", "Steeping Room", "Kettle Society"],
    things: ["Teapot", "Saucer", "Bergamot", "Lantern", "Cosy", "Jasmine Leaf", "Sugar Cube", "Whisk"],
    offers: [
      "Black, green and smoky tea poured on carpets under a low roof",
      "One long table, forty cups, no hurry",
      "We pour at sunrise for those who never went to bed",
      "Herb tea for tired voices, with honey if the bees were kind",
    ],
    landmarks: ["A kettle on stilts", "A dome of paper lanterns", "The crooked chimney that smells of mint"],
  },
  {
    kinds: ["Espresso Embassy", "Roastery", "Coffee Bureau", "Morning Office"],
    things: ["Crema", "Grinder", "Percolator", "Ristretto", "Moka", "Bean", "Demitasse", "Steam Valve"],
    offers: [
      "Strong coffee from six in the morning, bring your own cup",
      "Hand-ground beans and a queue worth talking in",
      "Cold brew at noon, hot gossip all day",
      "We trade espresso for one true sentence",
    ],
    landmarks: ["A steaming cup as tall as a bus", "The brass machine with one eye", "A clock stuck at six"],
  },
  {
    kinds: ["Library", "Reading Room", "Archive", "Book Hospital"],
    things: ["Footnote", "Bookmark", "Inkwell", "Folio", "Margin", "Index Card", "Chapter", "Owl"],
    offers: [
      "Two thousand books in a shipping crate, no due dates",
      "Quiet corners, good lamps and a shelf for what you have finished",
      "We read aloud at dusk, any language",
      "Torn pages mended, letters written for those who cannot find the words",
    ],
    landmarks: [
      "A shelf tower with a ladder to nowhere",
      "A green reading lamp two storeys high",
      "The sleeping owl",
    ],
  },
  {
    kinds: ["Shade Co-op", "Parasol", "Siesta Society", "Hammock Garden"],
    things: ["Awning", "Fern", "Feather", "Slow Cloud", "Cushion", "Linen", "Palm", "Drowse"],
    offers: [
      "Sixty hammocks, deep shade and a rule against clocks",
      "The coolest noon on this side of the city, with mist every quarter of an hour",
      "Lie down, be quiet, be fanned",
      "Shade cloth, poles and spare stakes to lend for the day",
    ],
    landmarks: ["A grove of cloth palms", "The sail with the painted moon", "A forest of hanging feathers"],
  },
  {
    kinds: ["Bandstand", "Music Hall", "Jam Parlour", "Song Kitchen"],
    things: ["Banjo", "Trombone", "Accordion", "Cello", "Chorus", "Kazoo", "Metronome", "Refrain"],
    offers: [
      "Open stage every evening, instruments on the wall, no skill asked",
      "Brass at breakfast and lullabies at three",
      "A choir that learns one song a day and then forgets it",
      "Amplifiers, microphones and a patient sound engineer for your act",
    ],
    landmarks: ["A piano with wings", "A tuba that breathes fire", "The ladder of tuned pipes"],
  },
  {
    kinds: ["Dance Hall", "Disco Chapel", "Night Floor", "Groove Depot"],
    things: ["Mirror Ball", "Sequin", "Backbeat", "Glow Worm", "Bassline", "Moonboot", "Strobe", "Afterhour"],
    offers: [
      "Slow house until sunrise on a sprung wooden floor",
      "Two rooms, one for jumping and one for swaying",
      "Swing lessons at seven, social dancing until the generator sighs",
      "Headphone disco: three channels, no noise, many opinions",
    ],
    landmarks: [
      "A mirror ball made of spoons",
      "Twin towers of blue light",
      "The floor that answers your steps",
    ],
  },
  {
    kinds: ["Kitchen", "Supper Club", "Soup Station", "Pancake Bureau"],
    things: ["Skillet", "Ladle", "Dumpling", "Pickle", "Paprika", "Griddle", "Noodle", "Marmalade"],
    offers: [
      "Soup for two hundred every night after the dust has settled",
      "Pancakes at midnight, syrup from a watering can",
      "Bring one onion and eat with us",
      "Vegan curry, clean spoons and a washing-up line that sings",
    ],
    landmarks: ["A frying pan you can sleep in", "A string of neon peppers", "The steam that spells HELLO"],
  },
  {
    kinds: ["Workshop", "Tool Library", "Fixery", "Maker Barn"],
    things: ["Hammer", "Lathe", "Solder", "Vise", "Rivet", "Plumb Line", "Bolt", "Anvil"],
    offers: [
      "Drills, saws and clamps to lend against your name on the board",
      "We weld what the wind has broken",
      "A bench, a vise and somebody who has seen this before",
      "Rebar, rope and ratchet straps for tents with doubts",
    ],
    landmarks: ["A spanner as tall as a mast", "An anvil on a swing", "The robot made of hinges"],
  },
  {
    kinds: ["Power Station", "Solar Guild", "Battery Bar", "Charge House"],
    things: ["Amp", "Dynamo", "Sunbeam", "Fuse", "Copper Coil", "Volt", "Switchboard", "Kilowatt"],
    offers: [
      "Phones and headlamps charged by the sun, ask about the spare generator",
      "We lend small generators and long cables by the hour",
      "A talk on batteries at five, free electrons all day",
      "Bring your dead inverter and your sad fairy lights",
    ],
    landmarks: [
      "A sunflower of solar panels",
      "A lightning bolt in white neon",
      "The meter that runs backwards",
    ],
  },
  {
    kinds: ["Spring", "Mist Works", "Water Bar", "Oasis"],
    things: ["Ripple", "Fountain", "Puddle", "Ladle Moon", "Raindrop", "Cistern", "Heron", "Tin Cup"],
    offers: [
      "Cool water, electrolytes and a chair for anyone who looks pink",
      "Walk through the mist and out the other side younger",
      "Foot baths at four, towels in every colour",
      "We keep two hundred litres for neighbours who counted wrong",
    ],
    landmarks: ["A rain cloud on a crane", "A blue door that stands in water", "The fish kite"],
  },
  {
    kinds: ["Bath House", "Massage Tent", "Stretch Studio", "Soft Clinic"],
    things: ["Knot", "Warm Stone", "Shoulder", "Lavender", "Elbow", "Lullaby", "Balm", "Exhale"],
    offers: [
      "Ten minutes for your shoulders, first come, first sighing",
      "Yoga at eight for people who cannot touch their toes",
      "Steam, salt scrub and silence from two to six",
      "Lip balm, sunscreen and somebody who listens",
    ],
    landmarks: ["A stack of giant pebbles", "White curtains that always move", "The brass hand"],
  },
  {
    kinds: ["Atelier", "Paint Shed", "Mosaic Yard", "Print Shop"],
    things: ["Easel", "Ochre", "Stencil", "Indigo", "Brushstroke", "Tile", "Linocut", "Varnish"],
    offers: [
      "Paint a tile, add it to the wall, find it again next year",
      "Screen printing on anything flat that you own",
      "Life drawing at three, models dressed in dust",
      "Brushes, canvas and one very long mural",
    ],
    landmarks: ["A frame without a picture", "The wall of ten thousand tiles", "A brush as big as a tree"],
  },
  {
    kinds: ["Observatory", "Star Bureau", "Planetarium", "Night School"],
    things: ["Comet", "Sextant", "Perigee", "Apogee", "Orrery", "Zenith", "Meteor", "Quiet Moon"],
    offers: [
      "Three telescopes, one astronomer, all of the sky",
      "Lie on the floor and be told about black holes",
      "We point out Saturn until the sun objects",
      "Red lamps to borrow for your night eyes",
    ],
    landmarks: ["A dome with a slit of red light", "An orrery of old lamps", "The ladder to the Moon"],
  },
  {
    kinds: ["Game Room", "Arcade", "Chess Parlour", "Puzzle Office"],
    things: ["Rook", "Domino", "Joker", "Pinball", "Riddle", "Marble", "Dice Cup", "Checkmate"],
    offers: [
      "Giant chess at noon, tiny chess after dark",
      "Eleven board games with almost all their pieces",
      "A puzzle trail through three camps and back to the start",
      "Pinball tournament nightly, the prize is the next round",
    ],
    landmarks: ["A chessboard for people", "Two dice as large as rooms", "The door with no handle"],
  },
  {
    kinds: ["Costume Library", "Sewing Circle", "Thread Bank", "Hat Office"],
    things: ["Bobbin", "Sequin Fox", "Button", "Velvet", "Tassel", "Zipper", "Thimble", "Ruffle"],
    offers: [
      "Four hundred costumes, take one, leave one",
      "Sewing machines and kind hands for ripped seams",
      "Hats for every head and weather",
      "Make a cape from a curtain in half an hour",
    ],
    landmarks: ["A coat rack with antlers", "A needle and thread across the street", "The mannequin parade"],
  },
  {
    kinds: ["Post Office", "Letter Bureau", "Dispatch", "Stamp Works"],
    things: ["Pigeon", "Envelope", "Sealing Wax", "Telegram", "Ribbon", "Postmark", "Satchel", "Parcel"],
    offers: [
      "Write a card, we carry it anywhere in the city by bicycle",
      "Letters to your future self, delivered when it is time",
      "Stamps cut while you wait, gossip sealed with wax",
      "Ask for a love letter; somebody here has a way with them",
    ],
    landmarks: ["A red letter box with a beard", "Paper pigeons on wires", "The window that never closes"],
  },
  {
    kinds: ["Radio", "Signal Shack", "Broadcast Hut", "Tower"],
    things: ["Static", "Antenna", "Dial", "Short Wave", "Echo Box", "Crystal", "Frequency", "Microphone"],
    offers: [
      "On the air from noon: weather, lost and found, bad jokes",
      "Sing a request and we play what we understood",
      "Radios to lend and batteries to match",
      "An hour of your own records for anybody who asks nicely",
    ],
    landmarks: ["A mast with a red heart", "A wall of wooden radios", "The horn on the roof"],
  },
  {
    kinds: ["Circus", "Big Top", "Juggling School", "Aerial Yard"],
    things: ["Trapeze", "Unicycle", "Stilt", "Hoop", "Tightrope", "Clown Shoe", "Drumroll", "Somersault"],
    offers: [
      "Stilts for beginners, mats for everybody",
      "Aerial silks at sunset, helmets for the rest",
      "Learn three balls in an hour or your dust back",
      "A show each night at nine by whoever turned up at eight",
    ],
    landmarks: ["A striped tent with one leg", "A rope between two towers", "The lion who is three people"],
  },
  {
    kinds: ["Think Tank", "Salon", "Lecture Tent", "Question Market"],
    things: ["Paradox", "Hypothesis", "Chalk", "Axiom", "Pendulum", "Footpath", "Debate", "Kaleidoscope"],
    offers: [
      "A talk at five on something nobody needs to know",
      "Bring a question, take somebody else's",
      "Language exchange on benches, one per language",
      "Debates where both sides must swap halfway",
    ],
    landmarks: ["A blackboard along the street", "A question mark in warm light", "The pendulum that draws"],
  },
  {
    kinds: ["Photo Booth", "Darkroom", "Tintype Studio", "Lens Works"],
    things: ["Aperture", "Shutter", "Silver Plate", "Negative", "Flashbulb", "Tripod", "Bellows", "Focus"],
    offers: [
      "One portrait on tin for anybody who can stand still for six seconds",
      "Lens cleaning and dust removal for cameras and their people",
      "A walk at golden hour for slow photographers",
      "Print your favourite and pin it on our line",
    ],
    landmarks: ["A camera you can walk into", "A line of drying portraits", "The giant flashbulb"],
  },
  {
    kinds: ["Sanctuary", "Quiet House", "Breathing Room", "Listening Post"],
    things: ["Hush", "Candle", "Feather Bell", "Stillness", "Soft Lamp", "Blanket", "Pebble", "Slow Tide"],
    offers: [
      "A quiet tent with blankets, water and people trained to listen",
      "Sit with us when it is all too much, day or night",
      "Guided breathing at dawn and at dusk",
      "Earplugs, tea and a place where nobody asks anything",
    ],
    landmarks: [
      "A circle of white cushions",
      "A bell that rings when the wind is kind",
      "The blue hour lamp",
    ],
  },
  {
    kinds: ["Garden", "Greenhouse", "Moss Society", "Seed Bank"],
    things: ["Trellis", "Cactus", "Seedling", "Bumblebee", "Compost", "Watering Can", "Clover", "Root"],
    offers: [
      "A garden that arrived on a lorry and would like visitors",
      "Smell a tomato leaf and remember your grandmother",
      "Succulents to adopt, with papers",
      "Workshops on growing food where nothing grows",
    ],
    landmarks: ["A greenhouse on wheels", "The tallest sunflower for many miles", "A gate of living ivy"],
  },
  {
    kinds: ["Theatre", "Puppet House", "Stage", "Story Wagon"],
    things: ["Curtain", "Marionette", "Prompter", "Shadow", "Footlight", "Prologue", "Mask", "Trapdoor"],
    offers: [
      "Shadow plays at nine, voices from the audience",
      "Two-minute operas about your day",
      "Tell a true story without notes, win a biscuit",
      "Puppets to borrow for shy people",
    ],
    landmarks: ["A red curtain in the open", "A puppet that waves at everybody", "The stage inside a trunk"],
  },
];
