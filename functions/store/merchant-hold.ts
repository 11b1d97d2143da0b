// The hold of a merchant: its bank refuses the settings of the virtual POS, so that nothing is charged in a
// currency until a probe succeeds, or the settings or the bank are changed. One row for each currency,
// because a virtual POS may have one currency and not another (recurring-payments.md R27).
import { posOf } from '#domain/payment/payment.ts';
import { HOLD_SCOPES, type HoldScope, probeIntervalMs } from '#domain/recurring-payment/charge-hold.ts';
import { natural, oneOf, optional, text, uuid, type ValueOf } from '#domain/shape.ts';
import { change, changeOrCreate, commit, type Write } from './table/commit.ts';
import { untilCommitted } from './table/commit-retry.ts';
import { dueAttributes, merchantHoldKey, merchantHoldsPartition } from './table/keys.ts';
import { dueEntry, type Kind } from './table/kind.ts';
import { loadRow, row, type Stored } from './table/row.ts';
import { queryChildren } from './table/table.ts';

export type MerchantHoldItem = Stored & MerchantHold;

const fields = () => ({
  merchantId: text,
  scope: oneOf(HOLD_SCOPES),
  /** The POS whose bank refused; other POS are not stopped. Absent: the merchant's first. */
  posId: optional(uuid),
  /** `Standing`: probed. `Lifted`: the sweep releases the held charges. `Over`: no held charge is left. */
  state: oneOf(['Standing', 'Lifted', 'Over']),
  /** The bank's code that began the hold. */
  code: text,
  /** ISO instant of that answer. */
  since: text,
  /** Number of probes that were sent. */
  probes: natural,
  /** ISO: the instant from which one charge may be sent as a probe. */
  nextProbeAt: text,
  /** Absent if the hold was never lifted. */
  liftedBy: optional(oneOf(['Bank', 'Operator'])),
});
type MerchantHold = ValueOf<typeof fields>;

export const MERCHANT_HOLD = /* @__PURE__ */ row<MerchantHold>('merchant-hold', fields);

export const merchantHoldKind = () =>
  ({
    keys: [merchantHoldKey('{m}', '{currency}')],
    readBy: 'charge, sweep, operator',
    indexes: { due: [dueEntry('HOLD')] },
    grants: { 'merchant-hold': 'the stop of a merchant’s charges in a currency' },
    events: 'nothing: the plan shows a charge that waits for the merchant',
    read: MERCHANT_HOLD.find,
  }) satisfies Kind;

/** True if the hold stops charges at this POS. */
export const isStandingAt = (hold: MerchantHoldItem, posId: string): boolean =>
  hold.state === 'Standing' && posOf(hold) === posId;

export const loadMerchantHold = (merchantId: string, scope: HoldScope) =>
  loadRow(MERCHANT_HOLD, merchantHoldKey(merchantId, scope));

/** All holds of a merchant, past ones too: one row for each currency at most. */
export async function loadMerchantHolds(merchantId: string): Promise<MerchantHoldItem[]> {
  const partition = merchantHoldsPartition(merchantId);
  const { items } = await queryChildren({ partition, limit: HOLD_SCOPES.length });
  return items.map(MERCHANT_HOLD.read);
}

const dueOf = (merchantId: string, scope: HoldScope, at: string) =>
  dueAttributes('HOLD', `${merchantId}#${scope}`, at);

const LOST = 'The hold of the merchant changes too often.';

/**
 * Begins the hold, because the bank has refused the settings: only probes are charged. A hold that
 * stands already stays unchanged, unless it is of another POS.
 */
export async function standHold(
  { merchantId, scope, code, posId }: Pick<MerchantHold, 'merchantId' | 'scope' | 'code'> & { posId: string },
  now: Date,
): Promise<void> {
  const nextProbeAt = new Date(now.getTime() + probeIntervalMs(0)).toISOString();
  const facts = { code, since: now.toISOString(), probes: 0, nextProbeAt };
  const hold = { merchantId, scope, state: 'Standing' as const, posId, ...facts };
  const set = { ...MERCHANT_HOLD.attributes(hold), ...dueOf(merchantId, scope, nextProbeAt) };
  await untilCommitted({
    load: () => loadMerchantHold(merchantId, scope),
    decide: (before) => {
      if (before !== undefined && isStandingAt(before, posId)) return { result: undefined };
      const write = changeOrCreate('merchant-hold', before, merchantHoldKey(merchantId, scope), set, [
        'liftedBy',
      ]);
      return { writes: [write], result: undefined };
    },
    lost: LOST,
  });
}

/** Claims the one probe that is due. A conflict if another charge has claimed it. */
export function writeProbe(hold: MerchantHoldItem, now: Date): Write {
  const probes = hold.probes + 1;
  const nextProbeAt = new Date(now.getTime() + probeIntervalMs(probes)).toISOString();
  return change('merchant-hold', hold, {
    ...MERCHANT_HOLD.attributes({ probes, nextProbeAt }),
    ...dueOf(hold.merchantId, hold.scope, nextProbeAt),
  });
}

/** False if the hold was changed since it was read. From `at` on the sweep releases the held charges. */
export async function liftHold(
  hold: MerchantHoldItem,
  liftedBy: NonNullable<MerchantHold['liftedBy']>,
  at: Date,
): Promise<boolean> {
  const set = {
    ...MERCHANT_HOLD.attributes({ state: 'Lifted', liftedBy }),
    ...dueOf(hold.merchantId, hold.scope, at.toISOString()),
  };
  return (await commit([change('merchant-hold', hold, set)])).kind === 'committed';
}

/**
 * Makes the sweep release the charges that wait at `scope`, from `at` on. Changes nothing if the hold of the
 * scope stands, or is lifted already.
 */
export async function makeLiftedHold(
  { merchantId, scope }: Pick<MerchantHold, 'merchantId' | 'scope'>,
  now: Date,
  at: Date,
): Promise<void> {
  const since = now.toISOString();
  const lifted = { state: 'Lifted' as const, liftedBy: 'Operator' as const, code: '', since, probes: 0 };
  const set = {
    ...MERCHANT_HOLD.attributes({ merchantId, scope, ...lifted, nextProbeAt: since }),
    ...dueOf(merchantId, scope, at.toISOString()),
  };
  await untilCommitted({
    load: () => loadMerchantHold(merchantId, scope),
    decide: (before) => {
      if (before?.state === 'Standing' || before?.state === 'Lifted') return { result: undefined };
      const write = changeOrCreate('merchant-hold', before, merchantHoldKey(merchantId, scope), set);
      return { writes: [write], result: undefined };
    },
    lost: LOST,
  });
}

/** Makes a lifted hold due again: the index may show with a delay the charges that were held last. */
export async function postponeRelease(hold: MerchantHoldItem, at: Date): Promise<void> {
  await commit([change('merchant-hold', hold, dueOf(hold.merchantId, hold.scope, at.toISOString()))]);
}

/** Ends a lifted hold at which no charge waits any more. */
export async function endHold(hold: MerchantHoldItem): Promise<void> {
  await commit([
    change('merchant-hold', hold, MERCHANT_HOLD.attributes({ state: 'Over' }), ['duePk', 'dueSk']),
  ]);
}
