// The schemas of refusals: an open one that every refusal fits, and one for each code with the facts that the
// code has.
import { BANK_DECLINES, ERRORS, type ErrorCode } from '#domain/rejection-table.ts';
import { SCOPES } from '#domain/scope.ts';
import { typeName } from './components.ts';
import { amount, type JsonSchema, OPEN, oneOf, only, reference, text } from './json-schema.ts';
import { described, meaningOf } from './words/fields.ts';
import { type BilingualText, say } from './words/said.ts';

type Fact = readonly [schema: JsonSchema, codes: readonly ErrorCode[], en: string, tr: string];

const textOrNull = { type: ['string', 'null'] };
const texts = { type: 'array', items: text };
const ids = { type: 'array', items: { type: 'string', format: 'uuid' } };
const integer = { type: 'integer' };
const TOTAL = ['PRODUCTS_TOTAL_MISMATCH'] as const;
const TOO_MUCH = ['REFUND_AMOUNT_EXCEEDED', 'REFUND_TYPE_MISMATCH'] as const;
const BY_BANK = ['REFUND_DECLINED_BY_BANK'] as const;
const WITH_REASON = [...BY_BANK, 'CAPTURE_DECLINED_BY_BANK'] as const;
const DECLINES = Object.keys(BANK_DECLINES) as ErrorCode[];
const BY_STATE = [
  'REFUND_INVALID_STATE',
  'RECURRING_PAYMENT_INVALID_STATE',
  'PAYMENT_NOT_REFUNDABLE',
] as const;

