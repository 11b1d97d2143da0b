// The bank in the cloud answers as the bank on one machine does, keeps its books whatever comes at once, and
// keeps no card in clear.
import { describe, expect, it } from 'vitest';
import type { Acquirer } from '#acquirer/acquirer.ts';
import { openAccount } from '../../../../lib/bank/deployed/open-account.ts';
import { SANDBOX_CARDS } from '../../../../lib/bank/sandbox-cards.ts';
import { startHarness } from '../../../harness/harness.ts';
import { connectTo, openBank, refundOf, sale } from '../../local/bank/open-bank.ts';
import { bookRows, createBookTable, deployedBank } from './deployed-bank.ts';

const { now } = await startHarness();
await createBookTable();

const account = await openAccount('https://bank.example', now());
const credentials = { ...account };
const acquirer = connectTo({ service: deployedBank }, credentials);
let orders = 0;
const newOrder = () => {
  orders += 1;
  return `order-${orders}`;
};

/** Without what every bank makes up by itself. */
const comparable = (outcome: object) =>
  JSON.parse(
    JSON.stringify(outcome, (name, value) => {
      return /hostReference|authorizationCode|transactionId|bankTransactionId|raw|at$|At$/.test(name)
        ? undefined
        : value;
    }),
  ) as unknown;

describe('asked the same, the deployed bank and the local one answer the same', () => {
  const both = async (ask: (bank: Acquirer) => Promise<object>) => {
    const [deployed, local] = [await ask(acquirer), await ask(openBank().acquirer)];
    expect(comparable(deployed)).toEqual(comparable(local));
    return deployed;
  };

  it.each(SANDBOX_CARDS)('a sale with $number: $description.en', async ({ number }) => {
    const order = newOrder();
    await both((bank) => bank.sale(sale(order, 10_000, number)));
  });

  it('a second sale for the same order', async () => {
    const order = newOrder();
    await both(async (bank) => {
      const [first, second] = [await bank.sale(sale(order)), await bank.sale(sale(order))];
      expect(second).toEqual(first);
      return second;
    });
  });

  it('void, refund in parts, refund of too much, and all of it in the history', async () => {
    const [sold, voided, unknown] = [newOrder(), newOrder(), newOrder()];
    await both(async (bank) => {
      await bank.sale(sale(sold, 10_000));
      await bank.sale(sale(voided, 5_000));
      return [
        await bank.refund(refundOf(sold, 4_000)),
        await bank.refund(refundOf(sold, 7_000)),
        await bank.refund(refundOf(sold, 6_000)),
        await bank.voidSale({ bankOrderId: voided }),
        await bank.voidSale({ bankOrderId: voided }),
        await bank.inquire(sold),
        await bank.inquire(voided),
        await bank.inquire(unknown),
      ];
    });
  });

  it('a shop with the wrong password, and one that nobody knows', async () => {
    for (const wrong of [{ password: 'wrong' }, { clientId: '1' }, { clientId: '9'.repeat(3000) }]) {
      const asked = connectTo({ service: deployedBank }, { ...credentials, ...wrong });
      const here = connectTo(openBank().bank, { ...wrong });
      expect(await asked.sale(sale('a1'))).toEqual(await here.sale(sale('a1')));
    }
  });

  it.each([
    ['GET', '/api', ''],
    ['POST', '/elsewhere', ''],
    ['POST', '/api', '<CC5Request><broken'],
    ['POST', '/est3Dgate', 'clientid=1'],
    ['POST', '/est3Dgate/challenge', 'challenge=guessed&code=123456'],
  ])('%s %s %s', async (method, url, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const call = { method, url, headers, body: Buffer.from(body), address: '127.0.0.1' };
    const [there, here] = [await deployedBank(call), await openBank().bank.service(call)];
    expect(there.status).toBe(here.status);
    expect(String(there.body)).toBe(String(here.body));
  });
});

it('of sales for one order that arrive together the bank makes one, and tells all of it', async () => {
  const order = newOrder();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => acquirer.sale(sale(order, 7_000))));
  const references = outcomes.map((one) => ('hostReference' in one ? one.hostReference : one.kind));
  expect(new Set(references).size).toBe(1);
  expect(await acquirer.inquire(order)).toMatchObject({
    kind: 'found',
    operations: [{ status: 'approved' }],
  });
});

it('refunds that arrive together never give back more than was paid', async () => {
  const order = newOrder();
  await acquirer.sale(sale(order, 10_000));
  const outcomes = await Promise.all([1, 2, 3].map(() => acquirer.refund(refundOf(order, 6_000))));
  expect(outcomes.filter(({ kind }) => kind === 'approved')).toHaveLength(1);
});

it('what was asked for is written down by shop and time, for as long as it may be asked about', async () => {
  const order = newOrder();
  await acquirer.sale(sale(order, 1_000));
  await acquirer.inquire(order);
  const rows = await bookRows();
  const entries = rows.filter(({ pk, record }) => {
    return pk === `ledger/${account.clientId}` && (record as { orderId: string }).orderId === order;
  });
  expect(entries.map(({ record }) => record)).toMatchObject([
    { operation: 'sale', amount: 10, outcome: 'approved' },
    { operation: 'inquiry', outcome: 'found' },
  ]);
  const days = (now().getTime() / 1000 + 400 * 86_400).toFixed().slice(0, 6);
  for (const { expiresAtSeconds } of entries)
    expect(String(expiresAtSeconds)).toMatch(new RegExp(`^${days}`));
});
