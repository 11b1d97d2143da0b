// POST /api/payment/hostedpage: the accepted values of each field and the error of each invalid one.
import { describe, expect, it } from 'vitest';
import { expectEnvelope, expectRejection } from '../../drivers/rejection.ts';
import { type ApiAnswer, pageBody, startHarness } from '../../harness/harness.ts';

const { service, merchant, api } = await startHarness();
const PATH = '/api/payment/hostedpage';
const create = async (more: Record<string, unknown> = {}, key = merchant.apiKey, language = 'tr') =>
  await api('POST', PATH, { body: pageBody(more), key, headers: { 'accept-language': language } });
/** A body in which one value is the given JSON text. */
const createRaw = async (name: string, source: string) => {
  const { [name]: _, ...others } = pageBody();
  return await api('POST', PATH, { rawBody: `{${JSON.stringify(others).slice(1, -1)},"${name}":${source}}` });
};
const errorsOf = ({ json }: ApiAnswer) =>
  ((json.data['errors'] ?? []) as { field: string; code: string }[]).map(
    ({ field, code }) => `${field} ${code}`,
  );

it('the call returns address, token, frame origins and expiry of the page only', async () => {
  const made = await create({ expiresInMinutes: 90 });
  expectEnvelope(made);
  expect([made.status, made.json.message]).toEqual([201, 'Ödeme sayfası oluşturuldu.']);
  const { token, hostedPageUrl, expiresAt } = made.json.data as Record<string, string>;
  expect(Object.keys(made.json.data)).toEqual(['id', 'token', 'hostedPageUrl', 'frameOrigins', 'expiresAt']);
  expect(token).toMatch(/^HST-[A-Za-z0-9_-]{43}$/);
  expect(hostedPageUrl).toBe(`${service.baseUrl}/iframe/${token}`);
  // The timestamp is that of the answer, after the page was made.
  const minutes = (Date.parse(expiresAt ?? '') - Date.parse(made.json.timestamp)) / 60_000;
  expect([Math.ceil(minutes), minutes > 89]).toEqual([90, true]);
});

describe('amount of a hosted page', () => {
  it.each(['0.01', '0.1', '1', '40.5', '40.50', '999999999.99', '0.30', '1e2', '1.23456789E7', '"40.50"'])(
    'the amount %s is accepted',
    async (source) => {
      const made = await createRaw('amount', source);
      const shown = await api('GET', `${PATH}/${made.json.data['token']}`);
      expect(shown.json.data['amount']).toBe(Number(JSON.parse(source)));
    },
  );

  it.each([
    ['0', 'OUT_OF_RANGE'],
    ['0.00', 'OUT_OF_RANGE'],
    ['1000000000', 'OUT_OF_RANGE'],
    ['999999999.991', 'AMOUNT_PRECISION'],
    ['99999999999999999999999', 'OUT_OF_RANGE'],
    ['40.505', 'AMOUNT_PRECISION'],
    ['0.001', 'AMOUNT_PRECISION'],
    ['0.30000000000000004', 'AMOUNT_PRECISION'],
    ['-0', 'INVALID_FORMAT'],
    ['-1', 'OUT_OF_RANGE'],
    ['1E400', 'OUT_OF_RANGE'],
    ['"40,50"', 'INVALID_FORMAT'],
    ['"40.500"', 'INVALID_FORMAT'],
    ['true', 'INVALID_TYPE'],
    ['{}', 'INVALID_TYPE'],
    ['[40.50]', 'INVALID_TYPE'],
    ['null', 'REQUIRED'],
  ])('the amount %s gives %s', async (source, code) => {
    const answer = await createRaw('amount', source);
    expectRejection(answer, { code: 'VALIDATION_ERROR', facts: ['errors'] });
    expect(errorsOf(answer)).toEqual([`amount ${code}`]);
  });
});

