import { testHostilePages } from '../../browser/hostile-pages.ts';
import { markupAttacks } from '../corpora.ts';

testHostilePages(markupAttacks(), 'hidden');
