// The consumers of the table's stream, with the filters of the deployed mappings.
import { isCaptured } from '#capture/image.ts';
import type { WireItem } from '#store/table/wire.ts';
import type { Clock } from '../time/clock.ts';
import type { Lambdas } from './lambda.ts';
import { waitForQuickReceivers } from './quick-receivers.ts';
import type { StreamConsumer } from './stream.ts';

/** The function that records events. */
export const captureConsumer = (lambdas: Lambdas, functionName: string): StreamConsumer => ({
  name: functionName,
  wants: isCaptured,
  invoke: async (Records) => {
    const answer = (await lambdas.invoke(functionName, { Records })) as {
      batchItemFailures: { itemIdentifier: string }[];
    };
    return answer.batchItemFailures[0]?.itemIdentifier;
  },
});

/** As the deployed mapping (lib/cloud/events/delivery-triggers.ts). */
const isTrigger = (row: WireItem): boolean =>
  row['ring'] !== undefined ||
  (row['lane'] !== undefined && row['state']?.S === 'Due' && row['nextTryAt'] === undefined);

/**
 * The queue that invokes the delivering function, for a new delivery, or a `ring` on a webhook or replay. It
 * is fair by merchant: each has an invocation of its own, and the stream goes on while slow ones are running.
 */
export function deliveryTrigger(
  lambdas: Lambdas,
  functionName: string,
  clock: Pick<Clock, 'isHeld'>,
): StreamConsumer {
  const waitFor = waitForQuickReceivers(clock);
  return {
    name: 'delivery-triggers',
    wants: ({ eventName, dynamodb }) => eventName !== 'REMOVE' && isTrigger(dynamodb.NewImage ?? {}),
    invoke: async (records) => {
      const messages = records.map(({ dynamodb: { SequenceNumber: messageId, Keys } }) => {
        const [pk = '', sk] = [Keys['pk']?.S, Keys['sk']?.S];
        const [, merchantId = ''] = pk.split('#');
        return { merchantId, messageId, body: JSON.stringify({ pk, sk }) };
      });
      const ofMerchants = Map.groupBy(messages, ({ merchantId }) => merchantId);
      const invoking = [...ofMerchants].map(([merchantId, Records]) =>
        waitFor(merchantId, lambdas.invoke(functionName, { Records })),
      );
      await Promise.all(invoking);
      // The delivering function finds a failed delivery again when it is due.
      return undefined;
    },
  };
}
