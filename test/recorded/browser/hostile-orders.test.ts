import { testHostileOrders } from '../../browser/driver/hostile-orders.ts';
import { markupAttacks } from '../corpora.ts';

// Every sixteenth text is used, because each one is a whole purchase.
testHostileOrders(markupAttacks().filter((_, at) => at % 16 === 0));
