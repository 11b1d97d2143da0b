// Payments, card ranges and refunds: what each field means (fields.ts).
import type { Said } from './said.ts';

const ASKED_BACK: Said = [
  'What to give back. While nothing is refunded, the `amount` of the order gives back all that was charged.',
  'Geri verilecek tutar. Henüz iade yokken siparişin `amount` değeri karttan çekilenin hepsini geri verir.',
];

export const PAYMENT_FIELDS: Readonly<Record<string, Said>> = {
  status: ['The present status.', 'Şimdiki durum.'],
  statusLabel: ['The status as a Turkish word for people.', 'Durumun kişiler için Türkçe karşılığı.'],
  refundedAmount: ['What was given back.', 'Geri verilen tutar.'],
  reservedAmount: ['What refunds without an outcome hold.', 'Sonucu belli olmayan iadelerin tuttuğu tutar.'],
  refundableAmount: ['What can still be refunded.', 'Hâlâ iade edilebilen tutar.'],
  maskedCardNumber: ['The card number with asterisks in the middle.', 'Ortası yıldızlı kart numarası.'],
  cardAssociation: ['The association of the card.', 'Kartın ait olduğu kuruluş.'],
  bankReferenceNumber: [
    'The bank’s number of the transaction; null before it has one.',
    'İşlemin bankadaki numarası; verilmediyse null.',
  ],
  authorizationCode: [
    'The bank’s authorization code; null if there is none.',
    'Bankanın onay kodu; yoksa null.',
  ],
  bankResponseCode: [
    'The bank’s own code; null before an answer.',
    'Bankanın kendi kodu; yanıttan önce null.',
  ],
  bankMessage: ['The bank’s own text; null before an answer.', 'Bankanın kendi metni; yanıttan önce null.'],
  threeDSecure: ['True if the issuer verified the buyer.', 'Kartı veren banka alıcıyı doğruladıysa true.'],
  mdStatus: ['The `mdStatus` of 3-D Secure; null without it.', '3-D Secure `mdStatus` değeri; yoksa null.'],
  eci: ['The `eci` of 3-D Secure; null without it.', '3-D Secure `eci` değeri; yoksa null.'],
  source: [
    'Where the payment comes from: a page or a recurring payment.',
    'Ödemenin kaynağı: sayfa veya düzenli ödeme.',
  ],
  mandate: [
    'Your record of the consent to charges without the buyer; null: the card has it, or none was stated.',
    'Alıcıya sormadan çekim için sizdeki onay; null: onay karttadır ya da bildirilmedi.',
  ],
  reference: ['Your own name of the consent.', 'Onayın sizdeki adı.'],
  acceptedAt: ['When the customer agreed.', 'Müşterinin onay verdiği an.'],
  merchantReference: ['Your own reference of the recurring payment.', 'Düzenli ödemenin sizdeki referansı.'],
  paidAt: ['When the money was taken; null if it was not.', 'Paranın çekildiği an; çekilmediyse null.'],
  waitingFor: [
    'Whom the service waits for while the outcome is not known; `review` is a person, `cardLimit` ' +
      'the limits on the card.',
    'Sonuç bilinmiyorken kimin beklendiği; `review` bir kişi, `cardLimit` kartın sınırlarıdır.',
  ],
  waitingSince: ['Since when it waits.', 'Ne zamandan beri beklediği.'],
  nextCheckAt: [
    'When the bank is asked next, or soon after.',
    'Bankaya sonraki soruşun zamanı; biraz sonra da olabilir.',
  ],
  waitingCode: [
    'The code with which the bank refuses the merchant’s settings.',
    'Bankanın üye iş yeri ayarlarını reddettiği kod.',
  ],
  bank: ['The bank that issued the card; null if not known.', 'Kartı veren banka; bilinmiyorsa null.'],
  'Bin.bank.code': ['The bank’s code of EFT, like 0062.', 'Bankanın EFT kodu, 0062 gibi.'],
  'Bin.bank.name': ['The name of the bank.', 'Bankanın adı.'],
  bankCode: ['The bank’s code of EFT, like 0062.', 'Bankanın EFT kodu, 0062 gibi.'],
  association: [
    'The association of the card; null if not known.',
    'Kartın ait olduğu kuruluş; bilinmiyorsa null.',
  ],
  commercial: ['True for a company’s card; null if not known.', 'Şirket kartıysa true; bilinmiyorsa null.'],
  domestic: [
    'True for a card of a Turkish bank; null if not known.',
    'Türk bankasının kartıysa true; bilinmiyorsa null.',
  ],
  family: ['The card family, like Bonus; null if there is none.', 'Kart ailesi, Bonus gibi; yoksa null.'],
  listVersion: ['The version of the list of card ranges.', 'Kart aralıkları listesinin sürümü.'],
  prefix: ['The longest range that the answer is of.', 'Yanıtın dayandığı en uzun aralık.'],
  'Bin.type': [
    'Credit, debit or prepaid; null if not known.',
    'Kredi, banka veya ön ödemeli kart; bilinmiyorsa null.',
  ],
  bin: ['The first six digits of the card number.', 'Kart numarasının ilk altı rakamı.'],
  'Bin.bin': ['The digits that were sent.', 'Gönderilen rakamlar.'],
  '?bin': [
    'The first six or eight digits of the card number. Never a whole number.',
    'Kart numarasının ilk altı veya sekiz rakamı. Numaranın tamamı hiçbir zaman gönderilmez.',
  ],
  refundId: ['The id of the refund.', 'İadenin kimliği.'],
  transactionId: [
    'The `paymentReferenceNumber` of the payment.',
    'Ödemenin `paymentReferenceNumber` değeri.',
  ],
  'Refund.amount': ['What is given back.', 'Geri verilen tutar.'],
  'RefundCreateBody.amount': ASKED_BACK,
  'RefundPartialBody.amount': ASKED_BACK,
  refundType: [
    '`Full` for all that remains, else `Partial`; without it the amount decides.',
    'Kalanın tamamıysa `Full`, değilse `Partial`; gönderilmezse tutar belirler.',
  ],
  processedAs: [
    '`Void` or `Refund`, as the bank took it; null before.',
    'Bankanın yaptığı işlem: `Void` veya `Refund`; öncesinde null.',
  ],
  description: ['A note of your own.', 'Kendi notunuz.'],
  decisionNote: [
    'The reason given at the approval or rejection, or null.',
    'Onayda veya rette verilen neden ya da null.',
  ],
  requestedBy: ['The id of the key that requested the refund.', 'İadeyi isteyen anahtarın kimliği.'],
  decidedBy: [
    'The id of the key that approved or rejected it.',
    'Onaylayan veya reddeden anahtarın kimliği.',
  ],
  decidedAt: [
    'When it was approved or rejected; null before.',
    'Onaylandığı veya reddedildiği an; öncesinde null.',
  ],
  byCurrency: ['One entry for each currency.', 'Her para birimi için bir kayıt.'],
  totalCount: ['How many there are.', 'Toplam sayı.'],
  pendingAmount: ['The sum that waits for approval or an outcome.', 'Onay veya sonuç bekleyen toplam.'],
  byStatus: ['Count and amount for each status.', 'Her durumun sayısı ve tutarı.'],
  Pending: ['Those that wait for approval.', 'Onay bekleyenler.'],
  Processing: ['Those without an outcome yet.', 'Sonucu henüz bilinmeyenler.'],
  Completed: ['Those that the bank has carried out.', 'Bankanın tamamladıkları.'],
  Failed: ['Those that the bank has refused.', 'Bankanın reddettikleri.'],
  Rejected: ['Those that the merchant has rejected.', 'Üye iş yerinin reddettikleri.'],
  count: ['How many there are.', 'Sayısı.'],
  fullCount: ['How many are full refunds.', 'Tam iadelerin sayısı.'],
  partialCount: ['How many are partial refunds.', 'Kısmi iadelerin sayısı.'],
  voidCount: ['How many the bank voided.', 'Bankanın iptal olarak yaptıklarının sayısı.'],
  averageAmount: ['The average amount.', 'Ortalama tutar.'],
  Successful: ['Those whose money was taken and not given back.', 'Tahsil edilen ve geri verilmeyenler.'],
  Cancelled: ['Those that were cancelled.', 'İptal edilenler.'],
  PartiallyRefunded: ['Those of which a part was given back.', 'Bir kısmı geri verilenler.'],
  FullyRefunded: ['Those that were given back.', 'Tamamı geri verilenler.'],
  paidCount: ['How many were paid, refunded ones included.', 'Ödenenlerin sayısı, iade edilenler dahil.'],
  paidAmount: ['Their sum.', 'Bunların toplamı.'],
  'PaymentStatistics.startDate': ['The first day.', 'İlk gün.'],
  'PaymentStatistics.endDate': ['The last day.', 'Son gün.'],
  'RefundStatistics.startDate': ['The first day.', 'İlk gün.'],
  'RefundStatistics.endDate': ['The last day.', 'Son gün.'],
};
