import { describe, expect, it } from 'vitest';
import { createBank } from '../../../../lib/local/bank/bank.ts';
import { MalformedOutcome } from '../../../../lib/local/bank/script.ts';
import { connectTo, openBank, refundOf, sale } from './open-bank.ts';

const approvedSales = (bank: ReturnType<typeof openBank>['bank']) =>
  bank.ledger().filter(({ operation, outcome }) => operation === 'sale' && outcome === 'approved');

describe('scripted outcomes of the local bank', () => {
  it('a script decides the next money movements in order, but no inquiries', async () => {
    const { bank, acquirer } = openBank();
    bank.script(['decline:51', 'decline:CORE-2208', 'approve']);
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'declined', code: '51' });
    await acquirer.inquire('a1');
    expect(await acquirer.sale(sale('a2'))).toMatchObject({ kind: 'declined', cvvRequired: true });
    expect(await acquirer.sale(sale('a3', 100, '4129111111111111'))).toMatchObject({ kind: 'approved' });
    expect(await acquirer.sale(sale('a4', 100, '4129111111111111'))).toMatchObject({ code: '05' });
  });

  it('a script for one card applies to that card only', async () => {
    const { bank, acquirer } = openBank();
    bank.script(['decline:51', 'decline:43'], '4603450000000000');
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'approved' });
    for (const [orderId, code] of [
      ['a2', '51'],
      ['a3', '43'],
    ] as const) {
      expect(await acquirer.sale(sale(orderId, 100, '4603450000000000'))).toMatchObject({ code });
    }
    expect(await acquirer.sale(sale('a4', 100, '4603450000000000'))).toMatchObject({ kind: 'approved' });
  });

  it('the sale of lost-before is not executed and has no response', async () => {
    const { bank, acquirer } = openBank();
    bank.script(['lost-before']);
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'unknown' });
    expect(await acquirer.inquire('a1')).toEqual({ kind: 'notFound' });
    expect(approvedSales(bank)).toEqual([]);
  });

  it('a sale, void or refund of lost-after is executed and has no response', async () => {
    const { bank, acquirer } = openBank();
    bank.script(['lost-after', 'lost-after', 'approve', 'lost-after']);
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'unknown' });
    expect(approvedSales(bank)).toHaveLength(1);
    expect(
      await acquirer.voidSale({ bankOrderId: 'a1', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({ kind: 'unknown' });
    expect(await acquirer.inquire('a1')).toMatchObject({ operations: [{ status: 'voided' }] });
    await acquirer.sale(sale('a2'));
    expect(await acquirer.refund(refundOf('a2', 100))).toMatchObject({ kind: 'unknown' });
    expect(await acquirer.inquire('a2')).toMatchObject({ operations: [{ operation: 'refund' }, {}] });
  });

  it('the sale of slow is executed at once and answered later', async () => {
    const { bank, acquirer } = openBank();
    bank.script(['slow:60']);
    const startedMs = performance.now();
    const outcome = acquirer.sale(sale('a1'));
    await Promise.resolve();
    expect(approvedSales(bank)).toHaveLength(1);
    expect(await outcome).toMatchObject({ kind: 'approved' });
    expect(performance.now() - startedMs).toBeGreaterThan(50);
  });

  it('the order of late is not found before its delay has passed, and is a sale of that time', async () => {
    const { bank, acquirer, moveTo } = openBank();
    bank.script(['late:200']);
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'unknown' });
    moveTo('2026-11-20T09:03:19.999Z');
    expect(await acquirer.inquire('a1')).toEqual({ kind: 'notFound' });
    moveTo('2026-11-20T09:10:00.000Z');
    expect(await acquirer.inquire('a1')).toMatchObject({
      kind: 'found',
      operations: [{ status: 'approved' }],
    });
    expect(approvedSales(bank)).toMatchObject([{ at: '2026-11-20T09:03:20.000Z' }]);
  });

  it('an order of late that is sent again is sold once', async () => {
    const { bank, acquirer, moveTo } = openBank();
    bank.script(['late:200']);
    await acquirer.sale(sale('a1'));
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'approved' });
    moveTo('2026-11-20T10:00:00.000Z');
    expect(approvedSales(bank)).toHaveLength(1);
  });

  it("a script does not override an order's own rules", async () => {
    const { bank, acquirer } = openBank();
    const first = await acquirer.sale(sale('a1'));
    bank.script(['decline:51', 'approve']);
    expect(await acquirer.sale(sale('a1'))).toMatchObject(first);
    expect(
      await acquirer.voidSale({ bankOrderId: 'never-sold', amountMinor: 10_000, currency: 'TRY' }),
    ).toMatchObject({ kind: 'declined' });
  });

  it('a script replaces the rest of an earlier one', async () => {
    const { bank, acquirer } = openBank();
    bank.script(['decline:51', 'decline:51']);
    bank.script([]);
    expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'approved' });
  });

  it.each(['', 'Approve', 'decline', 'decline:', 'decline:5', 'decline:<b>', 'slow', 'slow:-1', 'late:1e3'])(
    'a script that contains "%s" is rejected as a whole',
    async (outcome) => {
      const { bank, acquirer } = openBank();
      expect(() => bank.script(['decline:51', outcome])).toThrow(MalformedOutcome);
      expect(await acquirer.sale(sale('a1'))).toMatchObject({ kind: 'approved' });
    },
  );
});

