// One call of every function that makes, records or sends events.
import { entityKey } from '#store/table/keys.ts';
import { changeOf, recordPayment } from '../drivers/events.ts';
import type { Harness } from '../harness/harness.ts';
import type { Calls } from './prepared-call.ts';
import { expectSuccess } from './recurring-payment-calls.ts';
import { removeWebhooks } from './webhook-calls.ts';

export function eventCalls(harness: Harness): Calls {
  const { api, service, merchant, payOrder } = harness;
  return {
    /** A morning without any announcement. */
    announce: async () => () => service.lambdas.invoke('announce', {}),
    /** A batch of the stream with one change: a successful payment. */
    capture: async () => {
      await removeWebhooks(harness);
      const Records = [await changeOf(entityKey(merchant.merchantId, 'PAYMENT', await payOrder()))];
      return () => service.lambdas.invoke('capture', { Records });
    },
    'event-list': async () => {
      await recordPayment(harness, await payOrder());
      return () => expectSuccess(api('GET', '/api/event?limit=5'));
    },
  };
}
