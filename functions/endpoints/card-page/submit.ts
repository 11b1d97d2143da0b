// POST /card/{token}: verifies and stores the submitted card, once for each form. With 3-D Secure, the
// buyer's browser posts the card to the bank.
import { withCardPage } from '#checkout/buyer-page.ts';
import { submitCardPage } from '#checkout/card-submit.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(withCardPage(submitCardPage), cardPageUrl);
