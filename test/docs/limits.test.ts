// The documents say a rule's number as its constant does. A sentence that is listed here takes the number
// from there (`UPDATE_DOCS=1`); a number with a limit's value and unit that stands elsewhere is listed too.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HELD_DAYS as AKBANK_HELD_DAYS } from '#acquirer/akbank/order-history.ts';
import { HELD_DAYS as GARANTI_HELD_DAYS } from '#acquirer/garanti/order-history.ts';
import { HELD_DAYS as NESTPAY_HELD_DAYS } from '#acquirer/nestpay/order-history.ts';
import { MAX_CARD_DIGITS, MIN_CARD_DIGITS } from '#domain/card/card.ts';
import * as limits from '#domain/limits.ts';
import { LONGEST_PAGE_MINUTES } from '#domain/payment/deadline.ts';
import { ROOT } from '../architecture/module-graph.ts';
import { documents } from './statements.ts';

const RENEWAL = 'UPDATE_DOCS=1 npx vitest run --project node test/docs/limits';
const VALUES: Readonly<Record<string, number>> = {
  ...limits,
  ...{ AKBANK_HELD_DAYS, GARANTI_HELD_DAYS, NESTPAY_HELD_DAYS },
  ...{ LONGEST_PAGE_MINUTES, MAX_CARD_DIGITS, MIN_CARD_DIGITS },
};

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'docs/interface/refunds.md': [
    'A payment older than {REFUND_DAYS} days is 422',
    'a payment that is at most {CANCELLATION_HOURS} hours old',
    'calendar days, {STATISTICS_DAYS} by default and at most {MOST_STATISTICS_DAYS}.',
  ],
  'docs/interface/refunds.tr.md': [
    '{REFUND_DAYS} günden eski ödeme 422',
    'İptal için en çok {CANCELLATION_HOURS} saatlik',
    'varsayılan {STATISTICS_DAYS}, en çok {MOST_STATISTICS_DAYS} gün.',
  ],
  'docs/interface/payments.md': [
    'The span is at most {MOST_SEARCH_DAYS} days',
    'the last {SEARCH_DAYS} days, by `authorizationCode` or `bankReferenceNumber` the last {MOST_SEARCH_DAYS}',
    'calendar days, {STATISTICS_DAYS} by default and at most {MOST_STATISTICS_DAYS}.',
    'keeps the amount {NESTPAY_HELD_DAYS} days (NestPay) or {AKBANK_HELD_DAYS} (Akbank, Garanti)',
  ],
  'docs/interface/payments.tr.md': [
    'Bu süre en çok {MOST_SEARCH_DAYS} gündür',
    'son {SEARCH_DAYS} gün, `authorizationCode` ya da `bankReferenceNumber` ile son {MOST_SEARCH_DAYS} gün',
    'günler verilmezse {STATISTICS_DAYS}, en çok {MOST_STATISTICS_DAYS} gün.',
    'tutarı {NESTPAY_HELD_DAYS} gün (NestPay) ya da {AKBANK_HELD_DAYS} gün (Akbank, Garanti)',
  ],
  'docs/interface/nestpay.md': ['its capture `PostAuth`, at most {NESTPAY_HELD_DAYS} days later'],
  'docs/interface/akbank.md': ['read as reserved for {AKBANK_HELD_DAYS} days'],
  'docs/interface/garanti.md': ['is reserved for {GARANTI_HELD_DAYS} days'],
  'docs/interface/installments.md': ['At most {MOST_TABLE_ROWS} rows'],
  'docs/interface/installments.tr.md': ['En çok {MOST_TABLE_ROWS} satır'],
  'docs/interface/console.md': [
    'good once, for {SIGN_IN_MINUTES} minutes',
    'ends {IDLE_MINUTES} minutes after its last renewal, and {SESSION_HOURS} hours after',
    'the sessions within {KEY_CACHED_SECONDS} seconds',
  ],
  'docs/interface/cards.md': [
    '`cardNumber` has {MIN_CARD_DIGITS} to {MAX_CARD_DIGITS} digits',
    'it ends after {TEMPORARY_CARD_MINUTES} minutes',
  ],
  'docs/interface/cards.tr.md': [
    'Luhn rakamı geçerli {MIN_CARD_DIGITS} – {MAX_CARD_DIGITS} rakamdır',
    'kart geçicidir: {TEMPORARY_CARD_MINUTES} dakika sonra',
  ],
  'docs/interface/customers.md': [
    'a call compares at most {MOST_NAMES_READ} customers',
    '`phone` is {MIN_PHONE_DIGITS} to {MAX_PHONE_DIGITS} digits',
  ],
  'docs/interface/customers.tr.md': [
    'bir çağrı en çok {MOST_NAMES_READ} müşteriye',
    '`phone`, {MIN_PHONE_DIGITS} ile {MAX_PHONE_DIGITS} arası rakamdır',
  ],
  'docs/interface/hosted-page.md': [
    'at most {TEMPORARY_CARD_MINUTES} minutes beside the payment',
    'found more than {TEMPORARY_CARD_MINUTES} minutes later',
    '5 to {LONGEST_PAGE_MINUTES} ({LONGEST_PAGE_DAYS} days)',
    'up to {LONGEST_PAGE_DAYS} days, is a payment link',
    '`ownerName` is 1 to {MAX_BUYER_NAME} characters',
    'declines within {DECLINE_MINUTES} minutes',
    'older than {DECLINE_MINUTES} minutes',
    'different cards of {DECLINE_MINUTES} minutes',
    'and at least {IDEMPOTENCY_DAYS} days',
  ],
  'docs/interface/hosted-page.tr.md': [
    'en çok {TEMPORARY_CARD_MINUTES} dakika ödemenin',
    'Başarı {TEMPORARY_CARD_MINUTES} dakikadan daha sonra',
    '5 ile {LONGEST_PAGE_MINUTES} ({LONGEST_PAGE_DAYS} gün)',
    'en çok {LONGEST_PAGE_DAYS} gün için oluşturulmuş',
    '`ownerName` 1 ile {MAX_BUYER_NAME} karakter',
    '{DECLINE_MINUTES} dakika içinde en az',
    'retler {DECLINE_MINUTES} dakikadan eski',
    '{DECLINE_MINUTES} dakikanın farklı kartları',
    'sayfa kadar ve en az {IDEMPOTENCY_DAYS} gün',
  ],
  'docs/interface/events.md': [
    'Events are kept for {EVENTS_KEPT_DAYS} days',
    'still pending after {EVENTS_KEPT_DAYS} days',
    'A merchant has at most {MOST_WEBHOOKS}.',
    'for {BOTH_SECRETS_HOURS} hours messages have signatures of both',
    'after {DELIVERY_DAYS} days without a success',
    'waits {WEBHOOK_TEST_SECONDS} seconds at most',
    'An answer 2xx within {ANSWER_SECONDS} seconds',
    '{DELIVERY_DAYS} days; the function respects `Retry-After`',
    'does not count towards the {DELIVERY_DAYS} days',
    'the first {ANSWER_CHARACTERS} characters of the answer',
    'comes {KEY_FIRST_NOTICE_DAYS}, {KEY_SECOND_NOTICE_DAYS} and {KEY_LAST_NOTICE_DAYS} days before',
  ],
  'docs/interface/events.tr.md': [
    'anından başlayarak {EVENTS_KEPT_DAYS} gün',
    'gönderilir. {EVENTS_KEPT_DAYS} gün sonra',
    'Bir üye iş yerinin en çok {MOST_WEBHOOKS}',
    '{BOTH_SECRETS_HOURS} saat boyunca iletilerde',
    'ya da {DELIVERY_DAYS} gün başarı olmayınca',
    'en çok {WEBHOOK_TEST_SECONDS} saniye bekler',
    '{ANSWER_SECONDS} saniye içinde 2xx',
    'ardından {DELIVERY_DAYS} gün boyunca',
    'olduğu süre {DELIVERY_DAYS} güne sayılmaz',
    'yanıtın ilk {ANSWER_CHARACTERS} karakteri',
    'dolmadan {KEY_FIRST_NOTICE_DAYS}, {KEY_SECOND_NOTICE_DAYS} ve {KEY_LAST_NOTICE_DAYS} gün önce',
  ],
  'docs/interface/api.md': [
    'of at most {MAX_BODY_KIB} KiB',
    'A card number is {MIN_CARD_DIGITS} to {MAX_CARD_DIGITS} digits',
    'the call reads for at most {SEARCH_SECONDS} seconds',
    '`limit` is 1 to {MOST_CSV_ROWS}, the default',
    '1 to {MAX_IDEMPOTENCY_KEY} visible ASCII characters',
    'is kept for {IDEMPOTENCY_DAYS} days',
    'one JSON object, at most {MAX_JSON_LEVELS} levels deep',
    'revoked key stops within {KEY_CACHED_SECONDS} seconds',
    'at most {MOST_API_KEYS} at a time',
  ],
  'docs/interface/api.tr.md': [
    'en çok {MAX_BODY_KIB} KiB',
    'olursa olsun {MIN_CARD_DIGITS} ile {MAX_CARD_DIGITS} arası rakamdır',
    'çağrı en çok {SEARCH_SECONDS} saniye okur',
    '`limit` 1 ile {MOST_CSV_ROWS} arasıdır, varsayılanı üst',
    '1 ile {MAX_IDEMPOTENCY_KEY} arası görünür ASCII',
    'yol için geçerlidir; {IDEMPOTENCY_DAYS} gün',
    'tek bir JSON nesnesidir: en çok {MAX_JSON_LEVELS} düzey',
    'İptal edilen anahtar en geç {KEY_CACHED_SECONDS} saniyede',
    'aynı anda en çok {MOST_API_KEYS} anahtar',
  ],
  'docs/interface/recurring-payments.md': [
    'or customer, at most {MOST_ORDERED}, else',
    'More than {MOST_PLAN_CHANGES} changes to come',
  ],
  'docs/interface/recurring-payments.tr.md': [
    'planlarını okur, en çok {MOST_ORDERED} tane',
    'değişiklikler {MOST_PLAN_CHANGES} taneden fazla',
  ],
  'docs/interface/virtual-pos.md': ['For the {REFUND_DAYS} days of'],
  'docs/architecture.md': [
    'one change of an object, kept for {EVENTS_KEPT_DAYS} days',
    'takes back a whole payment of the last {CANCELLATION_HOURS} hours',
  ],
  'docs/events.md': [
    'for {EVENTS_KEPT_DAYS} days. A cursor that left events unread',
    'Return a 2xx response within {ANSWER_SECONDS} seconds',
    'every 12 hours for {DELIVERY_DAYS} days',
    'does not count towards the {DELIVERY_DAYS} days',
    'Answer within {ANSWER_SECONDS} seconds',
  ],
  'docs/events.tr.md': [
    'olaylar {EVENTS_KEPT_DAYS} gün saklanır',
    '{ANSWER_SECONDS} saniye içinde 2xx yanıtı',
    'ardından {DELIVERY_DAYS} gün',
    'bu süre {DELIVERY_DAYS} güne sayılmaz',
    '{ANSWER_SECONDS} saniye içinde yanıt verin',
  ],
  'docs/shops.md': [
    'a whole payment of the last {CANCELLATION_HOURS} hours',
    'longer than {SEARCH_SECONDS} seconds',
    'the last {SEARCH_DAYS} days are searched ({MOST_SEARCH_DAYS} by a code of the bank)',
    'at most {MOST_SEARCH_DAYS} days; `searchedUntil`',
  ],
  'docs/shops.tr.md': [
    'son {CANCELLATION_HOURS} saat içindeki',
    'bir filtre {SEARCH_SECONDS} saniyeyi aşarsa',
    'son {SEARCH_DAYS} gün (bankanın koduyla son {MOST_SEARCH_DAYS} gün)',
    'arası, en çok {MOST_SEARCH_DAYS} gün, aranır',
  ],
  'docs/guides/limits.md': [
    'a body | {MAX_BODY_KIB} KiB, JSON, {MAX_JSON_LEVELS} levels',
    '{MAX_IDEMPOTENCY_KEY} visible ASCII characters, no space, kept {IDEMPOTENCY_DAYS} days',
    '5 minutes to {LONGEST_PAGE_DAYS} days ({LONGEST_PAGE_MINUTES} minutes)',
    'events in the feed | kept {EVENTS_KEPT_DAYS} days',
    'an answer to a webhook | {ANSWER_SECONDS} seconds | tried again, for {DELIVERY_DAYS} days',
  ],
  'docs/guides/limits.tr.md': [
    'gövde | {MAX_BODY_KIB} KiB, JSON, {MAX_JSON_LEVELS} düzey',
    'boşluksuz {MAX_IDEMPOTENCY_KEY} görünür ASCII karakteri, {IDEMPOTENCY_DAYS} gün saklanır',
    '5 dakika – {LONGEST_PAGE_DAYS} gün ({LONGEST_PAGE_MINUTES} dakika)',
    'akıştaki olaylar | {EVENTS_KEPT_DAYS} gün saklanır',
    'webhook yanıtı | {ANSWER_SECONDS} saniye | {DELIVERY_DAYS} gün boyunca',
  ],
  'docs/guides/payment-link.md': ['up to {LONGEST_PAGE_DAYS} days, is a payment link'],
  'docs/guides/payment-link.tr.md': ['en çok {LONGEST_PAGE_DAYS} gün yaşayan sayfa'],
  'docs/guides/moving.md': ['`Idempotency-Key`, kept {IDEMPOTENCY_DAYS} days'],
  'docs/guides/moving.tr.md': ['`Idempotency-Key`, {IDEMPOTENCY_DAYS} gün saklanır'],
  'docs/guides/subscription.md': ['is off for {DELIVERY_DAYS} days'],
  'docs/guides/subscription.tr.md': ['bu saatle {DELIVERY_DAYS} gün kapalı'],
  'docs/guides/which-event.md': ['leaves an event unread for {EVENTS_KEPT_DAYS} days'],
  'docs/guides/which-event.tr.md': ['Bir olayı {EVENTS_KEPT_DAYS} gün okumadan bırakan'],
  'docs/change-of-bank.md': ['stays open** for {REFUND_DAYS} days'],
  'docs/deploy-options.md': ['beyond {MAX_BODY_KIB} KiB', 'Idempotency keys: {IDEMPOTENCY_DAYS} days'],
  'docs/reliability.md': [
    'identical to the byte, for {IDEMPOTENCY_DAYS} days',
    'Keys older than {IDEMPOTENCY_DAYS} days',
  ],
  'docs/questions.md': [
    'events of {EVENTS_KEPT_DAYS} days',
    'events {EVENTS_KEPT_DAYS} days',
    'good once for {SIGN_IN_MINUTES} minutes',
  ],
  'docs/questions.tr.md': ['olaylar {EVENTS_KEPT_DAYS} gün', '{SIGN_IN_MINUTES} dakikalık'],
  'docs/security.md': [
    'end after {TEMPORARY_CARD_MINUTES} minutes',
    'good once, for {SIGN_IN_MINUTES} minutes',
    '{IDLE_MINUTES} idle minutes lock',
  ],
  'docs/runbooks/webhooks-fail.md': [
    'lost for {DELIVERY_DAYS} days',
    'After {DELIVERY_DAYS} days a webhook is',
  ],
  'docs/runbooks/deliveries-late.md': [
    'deliveries are kept for {EVENTS_KEPT_DAYS} days',
    'wait up to {ANSWER_SECONDS} seconds',
  ],
};