describe('the return addresses of a hosted page', () => {
  it.each([
    'https://shop.example',
    'https://shop.example:8443/ok?a=b&c=%20#x',
    'HTTPS://Shop.Example/',
    'https://xn--dkkn-doa7m.example/',
    'https://dükkân.example/ödeme',
    'https://[2001:db8::1]/ok',
    `https://shop.example/${'a'.repeat(1024 - 21)}`,
    'http://localhost:3000/shop/success',
    'http://LOCALHOST/',
    'http://shop.example/',
    'http://192.168.1.20:8080/odeme?a=1',
    'http://[::1]/',
    'http://shop.test.',
  ])('the URL %s is accepted', async (successUrl) => expect((await create({ successUrl })).status).toBe(201));

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT://shop.example/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://shop.example/',
    'http://localhost@evil.example/',
    '//shop.example/',
    '/success',
    'shop.example',
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
    'https:\\\\shop.example',
    'https://shop.example\\@evil.example',
    'https://user@shop.example/',
    'https://user:secret@shop.example/',
    'https://@shop.example/',
    'https://:@shop.example/',
    'https://shop.example/a b',
    'https://shop.example/\u00a0',
    'https://shop.example/\u200b',
    'https://shop.example/\u202e',
    'https://shop.example/\u00ad',
    'https://',
    'https://?',
    'https://#',
    'https://.',
    'https://shop..example/',
    'https://shop.example:99999/',
    ' https://shop.example/',
    'https://sh*p.example/',
    'https://shop;x.example/',
    'https://exa%6dple..com',
    'https://[::1',
    `https://shop.example/${'a'.repeat(1024 - 20)}`,
  ])('the URL %s is refused', async (address) => {
    for (const name of ['successUrl', 'failUrl', 'cancelUrl']) {
      const answer = await create({ [name]: address });
      const code = address.length > 1024 ? 'TOO_LONG' : 'INVALID_FORMAT';
      expect([answer.status, errorsOf(answer)], answer.text).toEqual([400, [`${name} ${code}`]]);
      expect(answer.text).not.toContain(JSON.stringify(address).slice(1, -1));
    }
  });

  it.each(['\r\n', '\n', '\t', '\0', '\u0085', '\u2028', '\ufeff'])(
    'a URL that contains %j is refused',
    async (control) => {
      for (const address of [`${control}https://shop.example`, `https://shop.example/${control}x`]) {
        const answer = await create({ successUrl: address });
        expect([answer.status, errorsOf(answer)]).toEqual([400, ['successUrl INVALID_FORMAT']]);
      }
    },
  );

  it.each(['?result=', '?a=1&result=x', '?%72esult=x', '?Result=x', '?result', '?a&RESULT=1#x'])(
    'a URL with a result of its own is refused: %s',
    async (query) => {
      for (const name of ['successUrl', 'failUrl', 'cancelUrl']) {
        const answer = await create({ [name]: `https://shop.example/ok${query}` });
        expect([answer.status, errorsOf(answer)]).toEqual([400, [`${name} INVALID_FORMAT`]]);
        expect(answer.text).toContain('parametre');
      }
      const other = { successUrl: 'https://shop.example/result?results=x&a=result#result=1' };
      expect((await create(other)).status).toBe(201);
    },
  );

  it.each([
    ['https://user:secret@shop.example/', 'kullanıcı adı ve parola', 'without a user name or password'],
    ['https://user@shop.example/', 'kullanıcı adı ve parola', 'without a user name or password'],
    ['https://shop.example/a b', 'boşluk, ters bölü', 'without blanks, backslashes'],
    ['https://shop.example/ok\n', 'boşluk, ters bölü', 'without blanks, backslashes'],
    ['https://shop.example\\@evil.example', 'boşluk, ters bölü', 'without blanks, backslashes'],
    ['https://shop..example/', 'geçerli bir sunucu adı', 'with a valid host'],
    ['https:///shop.example', 'geçerli bir sunucu adı', 'with a valid host'],
    ['ftp://user@shop.example', 'http veya https ile', 'begins with http or https'],
  ])('the fault of the URL %j is named', async (failUrl, turkish, english) => {
    expect((await create({ failUrl })).text).toContain(turkish);
    expect((await create({ failUrl }, merchant.apiKey, 'en')).text).toContain(english);
  });

  it('a URL on localhost is accepted for test accounts only', async () => {
    const live = await service.addMerchant({ mode: 'live' });
    const answer = await create({ failUrl: 'http://localhost/fail' }, live.apiKey);
    expect(errorsOf(answer)).toEqual(['failUrl INVALID_FORMAT']);
    expect(answer.text).toContain('; https ile');
    expect((await create({ failUrl: '/fail' })).text).toContain('http veya https ile');
    expect((await create({}, live.apiKey)).status).toBe(201);
  });
});

