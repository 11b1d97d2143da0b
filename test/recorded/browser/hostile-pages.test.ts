import { testHostilePages } from '../../browser/driver/hostile-pages.ts';
import { markupAttacks } from '../corpora.ts';

// Every sixteenth text, others than in hostile-orders: that no text changes a tag of a page is seen with all
// in Node (recorded/hostile-markup), and a browser loads thirty pages for each.
testHostilePages(
  markupAttacks().filter((_, at) => at % 16 === 4),
  'hidden',
);
