// The two pages around the 3-D Secure challenge: the form that posts the browser to the bank, with scripts in
// a frame of our form, and the page for a buyer who comes back before the bank has answered.
import { CHALLENGE_MS } from '#domain/payment/payment.ts';
import { dataset, type Html, html, webAddress } from '../html.ts';
import { type ChallengeData, idOf } from '../script/contract.ts';
import { FLOW_TEXTS, TEXTS } from '../texts.ts';
import {
  type OutcomeView,
  outcomePage,
  type ReceiptView,
  receiptOf,
  refreshEveryFiveSeconds,
} from './outcome.ts';

/** A form that the browser posts unchanged to the bank. It contains the card and is never stored. */
export type BankForm = { action: string; fields: Readonly<Record<string, string>> };

type ChallengeView = OutcomeView &
  BankForm & {
    /** The address that abandons the challenge. */
    startOverUrl: string;
    /** In place of the text about a payment. */
    text?: string;
    /** What the card pays. */
    amount?: string;
  };

export function challengePage(view: ChallengeView): Html {
  const [texts, flow] = [TEXTS[view.language], FLOW_TEXTS[view.language]];
  const inputs = Object.entries(view.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  const data = dataset<ChallengeData>({
    bar: [view.merchantName, view.amount].filter(Boolean).join(' \u00b7 '),
    whole: flow.bankWhole,
    opening: flow.bankOpening,
    slow: flow.bankSlow,
    leftMs: String(CHALLENGE_MS),
  });
  return outcomePage(view, {
    sign: 'waiting',
    state: 'challenge',
    title: texts.challengeTitle,
    text: view.text ?? texts.challengeText,
    ...(view.amount !== undefined && { amount: { label: texts.amount, text: view.amount } }),
    form: html`<form id="${idOf('challenge')}" method="post" action="${webAddress(view.action)}"
 accept-charset="utf-8"${data}>
${inputs}<button class="button">${texts.challengeButton}</button></form>
<form id="${idOf('give-up')}" method="post" action="${webAddress(view.startOverUrl)}" hidden>
<button class="button second">${flow.leaveBank}</button></form>`,
    scripts: ['challenge'],
  });
}

type VerifyingView = ReceiptView & {
  /** The page's address, from which it is read again. */
  address: string;
  /** The address that abandons the challenge. */
  startOverUrl: string;
};

/** The issuer has not answered yet. The page checks again by itself; a button starts over. */
export function verifyingPage(view: VerifyingView): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'waiting',
    state: 'verifying',
    title: texts.verifyingTitle,
    text: texts.verifyingText,
    advice: texts.verifyingAgain,
    ...receiptOf(view, texts.amount, 'checking'),
    form: html`<form id="start-over" method="post" action="${webAddress(view.startOverUrl)}">
<button class="button second">${texts.startOver}</button></form>`,
    refresh: refreshEveryFiveSeconds(view.address),
    address: view.address,
  });
}
