// Runs every fifteen minutes: finds merchants whose payments were all declined, in the functions' logs of the
// last half hour. A rate over all merchants does not show a single one, and a metric for each merchant would
// cost 0.30 USD a month; the cost of a query depends on the logs that it reads, not on the number of
// merchants.
import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, callAws } from '../operator/aws/aws-request.ts';
import { setting, signerOfRole } from '../operator/aws/function-environment.ts';

/** Fewer attempts prove nothing: an ordinary merchant has three declines in a row every day. */
const ENDED_AT_LEAST = 10;
const LOOKED_AT_SECONDS = 30 * 60;
const LOOKS = 50;
const PAUSE_MS = 1_000;
const MOST_ROWS = 10_000;

type MerchantDeclines = { merchantId: string; ended: number; declined: number };
type LogField = { field: string; value: string };
type Results = { status: string; results?: LogField[][] };

/** Throws if the query does not end well. Only successful runs publish the metric. */
export async function handler(): Promise<{ merchants: string[] }> {
  const now = Date.now();
  const rows = (await declinesByMerchant(now)).map(readRow);
  const found = rows.filter(({ ended, declined }) => ended >= ENDED_AT_LEAST && declined === ended);
  for (const { merchantId, ended } of found) {
    console.warn(JSON.stringify({ level: 'warn', message: 'every payment declined', merchantId, ended }));
  }
  process.stdout.write(`${JSON.stringify(metricLine(found.length, now))}\n`);
  return { merchants: found.map(({ merchantId }) => merchantId) };
}

async function declinesByMerchant(now: number): Promise<LogField[][]> {
  const end = Math.floor(now / 1000);
  const { queryId } = await logs<{ queryId: string }>('StartQuery', {
    logGroupNames: setting('LOG_GROUPS').split(','),
    queryString: setting('QUERY'),
    startTime: end - LOOKED_AT_SECONDS,
    endTime: end,
    limit: MOST_ROWS,
  });
  for (let look = 0; look < LOOKS; look += 1) {
    const { status, results = [] } = await logs<Results>('GetQueryResults', { queryId });
    if (status === 'Complete') return results;
    if (status !== 'Running' && status !== 'Scheduled') throw new Error(`The query ended as ${status}.`);
    await pause(PAUSE_MS);
  }
  throw new Error('The query did not end.');
}

/** A sum is absent or empty if no line has its field. */
function readRow(fields: readonly LogField[]): MerchantDeclines {
  const given = (name: string) => fields.find(({ field }) => field === name)?.value ?? '';
  const declined = Number(given('ofPages')) + Number(given('ofCharges'));
  return { merchantId: given('merchantId'), ended: Number(given('ended')), declined };
}

/** CloudWatch's embedded metric format. Zero merchants are no metric, which would be billed each month. */
const metricLine = (merchants: number, Timestamp: number) => ({
  ...(merchants > 0 && {
    _aws: {
      Timestamp,
      CloudWatchMetrics: [
        {
          Namespace: setting('NAMESPACE'),
          Dimensions: [[]],
          Metrics: [{ Name: 'MerchantsDeclined', Unit: 'Count' }],
        },
      ],
    },
  }),
  message: 'MerchantsDeclined',
  MerchantsDeclined: merchants,
});

async function logs<Answer>(operation: string, body: object): Promise<Answer> {
  const signer = signerOfRole();
  const request = { service: 'logs', url: addressOf('logs', signer.region), body } as const;
  const { status, text } = await callAws({ ...request, target: `Logs_20140328.${operation}` }, signer);
  if (status !== 200) throw new Error(`${operation} answered ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Answer;
}
