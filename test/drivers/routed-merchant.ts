// A merchant whose cards of the family World go to a second virtual POS, and all others to its first.
import { forgetBank } from '#flows/bank-connection.ts';
import { accessTo } from '#flows/bank-gate.ts';
import { importList } from '../../lib/operator/bins/bin-lists.ts';
import { addPos, preferPos } from '../../lib/operator/pos/change-of-bank.ts';
import type { Harness } from '../harness/harness.ts';
import type { openSecondBank } from './second-bank.ts';

export const WORLD = '5528790000000008';

/** `apiUrl`: where the second bank is asked, if not where it is. */
export async function routedMerchant(
  { service, now }: Harness,
  second: Awaited<ReturnType<typeof openSecondBank>>,
  apiUrl?: string,
) {
  await importList(new Map([['552879', { bankCode: '0067', type: 'credit', family: 'World' }]]), now());
  const merchant = await service.addMerchant({
    threeDSecure: 'never',
    bankCode: '0032',
    installments: [1, 3],
  });
  const { merchantId } = merchant;
  const settings = { ...second.newPos(), ...(apiUrl !== undefined && { apiUrl }) };
  const posId = second.newPosId();
  await addPos(merchantId, { posId, settings, isTest: false, bankCode: '0067' }, { isChecked: false }, now());
  await preferPos(merchantId, [merchantId, posId], { isChecked: false }, now());
  forgetBank(merchantId);
  const access = accessTo(new URL(settings.apiUrl).host, { merchantId, posId });
  return {
    merchant,
    posId,
    /** Closes the breaker of the second bank, so that the next sale is sent to it. */
    callAgain: () => access.report(true),
  };
}
