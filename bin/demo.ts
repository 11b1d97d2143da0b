// `npm run demo`: demonstrates the service in the terminal. Uses the service on PORT, or starts one in memory
// and stops it at the end.
import '../lib/help.ts';
import { createShop } from '../lib/demo/shop/shop-server.ts';
import { showStoredCard } from '../lib/demo/steps/card-step.ts';
import { createDemo } from '../lib/demo/steps/demo.ts';
import { showEvents } from '../lib/demo/steps/event-step.ts';
import { showHostedPage } from '../lib/demo/steps/hosted-page-step.ts';
import { showRecurringPayment } from '../lib/demo/steps/recurring-payment-step.ts';
import { showRefund } from '../lib/demo/steps/refund-step.ts';
import { startLocalService } from '../lib/local/environment.ts';

type Info = { baseUrl: string; apiKey: string };

async function findRunningService(): Promise<Info | undefined> {
  const response = await fetch(`http://localhost:${process.env['PORT'] ?? '3000'}/local/info`).catch(
    () => undefined,
  );
  return response?.ok ? ((await response.json()) as Info) : undefined;
}

const runningService = await findRunningService();
// Log lines would interrupt the demo's output.
if (runningService === undefined) for (const level of ['info', 'warn'] as const) console[level] = () => {};
const start = () => startLocalService({ port: 0, events: true, shop: createShop });
const ownService = runningService === undefined ? await start() : undefined;
const info = runningService ?? {
  baseUrl: ownService?.baseUrl ?? '',
  apiKey: ownService?.merchant.apiKey ?? '',
};
try {
  console.log(`The payment service at ${info.baseUrl}; everything is simulated.`);
  const demo = createDemo(info.baseUrl, info.apiKey);
  const reference = await showHostedPage(demo);
  const storedCard = await showStoredCard(demo);
  await showRefund(demo, reference);
  await showEvents(demo, reference);
  if (ownService) await showRecurringPayment(demo, storedCard);
  else demo.print('A year of a recurring payment moves the clock: stop the running service to see it.');
  if (ownService) demo.print('The same with a browser: npm start. For shops: docs/shops.md.');
} finally {
  await ownService?.stop();
}
