import { describe, expect, it } from 'vitest';
import { readCode } from '#acquirer/nestpay/answer-codes.ts';
import { MEANINGS, UNCERTAIN as UNCERTAIN_CODES } from '../acquirer/nestpay/code-table.ts';
import { recorded } from './recorded-traffic.ts';

describe('the table of codes and its source', () => {
  type Row = { code?: string; codes?: string; class: string };
  const { iso = [], nestpayCore = [] } = recorded<{ iso?: Row[]; nestpayCore?: Row[] }>('decline-codes.json');

  /** Expands `CORE-1000..1005` and `CORE-2116,2122`. */
  const expand = (codes: string): string[] => {
    let prefix = '';
    return codes.split(',').flatMap((part) => {
      const [, word = '', from = '', to = from] = /^([A-Z]+-)?(\d+)(?:\.\.(\d+))?$/.exec(part) ?? [];
      prefix = word || prefix;
      return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${prefix}${Number(from) + i}`);
    });
  };
  const codes = [
    ...iso.map((row) => ({ code: row.code ?? '', class: row.class })),
    ...nestpayCore.flatMap((row) => expand(row.codes ?? '').map((code) => ({ code, class: row.class }))),
  ];

  /** Codes that only an inquiry can end. All others follow from their class in the list. */
  const UNCERTAIN =
    /^(00|09|9[1289]|2100|BM-\d+|CORE-(100[0-5]|2500|2501|2700|2800|2900|3000|2016|2302|2304|2507|2127))$/;
  const retryOf = (code: string, kind: string): string => {
    if (code === 'R1' || code === 'R3') return 'Revoked';
    return ['retry_later', 'technical', 'by_message'].includes(kind) ? 'Soft' : 'Hard';
  };

  it('the source has more than 120 codes', () => {
    expect(codes.length).toBeGreaterThan(120);
  });

  it('each code of the source is in the table of the tests, which runs without the source', () => {
    const known = new Set([...MEANINGS.keys(), ...UNCERTAIN_CODES]);
    expect(codes.map(({ code }) => code).filter((code) => !known.has(code))).toEqual([]);
  });

  it.each(codes)('the code $code has the meaning of its class, $class', ({ code, class: kind }) => {
    const reading = readCode(code);
    expect(reading.uncertain ?? false).toBe(UNCERTAIN.test(code));
    if (reading.uncertain) return;
    expect(reading.declineCategory).toBe(retryOf(code, kind));
    expect(reading.merchantFault !== undefined).toBe(kind === 'merchant_config');
    expect(reading.cvvRequired ?? false).toBe(kind === 'cvv_required');
  });
});
