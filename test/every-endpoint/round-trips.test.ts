// The calls of every function to other services are at most those in docs/costs.md, with a tenth of room.
// Otherwise one more round trip would slow down every call unnoticed.
import { expect, it } from 'vitest';
import { DUE_SHARDS } from '#store/table/due-shards.ts';
import { functionsOf, ROUTE_TABLE } from '../../lib/cloud/function/deployed-function.ts';
import { callsOf } from '../bench/calls.ts';
import type { PreparedCall } from '../bench/prepared-call.ts';
import { expectCosts, publishedCostsOf } from '../harness/cost-table.ts';
import { costOf, counted } from '../harness/costs.ts';
import { startHarness } from '../harness/harness.ts';

const harness = await startHarness({
  around: counted,
  triggerDelivery: () => 'drop',
  dueShards: DUE_SHARDS,
});
const calls = await callsOf(harness);
const functionNames = functionsOf(ROUTE_TABLE).map(({ name }) => name);

/** `announce` has several reads under way all the time: one of ten measurements finds its shortest chain. */
const TRIES = 100;

/**
 * Measures the second call, because the first one fills the caches of the container. A parallel call that is
 * answered late can seem to have waited for another; then it is measured again. An additional round trip is
 * measured each time.
 */
async function costOfWarmCall(name: string, prepare: PreparedCall, published: number) {
  await costOf(await prepare(), name);
  let cost = await costOf(await prepare(), name);
  for (let tries = 1; cost.rounds > published && tries < TRIES; tries += 1)
    cost = await costOf(await prepare(), name);
  return cost;
}

it.each(functionNames)(
  '%s makes at most the published calls (to accept more, run npm run bench with its name)',
  async (name) => {
    const prepare = calls[name];
    if (prepare === undefined) throw new Error(`Add a call of ${name} to test/bench/calls.ts.`);
    const bound = publishedCostsOf(name).rounds ?? 0;
    const { rounds, kmsCalls, bankCalls, readUnits, writeUnits } = await costOfWarmCall(name, prepare, bound);
    // The read units of a list depend on the number of its rows.
    const read = name.endsWith('-list') ? {} : { readUnits };
    expectCosts(name, { rounds, kmsCalls, bankCalls, ...read, writeUnits });
  },
);

it('a form with installments reads no more than another, but once a minute or for new terms', async () => {
  const { api, buyer, createPage } = harness;
  const roundsOfForms = async () => {
    const pages = [await createPage(), await createPage(), await createPage({ installment: 3 })];
    const rounds: number[] = [];
    for (const { hostedPageUrl } of pages) {
      const open = async () => expect((await buyer.open(hostedPageUrl)).text).toContain('Bonus');
      rounds.push((await costOf(open, 'hosted-page-form')).rounds);
    }
    return rounds;
  };
  for (const counts of [[3], [3, 6]]) {
    const body = { rows: counts.map((installment) => ({ family: 'Bonus', installment })) };
    expect((await api('PUT', '/api/installment/table', { body })).status).toBe(200);
    expect(await roundsOfForms()).toEqual([2, 1, 1]);
  }
  // What a card may have is read beside the table, after the page.
  const page = await buyer.open((await createPage()).hostedPageUrl);
  const ask = () => buyer.post(page, { show: 'installments', cardNumber: '46034500' });
  expect((await costOf(ask, 'hosted-page-pay')).rounds).toBe(2);
});

const MORE = ['me-show', 'key-create', 'refund-show', 'settlement-list'];
it('a read takes one round trip, a list two, a creation two, a charge five beside KMS and the bank', () => {
  const roundsOf = (end: string) =>
    functionNames
      // What a key may do is in its own row and in that of the account; names of keys are in their list; an open
      // day is added up of its movements.
      .filter((name) => name.endsWith(end) && !MORE.includes(name))
      .map((name) => publishedCostsOf(name).rounds ?? 0);
  const mostOf = (...ends: string[]) => Math.max(...ends.flatMap(roundsOf));
  expect(mostOf('-show', 'hosted-page-form', '-transactions', '-statistics')).toBe(1);
  // The entries of an index, then their rows; webhooks are in a partition of their own.
  expect(mostOf('-list', '-query', '-export', '-deliveries')).toBe(2);
  // Only the row of the page contains the customer whose card is needed.
  expect(mostOf('card-page-form')).toBe(2);
  expect(mostOf('-create')).toBe(2);
  const { rounds = 0, kmsCalls = 0 } = publishedCostsOf('charge');
  // One of them reads the switch of charging.
  expect(rounds - kmsCalls).toBe(5);
});
