// What a field means in a body that is sent, where its text of answers tells when it is null.
import type { BilingualText } from './said.ts';

export const SENT_FIELDS: Readonly<Record<string, BilingualText>> = {
  cardStorageId: ['The id of the stored card.', 'Kayıtlı kartın kimliği.'],
  mandate: [
    'Your record of the consent to charges without the buyer; needed for a card saved on a page without ' +
      '`saveCardFor: recurring`, not for one of `POST /api/card` or of a link.',
    'Alıcıya sormadan tahsilat için sizdeki onay; `saveCardFor: recurring` olmayan bir sayfadan gelen ' +
      'kart için gerekir, `POST /api/card` ya da kart bağlantısıyla gelen için gerekmez.',
  ],
  category: ['What the order is of.', 'Siparişin türü.'],
  note: ['Your own words about the payment.', 'Ödeme hakkında kendi notunuz.'],
  adjustment: [
    'What the bank did by itself and is only recorded here: `Refund` (in its portal), `Chargeback`.',
    'Bankanın kendi yaptığı, burada yalnızca kaydedilen işlem: `Refund` (portalında), `Chargeback`.',
  ],
  bankReferenceNumber: ['The bank’s number of the transaction.', 'İşlemin bankadaki numarası.'],
  family: ['The card family, like Bonus.', 'Kart ailesi, Bonus gibi.'],
  surchargeBearer: ['Who bears the rate of the installments.', 'Taksit oranını kimin üstlendiği.'],
  validFrom: ['The first day of the row in Istanbul.', 'Satırın İstanbul’daki ilk günü.'],
  validUntil: ['The last day of the row in Istanbul.', 'Satırın İstanbul’daki son günü.'],
};
