// The two pages around the bank's verification (3-D Secure): the one that takes the buyer's browser to the
// bank, and the one that a buyer finds who comes back before the bank has answered.
import { type Html, html, webAddress } from '../html.ts';
import { TEXTS } from '../texts.ts';
import { lookAgain, type OutcomeView, outcomePage } from './outcome.ts';

/** A form that the browser posts to the bank as it is. Holds the card: it is shown to that browser alone. */
type ChallengeView = OutcomeView & { action: string; fields: Readonly<Record<string, string>> };

export function challengePage(view: ChallengeView): Html {
  const texts = TEXTS[view.language];
  const inputs = Object.entries(view.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  return outcomePage(view, {
    sign: 'waiting',
    state: 'challenge',
    title: texts.challengeTitle,
    text: texts.challengeText,
    form: html`<form id="challenge" method="post" action="${webAddress(view.action)}" accept-charset="utf-8">
${inputs}<button class="button">${texts.challengeButton}</button></form>`,
    script: 'challenge',
  });
}

type VerifyingView = OutcomeView & {
  /** `/iframe/{token}`. */
  address: string;
  /** Where the challenge is given up. */
  startOverUrl: string;
};

/** The issuer has not answered yet. The page looks again by itself; who lost the bank's page starts over. */
export function verifyingPage(view: VerifyingView): Html {
  const texts = TEXTS[view.language];
  return outcomePage(view, {
    sign: 'waiting',
    state: 'verifying',
    title: texts.verifyingTitle,
    text: texts.verifyingText,
    advice: texts.verifyingAgain,
    form: html`<form id="start-over" method="post" action="${webAddress(view.startOverUrl)}">
<button class="button">${texts.startOver}</button></form>`,
    script: 'checking',
    refresh: lookAgain(view.address),
    address: view.address,
  });
}
