import { testHostileBodies, testHostileTexts } from '../every-endpoint/hostile-calls.ts';
import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { hostileTexts, rawBodies } from './corpora.ts';

const all = [...OWN_HOSTILE_TEXTS, ...hostileTexts()];
testHostileTexts(all, all);
testHostileBodies(rawBodies().map(({ body }) => body));