/** The windows that merchants plan by, as documents write them: each stands in a listed sentence. */
const { CANCELLATION_HOURS, DELIVERY_DAYS, EVENTS_KEPT_DAYS, MOST_STATISTICS_DAYS, REFUND_DAYS } = limits;
const HOURS = `${CANCELLATION_HOURS}[ -](?:hours|saat)`;
const NUMBERS_OF_DAYS = [DELIVERY_DAYS, EVENTS_KEPT_DAYS, MOST_STATISTICS_DAYS, REFUND_DAYS];
const DAYS = `(?:${NUMBERS_OF_DAYS.join('|')})[ -](?:days|gün)`;
/** Rules of others with the same number, and what other tests hold to the code. */
const ELSEWHERE = [
  '10 in 24 hours', // the card schemes
  '10 attempts in 24 hours',
  '24 saatte 10',
  '24 saatte en çok 10',
  '`idempotency_key`, kept 24 hours', // Stripe
  '`idempotency_key`, 24 saat',
  'after 1, 6 and 24 hours', // the inquiries
  '1, 6 ve 24 saat sonra',
  'After 24 hours it waits for a manual resolution',
  '24 saat sonra elle sonuçlandırma bekler',
  'or {DELIVERY_DAYS} days without a success',
  '{DELIVERY_DAYS} days of tries, {EVENTS_KEPT_DAYS} days old',
  'has failed for {DELIVERY_DAYS} days',
  '{DELIVERY_DAYS} gündür başarısız',
];

