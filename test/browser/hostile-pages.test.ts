import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { testHostilePages } from './driver/hostile-pages.ts';

testHostilePages(OWN_HOSTILE_TEXTS, '');
