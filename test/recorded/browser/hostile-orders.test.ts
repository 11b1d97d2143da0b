import { testHostileOrders } from '../../browser/driver/hostile-orders.ts';
import { markupAttacks } from '../corpora.ts';

// One in eight: each text is a whole purchase.
testHostileOrders(markupAttacks().filter((_, at) => at % 8 === 0));
