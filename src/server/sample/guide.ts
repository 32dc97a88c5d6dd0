/**
 * The context document of the base companion: short passages, one thought each, so that search can quote one. Written
 * for this project; general desert and festival sense, no medical advice beyond "get help".
 */
export const guide: readonly { title: string; text: string }[] = [
  {
    title: "Water",
    text: "Plan four to six litres of drinking water a day for each person, more when you build or dance. Drink before you are thirsty and take salt with it.",
  },
  {
    title: "Signs of heat",
    text: "Headache, dizziness, no sweat or confusion: get into shade, cool the skin, drink slowly, and fetch the medical team if it does not pass quickly.",
  },
  {
    title: "Dust storms",
    text: "In a whiteout stop where you are, goggles and mask on, and stay off the roads. Wait: most pass within half an hour. Do not ride or drive.",
  },
  {
    title: "Cold nights",
    text: "The desert can lose twenty degrees after sunset. Carry a warm layer, a hat and a light when you leave in the afternoon.",
  },
  {
    title: "How addresses work",
    text: "The city is a clock around the Man. Radial streets are times from 2:00 to 10:00; ring streets run from Esplanade at the front and then A to K. 7:30 & E means: stand where the 7:30 street crosses Enchant.",
  },
  {
    title: "Lost and found",
    text: "Lost things and found things go to the lost and found at Centre Camp. Write your camp address on what you would hate to lose.",
  },
  {
    title: "If you are lost",
    text: "Find the Man and walk towards it, then out along the time you know. At night ask anybody with a lamp: everyone here has been lost.",
  },
  {
    title: "Bikes",
    text: "Light your bike on both sides, lock it, and write your address on it. Flats are fixed at the bike camps; bring your own tube if you can.",
  },
  {
    title: "Generators and power",
    text: "Ground a generator, keep it three metres from tents and never refuel it hot. Ask an electrician before you join two systems.",
  },
  {
    title: "Grey water",
    text: "Nothing is poured on the ground. Catch washing water in a tray, let it evaporate or take it home.",
  },
  {
    title: "Leave no trace",
    text: "What you brought goes home with you, down to the last sequin. Walk your camp in a line before you leave.",
  },
  {
    title: "Consent",
    text: "Ask before you touch, photograph or give someone a drink. A yes can become a no, and no needs no reason. If something happened to you, tell a Ranger or go to the medical tent; you will be believed.",
  },
  {
    title: "Gifts and sharing",
    text: "Nothing is sold. Lend what you can, say when you want it back, and return what you borrowed cleaner than it came.",
  },
  {
    title: "Sound",
    text: "Turn speakers away from neighbours and down after midnight on the inner streets. Wear earplugs near the big systems, children first.",
  },
  {
    title: "Toilets",
    text: "Rows of toilets stand along the main rings every hour of the clock. Only paper from the roll goes in. Carry a headlamp at night.",
  },
  {
    title: "Ice",
    text: "Ice is handed out at three places: Centre Camp, and the plazas at 3:00 and 9:00. Mornings are quietest.",
  },
  {
    title: "Medical help",
    text: "Medical tents stand at Centre Camp and at the 3:00 and 9:00 plazas, day and night. In an emergency shout, send one person running, and stay with whoever is hurt.",
  },
  {
    title: "Rangers",
    text: "Rangers walk the city day and night in khaki. They help with quarrels, lost people and anything that feels wrong.",
  },
  {
    title: "Children",
    text: "Agree on a meeting place every morning and write your camp's address on a wristband. A lost child stays with a Ranger.",
  },
  {
    title: "Burn night",
    text: "Sit down inside the circle so that others see. Stay behind the line until it is opened, mind the wind and the sparks.",
  },
  {
    title: "Art cars",
    text: "Get on only when it has stopped and somebody waved you up. Keep hands inside; give way, they cannot see you.",
  },
  {
    title: "No signal",
    text: "Phones rarely work here. Looby keeps the map, the camps and what you wrote on this phone and sends it when the server is in reach.",
  },
  {
    title: "Adding something to the library",
    text: "Tap the plus, choose a Loobricate, say whether it is a venue, gear or talent, describe it and add a photo. It shows on the map at once.",
  },
  {
    title: "Borrowing",
    text: "Open a resource and write to its community. Agree on when it comes back, and bring it back by daylight.",
  },
];
