import { describe, expect, it } from 'vitest';
import { openBank, refundOf, sale } from '../local/bank/open-bank.ts';

const IRREVOCABLE = '5406670000000009';

describe('a void at the bank', () => {
  it('undoes the sale while the batch is open; asked again it is found done', async () => {
    const { bank, acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({ kind: 'approved' });
    expect(await acquirer.inquire('a1')).toMatchObject({
      operations: [{ status: 'voided', batchOpen: false }],
    });
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({ kind: 'approved' });
    const voids = bank.ledger().filter(({ operation }) => operation === 'void');
    expect(voids.map(({ code, amount }) => [code, amount])).toEqual([
      ['00', 100],
      ['CORE-2008', 0],
    ]);
  });

  it.each([
    ['2026-11-20T18:59:59.999Z', 'approved'],
    ['2026-11-20T19:00:00.000Z', 'batchClosed'],
  ])('ends with the batch at 22:00 in Istanbul: at %s it is %s', async (instant, kind) => {
    const { acquirer, moveTo } = openBank();
    await acquirer.sale(sale('a1'));
    moveTo(instant);
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({ kind });
  });

  it('a sale after the close stays voidable until the next one', async () => {
    const { acquirer, moveTo } = openBank();
    moveTo('2026-11-20T19:30:00.000Z');
    await acquirer.sale(sale('a1'));
    await acquirer.sale(sale('a2'));
    moveTo('2026-11-21T18:59:00.000Z');
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({ kind: 'approved' });
    moveTo('2026-11-21T19:00:00.000Z');
    expect(await acquirer.voidSale({ bankOrderId: 'a2' })).toMatchObject({ kind: 'batchClosed' });
  });

  it('says batch closed for either code a bank uses', async () => {
    const { bank, acquirer, moveTo } = openBank();
    bank.settings.settledVoidCode = 'CORE-2511';
    await acquirer.sale(sale('a1'));
    moveTo('2026-11-21T09:00:00.000Z');
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toEqual({
      kind: 'batchClosed',
      code: 'CORE-2511',
    });
  });

  it('of an order with an open refund is refused, never guessed', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    await acquirer.refund(refundOf('a1', 100));
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({
      kind: 'declined',
      code: 'CORE-2133',
    });
  });

  it('of nothing is declined, and so is one of a declined sale', async () => {
    const { acquirer } = openBank();
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({
      kind: 'declined',
      code: 'CORE-2008',
    });
    await acquirer.sale(sale('a1', 100, '4129111111111111'));
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({
      kind: 'declined',
      code: 'CORE-2008',
    });
  });

  it('of the card that cannot be undone is declined', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 100, IRREVOCABLE));
    expect(await acquirer.voidSale({ bankOrderId: 'a1' })).toMatchObject({ kind: 'declined', code: '57' });
  });
});

describe('a refund at the bank', () => {
  it('comes in parts until nothing is left, and not a kuruş more', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 10_000));
    expect(await acquirer.refund(refundOf('a1', 9_999))).toMatchObject({ kind: 'approved' });
    expect(await acquirer.refund(refundOf('a1', 2))).toMatchObject({ kind: 'declined', code: 'CORE-2503' });
    expect(await acquirer.refund(refundOf('a1', 1))).toMatchObject({ kind: 'approved' });
    expect(await acquirer.refund(refundOf('a1', 1))).toEqual({ kind: 'alreadyRefunded', code: 'CORE-2504' });
  });

  it('repeated blindly gives the money twice, as at a real bank', async () => {
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

  it('waits for the close where the bank wants it so', async () => {
    const { bank, acquirer, moveTo } = openBank();
    bank.settings.refundBeforeClose = 'refused';
    await acquirer.sale(sale('a1'));
    expect(await acquirer.refund(refundOf('a1', 100))).toEqual({ kind: 'notSettledYet', code: 'CORE-2508' });
    moveTo('2026-11-20T19:00:00.000Z');
    expect(await acquirer.refund(refundOf('a1', 100))).toMatchObject({ kind: 'approved' });
  });

  it('in another currency than the order is refused', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    const outcome = await acquirer.refund({ ...refundOf('a1', 100), currency: 'USD' });
    expect(outcome).toMatchObject({ kind: 'declined', code: 'CORE-2119' });
  });

  it('of a voided sale finds nothing left', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1'));
    await acquirer.voidSale({ bankOrderId: 'a1' });
    expect(await acquirer.refund(refundOf('a1', 100))).toEqual({
      kind: 'alreadyRefunded',
      code: 'CORE-2504',
    });
  });

  it('of the card that cannot be undone is declined and kept in the history', async () => {
    const { acquirer } = openBank();
    await acquirer.sale(sale('a1', 100, IRREVOCABLE));
    expect(await acquirer.refund(refundOf('a1', 100))).toMatchObject({ kind: 'declined', code: 'CORE-2517' });
    expect(await acquirer.inquire('a1')).toMatchObject({
      operations: [{ operation: 'refund', status: 'declined', code: '99' }, { operation: 'sale' }],
    });
  });

  it('of an order nobody bought, or more than 365 days old, is refused', async () => {
    const { acquirer, moveTo } = openBank();
    expect(await acquirer.refund(refundOf('a0', 100))).toMatchObject({ kind: 'declined', code: 'CORE-2116' });
    await acquirer.sale(sale('a1'));
    moveTo('2027-11-21T09:00:00.000Z');
    expect(await acquirer.refund(refundOf('a1', 100))).toMatchObject({ kind: 'declined', code: 'CORE-2514' });
  });
});