/** What a refusal has in addition to its code. */
const FACTS: Readonly<Record<string, Fact>> = {
  scope: [oneOf(SCOPES), ['SCOPE_MISSING'], 'The scope that the key lacks.', 'Anahtarda eksik olan yetki.'],
  address: [text, ['ADDRESS_NOT_ALLOWED'], 'The address of the caller.', 'Çağıranın adresi.'],
  knownNames: [
    texts,
    ['UNKNOWN_PARAMETER', 'UNKNOWN_FIELD', 'CARD_NUMBER_IMMUTABLE'],
    'The names that the call knows.',
    'Çağrının tanıdığı adlar.',
  ],
  record: [
    { type: 'object', ...OPEN },
    ['FIELD_IMMUTABLE'],
    'The values of these fields in the record.',
    'Bu alanların kayıttaki değerleri.',
  ],
  families: [
    texts,
    ['INSTALLMENT_FAMILY_UNCONFIRMED'],
    'The families of the table that public data does not give the bank.',
    'Tablonun, bilinen verilerin bankaya vermediği aileleri.',
  ],
  familiesOfBank: [
    texts,
    ['INSTALLMENT_FAMILY_UNCONFIRMED'],
    'The families of the bank by public data.',
    'Bilinen verilere göre bankanın aileleri.',
  ],
  cause: [
    text,
    ['INVALID_JSON'],
    'What the body is instead of one JSON object, as a word.',
    'Gövdenin tek bir JSON nesnesi yerine ne olduğu, bir sözcükle.',
  ],
  line: [
    integer,
    ['INVALID_JSON'],
    'The line of the first wrong character.',
    'İlk yanlış karakterin satırı.',
  ],
  column: [integer, ['INVALID_JSON'], 'Its place in the line, from 1.', 'Satırdaki yeri, 1’den başlar.'],
  contentType: [
    textOrNull,
    ['UNSUPPORTED_MEDIA_TYPE'],
    'The header that was sent; null for none, `?` if it is not plain.',
    'Gönderilen başlık; yoksa null, düz metin değilse `?`.',
  ],
  maxBytes: [
    integer,
    ['BODY_TOO_LARGE'],
    'The largest body that is accepted.',
    'Kabul edilen en büyük gövde.',
  ],
  maxRefunds: [
    integer,
    ['REFUND_LIMIT_REACHED'],
    'The most refunds of a payment that are sent to the bank, refused ones included.',
    'Bir ödeme için bankaya gönderilen en çok iade sayısı, reddedilenler dahil.',
  ],
  maxApiKeys: [
    integer,
    ['API_KEY_LIMIT_REACHED'],
    'The most API keys of a merchant that work.',
    'Bir üye iş yerinin aynı anda çalışan en çok API anahtarı sayısı.',
  ],
  maxWebhooks: [
    integer,
    ['WEBHOOK_LIMIT_REACHED'],
    'The most webhooks of a merchant.',
    'Bir üye iş yerinin en çok webhook sayısı.',
  ],
  paymentReferenceNumber: [
    text,
    ['ORDER_ALREADY_PAID', 'ORDER_IN_PROGRESS'],
    'The payment of the order.',
    'Siparişin ödemesi.',
  ],
  payment: [
    { anyOf: [reference('Payment'), { type: 'null' }] },
    DECLINES,
    'The payment that the bank declined; null if the card was declined for good before.',
    'Bankanın reddettiği ödeme; kart daha önce kesin olarak reddedildiyse null.',
  ],
  declineCategory: [
    { anyOf: [oneOf(['Soft', 'Hard', 'Revoked']), { type: 'null' }] },
    DECLINES,
    '`Soft`: a later charge may succeed; `Hard`: not with this card as it is; null: not known any more.',
    '`Soft`: sonraki bir tahsilat başarılı olabilir; `Hard`: kart bu hâliyle olmaz; null: artık bilinmiyor.',
  ],
  nextTryAt: [
    { ...text, format: 'date-time' },
    ['CARD_TRY_LIMIT'],
    'From then on the card may be tried again.',
    'Kart bu andan sonra yeniden denenebilir.',
  ],
  mostRows: [
    integer,
    ['LIST_TOO_LONG'],
    'The most rows that a call puts in order.',
    'Bir çağrının sıraladığı en çok kayıt.',
  ],
  recurringPaymentIds: [
    ids,
    ['CARD_IN_USE', 'CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT'],
    'The live recurring payments.',
    'Süren düzenli ödemeler.',
  ],
  amount: [amount, TOTAL, 'The amount of the order.', 'Siparişin tutarı.'],
  productsAmount: [amount, TOTAL, 'The sum of the lines.', 'Satırların toplamı.'],
  shippingAmount: [amount, TOTAL, 'The shipping that was sent.', 'Gönderilen kargo tutarı.'],
  discountAmount: [
    amount,
    TOTAL,
    'The sum of the discounts, which the lines have off already.',
    'İndirimlerin toplamı; satırlardan zaten düşülmüştür.',
  ],
  maxInstallment: [
    integer,
    ['INSTALLMENT_NOT_ALLOWED'],
    'The largest of `allowedInstallments`.',
    '`allowedInstallments` içindeki en büyük sayı.',
  ],
  allowedInstallments: [
    { type: 'array', items: integer },
    ['INSTALLMENT_NOT_ALLOWED'],
    'The counts that some card can pay the order in.',
    'Siparişin bir kartla ödenebileceği sayılar.',
  ],
  rule: [
    { type: ['object', 'null'], ...OPEN },
    ['INSTALLMENT_NOT_ALLOWED'],
    'The legal cap; null if the merchant’s table, settings or the currency are the reason.',
    'Yasal sınır; neden üye iş yerinin tablosu, ayarları veya para birimiyse null.',
  ],
  earliestStartDate: [
    { ...text, format: 'date' },
    ['START_DATE_IN_PAST'],
    'The first day allowed.',
    'İzin verilen ilk gün.',
  ],
  earliestExpiry: [
    text,
    ['CARD_EXPIRED'],
    'Of a sent expiry: the first month allowed, like 2026-11.',
    'Gönderilen tarihte: izin verilen ilk ay, 2026-11 gibi.',
  ],
  keptSince: [
    { ...text, format: 'date-time' },
    ['CURSOR_EXPIRED'],
    'Events of changes before this instant are no longer kept.',
    'Bu andan önceki değişikliklerin olayları artık saklanmıyor.',
  ],
  nextCursor: [
    text,
    ['CURSOR_EXPIRED'],
    'Goes on with the oldest kept event.',
    'Saklanan en eski olaydan devam eder.',
  ],
  refundableAmount: [amount, TOO_MUCH, 'What can still be refunded.', 'Hâlâ iade edilebilen tutar.'],
  reservedAmount: [amount, TOO_MUCH, 'What open refunds hold.', 'Açık iadelerin tuttuğu tutar.'],
  oneKeyAmount: [
    amount,
    ['FOUR_EYES_REQUIRED'],
    'Of a call in one step: what one key may still refund.',
    'Tek adımlı çağrıda: bir anahtarın hâlâ iade edebileceği tutar.',
  ],
  refundedAmount: [
    amount,
    ['REFUNDS_DIFFER'],
    'The refunds that this service has recorded.',
    'Bu hizmetin kaydettiği iadeler.',
  ],
  bankRefundedAmount: [
    amount,
    ['REFUNDS_DIFFER'],
    'What the bank has given back.',
    'Bankanın geri verdiği tutar.',
  ],
  underWay: [oneOf(['Capture', 'Release']), ['CAPTURE_IN_PROGRESS'], 'What is under way.', 'Süren işlem.'],
  authorizedAmount: [amount, ['CAPTURE_AMOUNT_EXCEEDED'], 'What is reserved.', 'Ayrılan tutar.'],
  bankReferenceNumbers: [
    texts,
    ['ADJUSTMENT_NOT_NAMED'],
    'The refunds of the bank that the difference names.',
    'Farkın saydığı banka iadeleri.',
  ],
  refundId: [
    text,
    [
      'ADJUSTMENT_EXISTS',
      'FOUR_EYES_REQUIRED',
      'BANK_UNAVAILABLE',
      'REFUNDS_DIFFER',
      'REFUND_LIMIT_REACHED',
      'REFUND_INVALID_STATE',
      ...BY_BANK,
      ...TOO_MUCH,
    ],
    'The refund that the refusal is about.',
    'Reddin ilgili olduğu iade.',
  ],
  status: [
    text,
    [...BY_STATE, 'PAYMENT_ALREADY_REFUNDED', 'PAYMENT_NOT_AUTHORIZED'],
    'The state that does not allow the call.',
    'Çağrıya izin vermeyen durum.',
  ],
  allowedStatuses: [texts, BY_STATE, 'The states that allow it.', 'Çağrıya izin veren durumlar.'],
  state: [
    textOrNull,
    ['PERIOD_NOT_CHARGEABLE', 'HOSTED_PAGE_NOT_OPEN', 'WEBHOOK_DISABLED'],
    'The state of the period, page or webhook; null if the period has not begun.',
    'Dönemin, sayfanın veya webhookun durumu; dönem başlamadıysa null.',
  ],
  limitReached: [
    oneOf(['EndDate', 'MaxPaymentCount', 'TotalAmountLimit']),
    ['LIMIT_UNREACHABLE', 'PERIOD_NOT_CHARGEABLE'],
    'The limit that does not allow the charge; absent if the state does not.',
    'Tahsilata izin vermeyen sınır; durum engelliyorsa yoktur.',
  ],
  newestPeriodNumber: [
    integer,
    ['PERIOD_NOT_CHARGEABLE'],
    'Of a period that has not begun: the newest one that has.',
    'Başlamamış bir dönemde: başlamış en yeni dönem.',
  ],
  cardStorageId: [
    text,
    ['CARD_NOT_FOUND', 'CARD_REQUIRES_CVV'],
    'The card of the recurring payment, if no field of the call names it.',
    'Çağrının hiçbir alanında yoksa, düzenli ödemenin kartı.',
  ],
  customerId: [
    text,
    ['CUSTOMER_NOT_FOUND', 'CUSTOMER_INACTIVE'],
    'The customer of the recurring payment, if no field of the call names it.',
    'Çağrının hiçbir alanında yoksa, düzenli ödemenin müşterisi.',
  ],
  bankErrorCode: [textOrNull, WITH_REASON, 'The group of the bank’s reason.', 'Bankanın nedeninin grubu.'],
  bankResponseCode: [textOrNull, WITH_REASON, 'The bank’s own code.', 'Bankanın kendi kodu.'],
  bankMessage: [textOrNull, WITH_REASON, 'The bank’s own text.', 'Bankanın kendi metni.'],
};

