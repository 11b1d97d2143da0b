// No card number, CVV or API key is stored or logged. Marked secrets are sent to every endpoint in valid and
// invalid requests, with a working and with a failing table; then logs, answers, rows and files are searched.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '#routes.ts';
import { withCheckDigit } from '../fixtures/card-number.ts';
import { type Ids, makeObjects, pathWith, queryOf, sampleOf, UNKNOWN } from '../fixtures/samples.ts';
import { startFaultyTable } from '../harness/faulty-table.ts';
import { type Headers, MINUTE, startHarness } from '../harness/harness.ts';
import { shareOf } from '../harness/thoroughness.ts';
import { everyFile, everyRow, type Secret, tracesIn } from '../harness/traces.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
const faultyTable = await startFaultyTable({ folder: join(folder, 'dynamodb') });
const harness = await startHarness({ dataFolder: folder });
const { service, merchant, http, buyer, createPage, moveBy, logs } = harness;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CARD = withCheckDigit('97920398765432');
const BROKEN_CARD = '4603451357913579';
const CVV = '739';
const CODES = ['8426', '90817'];
const SECRETS: Secret[] = [
  { name: 'card number', value: CARD },
  { name: 'mistyped card number', value: BROKEN_CARD },
  { name: 'CVV', value: CVV },
  ...CODES.map((value) => ({ name: 'malformed CVV', value })),
  { name: 'API key', value: merchant.apiKey },
  { name: 'secret part of the API key', value: merchant.apiKey.slice(9, 41) },
  { name: 'signing secret', value: merchant.signingSecret.slice(6) },
];

/** What a caller searches a customer by. */
const PERSON = { email: 'selin.kaya@buyers.example', phone: '+905551112233', name: 'Selin Kayalar' };

/** The tokens of pages, each of which gives the right to pay. */
const tokens = new Set<string>();
const answers: string[] = [];
async function send(method: string, path: string, headers: Headers, body?: string): Promise<void> {
  const answer = await http({ method, path, headers, body });
  answers.push(`${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`);
  for (const [token] of answer.text.matchAll(/HST-[\w-]{43}/g)) tokens.add(token);
}

/** Secrets that clients send by mistake, in every place where they can. */
const MARKS = { 'user-agent': `card ${CARD}`, referer: `https://shop.example/?cvv=${CVV}&pan=${CARD}` };
const JSON_TYPE = { 'content-type': 'application/json' };
const fieldsOf = (route: Route, of: Ids) => ({
  ...sampleOf(route).body(of),
  ...('cardNumber' in sampleOf(route).body(of) && { cardNumber: CARD }),
});

function brokenBodies(route: Route): [type: string, body: string][] {
  const fields = JSON.stringify({ ...fieldsOf(route, UNKNOWN), cardNumber: CARD, cvv: CVV, cvc: CODES[0] });
  return [
    ['application/json', fields],
    ['application/json', fields.slice(0, -1)],
    ['application/json', fields.replace('{', `{"cardNumber":"${CARD}",`)],
    ['application/json', `[${fields}]`],
    ['application/json', `"${CARD}"`],
    ['application/json', CARD],
    ['application/json', `${fields.slice(0, -1)},"x":"\\ud800"}`],
    ['application/json', `${fields.slice(0, -1)},"x":"${'x'.repeat(70_000)}"}`],
    ['application/json', `{"${CARD}":{"${CODES[0]}":1}}`],
    ['application/json', JSON.stringify(withEveryField(route, Number(CARD)))],
    ['application/json', JSON.stringify(withEveryField(route, { number: CARD, cvv: CVV }))],
    ['application/json', JSON.stringify(withEveryField(route, `${BROKEN_CARD}\u0000`))],
    ['text/plain', `cardNumber=${CARD}&cvv=${CVV}`],
    ['application/x-www-form-urlencoded', `cardNumber=${BROKEN_CARD}&cvv=${CODES[1]}&expiryMonth=12`],
  ];
}

