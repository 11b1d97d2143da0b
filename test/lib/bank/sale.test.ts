import { describe, expect, it } from 'vitest';
import { issuerOf, SANDBOX_CARDS } from '../../../lib/bank/sandbox-cards.ts';
import { splitRefusal } from '../../../lib/bank/split.ts';
import { connectTo, MERCHANT, openBank, sale } from '../local/bank/open-bank.ts';

it.each([
  ['its own family', '374427000000003', 12, undefined],
  ['its own family, in more months than the law allows', '374427000000003', 13, '93'],
  ['a partner of its family', '4603450000000000', 6, undefined],
  ['another family', '5528790000000008', 6, '12'],
  ['another family by agreement, of a corporate card', '5528790000000008', 18, undefined, 'Paraf'],
  ['a debit card', '4603460000000009', 2, '57'],
  ['a foreign card', '4000000000000002', 2, '57'],
  ['a single payment of a foreign card', '4000000000000002', 1, undefined],
])('a bank that knows families judges %s', async (_, number, installment, code, agreed = '') => {
  const account = { bankCode: '0032', agreedFamilies: [agreed] };
  expect(splitRefusal(account, issuerOf(number), installment)).toBe(code);
  const { bank, acquirer } = openBank();
  bank.registerMerchant({ ...MERCHANT, ...account });
  await acquirer.sale({ ...sale('split', 4050, number), installment });
  const [entry] = bank.ledger();
  expect([entry?.code, entry?.installment]).toEqual([code ?? entry?.code, installment]);
});

