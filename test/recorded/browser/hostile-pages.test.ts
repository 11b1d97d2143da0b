import { testHostilePages } from '../../browser/driver/hostile-pages.ts';
import { markupAttacks } from '../corpora.ts';

testHostilePages(markupAttacks(), 'hidden');