/** Facts that every refusal of their codes has, because a program goes on with them. */
const ALWAYS = ['keptSince', 'nextCursor'];

/** The facts of a code by their names. */
const factsOf = (code: ErrorCode): [name: string, fact: Fact][] =>
  Object.entries(FACTS).filter(([, [, codes]]) => codes.includes(code));

export const refusalName = (code: string): string =>
  `${typeName(code.toLowerCase().replaceAll('_', '-'))}Refusal`;

/** `envelope` makes the five keys of a response around `data` and `errorCode`. */
export function refusalSchemas(
  codes: readonly ErrorCode[],
  envelope: (data: JsonSchema, errorCode: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  const ofCode = codes.map((code) => {
    const properties = Object.fromEntries(
      factsOf(code).map(([name, [schema, , en, tr]]) => [name, { ...schema, description: say([en, tr]) }]),
    );
    const required = ALWAYS.filter((name) => name in properties);
    const data = {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties,
      description: say(meaningOf('data')),
      ...OPEN,
    };
    const said: BilingualText = [ERRORS[code].en, ERRORS[code].tr];
    const own = {
      type: 'object',
      properties: { errorCode: described(only(code), 'Refusal.errorCode'), data },
      ...OPEN,
    };
    return [refusalName(code), { description: say(said), allOf: [reference('Refusal'), own] }] as const;
  });
  const errors = { type: 'array', items: reference('FieldProblem') };
  const data = {
    type: 'object',
    required: ['requestId', 'retryable', 'docUrl', 'advice'],
    properties: {
      requestId: described(text, 'requestId'),
      retryable: described({ type: 'boolean' }, 'retryable'),
      docUrl: described({ ...text, format: 'uri' }, 'docUrl'),
      advice: described(text, 'advice'),
      errors: described(errors, 'errors'),
      moreErrors: described({ type: 'integer' }, 'moreErrors'),
    },
    ...OPEN,
  };
  const problem = {
    type: 'object',
    required: ['field', 'code', 'message'],
    properties: {
      field: described(text, 'field'),
      code: described(text, 'FieldProblem.code'),
      message: described(text, 'FieldProblem.message'),
    },
    ...OPEN,
  };
  return {
    FieldProblem: problem,
    Refusal: envelope(described(data, 'data'), described(text, 'Refusal.errorCode')),
    ...Object.fromEntries(ofCode),
  };
}
