// The answer of the issuer: the bank sends the buyer's browser with it, or the buyer has lost the bank's page
// and starts over. The answer is accepted once.
import { readEntered } from '#contract/payment-form.ts';
import { defined } from '#domain/defined.ts';
import type { IssuerMessage } from '#flows/issuer-answer.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import { type BuyerPage, isCrossSite, loadPage, renderPage } from './buyer-page.ts';
import { type LeavingPurpose, leave } from './leaving.ts';

/** `posId`: that of the payment; `echo`: the values that were entered; `over`: the page, if the answer has ended it. */
export type Accept<Page> = (
  message: IssuerMessage<Page>,
) => Promise<{ posId?: string; echo?: string | undefined; over?: Page | undefined }>;

type ReturnPurpose<Page extends BuyerPage> = LeavingPurpose<Page> & {
  accept: Accept<Page>;
  /** True while another request may be charging the card. */
  isCharging(page: Page): Promise<boolean>;
};

export const messageOf = <Page>(request: PageRequest, page: Page): IssuerMessage<Page> => ({
  page,
  body: request.body(),
  worker: request.requestId,
  now: request.now,
});

/** Two seconds. Short at first: most answers are recorded within a few of them, and a buyer waits for each. */
const LOOKS_AFTER_MS = [25, 25, 50, 100, ...Array<number>(9).fill(200)];

/** Responds to the browser's return. The bank's server may have posted the answer: its result is awaited. */
export const returnFromIssuer =
  <Page extends BuyerPage>(continuing: ReturnPurpose<Page>) =>
  async (request: PageRequest, before: Page): Promise<PageResponse> => {
    const { purpose, accept, isCharging } = continuing;
    const { echo, over } = await accept({
      ...messageOf(request, before),
      ...defined({ payerAddress: request.address }),
    });
    let page = over ?? (await loadPage(request, purpose.door));
    for (const wait of LOOKS_AFTER_MS) {
      if (!(await isCharging(page))) break;
      await new Promise((resolve) => setTimeout(resolve, wait));
      page = await loadPage(request, purpose.door);
    }
    const left = await leave(request, continuing, page, { mayRedirect: false });
    const entered = echo === undefined ? undefined : readEntered(echo);
    return left ?? (await renderPage(request, purpose, page, { typed: defined({ entered }) }));
  };

/** Gives the challenge up: a proof that still arrives does nothing. */
export const startOver =
  <Page extends BuyerPage>(abandon: (page: Page, now: Date) => Promise<void>) =>
  async (request: PageRequest, page: Page): Promise<PageResponse> => {
    if (!isCrossSite(request)) await abandon(page, request.now);
    return { kind: 'redirect', to: request.pageUrl() };
  };
