// The submit of a page's form, in stages: is it new, what was typed, what stops it, what is kept for later,
// and then the challenge by the issuer, or the card as it was typed. Each form is accepted once. The stages
// that differ by the purpose of the page are values.
import { type Entered, type FormError, readPaymentForm } from '#contract/payment-form.ts';
import { type CardDetails, isTypedCard, type TypedCard } from '#domain/card/card.ts';
import { defined } from '#domain/defined.ts';
import { extendedDeadline } from '#domain/payment/deadline.ts';
import { asksIssuer } from '#domain/payment/three-d-setting.ts';
import { connectBank } from '#flows/bank-connection.ts';
import type { ChallengeOptions } from '#flows/issuer-answer.ts';
import { cardMarkOf, findSubmissionGuard } from '#flows/payment/card-testing.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { type BankForm, challengePage } from '#page/outcome/challenge.ts';
import { writeHostedPageExtension } from '#store/page-deadline.ts';
import { commit } from '#store/table/commit.ts';
import {
  type BuyerPage,
  formNonceOf,
  isCrossSite,
  loadPage,
  renderPage,
  showPage,
  type Typed,
} from './buyer-page.ts';
import { type Leaving, leave } from './leaving.ts';
import { shopOf } from './shop-face.ts';

type EnteredForm = Entered & { consent?: boolean };
type Unread =
  | { kind: 'incomplete'; errors: readonly FormError[]; entered: EnteredForm }
  /** The bank is down: no stored card was decrypted. */
  | { kind: 'bankDown'; entered: EnteredForm };
export type ReadForm = { kind: 'read'; card: CardDetails | TypedCard; entered: EnteredForm };

/** `typed`: the form is shown again instead of taking the card. */
type Kind = { kind: string; typed?: Typed } | undefined;

/** What every attempt has. `payerAddress`: the buyer's, if it is known. */
type Attempt<Page> = { page: Page; payerAddress?: string; cardMark: string; now: Date };

type Challenging<Attempted> = {
  /** Begins a challenge by the issuer; undefined if another request has claimed the page meanwhile. */
  challenge(attempted: Attempted, options: ChallengeOptions): Promise<BankForm | undefined>;
  /** In place of the text about a payment. */
  challengeText?(language: ChallengeOptions['language']): string;
};

/** The stages of one kind of page. Nothing is claimed before `challenge` and `take`. */
export type Stages<
  Page extends BuyerPage,
  Read extends ReadForm,
  Subject extends Kind,
  Prepared,
> = Leaving<Page> &
  Challenging<Attempt<Page> & Prepared & { card: TypedCard }> & {
    isOpen(page: Page, now: Date): boolean;
    /** False if a submit leads to the page by a redirect, so that a reload does not submit the form again. */
    isShownAgain(page: Page, now: Date): boolean;
    read(request: PageRequest, page: Page, form: Record<string, string>): Promise<Read | Unread>;
    /** What the card is for. The kind `gone`: nothing can be done with it any more. */
    loadSubject(page: Page, now: Date, read: Read): Promise<Subject>;
    /** True if a card that no issuer is asked about cannot be taken while the bank is down. */
    needsBank: boolean;
    /** Deletes the stored card that the form names; only of pages with stored cards. */
    removeCard?(page: Page, form: Record<string, string>, now: Date): Promise<void>;
    /** Counts what happened to the form. */
    count(page: Page, what: 'submitted' | 'bankDown' | 'cardBusy'): void;
    /** Encrypts the card as far as it is kept; undefined if it must be, and cannot be now. */
    prepare(page: Page, read: Read, subject: Subject, now: Date): Promise<Prepared | undefined>;
    /**
     * Takes the card as it was typed. Returns the page if it is over; `cardBusy` if other pages are trying
     * codes of the same stored card: then nothing was claimed.
     */
    take(attempt: Attempt<Page> & Prepared & { card: Read['card'] }): Promise<Page | 'cardBusy' | undefined>;
  };

/** What is shown next. Without `page` it is read again. */
type Next<Page> = { page?: Page; typed?: Typed };

export const submitForm =
  <Page extends BuyerPage, Read extends ReadForm, Subject extends Kind, Prepared>(
    stages: Stages<Page, Read, Subject, Prepared>,
  ) =>
  async (request: PageRequest, before: Page): Promise<PageResponse> => {
    const form = request.form();
    if (form['removeCard'] === 'yes' && stages.removeCard !== undefined) {
      const isAllowed = stages.isOpen(before, request.now) && !isCrossSite(request);
      if (isAllowed) await stages.removeCard(before, form, request.now);
      return { kind: 'redirect', to: request.pageUrl() };
    }
    return form['extend'] === 'yes'
      ? await extend(request, stages, before, form)
      : await submitCard(request, stages, before, form);
  };

/** Extends the deadline instead of trying a card. The form is shown again with the entered values. */
async function extend<Page extends BuyerPage>(
  request: PageRequest,
  { purpose }: Leaving<Page>,
  before: Page,
  form: Record<string, string>,
): Promise<PageResponse> {
  const until = isCrossSite(request) ? undefined : extendedDeadline(before, request.now);
  // One conditional write, so that an extension cannot revive a page that expired, was closed, superseded or
  // paid meanwhile. A conflict is ignored: the page that is shown next has the current state.
  if (until !== undefined) {
    await commit([writeHostedPageExtension(before.tokenDigest, until, request.now)]);
  }
  const { savedCard } = form;
  const { entered } = readPaymentForm(form, '', 1);
  const page = await loadPage(request, purpose.door);
  return await showPage(request, purpose, page, { entered: { ...entered, ...defined({ savedCard }) } });
}

