// API keys and what a key learns about itself: what each call does, and what each field means (fields.ts).
import type { BilingualText, OperationWords } from './said.ts';

export const KEY_OPERATIONS: OperationWords = {
  'me/show': {
    summary: 'Çağıranı göster',
    description:
      'Hesabı ve ayarlarını, çağrıyı yapan anahtarı yetkileriyle, sınırları ve açık olan özellikleri döndürür.',
    what: 'hesap, anahtar ve sınırlar',
  },
  'key/list': {
    summary: 'API anahtarlarını listele',
    description: 'Hesabın bütün anahtarlarını, sona erenleri de, yeniden eskiye döndürür.',
    what: 'anahtarlar',
  },
  'key/create': {
    summary: 'API anahtarı oluştur',
    description:
      'Çağrıyı yapan anahtarın yetkilerinden bazılarıyla bir anahtar oluşturur. Anahtar yalnızca şimdi ' +
      'döner. Bir yıl sonra ya da daha önce onu oluşturan anahtarla sona erer ve onunla iptal edilir.',
    what: 'anahtar',
  },
  'key/revoke': {
    summary: 'API anahtarını iptal et',
    description:
      'Bir anahtarı, çağrıyı yapanı da, oluşturduğu anahtarlarla birlikte en geç bir dakikada sona erdirir; ' +
      'oluşturduklarını ve ayarladıklarını durdurur: webhook’lar kapanır, bildikleri gizli anahtarlar ' +
      'sona erer, açık sayfalar ve bağlantılar kapanır, önceki taksit tablosu geri gelir. `keep` ile ' +
      'yalnızca anahtar sona erer, kalanı listelenir. Müşteriler, kartlar, düzenli ödemeler ve iadeler ' +
      'kalır; `stays` onları sayar. `refusedFrom` anından sonra yeniden çağırın: anahtarın o ana dek ' +
      'oluşturdukları da durur. `preview: true` ile hiçbir şey sona ermez: `active` sona ereceklerdir.',
    what: 'anahtar, oluşturdukları ve durdurulanlar',
  },
};

const KEY_ENDS: BilingualText = [
  'When the key ends; null: never.',
  'Anahtarın sona erdiği an; null: hiçbir zaman.',
];
const KEY_TAIL: BilingualText = ['The last four characters of the key.', 'Anahtarın son dört karakteri.'];

