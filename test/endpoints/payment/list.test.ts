// GET /api/payment: newest first, with filters, with pages that contain every row exactly once, and with
// cursors that only continue the same list.
import { beforeAll, describe, expect, it } from 'vitest';
import { allItems } from '../../drivers/pages.ts';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { type ApiAnswer, CARDS, DAY, MINUTE, startHarness } from '../../harness/harness.ts';

const harness = await startHarness({ startAt: new Date('2026-09-28T09:00:00Z') });
const { service, merchant, api, buyer, createPage, payOrder, moveBy, now } = harness;

type Row = { paymentReferenceNumber: string; status: string; createdAt: string; orderNumber: string };
type Page = { items: Row[]; nextCursor: string | null };
const list = async (query = '', key = merchant.apiKey) =>
  await api<Page>('GET', `/api/payment${query}`, { key });
const referencesOf = ({ json }: ApiAnswer<Page>) => json.data.items.map((row) => row.paymentReferenceNumber);
const fieldsOf = (answer: ApiAnswer<Page>) =>
  (answer.json.data as unknown as { errors?: { field: string; code: string }[] }).errors?.map(
    ({ field, code }) => `${field} ${code}`,
  );

/** The payments of three months, oldest first; one of every four was declined. */
const payments: { reference: string; at: string; status: string }[] = [];
beforeAll(async () => {
  for (let at = 0; at < 12; at += 1) {
    const page = await createPage({ orderNumber: `LIST-${at}` });
    const cardNumber = at % 4 === 2 ? CARDS.insufficientFunds : CARDS.approved;
    await buyer.submit(await buyer.open(page.hostedPageUrl), { cardNumber });
    const [row] = (await list(`?orderNumber=LIST-${at}`)).json.data.items;
    payments.push({
      reference: row?.paymentReferenceNumber ?? '',
      at: row?.createdAt ?? '',
      status: row?.status ?? '',
    });
    await moveBy(6 * DAY);
  }
});
const newestFirst = (keeps: (one: (typeof payments)[number]) => boolean = () => true) =>
  payments
    .filter(keeps)
    .map(({ reference }) => reference)
    .reverse();

/** Returns the references of all payments of a list, read in pages of this limit. */
async function readPages(query: string, limit: number, key = merchant.apiKey): Promise<string[]> {
  const rows = await allItems(async ({ cursor }) => {
    const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { data } = (await list(`?limit=${limit}${query}${next}`, key)).json;
    expect(data.items.length).toBeLessThanOrEqual(limit);
    return data;
  });
  return rows.map((row) => row.paymentReferenceNumber);
}

it('GET /api/payment is newest first, with at most twenty rows and a null cursor at the end', async () => {
  const page = await list();
  expectEnvelope(page);
  expect(Object.keys(page.json.data)).toEqual(['items', 'nextCursor']);
  expect([referencesOf(page), page.json.data.nextCursor]).toEqual([newestFirst(), null]);
});

it.each([1, 2, 3, 5, 11, 12, 13, 100])(
  'pages of %d payments contain every row exactly once',
  async (limit) => {
    expect(await readPages('', limit)).toEqual(newestFirst());
    expect(await readPages('&status=Successful', limit)).toEqual(
      newestFirst(({ status }) => status === 'Successful'),
    );
  },
);

it('payments of the same millisecond are all listed', async () => {
  const release = service.clock.hold();
  const other = await service.addMerchant({ threeDSecure: 'never' });
  const key = { key: other.apiKey };
  const same = [];
  for (let at = 0; at < 5; at += 1) same.push(await payOrder({}, {}, key));
  release();
  expect((await readPages('', 2, other.apiKey)).sort()).toEqual(same.sort());
});

