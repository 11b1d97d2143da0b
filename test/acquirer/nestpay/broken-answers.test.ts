import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../harness/thoroughness.ts';
import { APPROVED, answered, answerXml, declined, SALE, scriptedBank } from './scripted-bank.ts';

describe('arbitrary answers', () => {
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
    const { acquirer } = scriptedBank(exchange);
    const { acquirer: second } = scriptedBank(exchange);
    return [await acquirer.sale(SALE), await second.inquire('order1')].map(({ kind }) => kind);
  }

  it('an answer of arbitrary bytes is unknown and throws nothing', async () => {
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

  it('an answer that is truncated anywhere is unknown', async () => {
    const end = whole.lastIndexOf('</CC5Response>') + '</CC5Response>'.length;
    expect(await scriptedBank(answered(whole)).acquirer.sale(SALE)).toMatchObject({ kind: 'approved' });
    for (let length = 0; length < end; length += 1) {
      expect((await outcomes(whole.slice(0, length)))[0]).toBe('unknown');
    }
  });

  it('an answer is approved exactly if its top level contains so and no element occurs twice', async () => {
    const approvedText = '<Response>Approved</Response>';
    const approvedCode = '<ProcReturnCode>00</ProcReturnCode>';
    const piece = fc.constantFrom(
      approvedText,
      approvedCode,
      '<HostRefNum>1</HostRefNum>',
      '<Response>Declined</Response>',
      '<ProcReturnCode>05</ProcReturnCode>',
      '<OrderId>order1</OrderId>',
      '<!-- <Response>Approved</Response> -->',
      '<![CDATA[<Response>Approved</Response>]]>',
      ' Approved 00 ',
    );
    const countOf = (pieces: string[], name: string) =>
      pieces.filter((each) => each.startsWith(`<${name}>`)).length;
    const hasDuplicate = (pieces: string[]) =>
      ['Response', 'ProcReturnCode', 'HostRefNum', 'OrderId'].some((name) => countOf(pieces, name) > 1);
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 6 }),
        fc.array(piece, { maxLength: 3 }),
        async (top, extra) => {
          const xml = `<CC5Response>${top.join('')}<Extra>${extra.join('')}</Extra></CC5Response>`;
          const isApproved =
            top.includes(approvedText) &&
            top.includes(approvedCode) &&
            countOf([...top, ...extra], 'HostRefNum') > 0 &&
            !hasDuplicate(top) &&
            !hasDuplicate(extra);
          expect((await outcomes(xml))[0] === 'approved').toBe(isApproved);
        },
      ),
      { numRuns: rounds(3_000, 600) },
    );
  });

  it('a decline with one changed byte is never an approval', async () => {
    const xml = answerXml({ ...declined('51'), OrderId: 'order1' });
    await fc.assert(
      fc.asyncProperty(fc.nat(xml.length - 1), fc.nat(255), async (at, byte) => {
        const bytes = Buffer.from(xml, 'latin1');
        bytes[at] = byte;
        expect((await outcomes(bytes))[0]).not.toBe('approved');
      }),
      { numRuns: rounds(2_000, 400) },
    );
  });
});

describe('secrets', () => {
  it('no outcome contains a secret of the request, for any answer of the bank', async () => {
    const secrets = ['API_PASSWORD', 'STORE_KEY', '5555444433332222', '<Cvv2Val>'];
    const echo = scriptedBank();
    await echo.acquirer.sale(SALE);
    const request = echo.sent[0]?.toString() ?? '';
    for (const exchange of [
      answered(request),
      answered(answerXml({ ...declined('51'), ErrMsg: `Kart 5555444433332222 ret` })),
      answered('garbage'),
      { kind: 'unknown' as const, reason: 'ECONNRESET' },
    ]) {
      const outcome = JSON.stringify(await scriptedBank(exchange).acquirer.sale(SALE));
      for (const secret of secrets) expect(outcome).not.toContain(secret);
    }
  });
});
