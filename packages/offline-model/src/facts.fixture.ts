import fc from "fast-check";
import { stem } from "./words.ts";

/** A made-up fact: a thing and its value, such as `malu` and `KX-417`. */
export interface Fact {
	readonly thing: string;
	readonly value: string;
}

const letter = (letters: string) => fc.constantFrom(...letters);
/** Two syllables and a final consonant; no English word's grammar gets in the way. */
const thing = fc.tuple(letter("bdfgklmnprt"), letter("aou"), letter("bdfgklmnprt"), letter("aou"), letter("kmnr")).map((letters) => letters.join(""));
const value = fc
	.tuple(fc.string({ unit: letter("BCDFGKXZ"), minLength: 2, maxLength: 3 }), fc.integer({ min: 10, max: 9999 }))
	.map(([name, number]) => `${name}-${number}`);

/** Facts about different things, with different values. */
export function facts(count: number): fc.Arbitrary<Fact[]> {
	const things = fc.uniqueArray(thing, { minLength: count, maxLength: count, selector: stem });
	const values = fc.uniqueArray(value, { minLength: count, maxLength: count });
	return fc.tuple(things, values).map(([names, given]) => names.map((name, index) => ({ thing: name, value: given[index] ?? "" })));
}

/** How people state a fact. */
export const statement = fc.constantFrom<(fact: Fact) => string>(
	({ thing, value }) => `Our ${thing} is ${value}.`,
	({ thing, value }) => `${thing}: ${value}`,
	({ thing, value }) => `By the way, I'm on the ${value} ${thing} since Monday.`,
	({ thing, value }) => `We are working with ${thing} ${value} at the moment.`,
);

/** How people ask for it. */
export const question = fc.constantFrom<(thing: string) => string>(
	(thing) => `Which ${thing} were we on again?`,
	(thing) => `What is our ${thing}?`,
	(thing) => `Thanks! Now tell me, what was the ${thing}?`,
	(thing) => `Do you remember my ${thing}?`,
);

/** Talk that states nothing about any made-up thing. */
export const smallTalk = [
	"Thanks a lot, that helped.",
	"The deploy finished without errors.",
	"Could you explain the last step?",
	"Please restart it and check the logs.",
	"Sounds good to me.",
];
