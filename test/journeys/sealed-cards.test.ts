// Cards are stored, renewed, rejected and deleted, with card numbers and security codes in every part of the
// requests. No file of the data folder and no log line then contains one of them in clear.
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '#routes.ts';
import { table, tableName } from '#store/table/table.ts';
import { cardBody, cardsOf } from '../endpoints/card/stored-cards.ts';
import { withCheckDigit } from '../fixtures/card-number.ts';
import { withoutIds } from '../fixtures/without-ids.ts';
import { CARDS, MINUTE, startHarness } from '../harness/harness.ts';
import { everyRow } from '../harness/traces.ts';

const folder = mkdtempSync(join(tmpdir(), 'sealed-cards-'));
const harness = await startHarness({ dataFolder: folder });
const { service, api, moveBy, logs } = harness;
const { store } = cardsOf(harness);

const NUMBERS = [
  ...Object.values(CARDS),
  ...['4000', '5100', '2221', '9792', '650082', '6011'].map((prefix) => withCheckDigit(prefix)),
  withCheckDigit('4000', 19),
];
/** The security code is longer than a real one, so that it cannot occur by chance. */
const CVV = '739184650291';
const EXPIRY = { expiryMonth: '10', expiryYear: '2057' };

/** All encodings in which a secret might have been written. */
function encodingsOf(secret: string): Buffer[] {
  const groups = secret.match(/.{1,4}/g) ?? [];
  // Base64 encodes three bytes at a time, so the text before the secret changes its encoding.
  const packed = ['', 'x', 'xx'].map((before) => {
    const text = Buffer.from(before + secret).toString('base64');
    return text.slice(before.length === 0 ? 0 : 4, -4);
  });
  const texts = [secret, groups.join(' '), groups.join('-'), ...packed, Buffer.from(secret).toString('hex')];
  return [...texts.map((text) => Buffer.from(text)), Buffer.from(secret, 'utf16le')];
}

function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile());
}

/** The demo shop is told of its own API key, which decrypts the secret of its webhook. */
let decryptedAtStart = 0;

async function useAllCards(): Promise<void> {
  await moveBy(MINUTE);
  decryptedAtStart = service.kms.calls.Decrypt;
  for (const cardNumber of NUMBERS) await useCard(cardNumber);
  await moveBy(31 * MINUTE);
}

/** Stores, renews and deletes the card and sends it in every part of a request that is then rejected. */
async function useCard(cardNumber: string): Promise<void> {
  const headers = { 'idempotency-key': `key-${cardNumber}` };
  const body = cardBody({ cardNumber, ...EXPIRY });
  const card = await store(body, { headers });
  await store({ ...body, saveCard: false });
  const put = async (more: Record<string, unknown>) =>
    await api('PUT', `/api/card/${card.id}`, { body: more });
  await put({ expiryMonth: '11', expiryYear: '2057' });
  const rejected = [
    await api('POST', '/api/card', { body: { ...body, cvv: CVV } }),
    await api('POST', '/api/card', {
      body: { ...body, cvv: CVV },
      headers: { 'idempotency-key': `cvv-${card.id}` },
    }),
    await api('POST', '/api/card', {
      body: { ...body, cardAlias: cardNumber, ownerName: `x ${cardNumber}` },
    }),
    await api('POST', '/api/card', {
      body: { ...body, expiryYear: '2020' },
      headers: { 'idempotency-key': CVV },
    }),
    await api('POST', '/api/card', {
      body: { ...body, [cardNumber]: cardNumber, cardNumber: `${cardNumber}0` },
    }),
    await api('POST', '/api/card', { rawBody: `{"cardNumber":"${cardNumber}","cvv":"${CVV}"` }),
    await api('POST', '/api/card', { rawBody: `cardNumber=${cardNumber}&cvv=${CVV}` }),
    await put({ cardNumber }),
    await put({ cardAlias: cardNumber, cvc: CVV }),
    await api('GET', `/api/card/${cardNumber}`),
    await api('DELETE', `/api/card/${cardNumber}?cvv=${CVV}`),
    await api('GET', `/api/card/query?alias=${cardNumber}&cvv=${CVV}`),
    await api('GET', `/api/card/query?bin=${cardNumber}`),
    await api('GET', `/api/${cardNumber}`),
  ];
  for (const { status, text } of rejected) {
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(text.includes(cardNumber) || text.includes(CVV)).toBe(false);
  }
  for (const key of ['alias/card', 'alias/fingerprint']) {
    service.kms.setEnabled(key, false);
    expect((await api('POST', '/api/card', { body })).status).toBe(500);
    service.kms.setEnabled(key, true);
  }
  await api('DELETE', `/api/card/${card.id}`);
  await store({ ...body, cardAlias: 'Kalan kart' });
}

/** Rows in their long form: in the files a part of a short row is compressed. */
let rows: readonly string[] = [];
beforeAll(async () => {
  await useAllCards();
  rows = await everyRow();
});

/** Everything that the service writes: the files of the data folder as bytes, the rows, and the log lines. */
const written = () => [
  ...filesOf(folder).map((name) => ({ place: name.slice(folder.length), bytes: readFileSync(name) })),
  { place: 'rows', bytes: Buffer.from(rows.join('\n')) },
  { place: 'logs', bytes: Buffer.from(logs.join('\n')) },
];
const placesOf = (encoded: Buffer) =>
  written()
    .filter(({ bytes }) => bytes.includes(encoded))
    .map(({ place }) => place);

describe('the data folder and the logs', () => {
  it('masks and ids are found in the table and requests in the logs, so the search works', () => {
    for (const text of ['552879******0008', 'Kalan kart', service.merchant.merchantId]) {
      expect(placesOf(Buffer.from(text)).filter((place) => place.startsWith('/dynamodb/'))).not.toEqual([]);
    }
    expect(placesOf(Buffer.from('CVV_NOT_ACCEPTED'))).toContain('logs');
    expect(placesOf(Buffer.from('INTERNAL_ERROR'))).toContain('logs');
    expect(placesOf(Buffer.from('552879'))).not.toEqual([]);
  });

  it.each([...NUMBERS.map((number) => [number.slice(0, 6), number] as const), ['the CVV', CVV] as const])(
    '%s… is nowhere in clear, in no encoding',
    (_, secret) => {
      for (const encoded of encodingsOf(secret))
        expect([encoded.toString(), placesOf(encoded)]).toEqual([encoded.toString(), []]);
    },
  );

  it('no legible attribute of the table contains the expiry year of a card', async () => {
    const { Items = [] } = await table.send(new ScanCommand({ TableName: tableName() }));
    const cards = Items.filter(({ sk }) => sk === 'CARD' || sk === 'SEALED');
    expect(cards.length).toBeGreaterThan(NUMBERS.length * 4);
    for (const { expiryTag: _, fingerprint: __, id: ___, pk: ____, ...row } of cards) {
      const legible = Object.entries(row).filter(
        ([name, value]) => typeof value === 'string' && !/S[kK]$/.test(name),
      );
      expect(withoutIds(JSON.stringify(legible))).not.toMatch(/2057/);
    }
  });

  it('no card or customer endpoint has decrypted a card or is granted to', () => {
    expect(service.kms.calls.Decrypt).toBe(decryptedAtStart);
    const rows = ROUTES.filter(({ file }) => /^(card|customer)\//.test(file));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ needs }) => needs.includes('card:open')).map(({ file }) => file)).toEqual([]);
  });
});
