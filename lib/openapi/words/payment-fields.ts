// Payments, card ranges and refunds: what each field means (fields.ts).
import { MOST_SEARCH_DAYS, SEARCH_DAYS } from '#domain/limits.ts';
import type { BilingualText } from './said.ts';

const OF_KNOWN_OUTCOME: BilingualText = [
  'How many there are, without those whose outcome is not known yet (`Processing`).',
  'Toplam sayı; sonucu henüz bilinmeyenler (`Processing`) içinde değildir.',
];

export const PAYMENT_FIELDS: Readonly<Record<string, BilingualText>> = {
  status: ['The present status.', 'Şimdiki durum.'],
  statusLabel: [
    'The status as a Turkish word for people, in English answers too.',
    'Durumun kişiler için Türkçe karşılığı; İngilizce yanıtlarda da Türkçedir.',
  ],
  refundedAmount: ['What was given back.', 'Geri verilen tutar.'],
  reservedAmount: ['What refunds without an outcome hold.', 'Sonucu belli olmayan iadelerin tuttuğu tutar.'],
  refundableAmount: ['What can still be refunded.', 'Hâlâ iade edilebilen tutar.'],
  maskedCardNumber: ['The card number with asterisks in the middle.', 'Ortası yıldızlı kart numarası.'],
  cardAssociation: ['The association of the card.', 'Kartın ait olduğu kuruluş.'],
  bankReferenceNumber: [
    'The bank’s number of the transaction; null if none is known.',
    'İşlemin bankadaki numarası; bilinmiyorsa null.',
  ],
  authorizationCode: [
    'The bank’s authorization code; null if there is none.',
    'Bankanın onay kodu; yoksa null.',
  ],
  note: [
    'Your own words about the payment; null: none. Events have null.',
    'Ödeme hakkında kendi notunuz; yoksa null. Olaylarda null olur.',
  ],
  bankResponseCode: [
    'The bank’s own code; null before an answer.',
    'Bankanın kendi kodu; yanıttan önce null.',
  ],
  bankMessage: ['The bank’s own text; null before an answer.', 'Bankanın kendi metni; yanıttan önce null.'],
  threeDSecure: ['True if the issuer verified the buyer.', 'Kartı veren banka alıcıyı doğruladıysa true.'],
  posId: [
    'The virtual POS that took it; its money is refunded there.',
    'Ödemeyi alan sanal POS; iadesi de oradan yapılır.',
  ],
  posReason: [
    '`Family`: this POS splits the family of the card; `GateOpen`: the bank that came first did not answer; ' +
      '`Default`: neither.',
    '`Family`: bu POS kartın ailesine taksit yapıyor; `GateOpen`: önce gelen banka yanıt vermiyordu; ' +
      '`Default`: ikisi de değil.',
  ],
  mdStatus: ['The `mdStatus` of 3-D Secure; null without it.', '3-D Secure `mdStatus` değeri; yoksa null.'],
  eci: ['The `eci` of 3-D Secure; null without it.', '3-D Secure `eci` değeri; yoksa null.'],
  source: [
    'Where the payment comes from: a page, a recurring payment, or a charge of a stored card.',
    'Ödemenin kaynağı: sayfa, düzenli ödeme veya kayıtlı karttan tahsilat.',
  ],
  mandate: [
    'Your record of the consent to charges without the buyer; null: the card has it, or none was stated.',
    'Alıcıya sormadan tahsilat için sizdeki onay; null: onay karttadır ya da bildirilmedi.',
  ],
  reference: ['Your own name of the consent.', 'Onayın sizdeki adı.'],
  acceptedAt: ['When the customer agreed.', 'Müşterinin onay verdiği an.'],
  merchantReference: ['Your own reference of the recurring payment.', 'Düzenli ödemenin sizdeki referansı.'],
  paidAt: [
    'When the approval was recorded, later than at the bank if its answer was lost; null: nothing was taken.',
    'Onayın kaydedildiği an, yanıt kaybolduysa bankadakinden sonra; para çekilmediyse null.',
  ],
  difference: [
    'How the bank’s books differ from ours on the payment; null: they agree, or were not compared yet.',
    'Bankanın kayıtlarının bu ödemede bizimkinden farkı; null: aynı ya da henüz karşılaştırılmadı.',
  ],
  'Payment.difference.kind': [
    '`NotRecorded`: the bank took money, the payment failed; `NotTaken`: the bank has no sale; ' +
      '`AmountDiffers`, `RefundsDiffer`: both have one.',
    '`NotRecorded`: banka parayı çekti, ödeme başarısız; `NotTaken`: bankada satış yok; ' +
      '`AmountDiffers`, `RefundsDiffer`: ikisinde de var.',
  ],
  'Payment.difference.refunds.bankReferenceNumber': [
    'The bank’s number of the refund.',
    'İadenin bankadaki numarası.',
  ],
  'Payment.difference.refunds.processedAs': [
    '`Void` or `Refund`, as the bank took it.',
    'Bankanın yaptığı işlem: `Void` veya `Refund`.',
  ],
  foundAt: ['When it was found.', 'Bulunduğu an.'],
  'Payment.difference.refunds': [
    'What the bank has given back and we do not have: record it as an adjustment.',
    'Bankanın geri verdiği, bizde olmayan tutarlar: `adjustment` çağrısıyla kaydedin.',
  ],
  bankChargedAmount: ['What the bank has taken.', 'Bankanın çektiği tutar.'],
  bankRefundedAmount: [
    'What the bank has given back, a void included.',
    'Bankanın geri verdiği tutar; banka iptali dahil.',
  ],
  adjustment: [
    'What the bank did by itself and was only recorded here: `Refund` (in its portal), `Chargeback`; else null.',
    'Bankanın kendi yaptığı, burada yalnızca kaydedilen işlem: `Refund` (portalında), `Chargeback`; yoksa null.',
  ],
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
  '?lastFour': [
    `The last four digits of the card; searches ${SEARCH_DAYS} days, ${MOST_SEARCH_DAYS} at most.`,
    `Kartın son dört rakamı; ${SEARCH_DAYS}, en çok ${MOST_SEARCH_DAYS} günü arar.`,
  ],
  '?authorizationCode': [
    `The bank’s authorization code, as on the receipt; searches ${MOST_SEARCH_DAYS} days.`,
    `Bankanın provizyon (onay) kodu, fişteki gibi; ${MOST_SEARCH_DAYS} günü arar.`,
  ],
  '?bankReferenceNumber': [
    `The bank’s number of the transaction (RRN); searches ${MOST_SEARCH_DAYS} days.`,
    `İşlemin bankadaki numarası (RRN); ${MOST_SEARCH_DAYS} günü arar.`,
  ],
  '?errorCode': [
    `Only those that failed for this reason; searches ${SEARCH_DAYS} days, ${MOST_SEARCH_DAYS} at most.`,
    `Yalnızca bu nedenle başarısız olanlar; ${SEARCH_DAYS}, en çok ${MOST_SEARCH_DAYS} günü arar.`,
  ],
  '?cardFamily': [
    `Only those of pages with this card family, like Bonus; searches ${SEARCH_DAYS} days, ${MOST_SEARCH_DAYS} at most.`,
    `Sayfalarda yalnızca bu kart ailesiyle ödenenler, Bonus gibi; ${SEARCH_DAYS}, en çok ${MOST_SEARCH_DAYS} günü arar.`,
  ],
  '?cardAssociation': [
    `Only those of this association; searches ${SEARCH_DAYS} days, ${MOST_SEARCH_DAYS} at most.`,
    `Yalnızca bu kuruluşun kartları; ${SEARCH_DAYS}, en çok ${MOST_SEARCH_DAYS} günü arar.`,
  ],
  '?installment': [
    `Only those in so many installments, 1 for a single payment; searches ${SEARCH_DAYS} days, ${MOST_SEARCH_DAYS} at most.`,
    `Yalnızca bu taksit sayısı, tek çekim için 1; ${SEARCH_DAYS}, en çok ${MOST_SEARCH_DAYS} günü arar.`,
  ],
  '?merchantReference': [
    'Only those of this reference of yours.',
    'Yalnızca sizdeki bu referansa ait olanlar.',
  ],
  '?difference': [
    'True: only those on which the bank’s books differ; false: only those without `difference`.',
    'true: yalnızca bankanın kayıtları farklı olanlar; false: `difference` değeri olmayanlar.',
  ],
  '?unpaid': [
    'True: only those with an `uncollectedAmount`; false: only those without.',
    'true: yalnızca `uncollectedAmount` değeri olanlar; false: olmayanlar.',
  ],
  '?nextPaymentFrom': [
    'Only those whose next payment is not before.',
    'Sonraki tahsilatı daha önce olmayanlar.',
  ],
  '?nextPaymentTo': [
    'Only those whose next payment is not after.',
    'Sonraki tahsilatı daha sonra olmayanlar.',
  ],
  '?fullName': [
    'A part of the name, in any case: plain letters alone (`ayse ozturk`), or every letter as stored.',
    'Adın bir bölümü; büyük küçük harf ayrılmaz: yalnız yalın harflerle (`ayse ozturk`) ya da her harfi kayıttaki gibi.',
  ],
  '?source': ['Only those of this source.', 'Yalnızca bu kaynaktan gelenler.'],
  '?cardStorageId': ['The id of a stored card.', 'Kayıtlı bir kartın kimliği.'],
  '?bin': [
    'The first digits of the card number: six, of ranges and installments also eight. Never a whole number.',
    'Kart numarasının ilk rakamları: altı, aralıklarda ve taksitlerde sekiz de olur. Numaranın tamamı hiçbir zaman gönderilmez.',
  ],
  refundId: ['The id of the refund.', 'İadenin kimliği.'],
  transactionId: [
    'The `paymentReferenceNumber` of the payment.',
    'Ödemenin `paymentReferenceNumber` değeri.',
  ],
  'OrderStory.pages': ['The pages of the order, newest first.', 'Siparişin sayfaları, yeniden eskiye.'],
  'OrderStory.payments': [
    'The attempts to pay the order, newest first.',
    'Siparişi ödeme denemeleri, yeniden eskiye.',
  ],
  'OrderStory.refunds': ['The refunds of the order, newest first.', 'Siparişin iadeleri, yeniden eskiye.'],
  'OrderStory.recurringPayments': [
    'The recurring payments that charged it.',
    'Siparişi tahsil eden düzenli ödemeler.',
  ],
  'OrderStory.events': ['The events about them.', 'Bunlara ilişkin olaylar.'],
  'OrderStory.events.id': ['The id of the event.', 'Olayın kimliği.'],
  'OrderStory.events.deliveries.tryCount': ['How often it was tried.', 'Kaç kez denendiği.'],
  deliveries: ['To which webhooks it is sent.', 'Hangi webhook’lara gönderildiği.'],
  tryCount: ['How often it was tried.', 'Kaç kez denendiği.'],
  timeline: ['What happened, oldest first.', 'Olanlar, eskiden yeniye.'],
  'OrderStory.timeline.at': ['When it happened.', 'Olduğu an.'],
  what: ['What kind of thing it was.', 'Ne tür bir şey olduğu.'],
  'OrderStory.timeline.message': [
    'What happened, as a sentence in the language of the call.',
    'Ne olduğu, çağrının dilinde bir cümle.',
  ],
  'OrderStory.timeline.ids': ['The ids of what it was about.', 'İlgili olduklarının kimlikleri.'],
  'OrderStory.timeline.ids.page': ['The id of the page.', 'Sayfanın kimliği.'],
  'OrderStory.timeline.ids.eventId': ['The id of the event.', 'Olayın kimliği.'],
  'OrderStory.timeline.ids.webhookId': ['The id of the webhook.', 'Webhook kimliği.'],
  'OrderStory.timeline.ids.paymentReferenceNumber': ['The payment.', 'Ödeme.'],
  'OrderStory.timeline.ids.refundId': ['The refund.', 'İade.'],
  changes: [
    'False: the call would change nothing, because it is done already.',
    'false: çağrı hiçbir şeyi değiştirmez, çünkü yapılmış olanı yineler.',
  ],
  'RefundPreview.amount': ['What the card would get back.', 'Karta geri verilecek tutar.'],
  'RefundPreview.status': [
    'The status of the refund after the call, if the bank approves.',
    'Banka onaylarsa iadenin çağrıdan sonraki durumu.',
  ],
  'RefundPreview.processedAs': [
    '`Void` or `Refund`, if it went to the bank now. Its batch may be closed: then it is a refund.',
    'Şimdi bankaya gitse `Void` veya `Refund`. Bankanın gün sonu alınmışsa iade olur.',
  ],
  'RefundPreview.refundableAmount': [
    'The most that can be refunded of the payment now.',
    'Ödemeden şimdi en çok ne kadar iade edilebileceği.',
  ],
  'RefundPreview.surchargeAmount': [
    'Of `amount`: the surcharge of installments that goes back with the whole payment; 0 otherwise.',
    '`amount` içinde: ödemenin tamamıyla geri verilen taksit vade farkı; aksi hâlde 0.',
  ],
  paymentStatus: [
    'The status of the payment once it is given back.',
    'Geri verildikten sonra ödemenin durumu.',
  ],
  remainingAmount: ['What can still be refunded afterwards.', 'Sonrasında hâlâ iade edilebilecek tutar.'],
  voidUntil: [
    'Until when it is tried as a void; null if it is none.',
    'Ne zamana dek banka iptali (`Void`) olarak deneneceği; değilse null.',
  ],
  refundableUntil: ['Until when the payment can be refunded.', 'Ödemenin ne zamana dek iade edilebileceği.'],
  cardholderSees: [
    'What the cardholder sees, as a sentence to say.',
    'Kart sahibinin ne göreceği, söylenebilecek bir cümleyle.',
  ],
  cardholderSeesBy: [
    'Until when it is usually seen; the bank of the card decides.',
    'Genellikle ne zamana dek göründüğü; kartın bankası belirler.',
  ],
  'Refund.amount': ['What is given back.', 'Geri verilen tutar.'],
  'Refund.surchargeAmount': [
    'Of `amount`: the surcharge of installments that goes back with the whole payment; 0 otherwise.',
    '`amount` içinde: ödemenin tamamıyla geri verilen taksit vade farkı; aksi hâlde 0.',
  ],
  'RefundCreateBody.amount': [
    'What to give back. While nothing is refunded, the order’s `amount` gives back all that was charged.',
    'Geri verilecek tutar. Henüz iade yokken siparişin `amount` değeri karttan çekilenin hepsidir.',
  ],
  'RefundPartialBody.amount': ['What to give back, and no more.', 'Geri verilecek tutar; fazlası verilmez.'],
  refundType: [
    '`Full` for all that remains, else `Partial`; without it the amount decides.',
    'Kalanın tamamıysa `Full`, değilse `Partial`; gönderilmezse tutar belirler.',
  ],
  processedAs: [
    '`Void` or `Refund`, as the bank took it; null before.',
    'Bankanın yaptığı işlem: `Void` veya `Refund`; öncesinde null.',
  ],
  processedReason: [
    'Why a full refund was no void: another day, a closed batch, or an earlier part; else null.',
    'Tam iadenin neden banka iptali (`Void`) olmadığı: başka gün, kapanan gün sonu, önceki kısmi iade; yoksa null.',
  ],
  description: ['A note of your own.', 'Kendi notunuz.'],
  decisionNote: [
    'The reason given at the approval or rejection, or null.',
    'Onayda veya rette verilen neden ya da null.',
  ],
  requestedBy: ['The id of the key that requested the refund.', 'İadeyi isteyen anahtarın kimliği.'],
  requestedByName: [
    'The name of that key or person, where a refund is read; null: none.',
    'Bu anahtarın ya da kişinin adı; iade okunurken verilir, yoksa null.',
  ],
  decidedByName: [
    'The name of that key or person, where a refund is read; null: none.',
    'Bu anahtarın ya da kişinin adı; iade okunurken verilir, yoksa null.',
  ],
  decidedBy: [
    'The id of the key that approved or rejected it.',
    'Onaylayan veya reddeden anahtarın kimliği.',
  ],
  decidedAt: [
    'When it was approved or rejected; null before.',
    'Onaylandığı veya reddedildiği an; öncesinde null.',
  ],
  byDay: [
    'With `groupBy=day`: one entry for each day and currency that has any, the oldest first; else null.',
    '`groupBy=day` ile: kaydı olan her gün ve para birimi için bir kayıt, eskiden yeniye; yoksa null.',
  ],
  day: ['The day in Istanbul, like 2026-11-20.', 'İstanbul’daki gün, 2026-11-20 gibi.'],
  '?groupBy': ['`day`: the days one by one too.', '`day`: günler tek tek de.'],
  byCurrency: ['One entry for each currency.', 'Her para birimi için bir kayıt.'],
  totalCount: ['How many there are.', 'Toplam sayı.'],
  'PaymentStatistics.byCurrency.totalCount': OF_KNOWN_OUTCOME,
  'PaymentStatistics.byDay.totalCount': OF_KNOWN_OUTCOME,
  pendingAmount: ['The sum that waits for approval or an outcome.', 'Onay veya sonuç bekleyen toplam.'],
  byStatus: ['Count and amount for each status.', 'Her durumun sayısı ve tutarı.'],
  Pending: ['Those that wait for approval.', 'Onay bekleyenler.'],
  Processing: ['Those without an outcome yet.', 'Sonucu henüz bilinmeyenler.'],
  Completed: ['Those that the bank has carried out.', 'Bankanın tamamladıkları.'],
  Failed: ['Those that the bank has refused.', 'Bankanın reddettikleri.'],
  Expired: ['Those that nobody has decided in time.', 'Süresinde karar verilmeyenler.'],
  Rejected: ['Those that the merchant has rejected.', 'Üye iş yerinin reddettikleri.'],
  count: ['How many there are.', 'Sayısı.'],
  fullCount: ['How many are full refunds.', 'Tam iadelerin sayısı.'],
  partialCount: ['How many are partial refunds.', 'Kısmi iadelerin sayısı.'],
  voidCount: ['How many the bank voided.', 'Banka iptallerinin sayısı.'],
  averageAmount: ['The average amount.', 'Ortalama tutar.'],
  Successful: ['Those whose money was taken and not given back.', 'Tahsil edilen ve geri verilmeyenler.'],
  Cancelled: ['Those that were cancelled.', 'İptal edilenler.'],
  PartiallyRefunded: ['Those of which a part was given back.', 'Bir kısmı geri verilenler.'],
  FullyRefunded: ['Those that were given back.', 'Tamamı geri verilenler.'],
  paidCount: ['How many were paid, refunded ones included.', 'Ödenenlerin sayısı, iade edilenler dahil.'],
  paidAmount: ['Their sum.', 'Bunların toplamı.'],
  funnel: ['The steps of buyers on hosted pages.', 'Alıcıların ödeme sayfalarındaki adımları.'],
  form: [
    'Pages whose form was seen: left or sent.',
    'Formu görülen, yani bırakılan veya gönderilen sayfalar.',
  ],
  firstKey: [
    'Pages on which a card was begun, or sent.',
    'Kart girilmeye başlanan veya gönderilen sayfalar.',
  ],
  left: ['Pages that were left and never sent.', 'Gönderilmeden bırakılan sayfalar.'],
  sending: ['Submits whose outcome is known: declined or paid.', 'Sonucu bilinen gönderimler.'],
  challenge: ['Submits that the issuer was asked about.', 'Kart bankasına sorulan gönderimler.'],
  challengeEnd: [
    'Those that the issuer answered; the others were given up.',
    'Kart bankasının yanıtladıkları; ötekiler yarıda bırakıldı.',
  ],
  declined: ['Submits that took no money.', 'Para çekilmeyen gönderimler.'],
  paid: [
    'Submits that took money, given back later or not.',
    'Para çekilen gönderimler, sonradan iade edilse de.',
  ],
  byVariant: ['The same by the word of the page.', 'Aynısı, sayfanın sözcüğüne göre.'],
  byCard: ['The steps from a submit on, by card.', 'Gönderimden sonraki adımlar, karta göre.'],
  card: [
    'The card family if it is known, otherwise the brand.',
    'Biliniyorsa kart ailesi, bilinmiyorsa kart kuruluşu.',
  ],
  'PaymentStatistics.startDate': ['The first day.', 'İlk gün.'],
  'PaymentStatistics.endDate': ['The last day.', 'Son gün.'],
  'RefundStatistics.startDate': ['The first day.', 'İlk gün.'],
  'RefundStatistics.endDate': ['The last day.', 'Son gün.'],
};
