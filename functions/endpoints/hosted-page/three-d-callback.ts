// POST /iframe/{token}/3d/callback: the bank's server posts the issuer's answer, in case the buyer's browser
// does not return.

import { answerToBank } from '#checkout/bank-callback.ts';
import { buyerPageHandler } from '#checkout/buyer-page.ts';
import { PAYMENT_DOOR } from '#checkout/payment-door.ts';
import { acceptThreeDReturn } from '#flows/payment/three-d.ts';

export const handler = buyerPageHandler(PAYMENT_DOOR, answerToBank(acceptThreeDReturn));
