// What a key learns about its account and itself.
import type { Mode } from '#domain/api-key.ts';
import {
  CANCELLATION_HOURS,
  EVENTS_KEPT_DAYS,
  IDEMPOTENCY_DAYS,
  MAX_BODY_KIB,
  MOST_API_KEYS,
  MOST_STATISTICS_DAYS,
  MOST_WEBHOOKS,
  REFUND_DAYS,
} from '#domain/limits.ts';
import { toDecimal } from '#domain/money.ts';
import type { STORED_CARD_CVV, ThreeDSetting } from '#domain/payment/three-d-setting.ts';
import type { REFUND_APPROVALS } from '#domain/refund/four-eyes.ts';
import { showApiKey } from './event/api-key.ts';

type Account = {
  merchantId: string;
  name: string;
  mode: Mode;
  timeZone: string;
  threeDSecure: ThreeDSetting;
  storedCardCvv?: (typeof STORED_CARD_CVV)[number];
  acceptHalfSecure?: boolean;
  cardRemoval?: boolean;
  pageBeacon?: boolean;
  upcomingChargeDays?: number;
  refundExpiryDays: number;
  refundApproval?: (typeof REFUND_APPROVALS)[number];
  fourEyesFromMinor?: number;
  frameOrigins: string[];
};

/** `requestsPerSecond`: of all keys of the account together; null: not limited. */
export const showMe = (
  account: Account,
  key: Parameters<typeof showApiKey>[0],
  requestsPerSecond: number | null,
) => ({
  merchant: { id: account.merchantId, name: account.name },
  mode: account.mode,
  timeZone: account.timeZone,
  key: showApiKey(key),
  limits: {
    requestsPerSecond,
    maxBodyBytes: MAX_BODY_KIB * 1024,
    maxWebhooks: MOST_WEBHOOKS,
    maxApiKeys: MOST_API_KEYS,
    refundDays: REFUND_DAYS,
    cancellationHours: CANCELLATION_HOURS,
    statisticsDays: MOST_STATISTICS_DAYS,
    eventsKeptDays: EVENTS_KEPT_DAYS,
    idempotencyDays: IDEMPOTENCY_DAYS,
  },
  settings: {
    threeDSecure: account.threeDSecure,
    storedCardCvv: account.storedCardCvv ?? 'always',
    acceptHalfSecure: account.acceptHalfSecure ?? false,
    cardRemoval: account.cardRemoval ?? false,
    pageBeacon: account.pageBeacon ?? true,
    upcomingChargeDays: account.upcomingChargeDays ?? 0,
    refundApproval: account.refundApproval ?? 'oneKey',
    fourEyesAmount: account.refundApproval === 'fourEyes' ? toDecimal(account.fourEyesFromMinor ?? 0) : null,
    refundExpiryDays: account.refundExpiryDays,
    frameOrigins: account.frameOrigins,
  },
});
