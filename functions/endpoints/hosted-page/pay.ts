// POST /iframe/{token}: pays with the submitted card, once for each form. With 3-D Secure, the buyer's
// browser posts the card to the bank.
import { buyerPage } from '#checkout/buyer-page.ts';
import { PAYMENT_DOOR, PAYMENT_STAGES } from '#checkout/payment-page.ts';
import { submitForm } from '#checkout/submission.ts';

export const handler = buyerPage(PAYMENT_DOOR, '', submitForm(PAYMENT_STAGES));
