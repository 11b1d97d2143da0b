import { testHostileBodies, testHostileTexts } from '../every-endpoint/hostile-calls.ts';
import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { hostileTexts, rawBodies } from './corpora.ts';

testHostileTexts(OWN_HOSTILE_TEXTS, hostileTexts());
testHostileBodies(rawBodies().map(({ body }) => body));
