import { OWN_HOSTILE_BODIES, OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { testHostileBodies, testHostileTexts } from './hostile-calls.ts';

testHostileTexts(OWN_HOSTILE_TEXTS);
testHostileBodies(OWN_HOSTILE_BODIES);
