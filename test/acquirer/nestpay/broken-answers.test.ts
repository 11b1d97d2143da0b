import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APPROVED, answered, answerXml, playedBank, refusal, SALE } from './played-bank.ts';

describe('any answer whatever', () => {
  const CONTENT_TYPES = [
    undefined,
    '',
    'text/html',
    'text/xml;charset=utf-16',
    'text/xml;charset=x',
    'text/xml',
  ];
  const whole = answerXml(APPROVED);

  async function outcomes(body: Buffer | string, contentType?: string) {
    const exchange = { ...answered(body), contentType } as ReturnType<typeof answered>;
    const { acquirer } = playedBank(exchange);
    const { acquirer: second } = playedBank(exchange);
    return [await acquirer.sale(SALE), await second.inquire('order1')].map(({ kind }) => kind);
  }

  it('of arbitrary bytes is unknown and no exception', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 500 }),
        fc.constantFrom(...CONTENT_TYPES),
        async (bytes, type) => {
          expect(await outcomes(Buffer.from(bytes), type)).toEqual(['unknown', 'unknown']);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('cut off anywhere is unknown', async () => {
    const end = whole.lastIndexOf('</CC5Response>') + '</CC5Response>'.length;
    expect(await playedBank(answered(whole)).acquirer.sale(SALE)).toMatchObject({ kind: 'approved' });
    for (let length = 0; length < end; length += 1) {
      expect((await outcomes(whole.slice(0, length)))[0]).toBe('unknown');
    }
  });

  it('is approved exactly when its top says so once and nothing is said twice', async () => {
    const approvedWord = '<Response>Approved</Response>';
    const approvedCode = '<ProcReturnCode>00</ProcReturnCode>';
    const piece = fc.constantFrom(
      approvedWord,
      approvedCode,
      '<HostRefNum>1</HostRefNum>',
      '<Response>Declined</Response>',
      '<ProcReturnCode>05</ProcReturnCode>',
      '<OrderId>order1</OrderId>',
      '<!-- <Response>Approved</Response> -->',
      '<![CDATA[<Response>Approved</Response>]]>',
      ' Approved 00 ',
    );
    const says = (pieces: string[], name: string) =>
      pieces.filter((each) => each.startsWith(`<${name}>`)).length;
    const saysTwice = (pieces: string[]) =>
      ['Response', 'ProcReturnCode', 'HostRefNum', 'OrderId'].some((name) => says(pieces, name) > 1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 6 }),
        fc.array(piece, { maxLength: 3 }),
        async (top, extra) => {
          const xml = `<CC5Response>${top.join('')}<Extra>${extra.join('')}</Extra></CC5Response>`;
          const isApproved =
            top.includes(approvedWord) &&
            top.includes(approvedCode) &&
            says([...top, ...extra], 'HostRefNum') > 0 &&
            !saysTwice(top) &&
            !saysTwice(extra);
          expect((await outcomes(xml))[0] === 'approved').toBe(isApproved);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('with one byte changed never turns a decline into an approval', async () => {
    const declined = answerXml({ ...refusal('51'), OrderId: 'order1' });
    await fc.assert(
      fc.asyncProperty(fc.nat(declined.length - 1), fc.nat(255), async (at, byte) => {
        const bytes = Buffer.from(declined, 'latin1');
        bytes[at] = byte;
        expect((await outcomes(bytes))[0]).not.toBe('approved');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('secrets', () => {
  it('of the request are in no outcome, however the bank answers', async () => {
    const secrets = ['API_PASSWORD', 'STORE_KEY', '5555444433332222', '<Cvv2Val>'];
    const echo = playedBank();
    await echo.acquirer.sale(SALE);
    const request = echo.sent[0]?.toString() ?? '';
    for (const exchange of [
      answered(request),
      answered(answerXml({ ...refusal('51'), ErrMsg: `Kart 5555444433332222 ret` })),
      answered('garbage'),
      { kind: 'unknown' as const, reason: 'ECONNRESET' },
    ]) {
      const outcome = JSON.stringify(await playedBank(exchange).acquirer.sale(SALE));
      for (const secret of secrets) expect(outcome).not.toContain(secret);
    }
  });
});
