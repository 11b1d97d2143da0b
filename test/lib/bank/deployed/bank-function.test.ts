// Compares the deployed bank with the local one, and checks its books under concurrent requests.
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

/** The outcome without the values that each bank generates by itself. */
const comparable = (outcome: object) =>
  JSON.parse(
    JSON.stringify(outcome, (name, value) => {
      return /hostReference|authorizationCode|transactionId|bankTransactionId|raw|at$|At$/.test(name)
        ? undefined
        : value;
    }),
  ) as unknown;

describe('deployed bank, compared with the local bank', () => {
  const both = async (ask: (bank: Acquirer) => Promise<object>) => {
    const [deployed, local] = [await ask(acquirer), await ask(openBank().acquirer)];
    expect(comparable(deployed)).toEqual(comparable(local));
    return deployed;
  };

  it.each(SANDBOX_CARDS)('a sale with $number has the same outcome: $description.en', async ({ number }) => {
    const order = newOrder();
    await both((bank) => bank.sale(sale(order, 10_000, number)));
  });

  it('a second sale for the same order has the same outcome', async () => {
    const order = newOrder();
    await both(async (bank) => {
      const [first, second] = [await bank.sale(sale(order)), await bank.sale(sale(order))];
      expect(second).toMatchObject(first);
      return second;
    });
  });

  it('void, partial refund, excessive refund and history have the same outcome', async () => {
    const [sold, voided, unknown] = [newOrder(), newOrder(), newOrder()];
    await both(async (bank) => {
      await bank.sale(sale(sold, 10_000));
      await bank.sale(sale(voided, 5_000));
      return [
        await bank.refund(refundOf(sold, 4_000)),
        await bank.refund(refundOf(sold, 7_000)),
        await bank.refund(refundOf(sold, 6_000)),
        await bank.voidSale({ bankOrderId: voided, amountMinor: 10_000, currency: 'TRY' }),
        await bank.voidSale({ bankOrderId: voided, amountMinor: 10_000, currency: 'TRY' }),
        await bank.inquire(sold),
        await bank.inquire(voided),
        await bank.inquire(unknown),
      ];
    });
  });

  it('wrong credentials have the same outcome', async () => {
    for (const wrong of [{ password: 'wrong' }, { clientId: '1' }, { clientId: '9'.repeat(3000) }]) {
      const deployed = connectTo({ service: deployedBank }, { ...credentials, ...wrong });
      const local = connectTo(openBank().bank, { ...wrong });
      expect(await deployed.sale(sale('a1'))).toEqual(await local.sale(sale('a1')));
    }
  });

  it.each([
    ['GET', '/api', ''],
    ['POST', '/elsewhere', ''],
    ['POST', '/api', '<CC5Request><broken'],
    ['POST', '/est3Dgate', 'clientid=1'],
    ['POST', '/est3Dgate/acs', 'challenge=guessed'],
    ['POST', '/est3Dgate/challenge', 'challenge=guessed&code=123456'],
  ])('a request %s %s with body "%s" gets the same response', async (method, url, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const call = { method, url, headers, body: Buffer.from(body), address: '127.0.0.1' };
    const [deployedReply, local] = [await deployedBank(call), await openBank().bank.service(call)];
    expect(deployedReply.status).toBe(local.status);
    expect(String(deployedReply.body)).toBe(String(local.body));
  });
});

it('the deployed bank executes only one of several concurrent sales for one order', async () => {
  const order = newOrder();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => acquirer.sale(sale(order, 7_000))));
  const references = outcomes.map((one) => ('hostReference' in one ? one.hostReference : one.kind));
  expect(new Set(references).size).toBe(1);
  expect(await acquirer.inquire(order)).toMatchObject({
    kind: 'found',
    operations: [{ status: 'approved' }],
  });
});

it('concurrent refunds at the deployed bank never exceed the payment', async () => {
  const order = newOrder();
  await acquirer.sale(sale(order, 10_000));
  const outcomes = await Promise.all([1, 2, 3].map(() => acquirer.refund(refundOf(order, 6_000))));
  expect(outcomes.filter(({ kind }) => kind === 'approved')).toHaveLength(1);
});

it('the deployed bank stores a ledger by merchant and time for 400 days', async () => {
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
