// Orders of a merchant with 3-D Secure: opens their pages, submits their forms and finds their sales.
import { readAcquirerSettings } from '#acquirer/connect.ts';
import { loadMerchant } from '#store/merchant/merchant.ts';
import { open } from '#vault/vault.ts';
import { type BuyerPage, CARDS } from '../../../drivers/buyer.ts';
import type { Harness } from '../../../harness/harness.ts';

type Shown = { state: string; payment: Record<string, unknown> | null };

export const stateIn = ({ text }: BuyerPage) => /data-state="([\w-]+)"/.exec(text)?.[1] ?? 'form';

/** The merchant's store key for 3-D Secure at the bank. */
export async function storeKeyOf(merchantId: string): Promise<string> {
  const sealed = (await loadMerchant(merchantId))?.sealedAcquirer;
  if (sealed === undefined) throw new Error(`No merchant ${merchantId}.`);
  const settings = readAcquirerSettings(await open(sealed, { purpose: 'acquirer', merchantId }));
  return settings.kind === 'akbank' ? settings.secretKey : settings.storeKey;
}

export async function secureOrders({ service, api, buyer, createPage }: Harness) {
  const { apiKey: key, merchantId } = await service.addMerchant({ threeDSecure: 'always' });
  const show = async (token: string, apiKey: string): Promise<Shown> =>
    (await api<Shown>('GET', `/api/payment/hostedpage/${token}`, { key: apiKey })).json.data;
  return {
    key,
    merchantId,
    openPage: async (more: Record<string, unknown> = {}, apiKey = key) => {
      const created = await createPage(more, { key: apiKey });
      const form = await buyer.open(created.hostedPageUrl);
      return { ...created, form, showPage: async () => await show(created.token, apiKey) };
    },
    /** Submits the form and returns the page that leads to the bank. */
    submit: async (form: BuyerPage, cardNumber: string = CARDS.approved): Promise<BuyerPage> => {
      const card = { ownerName: 'Ayşe Yılmaz', expiryMonth: '12', expiryYear: '29', cvv: '987', cardNumber };
      return await buyer.post(form, card);
    },
    /** Returns the bank's sales for the order of that page. */
    salesOf: (challenge: BuyerPage) =>
      service.bank
        .ledger()
        .filter(
          ({ operation, orderId }) => operation === 'sale' && orderId === challenge.form?.hidden['oid'],
        ),
  };
}