describe('simulated bank sale', () => {
  it('an approved sale has the references that history and ledger repeat', async () => {
    const { bank, acquirer } = openBank();
    const outcome = await acquirer.sale(sale('a1', 4050));
    expect(outcome).toMatchObject({ kind: 'approved', hostReference: expect.stringMatching(/^\d{12}$/) });
    const { kind, ...references } = outcome as Extract<typeof outcome, { kind: 'approved' }>;
    expect(await acquirer.inquire('a1')).toEqual({
      kind: 'found',
      operations: [
        {
          operation: 'sale',
          status: 'approved',
          batchOpen: true,
          amountMinor: 4050,
          at: '2026-11-20T09:00:00.000Z',
          code: '00',
          ...references,
        },
      ],
    });
    expect(bank.ledger()).toEqual([
      {
        operation: 'sale',
        orderId: 'a1',
        amount: 40.5,
        currency: 'TRY',
        installment: 1,
        outcome: 'approved',
        code: '00',
        at: '2026-11-20T09:00:00.000Z',
        hostReference: references.hostReference,
      },
      expect.objectContaining({ operation: 'inquiry', orderId: 'a1', outcome: 'found' }),
    ]);
  });

  const declined = SANDBOX_CARDS.flatMap(({ number, behaviour, description }) =>
    behaviour.kind === 'decline' ? [{ number, code: behaviour.code, en: description.en }] : [],
  );
  const groups: Record<string, [errorCode: string, declineCategory: string]> = {
    51: ['NOT_SUFFICIENT_FUNDS', 'Soft'],
    '05': ['DO_NOT_HONOUR', 'Soft'],
    12: ['INVALID_TRANSACTION', 'Hard'],
    41: ['LOST_CARD', 'Hard'],
    43: ['STOLEN_CARD', 'Hard'],
    54: ['EXPIRED_CARD', 'Hard'],
    82: ['INVALID_CVC2', 'Hard'],
    57: ['NOT_PERMITTED_TO_CARDHOLDER', 'Hard'],
    58: ['NOT_PERMITTED_TO_TERMINAL', 'Hard'],
    59: ['FRAUD_SUSPECT', 'Soft'],
    '04': ['PICKUP_CARD', 'Hard'],
    96: ['GENERAL_DECLINE', 'Soft'],
  };
  it.each(declined)('the bank declines $number: $en', async ({ number, code }) => {
    const { acquirer } = openBank();
    const [errorCode, declineCategory] = groups[code] ?? [];
    const outcome = await acquirer.sale(sale('a1', 100, number));
    expect(outcome).toMatchObject({ kind: 'declined', code, errorCode, declineCategory });
  });

  const approved = SANDBOX_CARDS.filter(({ behaviour }) => behaviour.kind !== 'decline');
  it.each(approved)('the bank approves $number: $description.en', async ({ number }) => {
    const { acquirer } = openBank();
    expect(await acquirer.sale(sale('a1', 100, number))).toMatchObject({ kind: 'approved' });
  });

  it('a paid order is not sold again, and the adapter finds the first sale', async () => {
    const { bank, acquirer } = openBank();
    const first = await acquirer.sale(sale('a1'));
    const firstSale = {
      at: '2026-11-20T09:00:00.000Z',
      card: { firstSix: '552879', lastFour: '0008' },
    };
    expect(await acquirer.sale(sale('a1'))).toEqual({ ...first, firstSale });
    expect(await acquirer.sale(sale('a1', 9_999))).toMatchObject({ kind: 'unknown' });
    expect(bank.ledger().filter(({ operation, code }) => operation === 'sale' && code === '00')).toHaveLength(
      1,
    );
  });

  it('a declined order may be paid again, and its history keeps the decline', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 10_000, '4111111111111129'));
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'approved' });
    expect(await acquirer.inquire('a1')).toMatchObject({
      kind: 'found',
      operations: [
        { status: 'approved', code: '00' },
        {
          status: 'declined',
          code: '51',
          decline: { errorCode: 'NOT_SUFFICIENT_FUNDS', declineCategory: 'Soft' },
        },
      ],
    });
  });

  it.each([
    ['an unknown card', sale('a1', 100, '4242424242424242'), '14'],
    ['a wrong check digit', sale('a1', 100, '5528790000000007'), 'CORE-2012'],
    ['a passed expiry', { ...sale('a1'), card: { ...sale('a1').card, expiryYear: '2025' } }, 'CORE-2010'],
    ['installments in euro', { ...sale('a1'), currency: 'EUR' as const, installment: 2 }, 'CORE-2124'],
    ['too many installments', { ...sale('a1'), installment: 37 }, 'CORE-2603'],
  ])('the bank declines %s', async (_, order, code) => {
    const { acquirer } = openBank();
    expect(await acquirer.sale(order)).toMatchObject({ kind: 'declined', code, declineCategory: 'Hard' });
  });

  it('a card is valid until the last day of its month in Istanbul', async () => {
    const { acquirer, moveTo } = openBank();
    const order = (id: string) => ({
      ...sale(id),
      card: { ...sale(id).card, expiryMonth: '11', expiryYear: '2026' },
    });
    moveTo('2026-11-30T20:59:59.999Z');
    expect(await acquirer.sale(order('a1'))).toMatchObject({ kind: 'approved' });
    moveTo('2026-11-30T21:00:00.000Z');
    expect(await acquirer.sale(order('a2'))).toMatchObject({ kind: 'declined', errorCode: 'EXPIRED_CARD' });
  });

  it('a merchant that must send a CVV gets CORE-2208 without one', async () => {
    const { acquirer } = openBank({ cvvRequired: true });
    expect(await acquirer.sale(sale('a1'))).toMatchObject({
      kind: 'declined',
      code: 'CORE-2208',
      errorCode: 'INVALID_CVC2',
      declineCategory: 'Hard',
      cvvRequired: true,
    });
    expect(await acquirer.sale({ ...sale('a1'), cvv: '000' })).toMatchObject({ kind: 'approved' });
  });

  it.each([[{ password: 'wrong' }], [{ userName: 'wrong' }], [{ clientId: 'wrong' }]])(
    'wrong credentials %o move no money and do not count against the card',
    async (credentials) => {
      const { bank } = openBank();
      const outcome = await connectTo(bank, credentials).sale(sale('a1'));
      expect(outcome).toMatchObject({ kind: 'declined', code: 'CORE-2202', merchantFault: 'Credentials' });
      expect(bank.ledger()).toEqual([]);
    },
  );

  it("two merchants' orders with one order id are separate", async () => {
    const { bank, acquirer } = openBank();
    bank.registerMerchant({ ...MERCHANT, clientId: '2' });
    await acquirer.sale(sale('a1'));
    expect(await connectTo(bank, { clientId: '2' }).inquire('a1')).toEqual({ kind: 'notFound' });
  });
});
