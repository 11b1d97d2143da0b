// The day's book of a virtual POS and its movements in responses (settlements.md 1).
import { PPM_OF_PERCENT, toDecimal } from '#domain/money.ts';
import type { PricedMovement } from '#domain/settlement/movement.ts';
import { type Settlement, type SettlementSums, settlementId } from '#domain/settlement/settlement.ts';

/** Without sums: an open day of too many movements to add them up in a call. */
export function showSettlement(settlement: Settlement, bankCode: string | undefined) {
  const { id, day, posId, currency, sums, closedAt, differedAt } = settlement;
  return {
    id,
    date: day,
    posId,
    bankCode: bankCode ?? null,
    currency,
    state: closedAt === undefined ? ('Open' as const) : ('Closed' as const),
    ...showSums(sums),
    closedAt: closedAt ?? null,
    differedAt: differedAt ?? null,
  };
}

/** A commission is that of all movements, or none. */
function showSums(sums: SettlementSums | undefined) {
  const decimal = (minor: number | undefined) => (minor === undefined ? null : toDecimal(minor));
  const priced = sums?.unpriced === 0 ? sums : undefined;
  return {
    movementCount: sums?.movements ?? null,
    unpricedCount: sums?.unpriced ?? null,
    grossAmount: decimal(sums?.grossMinor),
    surchargeAmount: decimal(sums?.surchargeMinor),
    commissionAmount: decimal(priced?.commissionMinor),
    netAmount: decimal(priced?.netMinor),
    byKind: (sums?.kinds ?? []).map(({ kind, count, grossMinor }) => ({
      kind,
      count,
      grossAmount: toDecimal(grossMinor),
    })),
    payouts: (sums?.payouts ?? []).map(({ valueDate, netMinor }) => ({
      valueDate: valueDate ?? null,
      netAmount: toDecimal(netMinor),
    })),
  };
}

export function showMovement(movement: PricedMovement) {
  const { id, paymentReferenceNumber, ratePpm, commissionMinor, netMinor } = movement;
  return {
    id,
    settlementId: settlementId(movement),
    kind: movement.kind,
    adjustment: movement.adjustment ?? null,
    at: movement.at,
    paymentReferenceNumber,
    refundId: id === paymentReferenceNumber ? null : id,
    orderNumber: movement.orderNumber,
    bankReferenceNumber: movement.bankReferenceNumber ?? null,
    authorizationCode: movement.authorizationCode ?? null,
    lastFour: movement.lastFour ?? null,
    currency: movement.currency,
    basketAmount: toDecimal(movement.grossMinor - movement.surchargeMinor),
    surchargeAmount: toDecimal(movement.surchargeMinor),
    grossAmount: toDecimal(movement.grossMinor),
    installment: movement.count,
    cardIssuer: movement.issuer ?? null,
    cardType: movement.type ?? null,
    commissionPercent: ratePpm === undefined ? null : ratePpm / PPM_OF_PERCENT,
    commissionAmount: commissionMinor === undefined ? null : toDecimal(commissionMinor),
    netAmount: netMinor === undefined ? null : toDecimal(netMinor),
    valueDate: movement.valueDate ?? null,
  };
}
