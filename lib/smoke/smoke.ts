// The smoke test of a deployed stage: does it respond, does it log, does the sweep run, and does an alarm
// reach its receivers. A failed step does not stop the others.
import type { AwsState } from './aws-state.ts';

export type SmokeStage = {
  stage: string;
  aws: AwsState;
  /** Sends a request to the merchants' or the buyers' API. */
  ask(api: 'api' | 'pay', path: string, request?: RequestInit): Promise<Response>;
  /** The URL of the buyers' API, with which links to hosted pages begin. */
  payUrl: string;
  /** A key that may create pages. Undefined: the step is skipped. */
  apiKey: string | undefined;
  logGroupNames: readonly string[];
  sweepLogGroupName: string;
  /** Waits between two reads of AWS's state. */
  pause(milliseconds: number): Promise<unknown>;
};

export type SmokeRow = { name: string; outcome: 'ok' | 'skipped' | 'FAILED'; seen: string };
type Step = { name: string; run(stage: SmokeStage): Promise<string | Skipped> };
/** The reason for which a step was skipped. */
class Skipped {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** One alarm for each topic that sends its own messages. AWS returns both to their real state afterwards. */
const TESTED = { urgent: 'pages-declined', morning: 'dead-letters' } as const;
const REASON = 'Smoke test after a deployment: nothing is wrong, nothing is to be done.';
const LOOKS = 20;
const PAUSE_MS = 3_000;
/** Time for two of its runs, one of them late. */
const SWEEP_MS = 15 * 60_000;
/** Only the last line of each run of the sweep has both words. */
const SWEPT = 'sweep settled';
const KEPT_DAYS = 365;

const STEPS: readonly Step[] = [
  { name: 'The error reference is read', run: readErrors },
  { name: 'The form of a payment page opens', run: openSpecimen },
  { name: 'A merchant creates a page and it opens', run: openPage },
  { name: 'Log groups exist and are kept a year', run: checkLogGroups },
  { name: 'The sweep ran in the last 15 minutes', run: checkSweep },
  { name: 'An urgent alarm arrives', run: (stage) => raiseAlarm(stage, TESTED.urgent) },
  { name: 'An alarm for the morning arrives', run: (stage) => raiseAlarm(stage, TESTED.morning) },
];

export async function smoke(stage: SmokeStage, report: (row: SmokeRow) => void): Promise<boolean> {
  let isWell = true;
  for (const { name, run } of STEPS) {
    const row = await run(stage).then(
      (seen): SmokeRow =>
        seen instanceof Skipped
          ? { name, outcome: 'skipped', seen: seen.reason }
          : { name, outcome: 'ok', seen },
      (error: unknown): SmokeRow => ({ name, outcome: 'FAILED', seen: reasonOf(error) }),
    );
    if (row.outcome === 'FAILED') isWell = false;
    report(row);
  }
  return isWell;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function demand(isMet: boolean, otherwise: string): void {
  if (!isMet) throw new Error(otherwise);
}

async function readErrors({ ask }: SmokeStage): Promise<string> {
  const response = await ask('pay', '/docs/errors.en');
  const text = await response.text();
  demand(response.status === 200 && text.includes('API_KEY_INVALID'), `status ${response.status}`);
  return `${Math.round(text.length / 1000)} KB`;
}

async function openSpecimen({ ask }: SmokeStage): Promise<string> {
  const response = await ask('pay', '/iframe/specimen');
  const text = await response.text();
  demand(response.status === 200 && text.includes('name="cardNumber"'), `status ${response.status}`);
  return 'with its fields';
}

async function openPage({ ask, apiKey, payUrl }: SmokeStage): Promise<string | Skipped> {
  if (apiKey === undefined) return new Skipped('needs a key in SMOKE_API_KEY that may create pages');
  const shop = 'https://smoke.example/';
  const created = await ask('api', '/api/payment/hostedpage', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey },
    body: JSON.stringify({
      amount: 1,
      currency: 'TRY',
      orderNumber: `SMOKE-${Date.now()}`,
      successUrl: shop,
      failUrl: shop,
    }),
  });
  const { data, errorCode } = (await created.json()) as {
    data: { hostedPageUrl?: string };
    errorCode?: string;
  };
  const address = data.hostedPageUrl ?? '';
  demand(address.startsWith(`${payUrl}/iframe/`), `${created.status} ${errorCode ?? address}`);
  const page = await ask('pay', address.slice(payUrl.length));
  demand(page.status === 200, `the page answers ${page.status}`);
  return 'not paid; it expires by itself';
}

async function checkLogGroups({ aws, stage, logGroupNames }: SmokeStage): Promise<string> {
  const found = await Promise.all(
    [`/payment/${stage}/`, `/aws/apigateway/payment-${stage}-`].map((prefix) => aws.logGroups(prefix)),
  );
  const kept = new Map(found.flat().map((group) => [group.logGroupName, group.retentionInDays]));
  const missing = logGroupNames.filter((name) => !kept.has(name));
  demand(missing.length === 0, `missing: ${missing.join(', ')}`);
  const others = logGroupNames.filter((name) => kept.get(name) !== KEPT_DAYS);
  demand(others.length === 0, `not kept ${KEPT_DAYS} days: ${others.join(', ')}`);
  return `${logGroupNames.length} groups`;
}

/** Looks again for a minute: the first run may be under way, and lines arrive late. */
async function checkSweep({ aws, sweepLogGroupName, pause }: SmokeStage): Promise<string> {
  for (let look = 0; look < LOOKS; look += 1) {
    const since = new Date(Date.now() - SWEEP_MS);
    if (await aws.hasLogged(sweepLogGroupName, SWEPT, since)) return 'by its log';
    await pause(PAUSE_MS);
  }
  throw new Error('it logged nothing; after a first deployment try again in five minutes');
}

/** For each action, CloudWatch records whether the topic accepted the message. */
async function raiseAlarm({ aws, stage, pause }: SmokeStage, alarm: string): Promise<string> {
  const name = `payment-${stage}-${alarm}`;
  const topics = await aws.actionsOf(name);
  demand(topics.length > 0, `${alarm} tells no topic`);
  const receivers = await Promise.all(topics.map((topic) => receiversOf(aws, topic)));
  const since = new Date(Date.now() - 1_000);
  await aws.setAlarm(name, REASON);
  const told = `${alarm} to ${receivers.join(', ')}`;
  for (let look = 0; look < LOOKS; look += 1) {
    const actions = await aws.actionsSince(name, since);
    const failed = actions.find((summary) => /^Failed/.test(summary));
    demand(failed === undefined, failed ?? '');
    const delivered = topics.filter((topic) => actions.some((one) => one.includes(topic)));
    if (delivered.length === topics.length) return told;
    await pause(PAUSE_MS);
  }
  throw new Error(`${told}: CloudWatch has not acted in ${(LOOKS * PAUSE_MS) / 1000} seconds`);
}

/** Throws if a subscription is unconfirmed, or there is none. */
async function receiversOf(aws: AwsState, topicArn: string): Promise<string> {
  const name = topicArn.split(':').at(-1) ?? topicArn;
  const { confirmed, pending } = await aws.subscriptionsOf(topicArn);
  demand(pending === 0, `${name}: ${pending} subscriptions are not confirmed; open the link in the mail`);
  demand(confirmed > 0, `${name} has no subscription: give alarmTo`);
  return `${name} (${confirmed})`;
}
