// The consumers of the table's stream, with the filters of the deployed mappings.
import { isCaptured } from '#capture/image.ts';
import type { WireItem } from '#store/table/wire.ts';
import type { Lambdas } from './lambda.ts';
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

/** The queue that invokes the delivering function, for a new delivery, or a `ring` on a webhook or replay. */
export const deliveryTrigger = (lambdas: Lambdas, functionName: string): StreamConsumer => ({
  name: 'delivery-triggers',
  wants: ({ eventName, dynamodb }) => eventName !== 'REMOVE' && isTrigger(dynamodb.NewImage ?? {}),
  invoke: async (records) => {
    const Records = records.map(({ dynamodb: { SequenceNumber, Keys } }) => ({
      messageId: SequenceNumber,
      body: JSON.stringify({ pk: Keys['pk']?.S, sk: Keys['sk']?.S }),
    }));
    await lambdas.invoke(functionName, { Records });
    // The delivering function finds a failed delivery again when it is due.
    return undefined;
  },
});
