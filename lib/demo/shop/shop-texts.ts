// The demo shop's texts, each in Turkish and English.
import type { Language } from '#domain/language.ts';
import type { PaymentStatus } from '#domain/payment/payment-words.ts';
import type { RecurringPaymentStatus } from '#domain/recurring-payment/recurring-payment.ts';
import type { LedgerOperation } from '../../bank/books.ts';
import { LEVER_TEXTS } from './levers.ts';

type Pair = readonly [tr: string, en: string];

const PAIRS = {
  ...LEVER_TEXTS,
  shopName: ['Kahve Dükkânı', 'Kahve Dükkânı'],
  demo: ['Demo mağaza: gerçek para ve gerçek ürün yoktur.', 'A demo shop: no real money, no real goods.'],
  otherLanguage: ['English', 'Türkçe'],
  service: ['Mağazanız için kartla ödeme', 'Card payments for your shop'],
  serviceText: [
    'Kart ödemesi, iade ve aylık tahsilat yapan, banka susarsa ne olduğunu kendisi bulan bir ödeme hizmeti.',
    'A service for card payments, refunds and monthly charges that finds out what a silent bank has done.',
  ],
  scenes: ['Üç sahne, birer dakika', 'Three scenes, a minute each'],
  scenesText: [
    'Yanında API çağrısını, olayı ve bankanın defterini görürsünüz. Son kullanma 12/30, CVV 000, kart:',
    'Beside each you see the API call, the event and the bank’s books. Expiry 12/30, CVV 000, card:',
  ],
  play: ['Başlat', 'Start'],
  calls: ['API çağrısı', 'API call'],
  ledger: ['Bankanın defteri', 'The bank’s books'],
  noLedger: ['Henüz bir işlem yok.', 'No operation yet.'],
  documents: ['Kılavuzlar ve başvuru', 'Guides and reference'],
  errors: ['Hata kodları', 'Error codes'],
  headline: ['İyi kahve, demli çay.', 'Good coffee, strong tea.'],
  buy: ['Satın al', 'Buy'],
  subscribe: ['Abone ol', 'Subscribe'],
  pay: ['{} öde', 'Pay {}'],
  perMonth: ['{} / ay', '{} a month'],
  cardsTitle: ['Deneme kartları', 'Sandbox cards'],
  cardsText: [
    'İleri bir son kullanma tarihi ve herhangi bir CVV yeter. Numarayı ödeme sayfasına yapıştırın.',
    'Any future expiry and any CVV will do. Copy a number and paste it into the payment page.',
  ],
  copy: ['Kopyala', 'Copy'],
  copied: ['Kopyalandı', 'Copied'],
  developersTitle: ['Geliştiriciler için', 'For developers'],
  developersText: [
    'Bu mağaza, ödeme hizmetini herhangi bir mağaza gibi yalnızca API ile kullanır.',
    'This shop uses the payment service through its API alone, as any shop does.',
  ],
  home: ['Mağazaya dön', 'Back to the shop'],
  aboutTitle: ['Bu mağaza hakkında', 'About this shop'],
  aboutText: [
    'Bu mağaza bir demodur: hiçbir şey satmaz, verilerinizi yalnızca bu bilgisayarda bir klasörde tutar.',
    'This shop is a demo: it sells nothing, and keeps your data in a folder on this computer only.',
  ],
  paidTitle: ['Siparişiniz alındı', 'Your order is in'],
  paidText: [
    'Afiyet olsun! Ödeme hizmeti sizi imzalı bir sonuçla buraya geri gönderdi.',
    'Enjoy! The payment service sent you back here with a signed result.',
  ],
  failedTitle: ['Ödeme tamamlanamadı', 'The payment was not completed'],
  failedText: [
    'Kartınızdan para çekilmedi. Başka bir kartla yeniden deneyebilirsiniz.',
    'Your card was not charged. You can try again with another card.',
  ],
  tryAgain: ['Yeniden dene', 'Try again'],
  cancelledTitle: ['Ödemeden vazgeçtiniz', 'You cancelled the payment'],
  cancelledText: [
    'Kartınızdan para çekilmedi. Ödeme sayfası hâlâ açık; isterseniz kaldığınız yerden sürdürün.',
    'Your card was not charged. The payment page is still open, so you can continue where you left off.',
  ],
  goOn: ['Ödemeye devam et', 'Continue to payment'],
  expiredTitle: ['Ödeme süresi doldu', 'The payment page has expired'],
  expiredText: [
    'Bu sayfada kartınızdan para çekilmedi. Ürünü yeniden sipariş edebilirsiniz.',
    'Your card was not charged on this page. You can order the product again.',
  ],
  refusedTitle: ['Bu dönüş doğrulanamadı', 'This return could not be verified'],
  forgedText: [
    'Adresteki sonuç ödeme hizmetinin imzasını taşımıyor. Gerçek bir mağaza buna güvenip ürün göndermez.',
    'The result in the address is not signed by the payment service. A real shop ships nothing on it.',
  ],
  oldText: [
    'Bu adres on dakikadan eski. Gerçek bir mağaza siparişinizin durumunu kendi kayıtlarından gösterir.',
    'This address is more than ten minutes old. A real shop shows your order from its own records.',
  ],
  differentText: [
    'Sonucun imzası doğru ama tutarı ya da para birimi siparişinkinden farklı.',
    'The signature is right, but amount or currency differ from those of the order.',
  ],
  unexpectedTitle: [
    'Sonuç doğrulandı, ama bu mağazada siparişi yok',
    'The result is verified, but this shop has no order for it',
  ],
  unexpectedText: [
    'Ödeme sayfası bir API çağrısıyla ya da başka bir tarayıcıda açılmış. Gerçek bir mağaza ürün göndermez.',
    'The page was created by a call of the API, or in another browser. A real shop ships nothing for it.',
  ],
  product: ['Ürün', 'Product'],
  amount: ['Tutar', 'Amount'],
  charged: ['Karttan çekilen', 'Charged to the card'],
  orderNumber: ['Sipariş no', 'Order number'],
  paymentReference: ['Ödeme referansı', 'Payment reference'],
  status: ['Durum', 'Status'],
  errorCode: ['Hata kodu', 'Error code'],
  signature: ['İmza', 'Signature'],
  verified: ['Doğrulandı', 'Verified'],
  subscribedText: [
    'Aboneliğiniz başladı: ücreti bir ay sonra aynı karttan kendiliğinden çekilir.',
    'Your subscription has started: the same card is charged a month from now, by itself.',
  ],
  notSubscribedText: [
    'Bu ay ödendi, ama abonelik başlamadı: kart kaydedilmedi. Yeniden abone olup kaydedebilirsiniz.',
    'This month is paid, but no subscription: the card was not saved. Subscribe again to save it.',
  ],
  subscriptionFailedText: [
    'Bu ay ödendi, ama abonelik başlatılamadı. Hesabınızdan iade alabilirsiniz.',
    'This month is paid, but the subscription could not be started. Refund it in your account.',
  ],
  account: ['Hesabım', 'My account'],
  payments: ['Ödemelerim', 'Payments'],
  noPayments: ['Henüz bir ödemeniz yok.', 'No payment yet.'],
  subscriptions: ['Aboneliklerim', 'Subscriptions'],
  noSubscriptions: ['Aboneliğiniz yok.', 'No subscription.'],
  nextPayment: ['sonraki tahsilat {}', 'next charge {}'],
  cancelSubscription: ['Aboneliği bitir', 'End the subscription'],
  cards: ['Kayıtlı kartlarım', 'Saved cards'],
  noCards: [
    'Kayıtlı kartınız yok. Ödeme sayfasında kaydedebilirsiniz.',
    'No saved card. You can save one on the payment page.',
  ],
  forgetCard: ['Kartı sil', 'Delete the card'],
  addCard: ['Kart ekle', 'Add a card'],
  changeCard: ['Kartı değiştir', 'Change the card'],
  refund: ['İade et', 'Refund'],
  installments: ['{} taksit', '{} installments'],
  events: ['Olaylar', 'Events'],
  eventsText: [
    'Ödeme hizmetinin bu mağazanın webhook’una gönderdiği imzalı bildirimler, geldikleri anda.',
    'The signed notifications that the payment service sends to this shop’s webhook, as they arrive.',
  ],
  noEvents: [
    'Henüz olay gelmedi. Bir ürün alın ya da bir deneme olayı gönderin: birkaç saniye içinde görünür.',
    'No event yet. Buy a product or send a test event: it appears here within seconds.',
  ],
  notReceiving: [
    'Bu mağazanın webhook’u yok, olay gelmez. Nedenini hizmetin terminal çıktısı söyler.',
    'This shop has no webhook, so no event arrives. The terminal output of the service says why.',
  ],
  orderEvents: ['Bu siparişin olayları', 'Events of this order'],
  sequence: ['sıra {}', 'sequence {}'],
  signatureVerified: ['İmza doğrulandı', 'Signature verified'],
  body: ['Gövde', 'Body'],
  newest: ['Yeni olay:', 'New event:'],
  testEvent: ['Deneme olayı gönder', 'Send a test event'],
  testText: ['Bir deneme olayı.', 'A test event.'],
  reload: ['Yenile', 'Reload'],
} as const satisfies Record<string, Pair>;

