// Whether the issuer is asked for a card that a buyer types: as the merchant has set, and of every merchant
// while stolen numbers are tried on its pages (hosted-page.md 6.9). Each virtual POS has the settings for it.
import { randomBytes } from 'node:crypto';
import { makeUuid } from '#domain/id.ts';
import { CARD_TESTING_MS } from '#domain/payment/card-testing.ts';
import { asksIssuer, type ThreeDSetting } from '#domain/payment/three-d-setting.ts';
import { judgeCards, writeCardTesting } from '#store/payment/card-testing.ts';
import { commit } from '#store/table/commit.ts';
import { log } from '#telemetry/log.ts';
import { measure } from '#telemetry/metric.ts';

type AskingMerchant = { merchantId: string; threeDSecure: ThreeDSetting };

export const isIssuerAsked = async (
  { merchantId, threeDSecure }: AskingMerchant,
  now: Date,
): Promise<boolean> => asksIssuer(threeDSecure) || (await isCardTesting(merchantId, now));

async function isCardTesting(merchantId: string, now: Date): Promise<boolean> {
  const judged = await judgeCards(merchantId, now);
  if (judged.kind !== 'found') return judged.kind === 'known';
  const { last, declinedCards, approvedCards } = judged;
  const found = {
    id: makeUuid(now.getTime(), randomBytes),
    merchantId,
    declinedCards,
    approvedCards,
    startedAt: now.toISOString(),
    endsAt: new Date(now.getTime() + CARD_TESTING_MS).toISOString(),
  };
  // On a conflict another submit has found it, and told it.
  const { kind } = await commit([writeCardTesting(found, last)]);
  if (kind === 'committed') {
    log('error', 'stolen cards are tried: the issuer is asked for typed cards', { merchantId });
    measure({ CardTestings: 1 }, { merchantId });
  }
  return true;
}
