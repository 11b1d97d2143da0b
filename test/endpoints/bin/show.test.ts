// What the first digits of a card tell a shop, by the list of ranges that an operator imported.
import { expect, it } from 'vitest';
import { importList, readListFile } from '../../../lib/operator/bins/bin-lists.ts';
import { readList } from '../../../lib/operator/bins/list-file.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { CARDS, startHarness } from '../../harness/harness.ts';

const { api, logs, now } = await startHarness();
const ask = async (bin: string) => (await api('GET', `/api/bin/${bin}`)).json.data;

const UNKNOWN = {
  bank: null,
  type: null,
  association: null,
  family: null,
  commercial: null,
  domestic: null,
  prefix: null,
};

it('without a list nothing is known, and an unknown prefix is never guessed', async () => {
  expect(await ask('54061100')).toEqual({ bin: '54061100', ...UNKNOWN, listVersion: null });
});

it('the longest prefix is answered, and of six digits only what all their cards have in common', async () => {
  const { ranges } = readList(
    [
      'prefix,bankCode,type,association,commercial,program,bankName',
      ',0064,,,,Maximum,İş Bankası',
      '540611,0064,credit,MASTERCARD,false,',
      '54061150,0064,debit,MASTERCARD,false,',
    ].join('\n'),
  );
  const { listVersion } = await importList(ranges, now());
  const bank = { code: '0064', name: 'İş Bankası' };
  const known = { bank, association: 'MASTERCARD', commercial: false, domestic: true, listVersion };
  expect(await ask('54061149')).toEqual({
    ...known,
    bin: '54061149',
    prefix: '540611',
    type: 'credit',
    family: 'Maximum',
  });
  expect(await ask('54061150')).toEqual({
    ...known,
    bin: '54061150',
    prefix: '54061150',
    type: 'debit',
    family: null,
  });
  expect(await ask('540611')).toEqual({
    ...known,
    bin: '540611',
    prefix: '540611',
    type: null,
    family: null,
  });
  expect(await ask('540612')).toEqual({ ...UNKNOWN, bin: '540612', listVersion });
});

it('the shipped list knows cards of every bank', async () => {
  const { listVersion } = await importList(readListFile().ranges, now());
  expect(await ask('365771')).toEqual({
    bin: '365771',
    bank: { code: '0124', name: 'Alternatif Bank' },
    type: 'credit',
    association: 'AMEX',
    family: 'Bonus',
    commercial: false,
    domestic: true,
    prefix: '365771',
    listVersion,
  });
});

it.each(['1', '54061', '5406110', '54061x', '54061１', '%20540611', '540611%20', '-540611'])(
  'digits that are no BIN are refused, with the field and the form: %s',
  async (bin) => {
    for (const language of ['tr', 'en'] as const) {
      const headers = { 'accept-language': language };
      const answer = await api('GET', `/api/bin/${encodeURI(decodeURI(bin))}`, { headers });
      expectRejection(answer, { code: 'VALIDATION_ERROR', language, facts: ['errors'] });
      expect(answer.json.data['errors']).toEqual([
        {
          field: 'bin',
          code: 'INVALID_FORMAT',
          message:
            language === 'tr'
              ? 'Biçimi geçersiz; kartın ilk altı veya sekiz rakamı olmalıdır.'
              : 'Its format is invalid; it must be the first six or eight digits of the card.',
        },
      ]);
    }
  },
);

it('a card number is refused with the advice never to send one, and is not logged', async () => {
  for (const number of [CARDS.approvedVisa, CARDS.approvedVisa.slice(0, 9)]) {
    const tr = await api('GET', `/api/bin/${number}`, { headers: { 'accept-language': 'tr' } });
    const en = await api('GET', `/api/bin/${number}`, { headers: { 'accept-language': 'en' } });
    expect([tr.status, en.status]).toEqual([400, 400]);
    expect(tr.json.data).toMatchObject({
      advice: 'Yalnızca ilk sekiz rakamı gönderin: bir adrese hiçbir zaman kart numarası yazmayın.',
      errors: [{ field: 'bin', code: 'TOO_LONG' }],
    });
    expect(en.json.data).toMatchObject({
      advice: 'Send the first eight digits only: never write a card number into an address.',
      errors: [{ field: 'bin', code: 'TOO_LONG' }],
    });
    expect([...logs, tr.text, en.text].filter((one) => one.includes(number))).toEqual([]);
  }
});
