// What the documents have as tables, made of the tables of the code: errors, sandbox cards, and what other
// providers call our fields.

import { BY_CODE, UNCERTAIN_CODES } from '#acquirer/issuer-codes.ts';
import { CHARGE_WORDS } from '#contract/words/charge-words.ts';
import { CARD_WORDS, CUSTOMER_WORDS } from '#contract/words/customer-words.ts';
import type { OtherWords } from '#contract/words/other-words.ts';
import { PLAN_CHANGE_WORDS, PLAN_WORDS } from '#contract/words/plan-words.ts';
import { LINE_WORDS, PAGE_WORDS, REFUND_WORDS } from '#contract/words/sale-words.ts';
import { WEBHOOK_WORDS } from '#contract/words/webhook-words.ts';
import { type FieldCode, type FieldHint, fieldSentence } from '#domain/field-problem.ts';
import type { Language } from '#domain/language.ts';
import { BANK_DECLINES, type DeclineCode, ERRORS } from '#domain/rejection-table.ts';
import { buyerSentence } from '#page/buyer-sentences.ts';
import { issuerOf, SANDBOX_CARDS } from '../bank/sandbox-cards.ts';
import { clientArchives } from '../clients/archives.ts';
import { codesOf, commonCodes, type Document, operationsOf, tableOf } from './reference.ts';
import { WORDS } from './words.ts';

const FIELD_CODES = {
  REQUIRED: {},
  INVALID_TYPE: {},
  INVALID_FORMAT: {},
  TOO_SHORT: { min: 2 },
  TOO_LONG: { max: 64 },
  OUT_OF_RANGE: { min: 1, max: 12 },
  INVALID_ENUM: { values: ['TRY', 'USD'] },
  AMOUNT_PRECISION: {},
  CARD_DATA: {},
  API_KEY: {},
  NOT_APPLICABLE: {},
  UNKNOWN: { meant: 'amount' },
} satisfies Record<FieldCode, FieldHint>;

/** The error reference, to which `docUrl` of every failed call leads. */
export function errorsPage(document: Document, language: Language): string {
  const words = WORDS[language];
  const operations = operationsOf(document);
  const common: ReadonlySet<string> = commonCodes(operations);
  const raisedBy = (code: string) => {
    const by = operations.filter((one) => codesOf(one).some((own) => own === code));
    if (by.length === 0) return words.declines;
    if (common.has(code)) return words.everyCall;
    return by
      .map(({ operationId, tags, summary }) => `[${summary}](docs:${tags[0]}#${operationId})`)
      .join(', ');
  };
  const sections = Object.entries(ERRORS).map(([code, { status, advice, retryable, ...messages }]) =>
    [
      `## <a id="${code}"></a>${code}`,
      `HTTP ${status}. ${messages[language]}`,
      `**${words.advice}:** ${advice[language]}${retryable ? ` ${words.again}` : ''}`,
      ...(isDecline(code) ? [`**${words.buyer}:** ${buyerSentence(code, language)}`] : []),
      `${words.raisedBy}: ${raisedBy(code)}.`,
    ].join('\n\n'),
  );
  const codes = Object.entries(FIELD_CODES).map(([code, hint]) => [
    `\`${code}\``,
    fieldSentence({ field: '', code: code as FieldCode, hint }, language),
  ]);
  const index = Object.keys(ERRORS).map((code) => `[\`${code}\`](#${code})`);
  return [
    `# ${words.errorsTitle}`,
    words.errorsText,
    index.join(', '),
    `## <a id="fields"></a>${words.fieldCodes}`,
    words.fieldCodesText,
    tableOf([words.code, words.message], codes),
    bankCodes(language),
    ...sections,
  ].join('\n\n');
}

const isDecline = (code: string): code is DeclineCode => code in BANK_DECLINES;

/** What the number of a bank in `bankResponseCode` and in an order's story means. */
function bankCodes(language: Language): string {
  const words = WORDS[language];
  const codesOfDecline = Map.groupBy(BY_CODE.keys(), (code) => BY_CODE.get(code)?.errorCode ?? '');
  const listed = (codes: Iterable<string>) => [...codes].map((code) => `\`${code}\``).join(' ');
  const rows = [...codesOfDecline].map(([errorCode, codes]) => [
    listed(codes),
    `[\`${errorCode}\`](#${errorCode})`,
  ]);
  return [
    `## <a id="bank-codes"></a>${words.bankCodes}`,
    words.bankCodesText.replace('{}', listed(UNCERTAIN_CODES)),
    tableOf([words.bankCode, '`errorCode`'], rows),
  ].join('\n\n');
}

export function cardsTable(language: Language): string {
  const { number_, brand, family, happens } = WORDS[language];
  const rows = SANDBOX_CARDS.map((card) => [
    `\`${card.number}\``,
    card.brand,
    issuerOf(card.number)?.family ?? '',
    card.description[language],
  ]);
  return tableOf([number_, brand, family, happens], rows);
}

/** The clients with their digests, and how each is installed; the digest of Python's is checked by pip. */
export function clientsTable(language: Language): string {
  const words = WORDS[language];
  const { typescript, python } = clientArchives();
  const rows = [['TypeScript', typescript] as const, ['Python', python] as const].map(
    ([name, { name: file, sha256 }]) => [name, `[${file}](docs-file:${file})`, `\`${sha256}\``],
  );
  const at = '$PAYMENT_URL/docs';
  const npm = `npm install "${at}/${typescript.name}"`;
  const pip = `pip install "payment-service-client @ ${at}/${python.name}#sha256=${python.sha256}"`;
  return `${tableOf([words.client, words.file, 'SHA-256'], rows)}\n\n\`\`\`bash\n${npm}\n${pip}\n\`\`\``;
}

const OF_BODIES: readonly [words: OtherWords, call: string][] = [
  [PAGE_WORDS, 'hosted-page#hostedPageCreate'],
  [LINE_WORDS, 'hosted-page#hostedPageCreate'],
  [CHARGE_WORDS, 'payment#paymentCharge'],
  [CUSTOMER_WORDS, 'customer#customerCreate'],
  [CARD_WORDS, 'card#cardCreate'],
  [REFUND_WORDS, 'refund#refundCreate'],
  [PLAN_WORDS, 'recurring-payment#recurringPaymentCreate'],
  [PLAN_CHANGE_WORDS, 'recurring-payment#recurringPaymentUpdate'],
  [WEBHOOK_WORDS, 'webhook#webhookCreate'],
];

export function otherWordsTable(document: Document, language: Language): string {
  const words = WORDS[language];
  const operations = operationsOf(document);
  const summaries = new Map(operations.map(({ operationId, summary }) => [operationId, summary]));
  return OF_BODIES.map(([table, call], at) => {
    const shownWords = (theirs: string) => theirs.replaceAll(/\S+/g, '`$&`');
    const rows = [
      ...Object.entries(table.ours).map(([ours, [theirs, differs]]) => [
        `\`${ours}\``,
        shownWords(theirs),
        differs?.[language] ?? '',
      ]),
      ...(table.none ?? [])
        .flat()
        .map(([theirs, why, reason]) => [words[why], shownWords(theirs), reason[language]]),
    ];
    const name = summaries.get(call.split('#')[1] ?? '') ?? '';
    const lines = at === 1 ? ' (`products`)' : '';
    const shown = tableOf([words.ours, words.theirs, words.differs], rows);
    return `**[${name}](docs:${call})**${lines}\n\n${shown}`;
  }).join('\n\n');
}
