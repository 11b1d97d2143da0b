import { describe, expect, it } from 'vitest';
import { openBank, refundOf, sale } from '../local/bank/open-bank.ts';

const IRREVOCABLE = '5406670000000009';

describe('simulated bank void', () => {
  it.each(['nestpay', 'garanti'] as const)(
    'at %s the void of a capture undoes all of the order',
    async (bank) => {
      const { acquirer } = openBank({}, bank);
      await acquirer.sale({ ...sale('a1'), isPreAuth: true });
      await acquirer.capture(refundOf('a1', 4_000));
      expect((await acquirer.voidSale(refundOf('a1', 4_000))).kind).toBe('approved');
      const inquiry = await acquirer.inquire('a1');
      const states = inquiry.kind === 'found' ? inquiry.operations.map(({ status }) => status) : [];
      expect(new Set(states)).toEqual(new Set(['voided']));
    },
  );

  it('at Akbank it reopens what was reserved, which can be captured again', async () => {
    const { acquirer, bank } = openBank({}, 'akbank');
    await acquirer.sale({ ...sale('a1'), isPreAuth: true });
    await acquirer.capture(refundOf('a1', 4_000));
    expect((await acquirer.voidSale(refundOf('a1', 4_000))).kind).toBe('approved');
    expect(await acquirer.inquire('a1')).toMatchObject({
      operations: [{ amountMinor: 10_000, reserved: { heldDays: 7 } }],
    });
    expect((await acquirer.capture(refundOf('a1', 5_000))).kind).toBe('approved');
    expect(await acquirer.inquire('a1')).toMatchObject({ operations: [{ amountMinor: 5_000 }] });
    expect(bank.ledger().map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['preAuth', 'capture', 'void', 'capture']),
    );
  });

  it('a history that lags shows what was reserved until it shows the capture', async () => {
    const { acquirer, bank, moveTo } = openBank();
    bank.settings.historyLagMs = 60_000;
    await acquirer.sale({ ...sale('a1'), isPreAuth: true });
    moveTo('2026-11-20T09:10:00.000Z');
    await acquirer.capture(refundOf('a1', 4_000));
    expect(await acquirer.inquire('a1')).toHaveProperty('operations.0.reserved');
    moveTo('2026-11-20T09:11:00.000Z');
    expect(await acquirer.inquire('a1')).toMatchObject({ operations: [{ amountMinor: 4_000 }] });
  });

  it('a void undoes the sale while the batch is open, and a repeated void counts as done', async () => {
    const { bank, acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({ kind: 'approved' });
    const [sold] = bank.ledger();
    expect(await acquirer.inquire('a1')).toMatchObject({
      operations: [{ status: 'voided', batchOpen: false, hostReference: sold?.hostReference }],
    });
    expect(await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' })).toEqual({
      kind: 'alreadyVoided',
    });
    const voids = bank.ledger().filter(({ operation }) => operation === 'void');
    expect(voids.map(({ code, amount }) => [code, amount])).toEqual([
      ['00', 100],
      ['CORE-2008', 0],
    ]);
  });

  it.each([
    ['2026-11-20T18:59:59.999Z', 'approved'],
    ['2026-11-20T19:00:00.000Z', 'batchClosed'],
  ])('if the batch closes at 22:00 in Istanbul, a void at %s is %s', async (instant, kind) => {
    const { bank, acquirer, moveTo } = openBank();
    bank.settings.batchClose = '22:00';
    await acquirer.sale(sale('a1'));
    moveTo(instant);
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({ kind });
  });

  it('a sale after the close can be voided until the next close', async () => {
    const { bank, acquirer, moveTo } = openBank();
    bank.settings.batchClose = '22:00';
    moveTo('2026-11-20T19:30:00.000Z');
    await acquirer.sale(sale('a1'));
    await acquirer.sale(sale('a2'));
    moveTo('2026-11-21T18:59:00.000Z');
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({ kind: 'approved' });
    moveTo('2026-11-21T19:00:00.000Z');
    expect(
      await acquirer.voidSale({ bankOrderId: 'a2', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({ kind: 'batchClosed' });
  });

  it('both codes of a void after the close mean batchClosed', async () => {
    const { bank, acquirer, moveTo } = openBank();
    bank.settings.settledVoidCode = 'CORE-2511';
    await acquirer.sale(sale('a1'));
    moveTo('2026-11-21T09:00:00.000Z');
    expect(await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' })).toEqual({
      kind: 'batchClosed',
      code: 'CORE-2511',
    });
  });

  it('a void of an order with an open refund is declined as ambiguous', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    await acquirer.refund(refundOf('a1', 100));
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({
      kind: 'declined',
      code: 'CORE-2133',
    });
  });

  it('a void of an unknown order or of a declined sale is declined', async () => {
    const { acquirer } = openBank();
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({
      kind: 'declined',
      code: 'CORE-2008',
    });
    await acquirer.sale(sale('a1', 100, '4129111111111111'));
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({
      kind: 'declined',
      code: 'CORE-2008',
    });
  });

  it('a void of an irrevocable card is declined', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 100, IRREVOCABLE));
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({ kind: 'declined', code: '57' });
  });
});

