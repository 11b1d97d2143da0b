// Installments: what each call does, and what each field means (fields.ts).
import type { BilingualText, OperationWords } from './said.ts';

export const INSTALLMENT_OPERATIONS: OperationWords = {
  'installment/offers': {
    summary: 'Bir siparişin taksitlerini göster',
    description:
      'Her taksit sayısını kart ailesine veya bir karta göre döndürür: aylık tutar, toplam, vade farkı' +
      ' ve onu kimin üstlendiği. `missing`, bir sayının neden sunulmadığını söyler; yasal sınırın' +
      ' kuralı ve günüyle.' +
      ' Kartın en çok ilk sekiz rakamını, kayıtlı kartta `cardStorageId` gönderin. `category`, siparişin' +
      ' ne olduğudur.',
    what: 'taksitler',
  },
  'installment/table-show': {
    summary: 'Taksit tablosunu getir',
    description:
      'Üye iş yerinin geçerli sanal POS’unda aile ve sayıya göre sattığı taksitleri döndürür. Satır yoksa' +
      ' üye iş yerinin ayarlarındaki sayılar geçerlidir.',
    what: 'tablo',
  },
  'installment/table-replace': {
    summary: 'Taksit tablosunu değiştir',
    description:
      'Geçerli sanal POS’un bütün tablosunu o andan sonraki ödemeler için değiştirir: gönderilmeyen satır' +
      ' silinir. `preview: true` ile hiçbir şey değişmez. Bilinen verilerin bankaya vermediği bir aile' +
      ' `confirmed: true` ister. Oranı alıcı tutarın üstüne öder; varsayılan `merchant`, kendi parasından.',
    what: 'tablo',
  },
};

export const INSTALLMENT_FIELDS: Readonly<Record<string, BilingualText>> = {
  'InstallmentTable.rows.family': ['The card family, like Bonus.', 'Kart ailesi, Bonus gibi.'],
  'InstallmentTable.rows.surchargeBearer': [
    'Who bears the rate of the installments.',
    'Taksit oranını kimin üstlendiği.',
  ],
  '?category': [
    'What the order is of: the law caps its installments.',
    'Siparişin türü: taksitini yasa sınırlar.',
  ],
  '?amount': ['The amount of the order.', 'Siparişin tutarı.'],
  'InstallmentOffers.amount': ['The amount of the order.', 'Siparişin tutarı.'],
  category: ['What the order is of; null if nothing was said.', 'Siparişin türü; söylenmediyse null.'],
  'InstallmentOffers.card': [
    'What the digits tell of the card; null without `bin` and `cardStorageId`.',
    'Rakamların kart için söyledikleri; `bin` ve `cardStorageId` yoksa null.',
  ],
  families: ['Card families.', 'Kart aileleri.'],
  offers: ['The possible counts, beginning with the single payment.', 'Mümkün sayılar; ilki tek çekimdir.'],
  missing: ['The counts that are not offered, and why.', 'Sunulmayan sayılar ve nedenleri.'],
  monthlyAmount: [
    'The smallest month; the first ones may be 0.01 more.',
    'En küçük aylık tutar; ilk aylar 0,01 fazla olabilir.',
  ],
  'InstallmentOffers.families.missing.reason': ['Why it is missing.', 'Neden sunulmadığı.'],
  'InstallmentOffers.families.missing.message': [
    'The same as a sentence, in the language of the response.',
    'Aynısı cümle olarak, yanıtın dilinde.',
  ],
  maxInstallment: ['The most installments by the rule.', 'Kurala göre en çok taksit.'],
  rule: ['The legal cap; null for another reason.', 'Yasal sınır; başka nedende null.'],
  unitPriceUpTo: ['For a piece of at most this price.', 'Birim fiyatı en çok bu kadar olan için.'],
  unitPriceAbove: ['For a piece above this price.', 'Birim fiyatı bunun üstünde olan için.'],
  personal: ['The most installments of a personal card.', 'Bireysel kartla en çok taksit.'],
  corporate: [
    'The most of a corporate card; null: as a personal one.',
    'Ticari kartla en çok taksit; null: bireysel gibi.',
  ],
  minimumAmount: ['The order’s least amount for the count.', 'Bu sayı için siparişin en küçük tutarı.'],
  unconfirmedFamilies: [
    'Families of the table that public data does not give the bank.',
    'Tablonun, bilinen verilerin bankaya vermediği aileleri.',
  ],
  rows: ['The rows of the table.', 'Tablonun satırları.'],
  ratePercent: ['The rate in percent, with at most four decimals.', 'Yüzde oran, en çok dört ondalıkla.'],
  validFrom: [
    'The first day of the row in Istanbul; null: none.',
    'Satırın İstanbul’daki ilk günü; yoksa null.',
  ],
  validUntil: [
    'The last day of the row in Istanbul; null: none.',
    'Satırın İstanbul’daki son günü; yoksa null.',
  ],
  confirmed: [
    'True: the merchant’s agreement covers families that public data does not give the bank.',
    'True: üye iş yerinin sözleşmesi, bilinen verilerin bankaya vermediği aileleri kapsıyor.',
  ],
  preview: [
    'True: nothing is changed; the answer tells what would happen.',
    'true: hiçbir şey değişmez; yanıt ne olacağını söyler.',
  ],
};