describe('orderNumber of a hosted page', () => {
  it.each(['1', 'a'.repeat(64), '💳'.repeat(64), 'طلب ١٢٣', 'e\u0301'.repeat(64), '#/?&%', '__proto__'])(
    'the order number %s is accepted',
    async (orderNumber) => expect((await create({ orderNumber })).status).toBe(201),
  );

  it.each([
    ['', 'REQUIRED'],
    ['   ', 'REQUIRED'],
    ['a'.repeat(65), 'TOO_LONG'],
    ['💳'.repeat(65), 'TOO_LONG'],
    ['a\u0000b', 'INVALID_FORMAT'],
    ['a\nb', 'INVALID_FORMAT'],
    ['a\u0085b', 'INVALID_FORMAT'],
    ['a\u202eb', 'INVALID_FORMAT'],
    ['a\u2066b', 'INVALID_FORMAT'],
    ['\ufeffab', 'INVALID_FORMAT'],
  ])('the order number %j gives %s', async (orderNumber, code) =>
    expect(errorsOf(await create({ orderNumber }))).toEqual([`orderNumber ${code}`]),
  );
});

describe('products of a hosted page', () => {
  const line = (amount: number, more: Record<string, unknown> = {}) => ({
    id: 'P',
    name: 'Kahve',
    amount,
    ...more,
  });

  it('the amounts of the products add up exactly, where floating point would not', async () => {
    const products = [line(0.1), line(0.2)];
    expect((await create({ amount: 0.3, products })).status).toBe(201);
    for (const amount of [0.31, 0.29]) {
      const refused = await create({ amount, products });
      const facts = ['amount', 'totalAmount', 'productsAmount', 'shippingAmount', 'discountAmount'];
      expectRejection(refused, { code: 'PRODUCTS_TOTAL_MISMATCH', fields: ['products'], facts });
      expect(refused.json.data).toMatchObject({ amount, productsAmount: 0.3, discountAmount: 0 });
    }
  });

  it('an order has at most a hundred products', async () => {
    const some = (count: number) => Array.from({ length: count }, () => line(1));
    expect((await create({ products: [] })).status).toBe(201);
    expect((await create({ amount: 100, products: some(100) })).status).toBe(201);
    expect(errorsOf(await create({ amount: 101, products: some(101) }))).toEqual(['products TOO_LONG']);
  });

  it('each invalid product is reported with its index and field', async () => {
    const products = [line(1, { id: '' }), line(1, { name: 'x'.repeat(201) }), line(-5), 'x', 7, null];
    const answer = await create({ products });
    expect(errorsOf(answer)).toEqual([
      'products[0].id REQUIRED',
      'products[1].name TOO_LONG',
      'products[2].amount OUT_OF_RANGE',
      ...[3, 4, 5].map((at) => `products[${at}] INVALID_TYPE`),
    ]);
    expect(errorsOf(await create({ products: { length: 1 } }))).toEqual(['products INVALID_TYPE']);
  });

  it('a negative line is led to the discount of a line', async () => {
    const products = [line(160), line(-10)];
    expect((await create({ products })).text).toContain(
      '0 ile 999999999.99 arasında olmalıdır; indirim, satırın `discountAmount` alanına yazılır."',
    );
    expect((await create({ products }, merchant.apiKey, 'en')).text).toContain(
      'must be from 0 to 999999999.99; a discount goes into `discountAmount` of its line."',
    );
  });

  it('lines with a discount still in their amounts are told what an amount of a line is', async () => {
    const products = [line(100, { discountAmount: 10 }), line(60, { discountAmount: 0.5 })];
    const refused = await create({ amount: 149.5, products });
    expect(refused.json.data).toMatchObject({ amount: 149.5, productsAmount: 160, discountAmount: 10.5 });
    expect(refused.json.data['advice']).toContain('`discountAmount` düşüldükten sonra');
  });

  it('what the lines cost and the shipping add up to the amount', async () => {
    const products = [line(50, { quantity: 2 }), line(40, { quantity: 99_999, discountAmount: 10 })];
    const rows = [
      { amount: 109.9, products, shippingAmount: 19.9 },
      { amount: 90, products, shippingAmount: 0 },
      { amount: 20, products: [], shippingAmount: 19.9 },
    ];
    for (const body of rows) expect((await create(body)).status, JSON.stringify(body)).toBe(201);
    const refused = await create({ amount: 90, products, shippingAmount: 19.9 });
    expect(refused.json.errorCode).toBe('PRODUCTS_TOTAL_MISMATCH');
    const sums = { totalAmount: 109.9, productsAmount: 90, shippingAmount: 19.9, discountAmount: 10 };
    expect(refused.json.data).toMatchObject({ amount: 90, ...sums, errors: [{ field: 'products' }] });
    const tooMuch = await create({ amount: 20, shippingAmount: 20.01 });
    expect(tooMuch.json.data).toMatchObject({ errors: [{ field: 'shippingAmount' }] });
  });

  it('a line is of one piece or more, and no shipping is negative', async () => {
    const products = [0, 1.5, 100_000, '2 adet'].map((quantity) => line(1, { quantity }));
    expect(errorsOf(await create({ amount: 4, products, shippingAmount: -1 }))).toEqual([
      'products[0].quantity OUT_OF_RANGE',
      'products[1].quantity INVALID_TYPE',
      'products[2].quantity OUT_OF_RANGE',
      'products[3].quantity INVALID_TYPE',
      'shippingAmount OUT_OF_RANGE',
    ]);
  });

  it('the page shows how many pieces a line has, and the shipping', async () => {
    const products = [line(40, { quantity: 3 }), line(5)];
    const page = await create({ amount: 65, products, shippingAmount: 20 });
    const { hostedPageUrl } = page.json.data as Record<string, string>;
    const read = async (language: string) =>
      await (await fetch(hostedPageUrl ?? '', { headers: { 'accept-language': language } })).text();
    const lines = (text: string) => text.match(/<li>.*<\/li>/g)?.map((li) => li.replaceAll(/<[^>]*>/g, '|'));
    expect(lines(await read('tr'))).toEqual([
      '||3\u00a0× |Kahve|||40,00\u00a0₺||',
      '|||Kahve|||5,00\u00a0₺||',
    ]);
    expect(await read('tr')).toContain('<dt>Kargo</dt><dd>20,00\u00a0₺</dd>');
    expect(await read('en')).toContain('<dt>Shipping</dt><dd>₺20.00</dd>');
  });

  it('a line may be free, and adds nothing to the sum', async () => {
    const answer = await create({ amount: 40, products: [line(40), line(0)] });
    expect(answer.status).toBe(201);
  });

  it('a discount is taken off its line already, and the page shows it beside the line', async () => {
    const products = [
      line(40, { discountAmount: 9.9 }),
      line(0, { discountAmount: 40 }),
      line(5, { discountAmount: 0 }),
    ];
    const { hostedPageUrl } = (await create({ amount: 45, products })).json.data as Record<string, string>;
    const read = async (language: string) =>
      await (await fetch(hostedPageUrl ?? '', { headers: { 'accept-language': language } })).text();
    expect((await read('tr')).match(/[^>]*indirim[^<]*/g)).toEqual([
      ' (9,90\u00a0₺ indirim)',
      ' (40,00\u00a0₺ indirim)',
    ]);
    expect((await read('en')).match(/[^>]*discount[^<]*/g)).toEqual([
      ' (₺9.90 discount)',
      ' (₺40.00 discount)',
    ]);
  });

  it('a discount is an amount from zero', async () => {
    const products = [-1, '', 0.001].map((discountAmount) => line(1, { discountAmount }));
    expect(errorsOf(await create({ amount: 3, products }))).toEqual([
      'products[0].discountAmount OUT_OF_RANGE',
      'products[1].discountAmount INVALID_TYPE',
      'products[2].discountAmount AMOUNT_PRECISION',
    ]);
  });
});

