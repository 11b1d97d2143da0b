import { testHostileOrders } from '../../browser/driver/hostile-orders.ts';
import { markupAttacks } from '../corpora.ts';

// Every eighth text is used, because each one is a whole purchase.
testHostileOrders(markupAttacks().filter((_, at) => at % 8 === 0));
