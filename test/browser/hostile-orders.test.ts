import { OWN_HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { testHostileOrders } from './driver/hostile-orders.ts';

testHostileOrders(OWN_HOSTILE_TEXTS);