const withEveryField = (route: Route, value: unknown) =>
  Object.fromEntries(Object.keys(fieldsOf(route, UNKNOWN)).map((name) => [name, value]));

/** Calls every endpoint with a valid key and without one, with an existing id and with an unknown one. */
async function callEveryEndpoint(ids: Ids): Promise<void> {
  for (const [at, route] of ROUTES.entries()) {
    const { method } = route;
    const isOwnField = 'cardNumber' in sampleOf(route).body(ids);
    for (const of of [UNKNOWN, ids]) {
      const path = pathWith(route, of) + queryOf(route);
      const query = `${path.includes('?') ? '&' : '?'}cvv=${CVV}&limit=${CARD}&cursor=${CARD}&${CARD}=1`;
      const person = `${path.includes('?') ? '&' : '?'}${new URLSearchParams(PERSON).toString()}`;
      const key = { 'x-api-key': merchant.apiKey, 'idempotency-key': `${CARD}-${method}`, ...MARKS };
      await send(method, path + query, key);
      await send(method, path + person, key);
      await send(method, path, { ...key, 'x-api-key': `${merchant.apiKey}x` });
      await send(method, path, {
        ...MARKS,
        authorization: `Bearer ${merchant.apiKey}`,
        cookie: `pan=${CARD}`,
      });
      if (method === 'GET') continue;
      for (const [type, body] of of === UNKNOWN ? shareOf(brokenBodies(route), at, 3) : []) {
        await send(method, path, { ...key, 'content-type': type }, body);
      }
      const good = JSON.stringify(fieldsOf(route, isOwnField ? ids : of));
      await send(method, path, { ...key, ...JSON_TYPE, 'idempotency-key': `good-${method}` }, good);
    }
    if (!route.path.includes('{')) continue;
    for (const text of [CARD, PERSON.email])
      await send(method, route.path.replace(/\{[^}]+\}/, encodeURIComponent(text)), MARKS);
  }
}

async function payWithEveryOutcome(): Promise<void> {
  for (const outcome of ['decline:51', 'lost-after', 'lost-before', 'decline:CORE-2012', 'approve']) {
    const page = await createPage({ expiresInMinutes: 1440 });
    const form = await buyer.open(page.hostedPageUrl);
    const wrong = await buyer.submit(form, { cardNumber: BROKEN_CARD, cvv: CODES[1] ?? '' });
    const withoutOwner = await buyer.submit(form, { cardNumber: CARD, cvv: CVV, ownerName: '' });
    service.bank.script([outcome]);
    const sent = await buyer.submit(withoutOwner, { cardNumber: CARD, cvv: CVV });
    answers.push(wrong.text, withoutOwner.text, sent.text, String(sent.location));
    await moveBy(20 * MINUTE);
    answers.push((await buyer.open(page.hostedPageUrl)).text);
  }
  const { apiKey } = await service.addMerchant({ threeDSecure: 'always' });
  const challenged = await createPage({}, { key: apiKey });
  // The answer contains the card by design: it is the buyer's form for the bank.
  await buyer.submit(await buyer.open(challenged.hostedPageUrl), { cardNumber: CARD, cvv: CVV });
}

async function callWithFailingTable(): Promise<void> {
  for (const route of ROUTES.filter(({ method }) => method === 'POST')) {
    const body = JSON.stringify({ ...fieldsOf(route, UNKNOWN), note: CARD });
    faultyTable.breakAt(1, 'crash before');
    await send('POST', pathWith(route, UNKNOWN), { 'x-api-key': merchant.apiKey, ...JSON_TYPE }, body);
    faultyTable.mend();
  }
  const page = await createPage();
  for (const call of [1, 2, 3, 4, 5, 6]) {
    const form = await buyer.open(page.hostedPageUrl);
    if (form.form === undefined) break;
    faultyTable.breakAt(call, 'crash before');
    answers.push((await buyer.submit(form, { cardNumber: CARD, cvv: CVV })).text);
    faultyTable.mend();
    await moveBy(20 * MINUTE);
  }
}