describe('local bank', () => {
  const post = (bank: ReturnType<typeof openBank>['bank'], contentType: string, body: string) =>
    bank.service({
      method: 'POST',
      url: '/api',
      headers: { 'content-type': contentType },
      body: Buffer.from(body, 'latin1'),
      address: '127.0.0.1',
    });
  const XML =
    '<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request><Name>api</Name>' +
    '<Password>p&lt;&amp;&gt;\xfe</Password><ClientId>190100000</ClientId><Type>Auth</Type>' +
    '<OrderId>a1</OrderId><Total>1.00</Total><Currency>949</Currency><Taksit></Taksit>' +
    '<Number>4603450000000000</Number><Expires>12/30</Expires></CC5Request>';

  it.each([
    ['the raw body', 'text/xml; charset=ISO-8859-9', XML],
    ['the form field DATA', 'application/x-www-form-urlencoded', `DATA=${escape(XML)}`],
  ])('the bank accepts the XML as %s', async (_, contentType, body) => {
    const { bank } = openBank();
    const { status, body: answer } = await post(bank, contentType, body);
    expect(status).toBe(200);
    expect(answer?.toString('latin1')).toContain('<Response>Approved</Response>');
  });

  it('the bank sends Turkish messages in ISO-8859-9', async () => {
    const { bank } = openBank();
    const { headers, body } = await post(bank, 'text/xml', XML.replace('<Total>1.00', '<Total>x'));
    expect(headers).toEqual({ 'Content-Type': 'text/xml;charset=ISO-8859-9' });
    expect(new TextDecoder('iso-8859-9').decode(body as Buffer)).toContain(
      '<ErrMsg>Geçersiz tutar.</ErrMsg>',
    );
  });

  it('the bank rejects unknown paths, methods, formats and operations', async () => {
    const { bank } = openBank();
    const request = { method: 'POST', url: '/other', headers: {}, body: Buffer.alloc(0), address: '' };
    expect(await bank.service(request)).toMatchObject({ status: 404 });
    expect(await bank.service({ ...request, url: '/api', method: 'GET' })).toMatchObject({ status: 405 });
    expect(await bank.service({ ...request, url: '/api' })).toMatchObject({ status: 400 });
    expect(await post(bank, 'text/xml', XML.replace('Auth', 'Points'))).toMatchObject({ status: 200 });
    expect(bank.ledger()).toEqual([]);
  });

  it('the books survive a restart and contain neither card number nor CVV', async () => {
    const { bank, acquirer, clock, snapshot } = openBank();
    const first = await acquirer.sale({ ...sale('a1'), cvv: '873' });
    await acquirer.sale({ ...sale('a2'), cvv: '873' });
    await acquirer.refund(refundOf('a2', 100));
    bank.script(['late:10']);
    await acquirer.sale({ ...sale('a4'), cvv: '873' });
    expect(JSON.stringify([...snapshot.entries()])).not.toMatch(/5528790000000008|"873"/);

    const reopened = createBank({ clock, snapshot });
    expect(reopened.ledger()).toEqual(bank.ledger());
    expect(await connectTo(reopened).sale(sale('a1'))).toMatchObject(first);
    const second = await connectTo(reopened).sale(sale('a3'));
    expect(second).not.toMatchObject({ hostReference: (first as { hostReference: string }).hostReference });
  });

  it('references of money movements are unique', async () => {
    const { bank, acquirer } = openBank();
    for (let i = 0; i < 50; i += 1) await acquirer.sale(sale(`a${i}`));
    expect(new Set(bank.ledger().map(({ hostReference }) => hostReference)).size).toBe(50);
  });
});
