// The part of an endpoint's call that the flows of a merchant's requests need.
import type { RefundingKey } from '#domain/refund/four-eyes.ts';
import type { AnsweredCall } from '#store/table/commit.ts';

export type MerchantCall<Answer> = AnsweredCall<Answer> & {
  caller: { merchantId: string } & RefundingKey;
  path: Record<string, string | undefined>;
  now: Date;
};
