import { expect, test } from "vitest";
import { savingWords } from "./saving-words.ts";

test.each([
	[{ savedShare: 0, folds: 0 }, 12, /too short/],
	[{ savedShare: 0.764, folds: 5 }, 1_200, /^About 76 % fewer history tokens over these 1,200 messages, the 5 folds included\.$/],
	[{ savedShare: -0.12, folds: 1 }, 60, /^1 fold would have cost 12 % more/],
])("%j of %d messages", (saving, messages, words) => expect(savingWords(saving, messages)).toMatch(words));