describe('other fields of a hosted page', () => {
  it.each([
    [{ currency: 'JPY' }, 'currency INVALID_ENUM'],
    [{ currency: 949 }, 'currency INVALID_TYPE'],
    [{ currency: '__proto__' }, 'currency INVALID_ENUM'],
    [{ installment: -1 }, 'installment OUT_OF_RANGE'],
    [{ installment: 37 }, 'installment OUT_OF_RANGE'],
    [{ installment: 1.5 }, 'installment INVALID_TYPE'],
    [{ installment: 'üç' }, 'installment INVALID_TYPE'],
    [{ expiresInMinutes: 4 }, 'expiresInMinutes OUT_OF_RANGE'],
    [{ expiresInMinutes: 129_601 }, 'expiresInMinutes OUT_OF_RANGE'],
    [{ language: 'de' }, 'language INVALID_ENUM'],
    [{ customerId: 'x' }, 'customerId INVALID_FORMAT'],
  ])('the field %j gives %s', async (more, error) => expect(errorsOf(await create(more))).toEqual([error]));

  it.each(['-0', '1e-1', '1E400', '99999999999999999999'])(
    'the installment %s is refused',
    async (source) => {
      expect((await createRaw('installment', source)).status).toBe(400);
    },
  );

  it('more than one installment is accepted in TRY only', async () => {
    const { apiKey: key } = await service.addMerchant({ installments: [3, 12] });
    expect((await create({ installment: 12 }, key)).status).toBe(201);
    for (const currency of ['USD', 'EUR', 'GBP']) {
      expect((await create({ currency, installment: 1 })).status).toBe(201);
      const refused = await create({ currency, installment: 2 });
      const of = { fields: ['installment'], facts: ['maxInstallment', 'allowedInstallments', 'rule'] };
      expectRejection(refused, { code: 'INSTALLMENT_NOT_ALLOWED', ...of });
      expect(refused.json.data).toMatchObject({ maxInstallment: 1, allowedInstallments: [1], rule: null });
    }
  });

  it('a fixed count that the merchant does not sell is refused with those that it sells', async () => {
    const { apiKey: key } = await service.addMerchant({ installments: [3, 6] });
    const refused = await create({ installment: 9 }, key);
    expect([refused.status, refused.json.errorCode]).toEqual([422, 'INSTALLMENT_NOT_ALLOWED']);
    const facts = { maxInstallment: 6, allowedInstallments: [1, 3, 6], rule: null };
    expect(refused.json.data).toMatchObject(facts);
    // One that sells none at all.
    expect((await create({ installment: 3 })).json.data).toMatchObject({ allowedInstallments: [1] });
  });

  it('a page tells what its buyer may pay in: one count, or a choice up to a count', async () => {
    const { apiKey: key } = await service.addMerchant({ installments: [3, 6] });
    const customer = await api<{ id: string }>('POST', '/api/customer', { key, body: { fullName: 'Ayşe' } });
    const saves = { saveCardFor: 'recurring', customerId: customer.json.data.id };
    for (const [more, installment, maxInstallment] of [
      [{}, null, 36],
      [{ installment: null }, null, 36],
      [{ installment: null, maxInstallment: 3 }, null, 3],
      [{ installment: 1 }, 1, null],
      [{ installment: 0 }, 1, null],
      [{ installment: 0, maxInstallment: 1 }, 1, null],
      [{ maxInstallment: 1 }, 1, null],
      // Nothing that the merchant sells is within the limit.
      [{ maxInstallment: 2 }, 1, null],
      [{ installment: 3 }, 3, null],
      [{ installment: 3, maxInstallment: 6 }, 3, null],
      [{ currency: 'EUR', maxInstallment: 6 }, 1, null],
      [saves, 1, null],
      [{ ...saves, maxInstallment: 6 }, null, 6],
      [{ ...saves, installment: 6 }, 6, null],
    ] as const) {
      const { token } = (await create(more, key)).json.data;
      const page = (await api('GET', `${PATH}/${String(token)}`, { key })).json.data;
      expect([more, page['installment'], page['maxInstallment']]).toEqual([
        more,
        installment,
        maxInstallment,
      ]);
    }
  });

  it('a limit that contradicts the count is refused with the way out', async () => {
    for (const [more, way] of [
      [{ installment: 1, maxInstallment: 6 }, 'en çok 1 olmalıdır; `installment: 1` tek çekimdir'],
      [{ installment: 0, maxInstallment: 6 }, 'en çok 1 olmalıdır; `installment: 1` tek çekimdir'],
      [{ installment: 6, maxInstallment: 3 }, 'en az 6 olmalıdır; `installment` sayıyı sabitler'],
    ] as const) {
      const refused = await create(more);
      expect(errorsOf(refused)).toEqual(['maxInstallment OUT_OF_RANGE']);
      expect(JSON.stringify(refused.json.data)).toContain(way);
    }
    expect(errorsOf(await create({ maxInstallment: 0 }))).toEqual(['maxInstallment OUT_OF_RANGE']);
    expect(errorsOf(await create({ maxInstallment: 37 }))).toEqual(['maxInstallment OUT_OF_RANGE']);
  });

  it('all invalid fields are reported at once in English if asked, and no value is repeated', async () => {
    const body = { amount: 'secret', currency: 'secret', orderNumber: 'secret\u0000', successUrl: 'secret' };
    const answer = await api('POST', PATH, { body, headers: { 'accept-language': 'en' } });
    expect(errorsOf(answer)).toEqual([
      'amount INVALID_TYPE',
      'currency INVALID_ENUM',
      'successUrl INVALID_FORMAT',
      'failUrl REQUIRED',
      'orderNumber INVALID_FORMAT',
    ]);
    expect(answer.text).not.toContain('secret');
    expect(answer.json.data['errors']).toContainEqual({
      field: 'failUrl',
      code: 'REQUIRED',
      message: 'This field is required.',
    });
  });
});

it('a page for an unknown, erased or foreign customer is 404 and names the field', async () => {
  const { apiKey } = await service.addMerchant();
  const person = { body: { fullName: 'Ayşe Yılmaz', email: 'ayse@example.com' } };
  const made = async (key = merchant.apiKey) =>
    String((await api('POST', '/api/customer', { ...person, key })).json.data['id']);
  const [known, erased, foreign] = [await made(), await made(), await made(apiKey)];
  await api('DELETE', `/api/customer/${erased}`);
  for (const customerId of ['01890000-0000-7000-8000-000000000000', erased, foreign]) {
    const answer = await create({ customerId });
    expectRejection(answer, { code: 'CUSTOMER_NOT_FOUND', fields: ['customerId'] });
  }
  expect((await create({ customerId: known })).status).toBe(201);
});

it('a use of the saved card without a customer is refused, and names the missing field', async () => {
  for (const saveCardFor of ['oneClick', 'recurring'])
    expect(errorsOf(await create({ saveCardFor }))).toEqual(['customerId REQUIRED']);
});
