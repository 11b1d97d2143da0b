// Pages on which a buyer enters a card, for tests: created through the API, filled in and verified like by a
// browser without scripts.
import { cardsOf } from '../endpoints/card/stored-cards.ts';
import type { Harness, OpenPage } from '../harness/harness.ts';
import { type BuyerPage, CARDS } from './buyer.ts';

export type CardLink = Omit<OpenPage, 'orderNumber'>;

export const RETURNS = {
  successUrl: 'https://shop.example/account?tab=cards',
  failUrl: 'https://shop.example/account',
  cancelUrl: 'https://shop.example/later',
};

type Entry = Record<'ownerName' | 'cardNumber' | 'expiryMonth' | 'expiryYear' | 'cvv' | 'consent', string>;

export const ENTRY: Entry = {
  ownerName: 'Ayşe Yılmaz',
  cardNumber: CARDS.approved,
  expiryMonth: '12',
  expiryYear: '29',
  cvv: '987',
  consent: 'yes',
};

export function cardPageDriver({ api, buyer }: Harness, key: string) {
  const made = async (path: string, body: object): Promise<CardLink> => {
    const answer = await api<CardLink>('POST', path, { body, key });
    if (answer.status !== 201) throw new Error(`No page was made: ${answer.text}`);
    return answer.json.data;
  };
  const { find } = cardsOf({ api } as Harness);
  return {
    addLink: (customerId: string, body: object = RETURNS) =>
      made(`/api/customer/${customerId}/addcardlink`, body),
    updateLink: (id: string, body: object = RETURNS) => made(`/api/RecurringPayment/${id}/updatelink`, body),
    open: async ({ hostedPageUrl }: Pick<CardLink, 'hostedPageUrl'>, language = 'tr') =>
      await buyer.open(hostedPageUrl, { 'accept-language': language }),
    /** Fills in and submits the form, and enters the right code if the issuer asks for one. */
    give: async (page: BuyerPage, entry: Partial<Entry> = {}) =>
      await buyer.submit(page, { ...ENTRY, ...entry }),
    /** Fills in and submits the form; the issuer's challenge is not answered yet. */
    send: async (page: BuyerPage, entry: Partial<Entry> = {}) =>
      await buyer.post(page, { ...ENTRY, ...entry }),
    close: async ({ token }: Pick<CardLink, 'token'>) =>
      await api('DELETE', `/api/payment/hostedpage/${token}`, { key }),
    /** All cards of the customer in the card ranges of the sandbox. */
    cardsOf: async (customerId: string) => {
      const bins = [...new Set(Object.values(CARDS).map((number) => number.slice(0, 6)))];
      const pages = await Promise.all(bins.map((bin) => find({ bin, customerId }, { key })));
      return pages.flatMap(({ items }) => items);
    },
  };
}
