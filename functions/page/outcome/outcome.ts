// The pages that end or interrupt a payment. Each reports the fate of the buyer's money and has one button.
// The pages of the 3-D Secure challenge are in challenge.ts.
import { defined } from '#domain/defined.ts';
import type { Language } from '#domain/language.ts';
import type { HostedPage } from '#domain/payment/hosted-page.ts';
import type { OverState } from '#domain/payment/page-state.ts';
import type { Payment } from '#domain/payment/payment.ts';
import { reasonOnly } from '../buyer-sentences.ts';
import { chargesText } from '../charges-text.ts';
import { momentText, moneyText } from '../format.ts';
import { dataset, type Html, html, webAddress } from '../html.ts';
import { BRAND_NAMES, SIGNS } from '../icons.ts';
import { pageDocument } from '../layout.ts';
import { LINES_STYLE, productList } from '../product-lines.ts';
import {
  type CopyData,
  type FrameResult,
  idOf,
  type MainData,
  type OutcomePart,
} from '../script/contract.ts';
import { type Face, merchantHeading, shopContact } from '../shop-face.ts';
import { FRAME_STYLE } from '../style.ts';
import { TEXTS } from '../texts.ts';
import { OUTCOME_STYLE } from './outcome-style.ts';

export type OutcomeView = {
  language: Language;
  cspNonce: string;
  /** Absent if the hosted page is unknown. */
  merchantName?: string;
  /** The address of the shop. Without it there is no button. */
  returnUrl?: string | undefined;
  isTest?: boolean;
  frameOrigins?: readonly string[];
  face?: Face;
};

export type OutcomeFrame = {
  sign: keyof typeof SIGNS;
  state: string;
  result?: FrameResult;
  title: string;
  text: string;
  /** The buyer's next step, if `text` does not contain it. */
  advice?: string;
  /** The note that the buyer may close the page; it is not printed. */
  closing?: string;
  warning?: string;
  /** Shown large. The label is for screen readers. */
  amount?: { label: string; text: string };
  /** What was bought. */
  lines?: Html | undefined;
  facts?: OutcomeTable;
  scripts?: readonly OutcomePart[];
  refresh?: { seconds: number; address?: string };
  /** True for an error: screen readers announce the message at once. */
  isError?: boolean;
  /** Shown in the place of the button. */
  form?: Html;
  /** The address of the page, for one that is the response to a form. */
  address?: string;
  /** The address of the shop with the signed result. */
  returnUrl?: string;
};

type OutcomeTable = readonly (readonly [label: string, value: Html | string | undefined])[];

function factList(facts: OutcomeFrame['facts'] = []): Html | undefined {
  const present = facts.filter(([, value]) => value !== undefined);
  if (present.length === 0) return undefined;
  return html`<dl class="facts">${present.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`,
  )}</dl>`;
}

/** The text of the page as one message for screen readers. */
function message({ isError, title, amount, text, advice, closing, warning }: OutcomeFrame): Html {
  const amountLine =
    amount && html`<p class="amount money"><span class="unseen">${amount.label}: </span>${amount.text}</p>\n`;
  return html`<div class="message" role="${isError ? 'alert' : 'status'}"><h1>${title}</h1>
${amountLine}<p class="says">${text}</p>
${advice !== undefined && html`<p class="says">${advice}</p>\n`}${
  closing !== undefined && html`<p class="says closing">${closing}</p>\n`
}${warning !== undefined && html`<p class="warns">${warning}</p>`}</div>`;
}

export function outcomePage(view: OutcomeView, frame: OutcomeFrame): Html {
  const texts = TEXTS[view.language];
  const { merchantName, returnUrl, face } = view;
  return pageDocument({
    language: view.language,
    title: merchantName === undefined ? frame.title : `${frame.title} · ${merchantName}`,
    cspNonce: view.cspNonce,
    isTest: view.isTest ?? false,
    frameOrigins: view.frameOrigins ?? [],
    style: [FRAME_STYLE, ...(frame.lines ? [LINES_STYLE] : []), OUTCOME_STYLE],
    face,
    main: html`<main class="pane outcome"${dataset<MainData>({
      state: frame.state,
      result: frame.result,
      address: frame.address && webAddress(frame.address),
      returnUrl: frame.returnUrl,
    })}><div>
