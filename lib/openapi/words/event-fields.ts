// Events, webhooks and queries: what each field means (fields.ts).
import { ANSWER_CHARACTERS, DECLINE_MINUTES } from '#domain/limits.ts';
import type { BilingualText } from './said.ts';

const DELIVERY_STATE: BilingualText = [
  '`Due` and `Sending`: it is sent now; `Waiting` for the next try or for its webhook; `Delivered`; `Undelivered`: given up.',
  '`Due` ve `Sending`: şimdi gönderilir; `Waiting`: sonraki denemeyi veya webhook’unu bekler; `Delivered`: ulaştı; `Undelivered`: vazgeçildi.',
];

export const EVENT_FIELDS: Readonly<Record<string, BilingualText>> = {
  mode: ['`test` or `live`, as the key.', 'Anahtar gibi `test` veya `live`.'],
  objectType: ['The type of the object.', 'Nesnenin türü.'],
  objectId: ['The id of the object.', 'Nesnenin kimliği.'],
  sequence: [
    'Rises with each change of the object; it may have gaps.',
    'Nesnenin her değişiminde artar; atlama olabilir.',
  ],
  'Event.id': [
    'The id of the event, the same at every delivery.',
    'Olayın her gönderimde aynı olan kimliği.',
  ],
  'Event.type': [
    'The type of the event, like `payment.succeeded`.',
    'Olayın türü, `payment.succeeded` gibi.',
  ],
  'Event.createdAt': ['When the change happened.', 'Değişikliğin olduğu an.'],
  'Event.data': ['The object, and what the change altered.', 'Nesne ve değişikliğin değiştirdikleri.'],
  object: [
    'The object as its GET shows it after the change.',
    'Nesnenin, değişiklikten sonra GET çağrısının gösterdiği hâli.',
  ],
  previous: [
    'The fields of the object that the change altered, as they were before.',
    'Değişen alanların önceki değerleri.',
  ],
  declinedCards: [
    `The different cards that banks have declined in ${DECLINE_MINUTES} minutes.`,
    `Bankaların ${DECLINE_MINUTES} dakikada reddettiği farklı kartlar.`,
  ],
  approvedCards: [
    'The different cards that banks have approved meanwhile.',
    'Bankaların aynı sürede onayladığı farklı kartlar.',
  ],
  'CardTesting.startedAt': ['When it was found.', 'Anlaşıldığı an.'],
  'CardTesting.endsAt': [
    'Until then every card typed on a payment page needs 3-D Secure.',
    'Bu ana kadar ödeme sayfasında yazılan her kart 3-D Secure ister.',
  ],
  attempt: [
    'For a charge: the attempt, as the list of attempts shows it.',
    'Tahsilatta: deneme listesinin gösterdiği deneme.',
  ],
  charge: [
    'For an announced charge: the coming charge, as the preview of a plan shows it.',
    'Önceden bildirilen tahsilatta: önizlemenin gösterdiği tahsilat.',
  ],
  'Replay.eventId': ['The only event that is sent, or null.', 'Gönderilen tek olay ya da null.'],
  'WebhookReplayBody.eventId': [
    'The one event that is sent; without it `from` is required.',
    'Gönderilecek tek olay; yoksa `from` zorunludur.',
  ],
  'WebhookReplayBody.from': [
    'From when on; without `eventId` it is required.',
    'Başlangıç zamanı; `eventId` yoksa zorunludur.',
  ],
  webhookId: ['The id of the webhook.', 'Webhook kimliği.'],
  tries: ['Every try to deliver, newest first.', 'Bütün gönderim denemeleri, yeniden eskiye.'],
  at: ['When it was tried.', 'Denendiği an.'],
  durationMs: ['Milliseconds until the answer.', 'Yanıta kadar geçen milisaniye.'],
  error: ['Why no answer came, or null.', 'Yanıtın neden gelmediği ya da null.'],
  answer: [
    `The first ${ANSWER_CHARACTERS} characters of what came back; empty if nothing did.`,
    `Gelen yanıtın ilk ${ANSWER_CHARACTERS} karakteri; yanıt yoksa boş.`,
  ],
  'Delivery.tries.status': ['The HTTP status of the answer, or null.', 'Yanıtın HTTP durumu ya da null.'],
  'Delivery.state': DELIVERY_STATE,
  'OrderStory.events.deliveries.state': DELIVERY_STATE,
  'WebhookTest.status': ['The HTTP status of the answer, or null.', 'Yanıtın HTTP durumu ya da null.'],
  isDelivered: ['True if the answer was 2xx.', 'Yanıt 2xx ise true.'],
  deliveredAt: ['When it was answered 2xx; null before.', '2xx ile yanıtlandığı an; öncesinde null.'],
  nextTryAt: [
    'When it is tried next; a time that has passed: at once. Null: not planned.',
    'Sonraki denemenin zamanı; geçmişse hemen. Planlanmadıysa null.',
  ],
  url: ['The https address that receives events.', 'Olayları alan https adresi.'],
  eventTypes: [
    'The types of events that are sent: `payment.succeeded`, `refund.*` or `*`.',
    'Gönderilen olay türleri: `payment.succeeded`, `refund.*` veya `*`.',
  ],
  secret: [
    'The secret that signs messages; returned only now.',
    'İletileri imzalayan gizli anahtar; yalnızca şimdi döner.',
  ],
  failingSince: [
    'Since when deliveries fail; null if they do not.',
    'Gönderimlerin ne zamandan beri başarısız olduğu; değilse null.',
  ],
  waitingCount: ['How many events wait for it; null in lists.', 'Bekleyen olay sayısı; listelerde null.'],
  lastSuccessAt: [
    'When it answered 2xx last, to the minute; null if never.',
    'En son 2xx yanıtladığı an, dakikasına kadar; hiç yoksa null.',
  ],
  disabledAt: ['When it was disabled; null if it is not.', 'Devre dışı kaldığı an; değilse null.'],
  disabledReason: ['Why it was disabled, or null.', 'Neden devre dışı kaldığı ya da null.'],
  from: ['From when on.', 'Başlangıç zamanı.'],
  to: ['Until when.', 'Bitiş zamanı.'],
  '?limit': ['The most objects of the answer.', 'Yanıttaki en çok nesne.'],
  cursor: [
    '`nextCursor` of the page before, with the same filters.',
    'Önceki sayfanın `nextCursor` değeri, aynı filtrelerle.',
  ],
  page: [
    'Only 1, the first page: go on with `cursor`.',
    'Yalnızca 1, yani ilk sayfa; `cursor` ile sürdürün.',
  ],
  order: [
    '`newest` first, or `oldest` for the feed.',
    'Önce en yeni (`newest`) ya da akış için en eski (`oldest`).',
  ],
  by: [
    'The instant by which the list is put in order and limited.',
    'Listenin sıralandığı ve sınırlandığı an.',
  ],
  minAmount: [
    'The smallest amount; of payments that of `chargedAmount`.',
    'En küçük tutar; ödemelerde `chargedAmount` için.',
  ],
  maxAmount: [
    'The largest amount; of payments that of `chargedAmount`.',
    'En büyük tutar; ödemelerde `chargedAmount` için.',
  ],
  '?startDate': ['From when on.', 'Başlangıç zamanı.'],
  '?endDate': ['Until when.', 'Bitiş zamanı.'],
  '?status': ['Only those of this status.', 'Yalnızca bu durumdakiler.'],
  '?state': ['Only those of this state.', 'Yalnızca bu durumdakiler.'],
  '?type': ['Only events of this type.', 'Yalnızca bu türdeki olaylar.'],
  '?objectId': ['Only events of this object.', 'Yalnızca bu nesnenin olayları.'],
  '?customerId': ['Only those of this customer.', 'Yalnızca bu müşterininkiler.'],
  '?recurringPaymentId': ['Only those of this recurring payment.', 'Yalnızca bu düzenli ödemeninkiler.'],
  '?isActive': [
    'Only active ones with true, inactive ones with false.',
    'true ise yalnızca etkin, false ise yalnızca etkin olmayanlar.',
  ],
  '?refundType': [
    '`Full`: only those of all that remained; `Partial`: only the others.',
    '`Full`: yalnızca kalanın tamamının iadeleri; `Partial`: yalnızca ötekiler.',
  ],
  '?adjustment': [
    'Only what the bank did by itself: `Chargeback`, or `Refund` in its portal.',
    'Yalnızca bankanın kendi yaptıkları: `Chargeback` ya da portalındaki `Refund`.',
  ],
  '?orderNumber': ['Only those of this order.', 'Yalnızca bu siparişinkiler.'],
  '?from': [
    'With `isActive: true`: events since then are sent first.',
    '`isActive: true` ile: önce bu andan beri olan olaylar gönderilir.',
  ],
};