export const KEY_FIELDS: Readonly<Record<string, BilingualText>> = {
  'ApiKey.name': ['The name of the key; null: it has none.', 'Anahtarın adı; yoksa null.'],
  'CreatedApiKey.name': ['The name of the key.', 'Anahtarın adı.'],
  'RevokedApiKey.key.name': ['The name of the key; null: it has none.', 'Anahtarın adı; yoksa null.'],
  'Me.key.name': ['The name of the key; null: it has none.', 'Anahtarın adı; yoksa null.'],
  'RevokedApiKey.active.keys.name': ['The name of the key; null: it has none.', 'Anahtarın adı; yoksa null.'],
  'Me.merchant.name': ['The name of the shop.', 'Mağazanın adı.'],
  'KeyCreateBody.name': ['The name of the key, for people.', 'Anahtarın adı, insanlar için.'],
  'ApiKey.expiresAt': KEY_ENDS,
  'CreatedApiKey.expiresAt': KEY_ENDS,
  'ApiKey.lastFour': KEY_TAIL,
  'CreatedApiKey.lastFour': KEY_TAIL,
  'RevokedApiKey.key.lastFour': KEY_TAIL,
  'Me.key.lastFour': KEY_TAIL,
  'KeyCreateBody.expiresAt': [
    'When it ends, after a year or with the key that makes it at the latest, and if it is left out.',
    'Ne zaman sona erdiği: en geç, gönderilmezse de, bir yıl sonra ya da oluşturan anahtarla birlikte.',
  ],
  'KeyCreateBody.allowedAddresses': [
    'The only addresses or ranges from which it works; left out: those of the key that makes it.',
    'Çalıştığı tek adresler veya aralıklar; gönderilmezse oluşturan anahtarınkiler.',
  ],
  allowedAddresses: [
    'The only addresses or ranges (CIDR) from which the key works; empty: any.',
    'Anahtarın çalıştığı tek adresler veya aralıklar (CIDR); boş: her yerden.',
  ],
  apiKey: [
    'The API key, shown only now: null in a repeat later than a minute.',
    'API anahtarı, yalnızca şimdi gösterilir: bir dakikadan geç bir yinelemede null.',
  ],
  scopes: ['What the key may do.', 'Anahtarın yapabildikleri.'],
  revokedAt: ['When the key was revoked, or null.', 'Anahtarın iptal edildiği an ya da null.'],
  revokedBy: [
    'The id of the key that revoked it; null: nobody, or the operator.',
    'Onu iptal eden anahtarın kimliği; null: kimse ya da operatör.',
  ],
  keep: ['Whether what the key made goes on.', 'Anahtarın oluşturdukları sürsün mü.'],
  key: ['The API key.', 'API anahtarı.'],
  isLast: ['Whether no other key of the account works.', 'Hesabın çalışan başka anahtarı yok mu.'],
  refusedFrom: [
    'From when on no call of the key is answered.',
    'Anahtarın hiçbir çağrısının yanıtlanmadığı ilk an.',
  ],
  active: [
    'What the key made or set and what was still on.',
    'Anahtarın oluşturduğu veya ayarladığı, süren şeyler.',
  ],
  keys: ['The keys that it made.', 'Oluşturduğu anahtarlar.'],
  webhooks: ['The webhooks that it made or set.', 'Oluşturduğu veya ayarladığı webhook’lar.'],
  pages: ['Its open hosted pages.', 'Açık ödeme sayfaları.'],
  links: ['Its open card pages.', 'Açık kart sayfaları.'],
  installmentTables: ['The virtual POS whose table it set.', 'Taksit tablosunu ayarladığı sanal POS’lar.'],
  stopped: ['The ids of what was stopped.', 'Durdurulanların kimlikleri.'],
  'RevokedApiKey.left': ['The pages whose payment is under way.', 'Ödemesi süren sayfalar.'],
  stays: ['What it made and what stays.', 'Oluşturduğu ve kalanlar.'],
  'RevokedApiKey.stays.customers': ['Customers.', 'Müşteriler.'],
  'RevokedApiKey.stays.cards': ['Stored cards.', 'Kayıtlı kartlar.'],
  'RevokedApiKey.stays.recurringPayments': ['Recurring payments.', 'Düzenli ödemeler.'],
  'RevokedApiKey.stays.refunds': ['Refunds.', 'İadeler.'],
  'RevokedApiKey.stays.customers.count': [
    'How many; `+` behind it: or more.',
    'Kaç tane; sonunda `+`: ya da daha çok.',
  ],
  'RevokedApiKey.stays.cards.count': [
    'How many; `+` behind it: or more.',
    'Kaç tane; sonunda `+`: ya da daha çok.',
  ],
  'RevokedApiKey.stays.recurringPayments.count': [
    'How many; `+` behind it: or more.',
    'Kaç tane; sonunda `+`: ya da daha çok.',
  ],
  'RevokedApiKey.stays.refunds.count': [
    'How many; `+` behind it: or more.',
    'Kaç tane; sonunda `+`: ya da daha çok.',
  ],
  ids: ['Their ids, the newest first, at most 1,000.', 'Kimlikleri, yeniden eskiye, en çok 1.000.'],
  'RevokedApiKey.searchedUntil': [
    'Down to when pages were looked for; null: all.',
    'Sayfaların arandığı en eski an; null: hepsi.',
  ],
  merchant: ['The account.', 'Hesap.'],
  limits: ['What the account may do.', 'Hesabın sınırları.'],
  settings: ['What is on.', 'Açık olanlar.'],
  requestsPerSecond: [
    'The calls a second of all keys together; null: not limited.',
    'Bütün anahtarların saniyedeki toplam çağrısı; null: sınırsız.',
  ],
  'Me.limits.maxBodyBytes': ['The largest body, in bytes.', 'En büyük gövde, bayt olarak.'],
  'Me.limits.maxWebhooks': ['The most webhooks.', 'En çok webhook.'],
  'Me.limits.maxApiKeys': ['The most API keys that work.', 'Aynı anda çalışan en çok API anahtarı.'],
  refundDays: ['A payment is refunded for so many days.', 'Bir ödemenin iade edilebildiği gün sayısı.'],
  cancellationHours: [
    'A payment is cancelled for so many hours.',
    'Bir ödemenin iptal edilebildiği saat sayısı.',
  ],
  statisticsDays: ['The most days of statistics.', 'İstatistiklerde en çok gün.'],
  eventsKeptDays: ['Events are kept for so many days.', 'Olayların saklandığı gün sayısı.'],
  idempotencyDays: [
    'An Idempotency-Key is kept for so many days.',
    'Idempotency-Key’in saklandığı gün sayısı.',
  ],
  'Me.settings.threeDSecure': [
    'For which cards pages ask for 3-D Secure.',
    'Sayfaların hangi kartlarda 3-D Secure istediği.',
  ],
  storedCardCvv: [
    'When a page asks for the CVV of a stored card.',
    'Sayfanın kayıtlı kartın CVV’sini istediği durum.',
  ],
  acceptHalfSecure: [
    'Whether half authenticated payments are accepted.',
    'Yarı doğrulanmış ödemelerin kabul edilmesi.',
  ],
  cardRemoval: [
    'Whether buyers may remove their cards on pages.',
    'Alıcıların kartlarını sayfada silebilmesi.',
  ],
  pageBeacon: ['Whether pages tell that they were left.', 'Sayfaların terk edildiğini bildirmesi.'],
  upcomingChargeDays: [
    'The days before a charge at which an event announces it; 0: none does.',
    'Bir tahsilatın kaç gün önce olayla bildirildiği; 0: bildirilmez.',
  ],
  refundApproval: [
    'Whether one key may request and approve a refund.',
    'Bir iadeyi aynı anahtarın isteyip onaylayabilmesi.',
  ],
  fourEyesAmount: [
    'The amount in TRY from which refunds need two keys; null: they do not.',
    'İadelerin iki anahtar istediği TRY tutarı; null: istemez.',
  ],
  refundExpiryDays: [
    'The days after which a refund that nobody decides ends; 0: never.',
    'Karar verilmeyen bir iadenin kaç gün sonra sona erdiği; 0: hiç.',
  ],
};
