// A model of one shard of the deployed mapping from the table's stream to capture
// (lib/cloud/events/capture-mapping.ts): four workers at most, each with up to a hundred records; failed ones
// are passed again.
import type { StreamRecord } from '#capture/image.ts';

const IN_A_BATCH = 100;
const WORKERS = 4;

type Answer = { batchItemFailures: { itemIdentifier: string }[] };

/** Opens the stream. `capture` makes an invocation of the function. */
export function openStream(capture: (event: unknown) => Promise<unknown>) {
  const waiting: StreamRecord[] = [];
  const running = new Set<Promise<void>>();
  const invoke = async (Records: StreamRecord[]): Promise<void> => {
    const [failure] = ((await capture({ Records })) as Answer).batchItemFailures;
    if (failure === undefined) return;
    const at = Records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failure.itemIdentifier);
    waiting.unshift(...Records.slice(Math.max(0, at)));
  };
  const start = (): void => {
    while (waiting.length > 0 && running.size < WORKERS) {
      const work = invoke(waiting.splice(0, IN_A_BATCH)).finally(() => {
        running.delete(work);
        start();
      });
      running.add(work);
    }
  };
  return {
    put: (records: readonly StreamRecord[]): void => {
      waiting.push(...records);
      start();
    },
    waiting: () => waiting.length,
    async end(): Promise<void> {
      while (running.size > 0) await Promise.race(running);
    },
  };
}
