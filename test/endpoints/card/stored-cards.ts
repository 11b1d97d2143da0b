// Cards of a merchant for tests, stored through the API.
import { loadCard, loadSealedCard } from '#store/card/card.ts';
import { openCard } from '#vault/card.ts';
import type { ApiRequest, Harness } from '../../harness/harness.ts';
import { CARDS } from '../../harness/harness.ts';

export type CardView = {
  id: string;
  cardAlias: string;
  ownerName: string | null;
  maskedCardNumber: string;
  bin: string;
  lastFour: string;
  cardAssociation: string;
  expiryStatus: string;
  forceCvv: boolean;
  lockedReason: 'SecurityCode' | null;
  saveCard: boolean;
  isTemporary: boolean;
  customerId: string | null;
  deletionPlannedAt: string | null;
  createdAt: string;
  updatedAt: string;
};
export type CardPage = { items: CardView[]; nextCursor: string | null };

export const CARD_FIELDS = [
  'id',
  'cardAlias',
  'ownerName',
  'maskedCardNumber',
  'bin',
  'lastFour',
  'cardAssociation',
  'forceCvv',
  'saveCard',
  'isTemporary',
  'customerId',
  'metadata',
  'createdBy',
  'createdAt',
  'expiryStatus',
  'lockedReason',
  'blockedReason',
  'deletionPlannedAt',
  'changedBy',
  'updatedAt',
];

export const cardBody = (more: Record<string, unknown> = {}) => ({
  cardAlias: 'İş kartım',
  cardNumber: CARDS.approved,
  expiryMonth: '12',
  expiryYear: '2029',
  ...more,
});

export const cardsOf = (harness: Harness) => {
  const { api, merchant } = harness;
  return {
    /** Returns the card as the API created it. */
    async store(more: Record<string, unknown> = {}, request: ApiRequest = {}): Promise<CardView> {
      const stored = await api<CardView>('POST', '/api/card', { body: cardBody(more), ...request });
      if (stored.status !== 201) throw new Error(`No card was stored: ${stored.text}`);
      return stored.json.data;
    },
    async find(query: Record<string, string>, request: ApiRequest = {}): Promise<CardPage> {
      const found = await api<CardPage>('GET', `/api/card/query?${new URLSearchParams(query)}`, request);
      if (found.status !== 200) throw new Error(`The query failed: ${found.text}`);
      return found.json.data;
    },
    /** The keyed digest of the card's number, which no answer shows. */
    async fingerprintOf(id: string, { merchantId } = merchant): Promise<string | undefined> {
      return (await loadCard(merchantId, id, harness.now()))?.fingerprint;
    },
    /** Decrypts number and expiry of a card of the harness's merchant. */
    async open(id: string) {
      const { merchantId } = merchant;
      const sealed = await loadSealedCard(merchantId, id);
      if (sealed === undefined) throw new Error(`There is no card ${id}.`);
      return await openCard(sealed, { merchantId, cardId: id });
    },
  };
};

type Problem = { field: string; code: string; message: string };
/** Field and code of each validation error, in the order of the answer. */
export const problemsOf = ({ json }: { json: { data: unknown } }) =>
  ((json.data as { errors?: Problem[] }).errors ?? []).map(({ field, code }) => [field, code]);
