import { describe, expect, it } from 'vitest';
import { answered, answerXml, childrenOf, NO_HISTORY, SALE, scriptedBank } from './scripted-bank.ts';

const CREDENTIALS = { Name: 'API_USER', Password: 'API_PASSWORD', ClientId: '100200300' };

describe('requests', () => {
  it('a sale has its elements in the order of the banks’ samples', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale(SALE);
    expect(sent[0]?.toString('latin1')).toBe(
      '<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request><Name>API_USER</Name>' +
        '<Password>API_PASSWORD</Password><ClientId>100200300</ClientId><Type>Auth</Type>' +
        '<IPAddress>127.0.0.1</IPAddress><OrderId>order1</OrderId><Total>10.01</Total>' +
        '<Currency>949</Currency><Taksit></Taksit><Number>5555444433332222</Number>' +
        '<Expires>01/22</Expires><Cvv2Val>123</Cvv2Val><Mode>P</Mode></CC5Request>',
    );
  });

  it('an unattended sale has no Cvv2Val element', async () => {
    const { acquirer, sent } = scriptedBank();
    const { cvv, payerAddress, ...unattended } = SALE;
    await acquirer.sale(unattended);
    expect(childrenOf(sent[0])).not.toHaveProperty('Cvv2Val');
  });

  it('installments and foreign currencies are sent in the bank’s notation', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale({ ...SALE, installment: 3 });
    await acquirer.sale({ ...SALE, currency: 'EUR', amountMinor: 99_999_999_999 });
    expect(childrenOf(sent[0])).toMatchObject({ Taksit: '3', Currency: '949' });
    expect(childrenOf(sent[1])).toMatchObject({ Taksit: '', Currency: '978', Total: '999999999.99' });
  });

  it('no text can end its element, and characters outside ISO-8859-9 are sent as references', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.sale({ ...SALE, payerAddress: '</IPAddress><Total>0.01</Total>&"\'ğüşİı€😀ðÿ' });
    const text = sent[0]?.toString('latin1') ?? '';
    expect(text.match(/<Total>/g)).toHaveLength(1);
    expect(text).toContain('&amp;&quot;&apos;\u00f0\u00fc\u00fe\u00dd\u00fd&#x20ac;&#x1f600;&#xf0;\u00ff');
  });

  it('a void contains the order and nothing else', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.voidSale({ bankOrderId: 'order1', amountMinor: 10_000, currency: 'TRY' });
    expect(childrenOf(sent[0])).toEqual({ ...CREDENTIALS, OrderId: 'order1', Type: 'Void' });
  });

  it('a refund contains the order, the amount with two decimals, and the currency', async () => {
    const { acquirer, sent } = scriptedBank();
    await acquirer.refund({ bankOrderId: 'order1', amountMinor: 500, currency: 'USD' });
    expect(childrenOf(sent[0])).toEqual({
      ...CREDENTIALS,
      OrderId: 'order1',
      Type: 'Credit',
      Total: '5.00',
      Currency: '840',
    });
  });

  it('an inquiry asks for the history of the order, then for its status', async () => {
    const { acquirer, sent } = scriptedBank(answered(answerXml(NO_HISTORY)));
    await acquirer.inquire('order1');
    expect(sent.map(childrenOf)).toEqual([
      { ...CREDENTIALS, OrderId: 'order1', Extra: { ORDERHISTORY: 'QUERY' } },
      { ...CREDENTIALS, OrderId: 'order1', Extra: { ORDERSTATUS: 'QUERY' } },
    ]);
  });
});