describe('simulated bank refund', () => {
  it('partial refunds are approved up to the exact amount of the sale', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 10_000));
    expect(await acquirer.refund(refundOf('a1', 9_999))).toMatchObject({ kind: 'approved' });
    expect(await acquirer.refund(refundOf('a1', 2))).toMatchObject({ kind: 'declined', code: 'CORE-2503' });
    expect(await acquirer.refund(refundOf('a1', 1))).toMatchObject({ kind: 'approved' });
    expect(await acquirer.refund(refundOf('a1', 1))).toEqual({ kind: 'alreadyRefunded', code: 'CORE-2504' });
  });

  it('a repeated refund is executed twice, as at a real bank', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 10_000));
    await acquirer.refund(refundOf('a1', 4_000));
    await acquirer.refund(refundOf('a1', 4_000));
    const inquiry = await acquirer.inquire('a1');
    expect(inquiry).toMatchObject({
      operations: [
        { operation: 'refund', status: 'approved', amountMinor: 4_000 },
        { operation: 'refund', status: 'approved', amountMinor: 4_000 },
        { operation: 'sale', status: 'approved', amountMinor: 10_000 },
      ],
    });
  });

  it('a refund before the close is declined if the bank requires the close', async () => {
    const { bank, acquirer, moveTo } = openBank();
    Object.assign(bank.settings, { refundBeforeClose: 'declined', batchClose: '22:00' });
    await acquirer.sale(sale('a1'));
    expect(await acquirer.refund(refundOf('a1', 100))).toEqual({ kind: 'notSettledYet', code: 'CORE-2508' });
    moveTo('2026-11-20T19:00:00.000Z');
    expect(await acquirer.refund(refundOf('a1', 100))).toMatchObject({ kind: 'approved' });
  });

  it("a refund in a currency other than the order's is declined", async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    const outcome = await acquirer.refund({ ...refundOf('a1', 100), currency: 'USD' });
    expect(outcome).toMatchObject({ kind: 'declined', code: 'CORE-2119' });
  });

  it('a refund of a voided sale returns alreadyRefunded', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' });
    expect(await acquirer.refund(refundOf('a1', 100))).toEqual({
      kind: 'alreadyRefunded',
      code: 'CORE-2504',
    });
  });

  it('a refund of an irrevocable card is declined and kept in the history', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 100, IRREVOCABLE));
    expect(await acquirer.refund(refundOf('a1', 100))).toMatchObject({ kind: 'declined', code: 'CORE-2517' });
    expect(await acquirer.inquire('a1')).toMatchObject({
      operations: [{ operation: 'refund', status: 'declined', code: '99' }, { operation: 'sale' }],
    });
  });

  it('a refund of an unknown order or after 365 days is declined', async () => {
    const { acquirer, moveTo } = openBank();
    expect(await acquirer.refund(refundOf('a0', 100))).toMatchObject({ kind: 'declined', code: 'CORE-2116' });
    await acquirer.sale(sale('a1'));
    moveTo('2027-11-21T09:00:00.000Z');
    expect(await acquirer.refund(refundOf('a1', 100))).toMatchObject({ kind: 'declined', code: 'CORE-2514' });
  });
});