${merchantName !== undefined && html`<p class="merchant">${merchantHeading(merchantName, face)}</p>`}
${SIGNS[frame.sign]}
${message(frame)}
${frame.lines}${factList(frame.facts)}
${frame.form}${
  returnUrl !== undefined &&
  html`<a class="button"
 id="${idOf('return')}" href="${webAddress(returnUrl)}" target="_top">${texts.returnToShop}</a>`
}
${shopContact(view.language, face)}</div></main>`,
    ...defined({ scripts: frame.scripts, refresh: frame.refresh }),
  });
}

/** What the page of a payment that is being checked, and that of a paid one, show of it. */
export type Receipt = Pick<
  Payment,
  | 'orderNumber'
  | 'chargedMinor'
  | 'orderMinor'
  | 'currency'
  | 'installment'
  | 'cardFamily'
  | 'maskedCardNumber'
  | 'cardAssociation'
  | 'paymentReferenceNumber'
  | 'authorizationCode'
  | 'createdAt'
  | 'paidAt'
  | 'recurringTerms'
  | 'status'
> &
  Pick<HostedPage, 'timeZone' | 'products' | 'shippingMinor'>;

export type ShownCard = Pick<Receipt, 'maskedCardNumber' | 'cardAssociation'>;

/** `Mastercard •••• 0008`. */
export function cardText({ cardAssociation, maskedCardNumber }: ShownCard): string {
  return `${BRAND_NAMES[cardAssociation]} •••• ${maskedCardNumber.slice(-4)}`.trim();
}

/**
 * In groups of four, which are no part of the text that is copied. The last eight characters stand out: like
 * the last digits of a card they are what a buyer reads out on the telephone.
 */
function referenceText(reference: string, language: Language): Html {
  const { copy, copied } = TEXTS[language];
  const groups = reference.split(/(?<=^PAY-.*)(?=(?:.{4})+$)/);
  return html`<span class="reference" id="${idOf('reference')}">${groups.map(
    (group) => html`<span>${group}</span>`,
  )}</span> <button type="button" class="copy" id="${idOf('copy')}" aria-live="polite"
 aria-describedby="${idOf('reference')}"${dataset<CopyData>({ done: copied })} hidden>${copy}</button>`;
}

/** The large amount is what the card pays: with a surcharge, these are its parts. */
function surchargeFacts({ chargedMinor, orderMinor, currency }: Receipt, language: Language): OutcomeTable {
  if (orderMinor === undefined) return [];
  const texts = TEXTS[language];
  return [
    [texts.orderAmount, moneyText(orderMinor, currency, language)],
    [texts.surcharge, moneyText(chargedMinor - orderMinor, currency, language)],
  ];
}

function receiptFacts(receipt: Receipt, language: Language): OutcomeTable {
  const texts = TEXTS[language];
  const { installment, cardFamily, paidAt, createdAt, timeZone, shippingMinor, currency } = receipt;
  return [
    [texts.shipping, shippingMinor === undefined ? undefined : moneyText(shippingMinor, currency, language)],
    [texts.orderNumber, receipt.orderNumber],
    ...surchargeFacts(receipt, language),
    [texts.card, [cardFamily, cardText(receipt)].filter(Boolean).join(' · ')],
    [texts.installment, installment === 1 ? texts.singlePayment : texts.installmentCount(installment)],
    [texts.recurringPayment, chargesText({ ...receipt, language, now: new Date(receipt.createdAt) })],
    [texts.paymentTime, momentText(new Date(paidAt ?? createdAt), timeZone, language)],
    [texts.authorizationCode, receipt.authorizationCode],
    [texts.paymentReference, referenceText(receipt.paymentReferenceNumber, language)],
  ];
}

export type ReceiptView = OutcomeView & { receipt?: Receipt };

/** The most bytes of product lines, some 50 usual ones: a receipt is small and may be printed. */
const RECEIPT_LINES_BYTES = 5_000;

/** Amount and facts of a page that shows a payment, and its scripts: `parts` and that of the reference. */
export function receiptOf({ receipt, language }: ReceiptView, label: string, ...parts: OutcomePart[]) {
  if (receipt === undefined) return { scripts: parts };
  const text = moneyText(receipt.chargedMinor, receipt.currency, language);
  const scripts = [...parts, 'copy' as const];
  const lines = productList({ ...receipt, language }, RECEIPT_LINES_BYTES);
  return { amount: { label, text }, lines, facts: receiptFacts(receipt, language), scripts };
}

/** The outcome is not known yet: the page has no form and checks again every five seconds. */
export function beingChecked(view: ReceiptView & { address?: string }): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'waiting',
    state: 'checking',
    title: texts.checkingTitle,
    text: texts.checkingText,
    closing: texts.mayCloseWaiting,
    warning: texts.checkingWarning,
    ...receiptOf(view, texts.amount, 'checking'),
    refresh: refreshEveryFiveSeconds(view.address),
    ...defined({ address: view.address }),
  });
}

/** The refresh for browsers without scripts. */
export const refreshEveryFiveSeconds = (address: string | undefined) =>
  address === undefined ? { seconds: 5 } : { seconds: 5, address: webAddress(address) };

export function paid(view: ReceiptView): Html {
  const texts = TEXTS[view.language];
  const { title, text, label } = paidWords(texts, view.receipt?.status);
  return outcomePage(view, {
    sign: 'success',
    state: 'paid',
    result: 'paid',
    title,
    text,
    closing: texts.mayClose,
    ...receiptOf(view, label),
  });
}

/** An amount that is only reserved is not paid yet. */
function paidWords(texts: (typeof TEXTS)[Language], status?: Payment['status']) {
  if (status === 'Authorized')
    return { title: texts.heldTitle, text: texts.heldText, label: texts.amountHeld };
  if (status === 'Released')
    return { title: texts.freedTitle, text: texts.notCharged, label: texts.amountHeld };
  return { title: texts.paidTitle, text: texts.paidText, label: texts.amountPaid };
}

/** All attempts are used up. `decline` is the last decline as text for the buyer; its advice is left out. */
export function failedFinally(
  view: OutcomeView & { decline?: string | undefined },
  texts: Record<'failedTitle' | 'failedText' | 'notCharged', string> = TEXTS[view.language],
): Html {
  return outcomePage(view, {
    sign: 'failure',
    state: 'failed',
    result: 'failed',
    title: texts.failedTitle,
    text: [reasonOnly(view.decline ?? ''), texts.notCharged].filter(Boolean).join(' '),
    advice: texts.failedText,
    isError: true,
  });
}

/** The page can no longer be paid on, without an error of the buyer. */
export function pageOver(view: OutcomeView, state: Uncapitalize<OverState | 'Superseded'>): Html {
  const texts = TEXTS[view.language];
  const [title, text] = [texts[`${state}Title`], texts[`${state}Text`]];
  return outcomePage(view, { sign: state === 'expired' ? 'neutral' : 'ended', state, title, text });
}

export function notFound(view: OutcomeView): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'ended',
    state: 'not-found',
    title: texts.notFoundTitle,
    text: texts.notFoundText,
    isError: true,
  });
}

/** An error of this service. The page does not mention the money, because the outcome is not known. */
export function problem(view: OutcomeView & { requestId: string }): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'failure',
    state: 'problem',
    title: texts.problemTitle,
    text: texts.problemText,
    facts: [[texts.requestId, view.requestId]],
    isError: true,
  });
}

/** A page that leads to the shop, for responses that must not redirect: the policies of some banks block it. */
export function returnToShop(view: OutcomeView & { returnUrl: string }, result?: FrameResult): Html {
  const texts = TEXTS[view.language];
  const returnUrl = webAddress(view.returnUrl);
  return outcomePage(view, {
    sign: result === 'paid' || result === 'stored' ? 'success' : 'neutral',
    state: 'returning',
    ...defined({ result }),
    title: texts.returningTitle,
    text: texts.returningText,
    scripts: ['return'],
    refresh: { seconds: 0, address: returnUrl },
    returnUrl,
  });
}
