/** 200 items as people list them and 30 needs as people word them, for bench/needs.bench.ts. */
export interface Item {
  id: string;
  title: string;
  description: string;
}

/** title: description; one per line. */
const table = `
Quiet inverter generator: 2 kW, petrol, runs a small stage for a night
Diesel generator: 20 kVA on a trailer, for a whole camp
Solar panel set: two panels of 200 W with a charge controller
Power station: lithium battery, 1 kWh, charges phones and laptops
Extension cords: heavy duty, 25 metres each, outdoor
Distribution box: 32 A to six sockets with breakers
Cordless drill: with two batteries and a box of bits
Angle grinder: 125 mm, discs included, wear goggles
Impact driver: for lag bolts, with sockets
Circular saw: cuts plywood, with a rail
Jigsaw: for curves in wood
Sledgehammer: for rebar stakes
Post driver: for fence posts
Bolt cutters: for chains and thin rebar
Socket wrench set: metric and imperial
Soldering iron: with solder and heat shrink
Multimeter: for volts and amps
Welding set: stick welder with a mask
Rivet gun: with aluminium rivets
Hot glue gun: with forty sticks
Sewing machine: heavy needles, goes through canvas
Hand sewing kit: threads, needles, buttons and zips
Overlock machine: for stretchy costumes
Telescopic ladder: four metres, two people please
Step ladder: three steps, light
Scaffold tower: four metres high, locking wheels
Ratchet straps: a dozen, five metres
Lag bolts: fifty, 14 inches, with washers
Rope: a hundred metres of static line
Pulley block: lifts a hundred kilos
Come-along winch: two tonnes
Shade cloth: aluminet, six by nine metres
Carport frame: three by six metres, steel
Pop-up gazebo: three by three, with weights
Parachute canopy: ten metres across, for shade
Bell tent: five metres, sleeps six
Two-person tent: freestanding, stands the wind
Hexayurt: insulated panels, sleeps two
Hammocks: three with a stand
Cots: four camp beds, folding
Inflatable mattress: queen size with a pump
Sleeping bag: down, comfortable at freezing
Wool blankets: ten, for cold nights
Swamp cooler: bucket kind, 12 volts
Electric fan: battery powered, quiet
Misting system: pump and nozzles for the hot hours
Gas heater: for a tent in the evening, with a carbon monoxide alarm
Fire barrel: burns off the ground, with a spark screen
Fire extinguisher: powder, six kilos
Fire blanket: for a kitchen
First aid kit: large, restocked this week
Stretcher: folding, with straps
Oxygen meter: clips to a finger
Eye wash: two bottles of saline
Electrolyte powder: lemon, for those who drank too little water
Sunscreen dispenser: factor 50, pump bottle
Foot bath: vinegar and basins for cracked feet
Water tank: a thousand litres with a tap
Water jugs: six of twenty litres
Grey water pump: 12 V with hose
Evaporation pond kit: liner and frame
Camp shower: solar bag and a cubicle
Hot shower trailer: two cabins, bring your own water
Portable toilet: chemical, with a tent
Composting loo: sawdust included
Hand wash station: foot pump, soap
Gas stove: two burners, with a regulator
Paella pan: one metre across with its burner
Rice cooker: for forty portions
Espresso machine: lever, works on gas
Cold brew keg: nitro tap, twenty litres
Kettle: whistling, four litres
Samovar: brass, tea for thirty
Ice chest: keeps cold for five days
Chest freezer: 100 litres, needs power
Blender: for margaritas, 12 volts
Popcorn machine: carnival kind
Waffle iron: cast, for the fire
Dutch oven: cast iron, seven litres
Pizza oven: wood fired, on a trailer
Pressure canner: for big pots of beans
Knife set: sharpened, in a roll
Folding tables: eight, two metres long
Folding chairs: forty
Bar counter: carved wood in three parts
Disco ball: half a metre, with a motor
Projector: 4,000 lumen with HDMI
Projection screen: four metres, inflatable
Laser: green, three watts, operator comes along
Moving heads: four, DMX
DMX controller: 24 channels
Fog machine: two litres of fluid
Strobe light: adjustable, ask before you use it near a road
LED strips: 50 metres, addressable, with power supplies
String lights: warm white, solar, 30 metres
EL wire: ten colours with inverters
Bicycle lights: twenty pairs, for those who ride in the dark
Headlamps: six, red light too
Lanterns: a dozen, oil, made of glass
PA system: two tops and two subs, 4 kW
Battery speaker: loud, for art car tours
DJ mixer: four channels
CD players: a pair of media players with USB
Turntables: two direct drives with needles
Microphones: four dynamic ones with stands
Wireless headset: for somebody who teaches yoga or talks
Audio interface: eight inputs
Guitar amplifier: small valve amp
Acoustic guitar: steel strings, a little scratched
Ukulele: soprano, easy to learn
Cello: for evenings by the fire
Accordion: eighty basses
Drum kit: five pieces with cymbals
Djembes: six of them, for a circle
Singing bowls: seven, brass
Handpan: in D minor
Digital piano: 88 weighted keys
Gong: a metre across, with its frame
Karaoke set: two thousand songs
Bicycle pump: floor pump with a gauge
Patch kit: for tubes of every size
Bike repair stand: holds any frame, tools on a tray
Cargo bike: carries a hundred kilos
Tandem: two seats, a basket
Bike trailer: for a cooler or a child
Adult tricycle: steady, with a big basket
Cruiser bicycle: one gear, painted gold
Wheelchair: all-terrain tyres
Golf cart: licensed, with driver
Art car: dragon, twenty seats, tours at night
Flatbed truck: with driver, for early mornings
Trailer: two axles, tows well
Hand truck: for heavy boxes
Wheelbarrow: wide wheel, good in dust
Magnet rake: picks up nails and screws
Rakes and buckets: for leaving no trace
Trash compactor: crank, halves your rubbish
Can crusher: on a post
Recycling bins: five, labelled
Shop vacuum: for dust out of everything
Leaf blower: dust off solar panels
Goggles: a box of fifty, clear
Dust masks: two hundred, N95
Bandanas: dyed by hand
Face paint: skin friendly, all colours
Body paint workshop: we bring brushes
Glitter bar: biodegradable only
Costume trunk: a hundred pieces to dress up
Fur coats: twelve, faux, for cold nights
Stilts: three pairs, with a teacher on Tuesday
Juggling clubs: two sets of three
Fire poi: with fuel and a safety person
Hula hoops: ten, collapsible
Slackline: fifteen metres with anchors
Trampoline: three metres, with a net
Trapeze rig: low, with mats
Yoga mats: thirty
Massage table: folding, with oil
Acupuncture: licensed, mornings
Haircuts: scissors and clippers, no appointment
Manicure corner: polish and files
Wedding officiant: ordained, makes you laugh
Life coach: half an hour of listening
Sober circle: every noon, everybody welcome
Spanish lessons: for beginners
German lessons: for those who come to Berlin
Sign language interpreter: for talks and shows
Astronomy talk: with a big telescope
Telescope: eight inch dobsonian
Binoculars: ten by fifty
Microscope: look at dust
Board games: forty, from chess to Catan
Chess sets: six large ones
Playing cards: waterproof
Pinball machine: free play, needs power
Ping pong table: outdoor, bats and balls
Kite: three metres, two lines
Big kite: a delta of ten square metres
Bubble machine: makes thousands
Swings: porch swing for two
Photo booth: prints at once
Film camera: 35 mm, three rolls
Camera tripod: carbon, two metres
Drone pilot: registered, films your art
Darkroom: under the truck, at night
Printing press: letterpress, make a card
Screen printing: bring a shirt
Typewriter: portable, with paper, poems on demand
Bookshelf: a hundred novels, leave one take one
Laminator: A4, for signs
Walkie-talkies: two, UHF
Radio repeater: covers the city
Mesh router: camp Wi-Fi over a kilometre
Satellite phone: emergencies only
Phone charging lockers: twelve, with locks
Padlocks: ten with keys
Lost and found box: look through it
Pet carrier: for a small dog, off site
Baby carrier: soft, two sizes
Toy box: wooden trains and blocks
`;

