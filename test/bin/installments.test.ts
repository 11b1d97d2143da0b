// The operator's commands on installments: the table of a merchant and the legal caps, each previewed before
// it holds.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startHarness } from '../harness/harness.ts';
import { lastAction, operator } from './driver/operator.ts';

const { api, service } = await startHarness();
const { operate } = operator();
const folder = mkdtempSync(join(tmpdir(), 'installments-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
async function read(...words: Parameters<typeof operate>) {
  const { code, text } = await operate(...words);
  expect([code, text]).toEqual([0, expect.stringMatching(/^\{/)]);
  return JSON.parse(text) as Record<string, unknown>;
}
const NEXT = 'Nothing was changed. Repeat with --confirm.';

it('a table is read from a spreadsheet, previewed with its doubtful families, and replaced', async () => {
  const { merchantId, apiKey: key } = await service.addMerchant({ bankCode: '0032' });
  const shown = async () =>
    (await api<{ rows: object[] }>('GET', '/api/installment/table', { key })).json.data.rows;
  const run = ['merchant', 'installments', '--merchant', merchantId] as const;
  const lines = ['\ufefffamily;installment;ratePercent;surchargeBearer', '# ours', 'Bonus;3;1.755;buyer', ''];
  const table = write('table.csv', [...lines, 'World;6;;'].join('\r\n'));
  const rows = [
    { family: 'Bonus', installment: 3, ratePercent: 1.755, surchargeBearer: 'buyer' },
    { family: 'World', installment: 6, ratePercent: 0, surchargeBearer: 'merchant' },
  ];

  expect(await read(...run, '--table', table)).toMatchObject({
    before: [],
    rows,
    warning: 'Public data does not give the bank 0032: World. Ask the bank.',
    next: NEXT,
  });
  expect(await shown()).toEqual([]);

  expect(await read(...run, '--table', table, '--confirm')).not.toHaveProperty('next');
  expect(await shown()).toMatchObject(rows);
  expect(await read(...run)).toMatchObject({ rows });
});

it('each wrong line of a table is told with its number, and nothing is changed', async () => {
  const { merchantId } = await service.addMerchant({ bankCode: '0032' });
  const refused = async (text: string) => {
    const file = write('wrong.csv', text);
    const words = ['installments', '--merchant', merchantId, '--table', file, '--confirm'];
    const { code, text: said } = await operate('merchant', ...words);
    expect(code).toBe(1);
    return said;
  };
  const said = await refused('family,installment,ratePercent\nBonus,3,1\n\nBonuss,37,1.5\n');
  for (const part of ['Nothing was changed.', 'line 4, family:', 'line 4, installment:'])
    expect(said).toContain(part);
  expect(said).not.toContain('line 2');
  expect(await refused('family,months\nBonus,3\n')).toContain('The first line names some of the columns');
  expect((await read('merchant', 'installments', '--merchant', merchantId))['rows']).toEqual([]);
});

it('caps are previewed, hold from the confirmation on, and the ones before can hold again', async () => {
  const rule = (personal: number) => ({ personal, from: '2026-01-01', source: 'a decision' });
  const caps = (name: string, ...rules: object[]) => write(name, JSON.stringify({ rules }));
  const first = caps('first.json', rule(12), { ...rule(3), category: 'jewellery' });
  const second = caps('second.json', rule(9));

  expect(await read('bins', 'caps', first)).toMatchObject({ changes: { rules: 2 }, next: NEXT });
  await read('bins', 'caps', first, '--confirm');
  expect(await lastAction()).toMatchObject({ command: 'bins caps', options: ['confirm'] });
  expect(await read('bins', 'caps', second)).toMatchObject({
    changes: { rules: 1, added: [{ personal: 9 }], removed: [{ personal: 12 }, { category: 'jewellery' }] },
  });
  await read('bins', 'caps', second, '--confirm');
  expect(await read('bins', 'caps-back')).toMatchObject({ changes: { rules: 2 }, next: NEXT });
  await read('bins', 'caps-back', '--confirm');
  expect(await read('bins', 'caps', second)).toMatchObject({ changes: { removed: [{ personal: 12 }, {}] } });
});

it('each wrong rule of the caps is told with its number, and nothing is changed', async () => {
  const refused = async (text: string) => {
    const { code, text: said } = await operate('bins', 'caps', write('wrong.json', text), '--confirm');
    expect(code).toBe(1);
    return said;
  };
  const rules = [{ personal: 37, from: 'soon', source: 'x', category: 'cars', months: 3 }];
  const said = await refused(JSON.stringify({ rules }));
  const first = 1;
  for (const name of ['months', 'category', 'personal', 'from'])
    expect(said).toContain(`rule ${first}: ${name} is `);
  const partial = { rules: [{ personal: 3, from: 'unknown', source: 'x', category: 'jewellery' }] };
  expect(await refused(JSON.stringify(partial))).toContain('a rule without a category is missing');
  expect(await refused('{')).toContain('cannot be read as JSON');
});
