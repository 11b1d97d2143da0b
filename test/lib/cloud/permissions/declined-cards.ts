// Declines that use the grants of the guards against card testing.
import { CARDS } from '../../../drivers/buyer.ts';
import { type Harness, MINUTE } from '../../../harness/harness.ts';

/** Ten declines, one of them found by the sweep, after which the approvals are compared. */
export async function tryCards({ service, buyer, createPage, moveBy }: Harness): Promise<void> {
  const { apiKey: key } = await service.addMerchant({ threeDSecure: 'never' });
  const lost = await createPage({}, { key });
  service.bank.script(['lost-after']);
  await buyer.submit(await buyer.open(lost.hostedPageUrl), { cardNumber: CARDS.insufficientFunds });
  await moveBy(10 * MINUTE);
  for (const outcomes of [5, 5, 1].map((times) => Array.from({ length: times }, () => 'decline:51'))) {
    let form = await buyer.open((await createPage({}, { key })).hostedPageUrl);
    service.bank.script(outcomes);
    for (const _ of outcomes) form = await buyer.submit(form);
  }
  service.bank.script([]);
}
