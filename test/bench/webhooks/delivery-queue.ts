// A model of the deployed way from a written row to the delivering function
// (lib/cloud/events/delivery-triggers.ts): a filter, a standard queue, and a mapping that gives up to ten
// messages to one of a hundred executions.
//
// Modelled are the rows that trigger a delivery, ten messages at most in an invocation, a hundred invocations
// at once, of which five exist at the beginning and five more are added each second while messages wait (AWS
// documents five batches at once and up to 300 more a minute), and that an invocation is occupied until the
// slowest of its messages is done. The functions, the table and the calls are real. With fewer executions and
// as much less load, Lambda still adds executions at the full rate, so the result is too good: full-scale.ts
// calculates the difference. Left out, because it takes the same time for all merchants: how long Lambda
// reads the stream and the queue hands out a message. Executions share one process here, and with it the
// opened secrets.
import type { Key } from '#store/table/keys.ts';
import type { Item } from '#store/table/table.ts';

const IN_A_BATCH = 10;
const MOST_WORKERS = 100;
const FIRST_WORKERS = 5;
const WORKERS_A_SECOND = 5;

/** Returns whether the filter of the stream passes the row. */
export const isTrigger = (item: Item): boolean =>
  item['ring'] !== undefined ||
  (item['lane'] !== undefined && item['state'] === 'Due' && item['nextTryAt'] === undefined);

/** Opens the queue. `deliver` makes an invocation of the function. */
export function openQueue(deliver: (event: unknown) => Promise<unknown>, mostWorkers = MOST_WORKERS) {
  const waiting: Key[] = [];
  const running = new Set<Promise<void>>();
  let workers = Math.min(FIRST_WORKERS, mostWorkers);
  let failed = 0;
  let mostRunning = 0;
  const invoke = async (keys: readonly Key[]): Promise<void> => {
    const Records = keys.map((key, at) => ({ messageId: String(at), body: JSON.stringify(key) }));
    const answer = (await deliver({ Records })) as { batchItemFailures: unknown[] };
    failed += answer.batchItemFailures.length;
  };
  const start = (): void => {
    while (waiting.length > 0 && running.size < workers) {
      const work = invoke(waiting.splice(0, IN_A_BATCH))
        .catch(() => {
          failed += 1;
        })
        .finally(() => {
          running.delete(work);
          start();
        });
      running.add(work);
      mostRunning = Math.max(mostRunning, running.size);
    }
  };
  const growing = setInterval(() => {
    if (waiting.length > 0) workers = Math.min(mostWorkers, workers + 1);
    start();
  }, 1000 / WORKERS_A_SECOND);
  return {
    send: (key: Key): void => {
      waiting.push(key);
      // All messages of one transaction arrive before the first invocation.
      setImmediate(start);
    },
    state: () => ({ waiting: waiting.length, running: running.size, mostRunning, failed }),
    /** Waits until no message waits and no invocation runs. */
    async end(): Promise<void> {
      while (waiting.length > 0 || running.size > 0) await Promise.race([...running, pause()]);
      clearInterval(growing);
    },
  };
}
const pause = () => new Promise<void>((resume) => setTimeout(resume, 20));
