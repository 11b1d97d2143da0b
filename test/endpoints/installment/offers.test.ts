// What a shop asks before a payment: each count by family or for one card, and why the others are missing.
import { beforeAll, describe, expect, it } from 'vitest';
import { importList, readListFile } from '../../../lib/operator/bins/bin-lists.ts';
import { importCaps, readCapsFile } from '../../../lib/operator/installment/caps.ts';
import { changeMerchant } from '../../../lib/operator/onboarding.ts';
import { tellBank } from '../../../lib/operator/pos/change-of-bank.ts';
import { expectRejection } from '../../drivers/rejection.ts';
import { startHarness } from '../../harness/harness.ts';

const { api, merchant, now } = await startHarness();
const { merchantId } = merchant;

type Offer = { installment: number; monthlyAmount: number; chargedAmount: number; surchargeAmount: number };
type Missing = { installment: number; reason: string; message: string } & Record<string, unknown>;
type Family = { family: string | null; offers: Offer[]; missing: Missing[] };
const ask = async (query: string, language = 'tr') => {
  const headers = { 'accept-language': language };
  const { status, json } = await api('GET', `/api/installment?${query}`, { headers });
  expect(status).toBe(200);
  return json.data as { families: Family[]; card: Record<string, unknown> | null };
};
const countsOf = ({ offers }: Family) => offers.map(({ installment }) => installment);
const only = async (query: string) => {
  const { families } = await ask(query);
  expect(families).toHaveLength(1);
  return families[0] as Family;
};

const offer = (
  installment: number,
  monthlyAmount: number,
  chargedAmount: number,
  surchargeAmount: number,
  surchargeBearer: string | null,
) => ({ installment, monthlyAmount, chargedAmount, surchargeAmount, surchargeBearer });

const [BONUS, DEBIT, PARAF, CORPORATE] = ['46034701', '46034601', '55287901', '36577001'];

beforeAll(async () => await changeMerchant(merchantId, { installments: [2, 3, 6] }, now()));

it('while its bank is not known, a merchant offers its counts to every card', async () => {
  expect(countsOf(await only('amount=100'))).toEqual([1, 2, 3, 6]);
  expect(countsOf(await only('amount=100&bin=99999999'))).toEqual([1, 2, 3, 6]);
});

describe('once its bank is known', () => {
  beforeAll(async () => {
    await importList(readListFile().ranges, now());
    await importCaps(readCapsFile(), now());
    await tellBank(merchantId, merchantId, '0032');
  });

  it('a merchant without a table offers its counts to the families of its bank', async () => {
    const { families, card } = await ask('amount=100');
    expect([families.map(({ family }) => family), card]).toEqual([['Bonus'], null]);
    expect(countsOf(await only(`amount=100&bin=${BONUS}`))).toEqual([1, 2, 3, 6]);
    const why = async (bin: string | undefined) =>
      (await only(`amount=100&bin=${bin}`)).missing.map(({ reason }) => reason);
    expect(await why(DEBIT)).toEqual(['debit', 'debit', 'debit']);
    expect(await why(PARAF)).toEqual(['family', 'family', 'family']);
    expect(await why('99999999')).toEqual(['unknownCard', 'unknownCard', 'unknownCard']);
  });

  it('with a table each count has its amounts, and a missing one its reason and the way to it', async () => {
    const row = { family: 'Bonus', surchargeBearer: 'buyer', ratePercent: 1.755 };
    const body = {
      rows: [
        { ...row, installment: 2 },
        { ...row, installment: 3, ratePercent: 2.5, surchargeBearer: 'merchant' },
        { ...row, installment: 6, minimumAmount: 500 },
        { ...row, installment: 18, ratePercent: 0 },
        { ...row, installment: 4, validUntil: '2026-11-19' },
      ],
    };
    expect((await api('PUT', '/api/installment/table', { body })).status).toBe(200);
    const { offers, missing } = await only(`amount=100.10&bin=${BONUS}`);
    const none = { maxInstallment: null, rule: null, minimumAmount: null };
    expect(offers).toEqual([
      offer(1, 100.1, 100.1, 0, null),
      offer(2, 50.93, 101.86, 1.76, 'buyer'),
      offer(3, 33.36, 100.1, 0, 'merchant'),
    ]);
    expect(missing).toEqual([
      { ...none, installment: 4, reason: 'table', message: expect.stringContaining('tablonuzda') },
      {
        ...none,
        installment: 6,
        reason: 'minimum',
        message: expect.stringContaining('en küçük'),
        minimumAmount: 500,
      },
      {
        ...none,
        installment: 18,
        reason: 'cap',
        message: 'Yasal taksit sınırını aşıyor.',
        maxInstallment: 12,
        rule: {
          category: null,
          unitPriceUpTo: null,
          unitPriceAbove: null,
          personal: 12,
          corporate: 18,
          from: '2025-09-30',
          source: 'press, 2025-09',
        },
      },
    ]);
    expect(countsOf(await only(`amount=600&bin=${CORPORATE}`))).toEqual([1, 2, 3, 6, 18]);
    const jewels = await only(`amount=600&bin=${CORPORATE}&category=jewellery`);
    expect(countsOf(jewels)).toEqual([1, 2, 3]);
    expect(jewels.missing.at(-1)).toMatchObject({ maxInstallment: 3, rule: { from: '2021-06-30' } });
    expect((await only(`amount=600&bin=${BONUS}&currency=EUR`)).missing[0]?.reason).toBe('currency');
    const { families } = await ask(`amount=600&bin=${BONUS}&category=FOOD`, 'en');
    expect(families[0]?.missing[0]?.message).toBe('It is more than the law allows.');
  });
});

it('a stored card is asked about by its id, and not beside other digits', async () => {
  const unknown = '01890000-0000-7000-8000-000000000002';
  const asked = await api('GET', `/api/installment?amount=1&cardStorageId=${unknown}`);
  expectRejection(asked, { code: 'CARD_NOT_FOUND', fields: ['cardStorageId'] });
  const both = await api('GET', `/api/installment?amount=1&bin=540611&cardStorageId=${unknown}`);
  expect([both.status, both.json.data['errors']]).toMatchObject([
    400,
    [{ field: 'bin', code: 'NOT_APPLICABLE' }],
  ]);
});

it('a wrong question names its field, and a card number is refused with the way out', async () => {
  const refused = async (query: string) => {
    const answer = await api('GET', `/api/installment?${query}`, { headers: { 'accept-language': 'en' } });
    expectRejection(answer, { code: 'VALIDATION_ERROR', language: 'en', facts: ['errors'] });
    return answer.json.data['errors'];
  };
  expect(await refused('bin=54061100')).toMatchObject([{ field: 'amount', code: 'REQUIRED' }]);
  expect(await refused('amount=1&category=cars')).toMatchObject([
    { field: 'category', code: 'INVALID_ENUM' },
  ]);
  expect(await refused('amount=1&bin=5406110')).toMatchObject([{ field: 'bin', code: 'INVALID_FORMAT' }]);
  const [long] = (await refused('amount=1&bin=540611001')) as { code: string; message: string }[];
  const only = 'It is too long; it must have only the first six or eight digits of the card.';
  expect([long?.code, long?.message]).toEqual(['TOO_LONG', only]);
});