export const items: readonly Item[] = table
  .trim()
  .split("\n")
  .map((line, index) => {
    const at = line.indexOf(": ");
    return { id: `item-${index}`, title: line.slice(0, at), description: line.slice(at + 2) };
  });

/** A user's words, and the titles that would help: one of them must be among the first three. */
export const needs: readonly (readonly [said: string, titles: readonly string[]])[] = [
  ["I'm looking for a generator to power our little stage", ["Quiet inverter generator", "Diesel generator"]],
  ["Looking for a drill, need to put screws in plywood", ["Cordless drill", "Impact driver"]],
  ["I need a ladder to hang lights high up", ["Telescopic ladder", "Step ladder", "Scaffold tower"]],
  ["Who has a pump for my flat bicycle tyre?", ["Bicycle pump", "Patch kit"]],
  ["I'm looking for someone who can cut my hair", ["Haircuts"]],
  ["Can anybody lend me a projector for a film night?", ["Projector"]],
  ["We need shade over our kitchen", ["Shade cloth", "Parachute canopy", "Pop-up gazebo", "Carport frame"]],
  ["I'm looking for a warm coat for the night", ["Fur coats"]],
  ["looking for blankets, I was freezing last night", ["Wool blankets", "Sleeping bag"]],
  [
    "I'm looking for a sewing machine, my costume ripped",
    ["Sewing machine", "Overlock machine", "Hand sewing kit"],
  ],
  ["Need drinking water containers for the camp", ["Water jugs", "Water tank"]],
  ["I need somewhere to charge my phone", ["Phone charging lockers", "Power station"]],
  ["I'm looking for a guitar to play by the fire", ["Acoustic guitar"]],
  ["Where can I find a massage?", ["Massage table"]],
  ["Searching for a DJ mixer and decks", ["DJ mixer", "CD players", "Turntables"]],
  ["I'm looking for loud speakers for a dance floor", ["PA system", "Battery speaker"]],
  ["I need dust masks for my friends", ["Dust masks"]],
  ["looking for a trailer to move our bar", ["Trailer", "Flatbed truck", "Bike trailer"]],
  ["I'm looking for somebody to marry us", ["Wedding officiant"]],
  ["Do you have chairs for a talk with thirty people?", ["Folding chairs"]],
  ["I need a shower badly", ["Camp shower", "Hot shower trailer"]],
  ["I'm looking for a good coffee machine", ["Espresso machine", "Cold brew keg"]],
  ["Looking for a radio to talk to my crew", ["Walkie-talkies", "Radio repeater"]],
  ["I'm looking for a wheelchair that goes through dust", ["Wheelchair"]],
  ["I need ice storage, something that keeps food cold", ["Ice chest", "Chest freezer"]],
  ["I'm looking for a kite that flies in strong wind", ["Kite", "Big kite"]],
  ["We look for people who lend drums for a circle", ["Djembes", "Drum kit"]],
  ["I need to weld a broken bike frame", ["Welding set"]],
  ["I'm looking for board games for a sandstorm", ["Board games", "Chess sets", "Playing cards"]],
  ["I want to see the stars, looking for a telescope", ["Telescope", "Astronomy talk"]],
];
