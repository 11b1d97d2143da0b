// POST /card/{token}: verifies and stores the submitted card, once per form that was shown. With 3-D Secure,
// the buyer's browser posts the card to the bank.
import { submitCardPage } from '#checkout/card-submit.ts';
import { ofCard } from '#checkout/visit.ts';
import { cardPageUrl } from '#http/hosted-page-url.ts';
import { page } from '#http/page.ts';

export const handler = page(ofCard(submitCardPage), cardPageUrl);