/** What stands between the numbers of a sentence, and the names of their limits, in turn. */
const partsOf = (sentence: string) => sentence.split(/\{(\w+)\}/);

/** The sentence as it may be wrapped, with a group for each part. */
const patternOf = (sentence: string) => {
  const parts = partsOf(sentence).map((part, at) =>
    at % 2 === 1
      ? String.raw`\d+`
      : part.replaceAll(/[*|.()]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`),
  );
  return new RegExp(`(${parts.join(')(')})`, 'g');
};

/** The document with the numbers of the constants. */
const renewed = (text: string, sentences: readonly string[]): string =>
  sentences.reduce((so, sentence) => {
    const names = partsOf(sentence);
    return so.replace(patternOf(sentence), (_, ...parts: string[]) =>
      names.map((name, at) => (at % 2 === 1 ? VALUES[name] : parts[at])).join(''),
    );
  }, text);

describe('the numbers of rules in documents', () => {
  for (const [path, sentences] of Object.entries(SENTENCES)) {
    it(`${path} has those of the constants`, () => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      expect(sentences.filter((sentence) => !patternOf(sentence).test(text))).toEqual([]);
      const now = renewed(text, sentences);
      if (process.env['UPDATE_DOCS']) writeFileSync(join(ROOT, path), now);
      expect(text === now || process.env['UPDATE_DOCS'], `stale: ${RENEWAL}`).toBeTruthy();
    });
  }

  it('no window of a rule stands in another sentence', () => {
    const windows = new RegExp(String.raw`(?<![\d.,])(?:${HOURS}|${DAYS})`, 'g');
    const others = documents
      .filter(({ path }) => /^docs\/(interface|guides|shops|events|architecture|questions)/.test(path))
      .flatMap(({ path, text }) => {
        const rest = [...(SENTENCES[path] ?? []), ...ELSEWHERE].reduce(
          (left, sentence) => left.replaceAll(patternOf(sentence), ''),
          text.replaceAll(/\s+/g, ' '),
        );
        return [...rest.matchAll(windows)].map(({ index }) => `${path}: ${rest.slice(index, index + 60)}`);
      });
    expect(others, 'list the sentence in SENTENCES').toEqual([]);
    const isUsed = (sentence: string) => documents.some(({ text }) => patternOf(sentence).test(text));
    expect(ELSEWHERE.filter((sentence) => !isUsed(sentence))).toEqual([]);
  });
});
