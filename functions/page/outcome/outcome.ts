// The pages that end or interrupt a payment. Each says what happened to the buyer's money and has one button.
// The pages of the 3-D Secure challenge are in challenge.ts.

import type { Language } from '#domain/language.ts';
import type { Currency } from '#domain/money.ts';
import { moneyText } from '../format.ts';
import { type Html, html, webAddress } from '../html.ts';
import { SIGNS } from '../icons.ts';
import { merchantMark, pageDocument } from '../layout.ts';
import type { ScriptPart } from '../script/scripts.ts';
import { FRAME_STYLE } from '../style.ts';
import { TEXTS } from '../texts.ts';
import { OUTCOME_STYLE } from './outcome-style.ts';

export type OutcomeView = {
  language: Language;
  cspNonce: string;
  /** Absent if the hosted page is unknown. */
  merchantName?: string;
  /** The address of the shop. Without it there is no button. */
  returnUrl?: string;
  isTest?: boolean;
  frameOrigins?: readonly string[];
};

export type OutcomeFrame = {
  sign: keyof typeof SIGNS;
  state: string;
  /** Sent to a shop that frames the page. */
  result?: 'paid' | 'failed';
  title: string;
  text: string;
  /** What the buyer can do, if `text` does not say it. */
  advice?: string;
  warning?: string;
  /** Shown large. The label is for screen readers. */
  amount?: { label: string; text: string };
  facts?: readonly (readonly [label: string, value: string | undefined])[];
  script?: ScriptPart;
  refresh?: { seconds: number; address?: string };
  /** True for an error: screen readers announce the message at once. */
  isError?: boolean;
  /** Shown in the place of the button. */
  form?: Html;
  /** The address of the hosted page, for a page that is the response to a form. */
  address?: string;
};

function factList(facts: OutcomeFrame['facts'] = []): Html | undefined {
  const present = facts.filter(([, value]) => value !== undefined);
  if (present.length === 0) return undefined;
  return html`<dl class="facts">${present.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>\n`,
  )}</dl>`;
}

/** The text of the page as one message for screen readers. */
function message({ isError, title, amount, text, advice, warning }: OutcomeFrame): Html {
  const amountLine =
    amount && html`<p class="amount money"><span class="unseen">${amount.label}: </span>${amount.text}</p>\n`;
  return html`<div role="${isError ? 'alert' : 'status'}"><h1>${title}</h1>
${amountLine}<p class="says">${text}</p>
${advice !== undefined && html`<p class="says">${advice}</p>\n`}${
  warning !== undefined && html`<p class="warns">${warning}</p>`
}</div>`;
}

export function outcomePage(view: OutcomeView, frame: OutcomeFrame): Html {
  const texts = TEXTS[view.language];
  const { merchantName, returnUrl } = view;
  return pageDocument({
    language: view.language,
    title: merchantName === undefined ? frame.title : `${frame.title} · ${merchantName}`,
    cspNonce: view.cspNonce,
    isTest: view.isTest ?? false,
    frameOrigins: view.frameOrigins ?? [],
    style: [FRAME_STYLE, OUTCOME_STYLE],
    main: html`<main class="pane outcome" data-state="${frame.state}"${
      frame.result !== undefined && html` data-result="${frame.result}"`
    }${frame.address !== undefined && html` data-address="${webAddress(frame.address)}"`}><div>
${merchantName !== undefined && html`<p class="merchant">${merchantMark(merchantName)}</p>`}
${SIGNS[frame.sign]}
${message(frame)}
${factList(frame.facts)}
${frame.form}${
  returnUrl !== undefined &&
  html`<a class="button" id="return" href="${webAddress(returnUrl)}" target="_top">${texts.returnToShop}</a>`
}
</div></main>`,
    ...(frame.script && { script: frame.script }),
    ...(frame.refresh && { refresh: frame.refresh }),
  });
}

/** The outcome is not known yet: the page has no form and checks again every five seconds. */
export function beingChecked(view: OutcomeView & { address?: string }): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'waiting',
    state: 'checking',
    title: texts.checkingTitle,
    text: texts.checkingText,
    warning: texts.checkingWarning,
    script: 'checking',
    refresh: refreshEveryFiveSeconds(view.address),
    ...(view.address !== undefined && { address: view.address }),
  });
}

/** The refresh for browsers without scripts. */
export const refreshEveryFiveSeconds = (address: string | undefined) =>
  address === undefined ? { seconds: 5 } : { seconds: 5, address: webAddress(address) };

export type PaidView = OutcomeView & {
  orderNumber?: string;
  amount?: { amountMinor: number; currency: Currency };
  paymentReferenceNumber?: string;
  maskedCardNumber?: string;
};

export function paid(view: PaidView): Html {
  const texts = TEXTS[view.language];
  const { amount } = view;
  return outcomePage(view, {
    sign: 'success',
    state: 'paid',
    result: 'paid',
    title: texts.paidTitle,
    text: texts.paidText,
    ...(amount && {
      amount: {
        label: texts.amountPaid,
        text: moneyText(amount.amountMinor, amount.currency, view.language),
      },
    }),
    facts: [
      [texts.orderNumber, view.orderNumber],
      [texts.card, view.maskedCardNumber],
      [texts.paymentReference, view.paymentReferenceNumber],
    ],
  });
}

/** All attempts are used up. `decline` is the last decline as text for the buyer. */
export function failedFinally(view: OutcomeView & { decline?: string }): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'failure',
    state: 'failed',
    result: 'failed',
    title: texts.failedTitle,
    text: [view.decline, texts.notCharged].filter(Boolean).join(' '),
    advice: texts.failedText,
    isError: true,
  });
}

export function expired(view: OutcomeView): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'neutral',
    state: 'expired',
    title: texts.expiredTitle,
    text: texts.expiredText,
  });
}

export function superseded(view: OutcomeView): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'neutral',
    state: 'superseded',
    title: texts.supersededTitle,
    text: texts.supersededText,
  });
}

export function notFound(view: OutcomeView): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'failure',
    state: 'not-found',
    title: texts.notFoundTitle,
    text: texts.notFoundText,
    isError: true,
  });
}

/** An error of this service. The page says nothing about the money, because the outcome is not known. */
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

/** A page that leads to the shop, for responses that must not redirect (nestpay.md 6.5). */
export function returnToShop(view: OutcomeView & { returnUrl: string; isPaid: boolean }): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: view.isPaid ? 'success' : 'neutral',
    state: 'returning',
    result: view.isPaid ? 'paid' : 'failed',
    title: texts.returningTitle,
    text: texts.returningText,
    script: 'return',
    refresh: { seconds: 0, address: webAddress(view.returnUrl) },
  });
}
