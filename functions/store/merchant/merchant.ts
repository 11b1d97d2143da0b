// A merchant with its settings: what the service reads. Operators' commands write it (merchant-writes.ts).

import { MODES } from '#domain/api-key.ts';
import { BRANDING_SHAPE } from '#domain/branding/branding.ts';
import { OLDER_CARD_MANDATES } from '#domain/card/mandate.ts';
import { STORED_CARD_CVV, THREE_D_SETTINGS } from '#domain/payment/three-d-setting.ts';
import { REFUND_APPROVALS } from '#domain/refund/four-eyes.ts';
import {
  bytes,
  flag,
  integer,
  listOf,
  natural,
  object,
  oneOf,
  optional,
  text,
  type ValueOf,
} from '#domain/shape.ts';
import { merchantKey } from '../table/keys.ts';
import type { Kind } from '../table/kind.ts';
import { loadRow, row, type Stored } from '../table/row.ts';
import { virtualPosList } from '../virtual-pos.ts';

/** The settings that an operator can change. */
const settingFields = () => ({
  name: text,
  timeZone: text,
  threeDSecure: oneOf(THREE_D_SETTINGS),
  /** When a page asks for the CVV of a stored card; absent: always. */
  storedCardCvv: optional(oneOf(STORED_CARD_CVV)),
  /**
   * Accept payments that are only half authenticated (mdStatus 2 to 4). The merchant instead of the issuer is
   * then liable for a stolen card. Absent means no.
   */
  acceptHalfSecure: optional(flag),
  /** Whether buyers may remove their stored cards on pages; absent: no. */
  cardRemoval: optional(flag),
  /**
   * What becomes of a recurring payment on a card of which no consent is known, because a previous version
   * stored it; absent: warn.
   */
  olderCardMandate: optional(oneOf(OLDER_CARD_MANDATES)),
  /** Whether the form of a page tells that it was left (hosted-page.md 13); absent: yes. */
  pageBeacon: optional(flag),
  /** Charges that fall due together are spread over this many minutes; absent: not spread. */
  spreadWindowMinutes: optional(natural),
  /** The number of days before a charge at which an event announces it; absent or 0: never. */
  upcomingChargeDays: optional(natural),
  /** The days after which a refund that nobody decides ends (refunds.md 9); 0: never. */
  refundExpiryDays: natural,
  /** The installment counts offered to buyers who pay in Turkish lira; absent: single payments only. */
  installments: optional(listOf(integer)),
  /** Whether one API key may request and approve a refund (refunds.md 7); absent: it may. */
  refundApproval: optional(oneOf(REFUND_APPROVALS)),
  /** Four eyes only from this sum of a payment's refunds on, in minor units of TRY; absent: always. */
  fourEyesFromMinor: optional(natural),
  /** The origins that may show a page in a frame, beside those of the page's own addresses. */
  frameOrigins: listOf(text),
  /** The branding of the shop's pages; absent: name and first letter. */
  branding: optional(BRANDING_SHAPE),
});
export type MerchantSettings = ValueOf<typeof settingFields>;

/** A secret that signs the results of payments (hosted-page.md 8). */
const secretFields = () => ({
  /** Identifies the secret in the header of a result; not secret. */
  kid: text,
  /** Encrypted with purpose `signing`. */
  sealed: bytes,
  createdAt: text,
});
export type SigningSecret = ValueOf<typeof secretFields>;

const merchantFields = () => ({
  ...settingFields(),
  merchantId: text,
  /** Never changes. */
  mode: oneOf(MODES),
  /** The last change of `refundExpiryDays` (ISO); absent: never changed. */
  refundExpirySince: optional(text),
  /** The merchant id of a live account's test twin. */
  testTwin: optional(text),
  createdAt: text,
  /** Absent: one partition for each month of a list. */
  /**
   * The settings of the first virtual POS, encrypted with purpose `acquirer`; after a change of bank they are
   * in the list.
   */
  sealedAcquirer: bytes,
  /** Oldest first; absent if the merchant has had only one. */
  virtualPos: optional(virtualPosList()),
  /** The id of the POS that takes new payments; absent: the first. */
  currentPos: optional(text),
  /** The ids of several that do, in order of preference, the current one among them; absent: it alone. */
  posOrder: optional(listOf(text)),
  /** Oldest first, never empty. Absent in a row of a merchant that has had only one secret. */
  signingSecrets: optional(listOf(object(secretFields()))),
  /** The one secret of such a row. */
  sealedSigningSecret: optional(bytes),
});
export type Merchant = ValueOf<typeof merchantFields>;
export type MerchantItem = Stored & Merchant;

export const MERCHANT = /* @__PURE__ */ row<Merchant>('merchant', merchantFields);

export const merchantKind = () =>
  ({
    keys: [merchantKey('{m}')],
    readBy: 'authorizer, bank, page',
    grants: { merchant: 'merchants and their settings' },
    isOperators: true,
    events: 'nothing: operators change it',
    read: MERCHANT.find,
  }) satisfies Kind;

/**
 * The valid signing secrets of a merchant, oldest first. A row of the first version has one secret without an
 * id: its `kid` is the merchant's id.
 */
export function signingSecretsOf(merchant: Merchant): SigningSecret[] {
  const { merchantId: kid, createdAt, signingSecrets = [], sealedSigningSecret: sealed } = merchant;
  return signingSecrets.length > 0 || sealed === undefined ? signingSecrets : [{ kid, sealed, createdAt }];
}

export const loadMerchant = (merchantId: string) => loadRow(MERCHANT, merchantKey(merchantId));