describe('the filters of GET /api/payment', () => {
  it('status and order number restrict the list, alone and together', async () => {
    expect(referencesOf(await list('?status=Failed'))).toEqual(
      newestFirst(({ status }) => status === 'Failed'),
    );
    expect(referencesOf(await list('?Status=Failed'))).toEqual(
      newestFirst(({ status }) => status === 'Failed'),
    );
    expect(referencesOf(await list('?orderNumber=LIST-3'))).toEqual([payments[3]?.reference]);
    expect(referencesOf(await list('?orderNumber=LIST-3&status=Failed'))).toEqual([]);
    expect(referencesOf(await list('?orderNumber=list-3'))).toEqual([]);
    expect(referencesOf(await list('?orderNumber=%20LIST-3%20'))).toEqual([payments[3]?.reference]);
  });

  it('a window of instants is half-open: windows that follow each other share no payment', async () => {
    const [from, to] = [payments[3]?.at ?? '', payments[7]?.at ?? ''];
    const between = newestFirst(({ at }) => at >= from && at < to);
    expect(referencesOf(await list(`?startDate=${from}&endDate=${to}`))).toEqual(between);
    expect(await readPages(`&startDate=${from}&endDate=${to}`, 2)).toEqual(between);
    const later = new Date(Date.parse(from) + 1).toISOString();
    const after = new Date(Date.parse(to) + 1).toISOString();
    expect(referencesOf(await list(`?startDate=${later}&endDate=${after}`))).toEqual([
      payments[7]?.reference,
      ...between.slice(0, -1),
    ]);
    expect(referencesOf(await list(`?orderNumber=LIST-3&startDate=${later}`))).toEqual([]);
  });

  it("a date without an offset is read in the merchant's time zone", async () => {
    const at = payments[5]?.at ?? '';
    const istanbul = (ms: number) => new Date(Date.parse(at) + ms + 180 * MINUTE).toISOString().slice(0, -1);
    const [from, to] = [istanbul(0), istanbul(1)];
    const own = [payments[5]?.reference];
    expect(referencesOf(await list(`?startDate=${from}&endDate=${to}`))).toEqual(own);
    for (const plus of ['%2B', '+', '%20']) {
      const window = `?startDate=${from}${plus}03:00&endDate=${to}${plus}03:00`;
      expect(referencesOf(await list(window)), plus).toEqual(own);
    }
  });

  it("a plain day is a whole day of the merchant's time zone, both days of a window included", async () => {
    const dayOf = (at: string) => new Date(Date.parse(at) + 180 * MINUTE).toISOString().slice(0, 10);
    const [from, to] = [dayOf(payments[3]?.at ?? ''), dayOf(payments[7]?.at ?? '')];
    const between = newestFirst(({ at }) => dayOf(at) >= from && dayOf(at) <= to);
    expect(between).toHaveLength(5);
    expect(referencesOf(await list(`?startDate=${from}&endDate=${to}`))).toEqual(between);
    expect(referencesOf(await list(`?startDate=${to}&endDate=${to}`))).toEqual(between.slice(0, 1));
  });

  it('an empty window finds nothing; the years 1 and 9999 are accepted', async () => {
    expect(referencesOf(await list(`?startDate=${payments[3]?.at}&endDate=${payments[3]?.at}`))).toEqual([]);
    expect(referencesOf(await list('?endDate=2001-01-01T00:00:00Z'))).toEqual([]);
    expect(referencesOf(await list('?startDate=0001-01-01T00:00:00Z'))).toEqual(newestFirst());
    expect(referencesOf(await list('?startDate=9999-12-31T23:59:59Z'))).toEqual([]);
    expect(referencesOf(await list('?endDate=9999-12-31T23:59:59Z'))).toEqual(newestFirst());
  });

  it.each([
    ['?limit=0', 'limit OUT_OF_RANGE'],
    ['?limit=101', 'limit OUT_OF_RANGE'],
    ['?limit=-1', 'limit OUT_OF_RANGE'],
    ['?limit=abc', 'limit INVALID_TYPE'],
    ['?limit=1.5', 'limit INVALID_TYPE'],
    ['?limit=1e1', 'limit INVALID_TYPE'],
    ['?limit=%2010', 'limit INVALID_TYPE'],
    ['?limit=٥', 'limit INVALID_TYPE'],
    ['?limit=1&limit=2', 'limit INVALID_TYPE'],
    ['?status=Failed&status=Failed', 'status INVALID_TYPE'],
    ['?startDate=2027-02-29T00:00:00Z', 'startDate INVALID_FORMAT'],
    ['?startDate=2026-11-20T24:00:00Z', 'startDate INVALID_FORMAT'],
    ['?startDate=yesterday', 'startDate INVALID_FORMAT'],
    ['?startDate=1763629200000', 'startDate INVALID_FORMAT'],
    ['?endDate=2026-13-01T00:00:00Z', 'endDate INVALID_FORMAT'],
    ['?startDate=2026-11-21&endDate=2026-11-20', 'endDate OUT_OF_RANGE'],
    ['?minAmount=30&maxAmount=29.99', 'maxAmount OUT_OF_RANGE'],
    ['?orderNumber=a%00b', 'orderNumber INVALID_FORMAT'],
    ['?orderNumber=a&orderNumber=b', 'orderNumber INVALID_TYPE'],
  ])('the query %s gives %s', async (query, error) => {
    const answer = await list(
      encodeURI(decodeURI(query)).replaceAll('%2520', '%20').replaceAll('%2500', '%00'),
    );
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [error]]);
  });

  it('unknown parameters and malformed percent encoding are refused, empty ones are ignored', async () => {
    for (const query of ['?', '?&&=', '?=1']) {
      expect(referencesOf(await list(query)), query).toEqual(newestFirst());
    }
    for (const query of ['?foo=1', '?%', '?%zz=%E0%A4', '?__proto__=1', '?constructor[]=1']) {
      const answer = await list(query);
      expect([query, answer.status, answer.json.errorCode]).toEqual([query, 400, 'UNKNOWN_PARAMETER']);
    }
  });
});

