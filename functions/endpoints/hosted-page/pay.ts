// POST /iframe/{token}: pays with the submitted card, once for each form. With 3-D Secure, the buyer's
// browser posts the card to the bank.
import { buyerPage } from '#checkout/buyer-page.ts';
import { extendOr } from '#checkout/extension.ts';
import { PAYMENT, PAYMENT_DOOR } from '#checkout/payment-page.ts';
import { PAYMENT_STAGES } from '#checkout/payment-submission.ts';
import { submitForm } from '#checkout/submission.ts';

export const handler = buyerPage(PAYMENT_DOOR, '', extendOr(PAYMENT, submitForm(PAYMENT_STAGES)));
