// `npm run demo`: demonstrates the service in the terminal. Uses the service on PORT, or starts one in memory
// and stops it at the end.
import { tellStoredCard } from '../lib/demo/story/card-chapter.ts';
import { tellHostedPage } from '../lib/demo/story/hosted-page-chapter.ts';
import { tellRecurringPayment } from '../lib/demo/story/recurring-payment-chapter.ts';
import { tellRefund } from '../lib/demo/story/refund-chapter.ts';
import { createStoryteller } from '../lib/demo/story/storyteller.ts';
import { startLocalService } from '../lib/local/environment.ts';

type Info = { baseUrl: string; apiKey: string };

async function running(): Promise<Info | undefined> {
  const response = await fetch(`http://localhost:${process.env['PORT'] ?? '3000'}/local/info`).catch(
    () => undefined,
  );
  return response?.ok ? ((await response.json()) as Info) : undefined;
}

const already = await running();
// Log lines would interrupt the demo's output.
if (already === undefined) for (const level of ['info', 'warn'] as const) console[level] = () => {};
const own = already === undefined ? await startLocalService({ port: 0 }) : undefined;
const info = already ?? { baseUrl: own?.baseUrl ?? '', apiKey: own?.merchant.apiKey ?? '' };
try {
  console.log(`The payment service at ${info.baseUrl} (everything simulated, no real money)`);
  const story = createStoryteller(info.baseUrl, info.apiKey);
  const reference = await tellHostedPage(story);
  const stored = await tellStoredCard(story);
  await tellRefund(story, reference);
  if (own) await tellRecurringPayment(story, stored);
  else story.say('A year of a recurring payment moves the clock: stop the running service to see it.');
} finally {
  await own?.stop();
}