describe('the cursors of GET /api/payment', () => {
  const cursorOf = async (query: string) => (await list(query)).json.data.nextCursor ?? '';

  it('a cursor continues where the page ended, even if newer payments were made', async () => {
    const cursor = await cursorOf('?limit=2');
    const reference = await payOrder();
    expect(referencesOf(await list(`?limit=2&cursor=${cursor}`))).toEqual(newestFirst().slice(2, 4));
    payments.push({ reference, at: now().toISOString(), status: 'Successful' });
  });

  it('a cursor may be used with another limit', async () => {
    const cursor = await cursorOf('?limit=2');
    expect(referencesOf(await list(`?limit=3&cursor=${cursor}`))).toEqual(newestFirst().slice(2, 5));
  });

  it('a cursor of another filter or another merchant is refused', async () => {
    const cursor = await cursorOf('?limit=2');
    const filtered = await cursorOf('?limit=2&status=Successful');
    const other = await service.addMerchant();
    for (const answer of [
      await list(`?limit=2&status=Failed&cursor=${cursor}`),
      await list(`?limit=2&endDate=2030-01-01T00:00:00Z&cursor=${cursor}`),
      await list(`?limit=2&cursor=${filtered}`),
      await list(`?limit=2&status=Failed&cursor=${filtered}`),
      await list(`?limit=2&cursor=${cursor}`, other.apiKey),
    ]) {
      expectRejection(answer, { code: 'CURSOR_INVALID', fields: ['cursor'] });
    }
  });

  it('a cursor that was shortened, extended, altered or invented is refused', async () => {
    const cursor = await cursorOf('?limit=2');
    const altered = Array.from(cursor, (letter, at) => {
      return cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
    }).filter((_, at) => at % 5 === 0 || at === cursor.length - 1);
    const cut = [cursor.slice(0, -1), cursor.slice(1), cursor.slice(0, 22), cursor.slice(0, 21)];
    const invented = [
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}%20x`,
      'A',
      'null',
      '0',
      '%E2%82%AC',
      'a'.repeat(2048),
    ];
    for (const one of [...altered, ...cut, ...invented]) {
      expectRejection(await list(`?limit=2&cursor=${one}`), {
        code: 'CURSOR_INVALID',
        fields: ['cursor'],
      });
    }
    expect(fieldsOf(await list(`?cursor=${'a'.repeat(2049)}`))).toEqual(['cursor TOO_LONG']);
  });
});