beforeAll(async () => {
  await callEveryEndpoint(await makeObjects(harness, merchant.apiKey));
  await payWithEveryOutcome();
  await callWithFailingTable();
});

/** The names of the secrets found in each text, with the beginning of the text. */
const leaksIn = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const names = tracesIn(text, SECRETS);
    return names.length === 0 ? [] : [`${names.join(', ')}: ${text.slice(0, 300)}`];
  });

describe('secrets sent to the service', () => {
  it.each([
    ['{"message":"request","durationMs":739,"BankLatency":739}', false],
    ['{\\"durationMs\\":739}', false],
    ['{"at":"2026-11-20T09:00:00.739Z"}', false],
    ['{"cvv":739}', true],
    ['{\\"cvc2\\": 739}', true],
    ['{"error":"739"}', true],
    ['the code 739 is wrong', true],
    ['https://shop.example/?cvv=739&pan=', true],
  ])('a code is found in %s: %s', (text, isFound) => {
    expect(tracesIn(text, [{ name: 'CVV', value: CVV }])).toEqual(isFound ? ['CVV'] : []);
  });

  it('no log line contains a secret, although server errors were logged', () => {
    expect(logs.length).toBeGreaterThan(100);
    expect(logs.some((line) => line.includes('INTERNAL_ERROR'))).toBe(true);
    expect(leaksIn(logs)).toEqual([]);
  });

  it('no log line or metric holds a URL with a token, a query or an address of a person', () => {
    const marks = [
      ...tokens,
      ...Object.values(PERSON),
      'selin.kaya',
      'shop.example',
      'https:',
      '?cvv',
      'email=',
    ];
    expect(tokens.size).toBeGreaterThan(5);
    expect(marks.filter((mark) => logs.some((line) => line.includes(mark)))).toEqual([]);
  });

  it('no answer to a merchant or a buyer contains a secret', () => {
    expect(leaksIn(answers)).toEqual([]);
  });

  it('no row of the table contains a secret, not even an idempotency record', async () => {
    const rows = await everyRow();
    for (const noun of ['#IDEMPOTENCY#', '#PAYMENT#', '#ORDER#', 'PAGE#', 'KEY#']) {
      expect(
        rows.some((row) => row.includes(noun)),
        noun,
      ).toBe(true);
    }
    expect(leaksIn(rows)).toEqual([]);
    // Answers with tokens were stored under Idempotency-Keys.
    expect(tokens.size).toBeGreaterThan(0);
    expect(rows.filter((row) => [...tokens].some((token) => row.includes(token)))).toEqual([]);
  });

  it("no file of the data folder contains a secret, not even the bank's", () => {
    const files = everyFile(folder);
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['bank.jsonl', 'dynamodb.sqlite']));
    const found = files.flatMap(({ name, text }) =>
      SECRETS.filter(({ value }) => value.length > 8 && text.includes(value)).map((secret) => [
        name,
        secret.name,
      ]),
    );
    expect(found).toEqual([]);
  });

  it('no undeliverable event contains a secret', () => {
    expect(tracesIn(JSON.stringify(service.lambdas.deadLetters), SECRETS)).toEqual([]);
  });
});

describe('tracesIn, which searches for the secrets', () => {
  it.each([
    ['as sent', CARD],
    ['in groups', CARD.replace(/(\d{4})(?=\d)/g, '$1 ')],
    ['in JSON', JSON.stringify({ cardNumber: CARD })],
    ['in base64', Buffer.from(`{"n":"${CARD}"}`).toString('base64')],
    ['in hex', Buffer.from(`xx${CARD}`).toString('hex')],
    ['as a CVV field', JSON.stringify({ cvv: CVV })],
    ['in a form', `a=1&cvv=${CVV}&b=2`],
  ])('a secret %s is found', (_, text) => expect(tracesIn(`level ${text} end`, SECRETS).length).toBe(1));

  it('no secret is found in ids, times and other texts', () => {
    expect(tracesIn('a1739b 2026-11-20T09:00:00.739Z 01890000-7390-7391', SECRETS)).toEqual([]);
  });
});
