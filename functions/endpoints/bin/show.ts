// GET /api/bin/{bin}: what the first digits of a card tell (cards.md 8.1).
import { binProblem, NO_CARD_NUMBER, showBin } from '#contract/bin.ts';
import { factsOf } from '#domain/card/bin.ts';
import { invalidFields } from '#http/failure.ts';
import { readEndpoint } from '#http/read-endpoint.ts';
import { loadRanges } from '#store/card/bin-list.ts';

const SHOWN = { tr: 'Kartın ilk rakamlarından bilinenler.', en: 'What the first digits of the card tell.' };

export const handler = readEndpoint({ scope: 'payments' }, async ({ path }) => {
  const { bin = '' } = path;
  const problem = binProblem(bin);
  if (problem) {
    const refused = invalidFields([problem]);
    throw problem.code === 'TOO_LONG' ? refused.advising(NO_CARD_NUMBER) : refused;
  }
  const { current, ranges } = await loadRanges(bin);
  const told = { bin, match: factsOf(ranges, bin), listVersion: current?.listVersion };
  return { message: SHOWN, data: showBin(told) };
});
