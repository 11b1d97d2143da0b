// Runs the commands of the manual-review runbook, read from the page, against the local service: the
// documented commands work.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { orderDigest } from '#domain/payment/hosted-page.ts';
import { refundDriver } from '../drivers/refund-driver.ts';
import { MINUTE, SECOND } from '../harness/harness.ts';
import { startWithSilentBank } from '../harness/silent-bank.ts';
import { orderViews } from '../journeys/order.ts';
import { type CommandResult, runCommand, spawnCommand } from './driver/command.ts';

const { harness, bank, waitForReviews } = await startWithSilentBank();
const { service, buyer, createPage, moveBy } = harness;
const { merchantId } = harness.merchant;
const { paymentsOf } = orderViews(harness);
const refunds = refundDriver(harness);

const page = readFileSync(new URL('../../docs/runbooks/manual-review.md', import.meta.url), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .trim()
    .split('\n'),
);

const runReview = (...args: string[]) => runCommand('review', ...args, '--local', service.baseUrl);

const FILLED = { merchantId, number: '420000000042', name: 'Elif', 'where it was seen': 'the portal' };

/** Runs the page's command with this beginning, its placeholders filled in, against the local service. */
async function runDocumented(beginning: string, filled: Record<string, string> = {}): Promise<CommandResult> {
  const all: Record<string, string> = { ...FILLED, ...filled };
  const text = commands.find((one) => one.includes(`npm run review -- ${beginning}`)) ?? '';
  const args = text.replace(' --stage production', '').match(/<[^>]+>|\S+/g) ?? [];
  return await runReview(
    ...args.slice(4).map((word) => word.replace(/^<(.+)>$/, (_, name) => all[name] ?? word)),
  );
}

async function lostPayment(): Promise<{ orderNumber: string; reference: string }> {
  const { hostedPageUrl, orderNumber } = await createPage();
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(hostedPageUrl));
  const [payment] = await paymentsOf(orderNumber);
  return { orderNumber, reference: payment?.paymentReferenceNumber ?? '' };
}

async function loseResponses() {
  const paid = await refunds.pay();
  const payments = [await lostPayment(), await lostPayment(), await lostPayment()] as const;
  service.bank.script(['lost-after']);
  const { refundId } = (await refunds.partial(paid, 40)).json.data;
  bank.isSilent = true;
  await waitForReviews();
  return { payments, refundId };
}
let unknownOutcomes: Awaited<ReturnType<typeof loseResponses>>;
beforeAll(async () => {
  unknownOutcomes = await loseResponses();
});

it('the commands of the runbook list reviews, request inquiries and store resolutions', async () => {
  const { payments, refundId } = unknownOutcomes;
  const [undecided, approved, declined] = payments;
  const listed = await runDocumented('list');
  for (const id of [...payments.map(({ reference }) => reference), refundId]) {
    expect(listed.text).toContain(id);
  }
  const results = [
    await runDocumented('ask --merchant <merchantId> --payment', undecided),
    await runDocumented('ask --merchant <merchantId> --refund', { refundId }),
    await runDocumented('approved', approved),
    await runDocumented('declined', declined),
  ];
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  await moveBy(10 * MINUTE);
  const statuses = payments.map(async ({ orderNumber }) => (await paymentsOf(orderNumber))[0]?.status);
  // The first payment has no resolution, and the bank still does not respond.
  expect(await Promise.all(statuses)).toEqual(['Processing', 'Successful', 'Failed']);
  expect((await paymentsOf(approved.orderNumber))[0]?.bankReferenceNumber).toBe(FILLED.number);
});

it('an order is shown as GET /api/order tells it, by its number, a payment or a page', async () => {
  const [{ orderNumber, reference }] = unknownOutcomes.payments;
  const path = `/api/order?orderNumber=${orderNumber}`;
  const headers = { 'accept-language': 'en' };
  const { data } = (await harness.api<Story>('GET', path, { headers })).json;
  const { nextCursor: _, ...told } = data;
  for (const target of [
    ['--order', orderNumber],
    ['--payment', reference],
    ['--page', told.pages[0]?.id ?? ''],
  ]) {
    const { text } = await runReview('show', '--merchant', merchantId, ...target);
    const order = orderDigest({ merchantId, orderNumber });
    expect(JSON.parse(text)).toEqual({ order, ...told });
  }
  expect(told.timeline.at(-1)).toMatchObject({ what: 'PaymentUnknown' });
  const other = await service.addMerchant();
  const foreign = await runReview('show', '--merchant', other.merchantId, '--page', told.pages[0]?.id ?? '');
  expect(foreign).toMatchObject({ code: 1, text: expect.stringContaining('none of this id') });
});
type Story = { pages: { id: string }[]; timeline: { what: string }[]; nextCursor: string | null };

it('the program runs as a separate process', async () => {
  const { code, text } = await spawnCommand('review', 'list', '--local', service.baseUrl);
  expect([code, text]).toEqual([0, expect.stringContaining(unknownOutcomes.refundId)]);
});

it('a command without reviewer, target or clean note is rejected and changes nothing', async () => {
  const [{ reference }] = unknownOutcomes.payments;
  const declined = ['declined', '--merchant', merchantId, '--payment', reference];
  const rejections: [words: string[], message: string][] = [
    [[], 'A command is needed'],
    [['settle'], 'no command settle'],
    [declined, '--by is needed'],
    [['ask', '--merchant', merchantId], 'A target is needed'],
    [[...declined, '--by', 'Elif', '--note', 'card 5528790000000008'], 'without a card number'],
    [['ask', '--merchant', 'nobody', '--payment', reference], 'has no payment'],
  ];
  const results = await Promise.all(rejections.map(([args]) => runReview(...args)));
  expect(results.map(({ code }) => code)).toEqual(rejections.map(() => 1));
  for (const [at, [, message]] of rejections.entries()) expect(results[at]?.text).toContain(message);
  expect((await runDocumented('list')).text).toContain(reference);
});

/** Waits until the command, having made all rows due, has started the local sweep. */
async function untilSweepIsWoken(): Promise<void> {
  const woken = Promise.withResolvers<void>();
  const onRequest = (message: unknown) => {
    if ((message as { request: IncomingMessage }).request.url === '/local/sweep') woken.resolve();
  };
  subscribe('http.server.request.start', onRequest);
  await woken.promise.finally(() => unsubscribe('http.server.request.start', onRequest));
}

it('one command makes every row due that waits for manual review or a later inquiry', async () => {
  bank.isSilent = false;
  await moveBy(10 * MINUTE);
  await service.timeline.setRunning(false);
  const { orderNumber } = await lostPayment();
  // The lost answer is the bank's last failure, so the sweep asks half a minute later at the earliest.
  await moveBy(40 * SECOND);
  const woken = untilSweepIsWoken();
  const asking = runReview('ask', '--all');
  await woken;
  await service.timeline.setRunning(true);
  await moveBy(MINUTE);
  const asked = await asking;
  // A payment and a refund in manual review, and this payment; the bank has approved both sales.
  expect([asked.code, JSON.parse(asked.text)]).toMatchObject([
    0,
    { asked: 3, changed: 0, ended: { Successful: 2 }, notYetAsked: 0 },
  ]);
  expect((await paymentsOf(orderNumber)).map(({ status }) => status)).toEqual(['Successful']);
  await moveBy(5 * MINUTE);
  expect(JSON.parse((await runReview('list')).text)).toEqual([]);
});