async function submitCard<Page extends BuyerPage, Read extends ReadForm, Subject extends Kind, Prepared>(
  request: PageRequest,
  stages: Stages<Page, Read, Subject, Prepared>,
  before: Page,
  form: Record<string, string>,
): Promise<PageResponse> {
  const next = isNewForm(request, stages, before, form)
    ? await attempt(request, stages, before, form)
    : { page: before };
  if ('kind' in next) return next;
  const { purpose, isShownAgain } = stages;
  const { page = await loadPage(request, purpose.door), typed } = next;
  const response =
    (await leave(request, stages, page, { mayRedirect: true })) ??
    (isShownAgain(page, request.now)
      ? await renderPage(request, purpose, page, { typed, isAgain: true })
      : ({ kind: 'redirect', to: request.sentUrl() } as const));
  return typed?.isStopped && response.kind === 'page' ? { ...response, status: 429 } : response;
}

/** A repeated or cross-site form does nothing: the buyer sees the page's current state. */
const isNewForm = <Page extends BuyerPage>(
  request: PageRequest,
  { isOpen }: { isOpen(page: Page, now: Date): boolean },
  page: Page,
  form: Record<string, string>,
): boolean =>
  isOpen(page, request.now) &&
  form['formNonce'] === formNonceOf(page, request.token) &&
  !isCrossSite(request);

async function attempt<Page extends BuyerPage, Read extends ReadForm, Subject extends Kind, Prepared>(
  request: PageRequest,
  stages: Stages<Page, Read, Subject, Prepared>,
  page: Page,
  form: Record<string, string>,
): Promise<Next<Page> | PageResponse> {
  const read = await stages.read(request, page, form);
  if (read.kind === 'incomplete') return { page, typed: read };
  /** The page shows this at once, and nothing is claimed or sent. */
  const bankDown = (typed: Typed): Next<Page> => {
    stages.count(page, 'bankDown');
    return { page: { ...page, lastDecline: 'BANK_UNAVAILABLE' }, typed };
  };
  if (read.kind === 'bankDown') return bankDown(read);
  const { card, entered } = read;
  const { token, now } = request;
  const payer = request.address === undefined ? {} : { payerAddress: request.address };
  const [guard, subject, { merchant, access }] = await Promise.all([
    findSubmissionGuard({ page, token, card, ...payer, now }),
    stages.loadSubject(page, now, read),
    connectBank(page.merchantId),
  ]);
  if (guard === undefined && subject?.typed) return { page, typed: { entered, ...subject.typed } };
  const isAsked = isTypedCard(card) && asksIssuer(merchant.threeDSecure);
  const cannotGoOn = guard !== undefined || subject?.kind === 'gone';
  const isDown = !cannotGoOn && (isAsked || stages.needsBank) && (await access.isDown());
  // The script sends the form once more, as a document: only a document can post to the bank.
  if (isAsked && request.wantsData && !cannotGoOn && !isDown) return { kind: 'challenge' };
  stages.count(page, 'submitted');
  if (guard !== undefined) return { typed: { entered, isStopped: true } };
  if (subject?.kind === 'gone') return { page };
  const prepared = isDown ? undefined : await stages.prepare(page, read, subject, now);
  if (prepared === undefined) return bankDown({ entered });

  // The consent counts for one card.
  const { consent: _, ...kept } = entered;
  const cardMark = cardMarkOf(card.cardNumber, token);
  const attempted = { ...prepared, page, ...payer, cardMark, now };
  if (isAsked) return await challenge(request, stages, { ...attempted, card }, kept);
  const over = await stages.take({ ...attempted, card });
  if (over !== 'cardBusy') return { ...(over && { page: over }), typed: { entered: kept } };
  stages.count(page, 'cardBusy');
  return { page, typed: { entered, isStopped: true } };
}

/** The page that posts to the bank's 3-D Secure gate, unless another request has claimed ours meanwhile. */
async function challenge<Attempted extends Attempt<BuyerPage>>(
  request: PageRequest,
  { challenge: begin, challengeText }: Challenging<Attempted>,
  attempted: Attempted,
  entered: Entered,
): Promise<{ typed: Typed } | PageResponse> {
  const { cspNonce } = request;
  const { language = request.language } = attempted.page;
  const form = await begin(attempted, {
    returnUrl: request.pageUrl('/3d'),
    callbackUrl: request.pageUrl('/3d/callback'),
    // Base64url, because not every bank's form preserves all letters.
    echo: Buffer.from(JSON.stringify(entered)).toString('base64url'),
    language,
  });
  if (form === undefined) return { typed: { entered } };
  const shop = shopOf(attempted.page);
  const startOverUrl = request.pageUrl('/3d/cancel');
  const text = challengeText?.(language);
  const html = challengePage({ language, cspNonce, ...shop, ...form, startOverUrl, text });
  return { kind: 'page', status: 200, html, language, frameSources: [form.action] };
}
