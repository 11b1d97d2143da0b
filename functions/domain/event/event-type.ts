// The types of events. The documentation, the OpenAPI document and the types that a webhook can choose are
// derived from this table.

import {
  DELIVERY_DAYS,
  KEY_FIRST_NOTICE_DAYS,
  KEY_LAST_NOTICE_DAYS,
  KEY_SECOND_NOTICE_DAYS,
} from '../limits.ts';
import type { Scope } from '../scope.ts';
import { isAmong } from './type-pattern.ts';

type EventDefinition = {
  objectType: EventObjectType;
  /** The meaning of the event, as a sentence. */
  when: { tr: string; en: string };
};
export type EventObjectType =
  | 'HostedPage'
  | 'Payment'
  | 'Refund'
  | 'RecurringPayment'
  | 'Card'
  | 'Customer'
  | 'ApiKey'
  | 'InstallmentTable'
  | 'CardTesting'
  | 'Settlement'
  | 'Webhook';

const of = (objectType: EventObjectType, en: string, tr: string): EventDefinition => ({
  objectType,
  when: { tr, en },
});

export const EVENT_TYPES = {
  'hosted_page.paid': of(
    'HostedPage',
    'A buyer has paid on the hosted page.',
    'Alıcı ödeme sayfasında ödedi.',
  ),
  'hosted_page.failed': of(
    'HostedPage',
    'The hosted page has ended: too many declines or cards, or no card can pay in its installments.',
    'Ödeme sayfası sona erdi: çok fazla ret veya kart denemesi, ya da taksitiyle hiçbir kart ödeyemiyor.',
  ),
  'payment.authorized': of(
    'Payment',
    'The bank has only reserved the amount of the payment; nothing is taken yet.',
    'Banka ödemenin tutarını yalnızca ayırdı; henüz para çekilmedi.',
  ),
  'payment.authorization_expiring': of(
    'Payment',
    'The reserved amount is released in a day, unless you capture it.',
    'Ayrılan tutar, çekmezseniz bir gün sonra serbest bırakılır.',
  ),
  'payment.capture_failed': of(
    'Payment',
    'A capture whose outcome was not known did not reach the bank: capture again.',
    'Sonucu bilinmeyen bir provizyon kapama bankaya ulaşmamış: yeniden deneyin.',
  ),
  'payment.released': of(
    'Payment',
    'The reserved amount is free again: released by you, by the bank, or because its time was over.',
    'Ayrılan tutar yeniden serbest: siz veya banka serbest bıraktı ya da süresi doldu.',
  ),
  'payment.succeeded': of(
    'Payment',
    'The bank has taken the money; of a reserved amount, at its capture.',
    'Banka parayı çekti; ayrılan tutarda, provizyon kapanınca.',
  ),
  'payment.failed': of(
    'Payment',
    'The payment was declined, or never reached the bank.',
    'Ödeme reddedildi veya bankaya hiç ulaşmadı.',
  ),
  'payment.partially_refunded': of(
    'Payment',
    'Part of the payment was refunded; each part is an event.',
    'Ödemenin bir kısmı iade edildi; her kısım ayrı bir olaydır.',
  ),
  'payment.refunded': of(
    'Payment',
    'The whole payment was refunded, also if the bank voided it.',
    'Ödemenin tamamı iade edildi; bu, banka iptaliyle yapılmış olabilir.',
  ),
  'payment.cancelled': of(
    'Payment',
    'The payment was cancelled by `cancellations`, whether the bank voided or refunded it.',
    'Ödeme `cancellations` ile iptal edildi; bu, banka iptaliyle veya iadeyle yapılmış olabilir.',
  ),
  'payment.difference': of(
    'Payment',
    'The bank’s books differ from ours on the payment, or agree again: `difference` tells which.',
    'Bankanın kayıtları bu ödemede bizimkinden farklı veya yine aynı: hangisi olduğunu `difference` söyler.',
  ),
  'refund.requested': of(
    'Refund',
    'A refund waits for approval: it is new, or has not reached the bank.',
    'Bir iade onay bekliyor: yeni oluşturuldu veya bankaya ulaşmadı.',
  ),
  'refund.processing': of('Refund', 'A refund is sent to the bank.', 'Bir iade bankaya gönderiliyor.'),
  'refund.completed': of('Refund', 'The bank has given the money back.', 'Banka parayı iade etti.'),
  'refund.failed': of(
    'Refund',
    'The bank has refused the refund, or one in one step has not reached it.',
    'Banka iadeyi reddetti veya tek adımlı iade bankaya ulaşmadı.',
  ),
  'refund.rejected': of('Refund', 'The merchant has rejected the refund.', 'Üye iş yeri iadeyi reddetti.'),
  'refund.expired': of(
    'Refund',
    'Nobody has decided the refund in the time that the merchant has set: its amount is free again.',
    'İadeye üye iş yerinin belirlediği sürede karar verilmedi: tutarı yeniden serbest.',
  ),
  'recurring_payment.created': of(
    'RecurringPayment',
    'A recurring payment was created.',
    'Bir düzenli ödeme oluşturuldu.',
  ),
  'recurring_payment.updated': of(
    'RecurringPayment',
    'Terms, card, name, reference, metadata, mandate, date of the next charge or uncollected amount have changed, or' +
      ' a charge waits for its card’s limits.',
    'Koşullar, kart, ad, referans, metadata, mandate, sonraki tahsilatın tarihi veya tahsil edilmemiş tutar değişti' +
      ' ya da bir tahsilat kartın sınırlarını bekliyor.',
  ),
  'recurring_payment.charged': of(
    'RecurringPayment',
    'A charge has succeeded; `attempt` tells which.',
    'Bir tahsilat başarılı oldu; hangisi olduğu `attempt` alanındadır.',
  ),
  'recurring_payment.charge_failed': of(
    'RecurringPayment',
    'An attempt to charge has failed; `attempt` has the error code and the next attempt.',
    'Bir tahsilat denemesi başarısız oldu; hata kodu ve sonraki deneme `attempt` alanındadır.',
  ),
  'recurring_payment.past_due': of(
    'RecurringPayment',
    'A charge has failed and is tried again.',
    'Bir tahsilat başarısız oldu ve yeniden denenecek.',
  ),
  'recurring_payment.unpaid': of(
    'RecurringPayment',
    'A charge has failed and is not tried again with this card.',
    'Bir tahsilat başarısız oldu ve bu kartla yeniden denenmeyecek.',
  ),
  'recurring_payment.paused': of(
    'RecurringPayment',
    'The recurring payment was paused.',
    'Düzenli ödeme duraklatıldı.',
  ),
  'recurring_payment.resumed': of(
    'RecurringPayment',
    'The recurring payment was resumed.',
    'Düzenli ödeme sürdürüldü.',
  ),
  'recurring_payment.cancelled': of(
    'RecurringPayment',
    'The recurring payment was cancelled.',
    'Düzenli ödeme iptal edildi.',
  ),
  'recurring_payment.completed': of(
    'RecurringPayment',
    'The recurring payment has reached its end or limit.',
    'Düzenli ödeme bitişine veya sınırına ulaştı.',
  ),
  'recurring_payment.upcoming': of(
    'RecurringPayment',
    'A charge is due within the number of days that you have set; `charge` tells which.',
    'Belirlediğiniz gün sayısı içinde bir tahsilat yapılacak; hangisi olduğu `charge` alanındadır.',
  ),
  'card.created': of('Card', 'A card was stored.', 'Bir kart kaydedildi.'),
  'card.updated': of('Card', 'A stored card was changed.', 'Kayıtlı kart değiştirildi.'),
  'card.deleted': of('Card', 'A stored card was deleted.', 'Kayıtlı kart silindi.'),
  'card.locked': of(
    'Card',
    'Wrong security codes were entered for the card on pages: no page accepts it until it is typed in again.',
    'Güvenlik kodu çok kez yanlış girildi: kart yeniden yazılana kadar hiçbir sayfada kullanılamaz.',
  ),
  'card.expiring': of(
    'Card',
    'A card that a recurring payment is going to charge is valid until the end of this month.',
    'Bir düzenli ödemenin çekileceği kart bu ayın sonuna kadar geçerli.',
  ),
  'customer.created': of('Customer', 'A customer was created.', 'Bir müşteri oluşturuldu.'),
  'customer.updated': of('Customer', 'A customer was changed.', 'Müşteri değiştirildi.'),
  'customer.deleted': of(
    'Customer',
    'A customer was erased; the event has the id only.',
    'Müşteri silindi; olayda yalnızca kimlik vardır.',
  ),
  'api_key.created': of(
    'ApiKey',
    'An API key was issued, also by a rotation.',
    'Bir API anahtarı verildi; yenilemede de.',
  ),
  'api_key.revoked': of('ApiKey', 'An API key was revoked.', 'Bir API anahtarı iptal edildi.'),
  'api_key.expiring': of(
    'ApiKey',
    `An API key ends in ${KEY_FIRST_NOTICE_DAYS} days or fewer; said again at ${KEY_SECOND_NOTICE_DAYS} and at ` +
      `${KEY_LAST_NOTICE_DAYS}.`,
    `Bir API anahtarının süresi en çok ${KEY_FIRST_NOTICE_DAYS} gün sonra doluyor; ${KEY_SECOND_NOTICE_DAYS} ve ` +
      `${KEY_LAST_NOTICE_DAYS} gün kala yinelenir.`,
  ),
  'installment_table.updated': of(
    'InstallmentTable',
    'The installment table was replaced; `changedBy` is the API key, null for the operator.',
    'Taksit tablosu değiştirildi; `changedBy` API anahtarıdır, operatörde null.',
  ),
  'card_testing.started': of(
    'CardTesting',
    'Stolen cards are tried on your pages: until `endsAt` every typed card needs 3-D Secure.',
    'Sayfalarınızda çalıntı kartlar deneniyor: `endsAt` anına kadar yazılan her kart 3-D Secure ister.',
  ),
  'settlement.closed': of(
    'Settlement',
    'A bank’s day of a virtual POS has ended: the sums of its book.',
    'Bir sanal POS’un banka günü bitti: defterinin toplamları.',
  ),
  'settlement.differs': of(
    'Settlement',
    'Other sums were found for a day that was closed; `previous` has those before.',
    'Kapanmış bir gün için başka toplamlar bulundu; öncekiler `previous` alanında.',
  ),
  'webhook.created': of('Webhook', 'A webhook was created.', 'Bir webhook oluşturuldu.'),
  'webhook.updated': of(
    'Webhook',
    'A webhook was changed, enabled or disabled by you or the operator, or its secret was replaced.',
    'Webhook değiştirildi; sizin veya operatörün eliyle açıldı ya da kapatıldı; gizli anahtarı yenilendi.',
  ),
  'webhook.failing': of(
    'Webhook',
    'Three messages to a webhook have failed: one at a time is tried until one succeeds.',
    'Bir webhook’a üç ileti ulaşmadı: biri başarılı olana dek her seferinde tek ileti denenir.',
  ),
  'webhook.disabled': of(
    'Webhook',
    `A webhook gets nothing more: it has failed for ${DELIVERY_DAYS} days, or has answered 410.`,
    `Bir webhook’a artık hiçbir şey gönderilmiyor: ${DELIVERY_DAYS} gündür başarısız veya 410 yanıtı verdi.`,
  ),
  'webhook.deleted': of(
    'Webhook',
    'A webhook was deleted; the event has the id only.',
    'Webhook silindi; olayda yalnızca kimlik vardır.',
  ),
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES: readonly EventType[] = /* @__PURE__ */ Object.keys(EVENT_TYPES) as EventType[];

/** The scope that a key needs to read what an event has of its object. */
const READ_SCOPES: Record<EventObjectType, Scope> = {
  HostedPage: 'payments:read',
  Payment: 'payments:read',
  Refund: 'refunds:read',
  RecurringPayment: 'recurring:read',
  Card: 'cards:read',
  Customer: 'customers:read',
  ApiKey: 'read',
  InstallmentTable: 'events:read',
  CardTesting: 'payments:read',
  Settlement: 'settlements:read',
  Webhook: 'events:read',
};

export const readScopeOf = (type: EventType): Scope => READ_SCOPES[EVENT_TYPES[type].objectType];

/** The scopes that a key needs to read all events of these types and patterns. */
export const readScopesOf = (eventTypes: readonly string[]): readonly Scope[] => {
  const types = EVENT_TYPE_NAMES.filter((type) => isAmong(eventTypes, type));
  return [...new Set(types.map(readScopeOf))];
};
