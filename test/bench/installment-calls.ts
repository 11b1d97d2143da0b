// A table of every family with five counts, of which a merchant changes the rates; and a shop that asks for
// one card's counts.
import { FAMILIES } from '#domain/installment/families.ts';
import type { Harness } from '../harness/harness.ts';
import type { Calls } from './prepared-call.ts';
import { expectSuccess } from './recurring-payment-calls.ts';

export function installmentCalls({ api }: Harness): Calls {
  let changes = 0;
  const replaceTable = () => {
    changes += 1;
    const ratePercent = (changes % 1000) / 100;
    const rows = FAMILIES.flatMap((family) =>
      [2, 3, 6, 9, 12].map((installment) => ({
        family,
        installment,
        ratePercent,
        surchargeBearer: 'buyer',
        minimumAmount: 100,
      })),
    );
    return expectSuccess(api('PUT', '/api/installment/table', { body: { rows, confirmed: true } }));
  };
  return {
    'installment-table-replace': async () => replaceTable,
    'installment-offers': async () => {
      if (changes === 0) await replaceTable();
      return () => expectSuccess(api('GET', '/api/installment?amount=1499.90&bin=46034500'));
    },
  };
}
