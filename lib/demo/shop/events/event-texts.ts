// The texts of the shop's pages about events, in Turkish and English.
import type { Language } from '#domain/language.ts';

const TR = {
  title: 'Olaylar',
  text:
    'Ödeme hizmetinin bu mağazanın webhook’una gönderdiği imzalı bildirimler, geldikleri anda. Gerçek bir ' +
    'mağazada bunları alıcılar değil, yalnızca mağazanın sunucusu görür.',
  none:
    'Henüz olay gelmedi. Bir ürün alın, hesabınızdan iade edin ya da bir deneme olayı gönderin: birkaç ' +
    'saniye içinde burada görünür.',
  notReceiving: 'Bu mağazanın webhook’u yok, olay gelmez. Nedenini hizmetin terminal çıktısı söyler.',
  ofOrder: 'Bu siparişin olayları',
  noneOfOrder: 'Hizmet her değişikliği mağazaya ayrıca bildirir. Birkaç saniye içinde burada görünür.',
  all: 'Bütün olaylar',
  sequence: (sequence: number) => `sıra ${sequence}`,
  verified: 'İmza doğrulandı',
  body: 'Gövde',
  newest: 'Yeni olay:',
  test: 'Deneme olayı gönder',
  testText: 'Bir deneme olayı.',
  reload: 'Yenile',
};

const EN: typeof TR = {
  title: 'Events',
  text:
    'The signed notifications that the payment service sends to this shop’s webhook, as they arrive. In a ' +
    'real shop only its server sees them, not its buyers.',
  none:
    'No event yet. Buy a product, refund it in your account or send a test event: it appears here within ' +
    'seconds.',
  notReceiving: 'This shop has no webhook, so no event arrives. The terminal output of the service says why.',
  ofOrder: 'Events of this order',
  noneOfOrder: 'The service also tells the shop of each change. It appears here within seconds.',
  all: 'All events',
  sequence: (sequence) => `sequence ${sequence}`,
  verified: 'Signature verified',
  body: 'Body',
  newest: 'New event:',
  test: 'Send a test event',
  testText: 'A test event.',
  reload: 'Reload',
};

export const EVENT_TEXTS: Record<Language, typeof TR> = { tr: TR, en: EN };
