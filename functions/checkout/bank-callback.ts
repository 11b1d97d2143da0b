// The answer of the issuer, as the bank's server posts it beside the buyer's browser.
import { connectBank, connectBankOf } from '#flows/bank-connection.ts';
import type { PageRequest, PageResponse } from '#http/page.ts';
import type { BuyerPage } from './buyer-page.ts';
import { type Accept, messageOf } from './issuer-return.ts';

/** Responds to the bank's server with the text that it expects, whatever comes of its message. */
export const answerToBank =
  <Page extends BuyerPage>(accept: Accept<Page>) =>
  async (request: PageRequest, page: Page): Promise<PageResponse> => {
    const { posId } = await accept(messageOf(request, page));
    const { merchantId } = page;
    const { bank } = await (posId ? connectBankOf({ merchantId, posId }) : connectBank(merchantId));
    return { kind: 'text', text: bank.callbackAnswer };
  };