/** The account's texts for the status of a payment or a subscription. */
const STATUS_PAIRS: Readonly<Record<PaymentStatus | RecurringPaymentStatus, Pair>> = {
  Successful: ['ödendi', 'paid'],
  Failed: ['başarısız', 'failed'],
  Processing: ['kontrol ediliyor', 'being checked'],
  PartiallyRefunded: ['kısmen iade edildi', 'partly refunded'],
  FullyRefunded: ['iade edildi', 'refunded'],
  Cancelled: ['iptal edildi', 'cancelled'],
  Authorized: ['tutar ayrıldı', 'amount reserved'],
  Released: ['ayrılan tutar serbest', 'released'],
  Active: ['sürüyor', 'active'],
  PastDue: ['ödeme gecikti', 'past due'],
  Unpaid: ['ödenmedi', 'unpaid'],
  Paused: ['duraklatıldı', 'paused'],
  Completed: ['tamamlandı', 'completed'],
  Trialing: ['deneme süresi', 'on trial'],
};

/** What the bank did, as its books are shown. */
const BANK_PAIRS: Readonly<Record<LedgerOperation['operation' | 'outcome'], Pair>> = {
  sale: ['satış', 'sale'],
  void: ['iptal', 'void'],
  refund: ['iade', 'refund'],
  preAuth: ['ön provizyon', 'pre-authorisation'],
  capture: ['kapama', 'capture'],
  release: ['ön provizyon iptali', 'release'],
  inquiry: ['sorgu', 'inquiry'],
  approved: ['onaylandı', 'approved'],
  declined: ['reddedildi', 'declined'],
  found: ['bulundu', 'found'],
  notFound: ['bulunamadı', 'not found'],
};

export type ShopTexts = Readonly<Record<keyof typeof PAIRS, string>>;
const inBoth = (pairs: Readonly<Record<string, Pair>>): Record<Language, Record<string, string>> => ({
  tr: Object.fromEntries(Object.entries(pairs).map(([name, [tr]]) => [name, tr])),
  en: Object.fromEntries(Object.entries(pairs).map(([name, [, en]]) => [name, en])),
});

/** `{}` in a text is the place of a value. */
export const SHOP_TEXTS = inBoth(PAIRS) as Record<Language, ShopTexts>;
export const STATUS_TEXTS = inBoth(STATUS_PAIRS);
export const BANK_TEXTS = inBoth(BANK_PAIRS);
export const fill = (text: string, value: string | number): string => text.replace('{}', String(value));
