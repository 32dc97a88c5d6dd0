import { expect, test } from "vitest";
import { findHelp } from "./help-rules.ts";

/** Not part of the training data. Half of these raised false alarms before facts of this kind were added to the training. */
const facts = `
my bike is behind the tent
two is two
Please remember that Kim's bike is behind the xanthophyll tent at 7:30
the ladder is under the truck
remember that the generator is behind the bar
our camp is beside the big pink tower
the water tank is next to the kitchen
I parked my car near gate 3
my friend is at the temple
my phone is in the blue bag
Sam is two tents over
the key is under the mat
the keys are in the box behind the door
one and one is two
he is behind the stage
she is in the kitchen
the dog is under the table
we are at 7:30 and E
I am at the temple
I left my jacket at centre camp
the bikes are behind the dome
Tom's drum is in the van
my tent is the green one
the ice is in the cooler behind the tent
remember to return the drill on Friday
remember that Anna likes tea
the gate closes at nine
my sister is coming on Thursday
the band plays at ten
my wallet is in the tent
Ben is behind the bar tonight
she sleeps in the van
the baby is asleep
the fire pit is behind the kitchen
the gas bottle is under the sink
the medic tent is behind the temple
the stove is in the kitchen
he fell in love
I fell for her
we danced until sunrise
my heart is full
it is what it is
three is a crowd
five people are in my camp
the truck is behind the container
the pole is behind the car
my hat fell off
the sun is behind the clouds
the rope is round the pole
the lamp hangs over the table
`;

test("raises no alarm for plain facts that users ask Looby to remember", () => {
  expect(
    facts
      .trim()
      .split("\n")
      .filter((fact) => findHelp(fact) !== null),
  ).toEqual([]);
});
