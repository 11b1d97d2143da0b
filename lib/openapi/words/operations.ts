// What each call does: the English words are in its row of the route table, the Turkish ones here.
import type { Route } from '#routes.ts';
import { CAPTURE_OPERATIONS } from './capture-words.ts';
import { CUSTOMER_OPERATIONS } from './customer-operations.ts';
import { INSTALLMENT_OPERATIONS } from './installment-words.ts';
import { KEY_OPERATIONS } from './key-words.ts';
import { MONEY_OPERATIONS } from './money-operations.ts';
import type { BilingualText, OperationWords } from './said.ts';
import { SETTLEMENT_OPERATIONS } from './settlement-words.ts';

const TURKISH: OperationWords = {
  ...MONEY_OPERATIONS,
  ...INSTALLMENT_OPERATIONS,
  ...CUSTOMER_OPERATIONS,
  ...KEY_OPERATIONS,
  ...CAPTURE_OPERATIONS,
  ...SETTLEMENT_OPERATIONS,
};

/** `what` completes the sentence "Returns ..." in English; in Turkish it is what is returned. */
export function wordsOf({ file, summary, description, returns }: Route): {
  summary: BilingualText;
  description: BilingualText;
  what: BilingualText;
} {
  const tr = TURKISH[file];
  if (tr === undefined || returns === undefined) {
    throw new Error(
      `The call ${file} has no Turkish words: add its summary, its description and what it returns to` +
        ' lib/openapi/words/*-operations.ts.',
    );
  }
  return {
    summary: [summary, tr.summary],
    description: [description.join(' '), tr.description],
    what: [returns.what, tr.what],
  };
}

/** The nouns of the API, which group its calls. */
const NOUNS: Readonly<Record<string, BilingualText>> = {
  'hosted-page': ['Pages on which a buyer pays an order.', 'Alıcının siparişini ödediği sayfalar.'],
  payment: [
    'Payments: each is one attempt to take money.',
    'Ödemeler: her biri para çekmek için bir denemedir.',
  ],
  bin: ['What the first digits of a card tell.', 'Kartın ilk rakamlarının söyledikleri.'],
  installment: ['Installments of a card, and their rates.', 'Kartın taksitleri ve oranları.'],
  customer: ['The persons who pay you.', 'Size ödeme yapan kişiler.'],
  card: ['Stored cards.', 'Kayıtlı kartlar.'],
  'recurring-payment': ['Plans that charge a stored card.', 'Kayıtlı karttan çeken planlar.'],
  refund: ['Money that is given back.', 'Geri verilen para.'],
  settlement: ['What each bank settles, day by day.', 'Her bankanın gün gün hesabına geçirdiği.'],
  event: ['What has changed, as a feed.', 'Değişenler, bir akış olarak.'],
  webhook: ['Addresses that receive events.', 'Olayları alan adresler.'],
  key: ['API keys and their scopes.', 'API anahtarları ve yetkileri.'],
  me: ['The account and the key that calls.', 'Hesap ve çağrıyı yapan anahtar.'],
};

export function meaningOfNoun(noun: string): BilingualText {
  const said = NOUNS[noun];
  if (said === undefined)
    throw new Error(`Say what the calls of ${noun} are about in lib/openapi/words/operations.ts.`);
  return said;
}
