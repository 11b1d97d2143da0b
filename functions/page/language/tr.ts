// Every text of the buyer's pages in Turkish. A further language is one more file like this, named in
// ../texts.ts. Each part is an export, because a function's bundle has only those that its pages show.

import type { Frequency } from '#domain/frequency.ts';
import type { WhyNot } from '#domain/installment/plan.ts';
import { MAX_BUYER_NAME } from '#domain/limits.ts';
import type { DeclineCode } from '#domain/rejection-table.ts';

/** A text with a number in it: "2 taksit", "2 installments". */
type NumberText = (count: number) => string;
/** A charge of this amount every so many units, from a day on. */
type Regularly = {
  unit: Exclude<Frequency, 'quarterly'>;
  count: number;
  amount: string;
  first: string | undefined;
};
/** `29 Aralık’ta`; `29 Kasım 2027 tarihinde`. Letters in texts: a pattern of them would not be ASCII in a bundle. */
function on(day: string): string {
  if (/\d$/.test(day)) return `${day} tarihinde`;
  const isHard = 'fstkçşhp'.includes(day.slice(-1));
  const vowel = [...day].findLast((letter) => 'aıoueiöü'.includes(letter)) ?? '';
  return `${day}’${isHard ? 't' : 'd'}${'aıou'.includes(vowel) ? 'a' : 'e'}`;
}
const UNITS = {
  daily: ['gün', 'günde'],
  weekly: ['hafta', 'haftada'],
  monthly: ['ay', 'ayda'],
  annually: ['yıl', 'yılda'],
} as const;

/** How amounts and instants are written. */
export const format = {
  locale: 'tr-TR',
  /** Of the page; absent: from left to right. */
  direction: undefined as 'rtl' | undefined,
  thousands: '.',
  decimals: ',',
  isSymbolLast: true,
  instant: (day: string, time: string) => `${day} ${time}`,
};

/** The pages of payments, and what all pages have. */
export const texts = {
  payment: 'Ödeme',
  testMode: 'Test modu: kartınızdan para çekilmez.',
  amountDue: 'Ödenecek tutar',
  orderSummary: 'Sipariş özeti',
  orderNumber: 'Sipariş no',
  singlePayment: 'Tek çekim',
  installmentCount: ((count) => `${count} taksit`) satisfies NumberText,
  installment: 'Taksit',
  showMoreProducts: ((count) => `${count} ürün daha göster`) satisfies NumberText,
  otherProducts: ((count) => `Diğer ${count} ürün`) satisfies NumberText,
  shipping: 'Kargo',
  discount: (amount: string) => ` (${amount} indirim)`,
  validUntil: 'Son ödeme zamanı',
  timeLeft: 'Kalan süre',
  extend: 'Süreyi uzat',
  extended: 'Süre uzatıldı.',
  notExtended: 'Süre uzatılamadı. Bağlantınızı kontrol edip yeniden deneyin.',
  timeOverText: 'Bu sayfanın süresi doldu. Mağazaya dönüp siparişinizin durumuna bakabilirsiniz.',
  payByCard: 'Kartla öde',
  acceptedCards: 'Kabul edilen kartlar: Visa, Mastercard, American Express, Troy',
  savedCards: 'Kayıtlı kartlarınız',
  otherCard: 'Başka bir kart',
  moreCards: ((count) => `Diğer ${count} kart`) satisfies NumberText,
  expiredCard: 'süresi dolmuş',
  removeCard: 'Bu kartı kaldır',
  removeCardNow: 'Evet, kaldır',
  lockedCard: 'güvenlik kodu çok kez yanlış girildi. Kullanmak için kart bilgilerini yeniden girin.',
  saveCard: 'Kartımı kaydet',
  saveCardHelp: (merchant: string) =>
    'Ödeme başarılı olursa kart numaranız ve son kullanma tarihi şifreli saklanır; bu kartı ' +
    `${merchant} ile sonraki ödemelerinizde seçebilirsiniz. CVV saklanmaz.`,
  charges: ({ unit, count, amount, first }: Regularly) => {
    const [one, many] = UNITS[unit];
    const every = count === 1 ? `her ${one}` : `${count} ${many} bir`;
    if (first !== undefined) return `${on(first)} ${amount}, sonra ${every}`;
    return `${every.replace(/^h/, 'H')} ${amount}`;
  },
  chargeCard: (charges: string) => `${charges} bu karttan çekilsin`,
  saveCardForRecurring: 'Düzenli ödemelerim bu karttan çekilsin',
  saveCardForRecurringHelp: (merchant: string) =>
    'Ödeme başarılı olursa kart numaranız ve son kullanma tarihi şifreli saklanır; ' +
    `${merchant} düzenli ödemelerinizi size yeniden sormadan bu karttan çeker. CVV saklanmaz.`,
  distanceSale: '| ve | okudum, onaylıyorum',
  preliminaryInformation: 'Ön bilgilendirme formunu',
  salesContract: 'mesafeli satış sözleşmesini',
  ownerName: 'Kart üzerindeki ad soyad',
  cardNumber: 'Kart numarası',
  expiry: 'Son kullanma tarihi',
  expiryHelp: 'AA/YY, örneğin 09/29',
  expiryShape: 'AA/YY',
  fieldMoves: 'Alan dolunca sonraki alana geçilir.',
  cvv: 'CVV',
  cvvHelp: 'Arkadaki 3 hane; American Express’te öndeki 4 hane',
  cvvHelpThree: 'Kartın arkasındaki 3 hane',
  cvvHelpAmex: 'Kartın önündeki 4 hane',
  /** The label of the button, with the amount. */
  pay: (amount: string) => `${amount} öde`,
  sending: 'Ödemeniz işleniyor…',
  secured: 'Kart numaranız mağazaya iletilmez.',
  cancel: 'Vazgeç ve mağazaya dön',
  otherLanguage: 'English',
  errorTitle: 'Lütfen işaretli alanları düzeltin',
  declinedTitle: 'Ödeme alınamadı',
  notCharged: 'Kartınızdan para çekilmedi.',
  attemptsLeft: ((count) => `${count} deneme hakkınız kaldı.`) satisfies NumberText,
  lastAttempt: 'Son 1 deneme hakkınız kaldı.',
  pauseTitle: 'Kısa bir güvenlik beklemesi',
  pauseText: ((count) => `${count} saniye sonra yeniden deneyin.`) satisfies NumberText,
  pauseSends: ((count) =>
    `Form ${count} saniye sonra kendiliğinden gönderilir; girdikleriniz silinmez.`) satisfies NumberText,
  errorPrefix: 'Hata',
  brandPrefix: 'Kart türü',
  left300: 'Bu sayfanın süresi 5 dakika içinde dolacak.',
  left60: 'Bu sayfanın süresi 1 dakika içinde dolacak.',
  left30: 'Bu sayfanın süresi 30 saniye içinde dolacak.',

  returnToShop: 'Mağazaya dön',
  bankUnavailable: 'Bankaya şu anda ulaşılamıyor. Lütfen biraz sonra yeniden deneyin.',
  shopUnavailable:
    'Mağaza şu anda kartla ödeme alamıyor; sorun kartınızda değil. Daha sonra yeniden deneyin.',
  notNow: 'Bu ödeme şu anda alınamıyor. Birkaç dakika sonra yeniden deneyin veya mağazaya başvurun.',
  checkingTitle: 'Ödemeniz kontrol ediliyor',
  checkingText: 'Bankanın yanıtını bekliyoruz. Sonuç belli olunca bu sayfa kendiliğinden güncellenir.',
  checkingWarning: 'Lütfen yeniden ödeme yapmayın. Bu ödeme kartınızdan en fazla bir kez çekilir.',
  challengeTitle: 'Bankanızda onaylayın',
  challengeText:
    'Bankanıza yönlendiriliyorsunuz (3\u2011D\u00a0Secure). ' +
    'Telefonunuza gelen kodu girin ya da bankanızın uygulamasından onaylayın.',
  challengeButton: 'Bankanın sayfasına geç',
  verifyingTitle: 'Doğrulamanız bekleniyor',
  verifyingText: 'Doğrulamayı bankanızın sayfasında tamamlayın. Sonuç belli olunca bu sayfa güncellenir.',
  verifyingAgain: 'O sayfayı kapattıysanız yeniden başlayın; bu da bir deneme sayılır.',
  startOver: 'Yeniden başla',
  paidTitle: 'Ödemeniz alındı',
  paidText: 'Teşekkür ederiz. Siparişinizin ödemesi tamamlandı.',
  /** Of a page whose payment only reserves the amount. */
  holdDue: 'Kartınızda ayrılacak tutar',
  holdNote: 'Şimdi çekilmez; mağaza siparişi onaylayınca çekilir.',
  heldTitle: 'Tutar kartınızda ayrıldı',
  heldText: 'Mağaza siparişi onaylayınca çekilir; onaylamazsa kendiliğinden serbest kalır.',
  amountHeld: 'Ayrılan tutar',
  freedTitle: 'Ayrılan tutar serbest bırakıldı',
  failedTitle: 'Ödeme tamamlanamadı',
  failedText: 'Bu sayfada başka deneme yapılamaz. Mağazaya dönüp ödemeyi yeniden başlatabilirsiniz.',
  expiredTitle: 'Bu sayfanın süresi doldu',
  expiredText: 'Kartınızdan para çekilmedi. Mağazaya dönüp ödemeyi yeniden başlatabilirsiniz.',
  supersededTitle: 'Bu sayfa artık geçerli değil',
  supersededText:
    'Mağaza bu sipariş için daha yeni bir ödeme başlattı. Lütfen oradan devam edin ya da mağazaya sorun.',
  closedTitle: 'Bu ödeme sayfası kapatıldı',
  closedText:
    'Mağaza bu ödeme sayfasını kapattı. Bu sayfada kartınızdan para çekilmedi. ' +
    'Sorularınız için mağazaya başvurun.',
  notFoundTitle: 'Ödeme sayfası bulunamadı',
  notFoundText:
    'Bağlantının eksiksiz olduğunu kontrol edin veya mağazadan yeni bir ödeme bağlantısı isteyin.',
  problemTitle: 'Beklenmeyen bir sorun oluştu',
  problemText: 'Yeniden ödeme yapmadan önce siparişinizin durumunu mağazaya sorun.',
  requestId: 'Destek kodu',
  returningTitle: 'Mağazaya dönüyorsunuz',
  returningText: 'Sayfa kendiliğinden açılmazsa aşağıdaki düğmeyi kullanın.',
  amountPaid: 'Ödenen tutar',
  orderAmount: 'Sipariş tutarı',
  surcharge: 'Taksit vade farkı',
  authorizationCode: 'Provizyon no',
  paymentReference: 'Ödeme referansı',
  recurringPayment: 'Düzenli ödeme',
  copy: 'Kopyala',
  copied: 'Kopyalandı',
  card: 'Kart',
  amount: 'Tutar',
  paymentTime: 'İşlem zamanı',
  mayClose: 'Bu sayfayı yazdırabilir veya kapatabilirsiniz.',
  mayCloseWaiting: 'Bu sayfayı kapatabilirsiniz; sonucu mağazadan da öğrenebilirsiniz.',
};

/** The form of a page that has installments. */
export const installments = {
  byNumber: 'Kart numaranızla açılır; isterseniz kartınızı seçin:',
  onlyWith: 'Taksit yapılabilen kredi kartları',
  others: (counts: string) => `Diğer: ${counts} taksit`,
  /** Of a surcharge that only the card's number tells. */
  askedBefore: 'Kartınız için vade farkı varsa, ödeme yapılmadan önce sorulur.',
  total: (amount: string) => `toplam ${amount}`,
  /** Beside the amount to be paid. */
  included: (amount: string) => `${amount} vade farkı dahil`,
  show: 'Kartımın taksitlerini göster',
  ofCard: 'Kartınızın taksitleri',
  backToForm: 'Yazdıklarınız ödeme sayfasında duruyor. Bu sekmeyi kapatıp taksidi orada seçin.',
  numberFirst: 'Önce ödeme sayfasına kart numarasını yazın, sonra taksitleri yeniden gösterin.',
  tooOften: 'Taksitler şu anda gösterilemiyor. Bir dakika sonra yeniden deneyin.',
  offered: (family: string, counts: string) => `${family || 'Bu kart'}: ${counts} taksit yapılabilir.`,
  single: {
    debit: 'Banka kartıyla taksit yapılamaz: tek çekim ödersiniz.',
    unknownCard: 'Bu kartla taksit yapılamıyor: tek çekim ödersiniz.',
    family: 'Bu mağazada bu kartla taksit yapılamıyor: tek çekim ödersiniz.',
    order: 'Bu siparişte bu kartla taksit yapılamıyor: tek çekim ödersiniz.',
  } satisfies Record<WhyNot, string>,
  declined: (count: number) =>
    `Banka bu kartla ${count} taksiti kabul etmedi. Aynı kartla tek çekim ödeyebilirsiniz.`,
  fixed: (count: number) => `Bu sipariş ${count} taksitle ödenir.`,
  unsold: (count: number) => `Mağaza artık ${count} taksitle satış yapmıyor.`,
  fixedRefused: (count: number, families: string) =>
    `Bu sipariş ${count} taksitle ödenir ve bu kartla ${count} taksit yapılamıyor. ` +
    `${families === '' ? 'Başka bir kredi kartı' : `${families} kredi kartı`} kullanın, ` +
    'ya da mağazaya dönüp başka bir taksit sayısı veya tek çekim seçin.',
};

/** What a form's script shows without a new page: sending, a lost connection, the bank's step. */
export const flow = {
  slow: 'Bankadan yanıt bekleniyor…',
  resend: '{} sn sonra gönderilir',
  asking: 'Ödemenizin durumu sorgulanıyor…',
  offlineTitle: 'Bağlantı kurulamadı',
  offlineText: 'Girdikleriniz silinmedi. Bağlantı gelince ödemenizin durumu kendiliğinden sorgulanır.',
  notSentTitle: 'Ödemeniz gönderilemedi',
  notSentText: 'Girdikleriniz silinmedi; yeniden deneyebilirsiniz. Kartınızdan iki kez para çekilmez.',
  bankWhole: 'Sayfa görünmüyor mu? Tüm pencerede açın',
  bankOpening: 'Bankanızın sayfası açılıyor…',
  bankSlow: 'Bankanız yavaş yanıt veriyor. Biraz daha bekleyebilirsiniz.',
  leaveBank: 'Vazgeç',
  givenUpTitle: 'Doğrulamadan vazgeçtiniz',
  givenUpText: 'Yeniden deneyebilir veya başka bir kart kullanabilirsiniz.',
};

/** The error beside a field, which the form's script shows as a hint too. */
export const fieldErrors = {
  ownerNameRequired: 'Kartın üzerindeki adı soyadı girin.',
  ownerNameInvalid: 'Bu alana kart numarası veya kod değil, kartın üzerindeki ad soyad girilir.',
  ownerNameTooLong: /* @__PURE__ */ ['Ad soyad en fazla', MAX_BUYER_NAME, 'karakter olabilir.'].join(' '),
  cardNumberRequired: 'Kart numarasını girin.',
  cardNumberIncomplete: 'Kart numarası eksik. Lütfen tüm haneleri girin.',
  cardNumberInvalid: 'Kart numarası hatalı. Lütfen haneleri kontrol edin.',
  cardBrandRefused: '{} kartlar kabul edilmiyor. Visa, Mastercard, American Express veya Troy kart kullanın.',
  savedCardNotOffered: 'Kayıtlı kart bu sayfada kullanılamıyor. Lütfen kart bilgilerinizi girin.',
  savedCardLocked: 'Kayıtlı kartın güvenlik kodu çok kez yanlış girildi. Kart bilgilerini yeniden girin.',
  expiryRequired: 'Son kullanma tarihini girin.',
  expiryInvalid: 'Son kullanma tarihini AA/YY olarak girin.',
  expiryMonthInvalid: 'Ay 01 ile 12 arasında olmalıdır.',
  expiryYearInvalid: 'Yıl hatalı. Lütfen haneleri kontrol edin.',
  cardExpired: 'Kartın son kullanma tarihi geçmiş.',
  cvvRequired: 'Güvenlik kodunu (CVV) girin.',
  cvvInvalid: 'Güvenlik kodu 3 hanedir; American Express kartlarda 4 hanedir.',
  cvvInvalidThree: 'Bu kartın güvenlik kodu 3 hanedir; kartın arkasında yazar.',
  cvvInvalidAmex: 'American Express kartın güvenlik kodu 4 hanedir; kartın önünde yazar.',
  cvvAskedFor: 'Banka güvenlik kodunu (CVV) da istiyor. Lütfen kodu girin.',
  installmentInvalid: 'Bu taksit sayısı bu sipariş için geçerli değil.',
  installmentRefused: 'Ödeme yapılmadı. {}',
  installmentChanged: 'Bu kartla ödeyeceğiniz: {}. Kabul ediyorsanız yeniden ödeyin.',
  consentRequired: 'Onay kutusunu işaretleyin.',
};

const NOT_APPROVED =
  'Bankanız bu ödemeyi onaylamadı. Bankanızı arayabilir veya başka bir kart kullanabilirsiniz.';
const NOT_COMPLETED = 'Banka bu ödemeyi tamamlayamadı. Lütfen başka bir kart deneyin.';

/** Why the bank declined, for the buyer. `{}` is the card in a sentence about it. */
export const sentences: Record<DeclineCode, string> = {
  NOT_SUFFICIENT_FUNDS:
    '{}kartınızın bakiyesi veya limiti bu tutar için yeterli değil. Başka bir kart deneyebilirsiniz.',
  EXPIRED_CARD:
    '{}kartınızın son kullanma tarihi geçmiş görünüyor. ' +
    'Tarihi kontrol edin veya başka bir kart kullanın.',
  INVALID_CVC2: 'Güvenlik kodu (CVV) karttakiyle uyuşmuyor. Kodu kontrol edip yeniden deneyin.',
  NOT_PERMITTED_TO_CARDHOLDER:
    '{}kartınız internet alışverişine kapalı olabilir. Bankanıza danışın veya başka bir kart kullanın.',
  CARD_LIMIT_EXCEEDED:
    '{}kartınızın limiti veya işlem sayısı sınırı doldu. Daha sonra ya da başka bir kartla deneyin.',
  RESTRICTED_BY_LAW:
    'Bu ürün veya taksit sayısı yasayla sınırlı. Varsa daha az taksit seçin ya da ' +
    'başka bir kart kullanın.',
  THREE_D_SECURE_FAILED:
    'Banka doğrulaması (3\u2011D\u00a0Secure) tamamlanamadı. ' +
    'Yeniden deneyin veya başka bir kart kullanın.',
  DO_NOT_HONOUR: NOT_APPROVED,
  LOST_CARD: NOT_APPROVED,
  STOLEN_CARD: NOT_APPROVED,
  PICKUP_CARD: NOT_APPROVED,
  FRAUD_SUSPECT: NOT_APPROVED,
  INVALID_TRANSACTION: NOT_COMPLETED,
  NOT_PERMITTED_TO_TERMINAL: NOT_COMPLETED,
  GENERAL_DECLINE: NOT_COMPLETED,
};

/** The pages on which a buyer gives a card. */
export const cardTexts = {
  card: 'Kart',
  addTitle: 'Kartınızı ekleyin',
  updateTitle: 'Kartınızı güncelleyin',
  addText: 'Kartınız bu mağazadaki sonraki ödemeleriniz için kaydedilir. Şimdi para çekilmez.',
  updateText: 'Düzenli ödemeniz bundan sonra gireceğiniz karttan çekilir.',
  subscription: 'Düzenli ödeme',
  due: 'Ödenmemiş tutar',
  dueText: 'Bu tutar, kartınız kaydedilince çekilir.',
  nothingDue: 'Şimdi para çekilmez.',
  shown: 'Bankanız doğrulama sırasında küçük bir tutar gösterebilir; bu tutar çekilmez.',
  formTitle: 'Kart bilgileri',
  consentToAdd: (merchant: string) =>
    `Kartımın numarasının ve son kullanma tarihinin ${merchant} için şifreli saklanmasını onaylıyorum.`,
  consentToUpdate: (merchant: string) =>
    `Kartımın ${merchant} için şifreli saklanmasını ve düzenli ödememin bu karttan çekilmesini onaylıyorum.`,
  consentHelp: 'CVV saklanmaz.',
  keep: 'Kartı kaydet',
  keepAndPay: (amount: string) => `Kaydet ve ${amount} öde`,
  sending: 'Kartınız kaydediliyor…',
  notKeptTitle: 'Kart kaydedilemedi',
  notPaidTitle: 'Kart kaydedildi, ancak ödeme alınamadı',
  notKept: 'Kartınız kaydedilmedi ve para çekilmedi.',
  notPaid: 'Kartınızdan para çekilmedi.',
  limitReached: 'Bu kart şu anda kaydedilemiyor. Lütfen başka bir kart deneyin.',
  notNow: 'Kartınız şu anda kaydedilemiyor. Birkaç dakika sonra yeniden deneyin.',
  challengeText:
    'Bankanız kartın size ait olduğunu doğrulayacak (3\u2011D\u00a0Secure). ' +
    'Telefonunuza gelen kodu girin ya da bankanızın uygulamasından onaylayın.',
  keptTitle: 'Kartınız kaydedildi',
  keptToAdd: 'Sonraki ödemelerinizde kullanılabilir. Bu sayfayı kapatabilirsiniz.',
  keptToUpdate: 'Düzenli ödemeniz bundan sonra bu karttan çekilir. Bu sayfayı kapatabilirsiniz.',
  paidToo: 'Ödenmemiş tutar çekildi.',
  amountPaid: 'Çekilen tutar',
  pendingToo: 'Ödenmemiş tutar kısa süre içinde bu karttan çekilir.',
  failedTitle: 'Bu sayfada başka deneme yapılamaz',
  failedText: 'Mağazadan yeni bir bağlantı isteyin.',
  expiredTitle: 'Bu bağlantının süresi doldu',
  expiredText: 'Kartınız kaydedilmedi. Mağazadan yeni bir bağlantı isteyin.',
  closedTitle: 'Bu bağlantı kapatıldı',
  closedText: 'Mağaza bu bağlantıyı kapattı; kartınız kaydedilmedi. Sorularınız için mağazaya başvurun.',
  goneTitle: 'Bu bağlantıya artık gerek yok',
  goneText:
    'Düzenli ödemeniz sona ermiş veya mağazadaki kaydınız silinmiş. Kartınız kaydedilmedi ve para çekilmedi.',
  expiredButKept:
    'Kartınız kaydedildi, ancak bu sayfada ödeme alınamadı. Mağazadan yeni bir bağlantı isteyin.',
  closedButKept:
    'Mağaza bu bağlantıyı kapattı. Kartınız kaydedildi, ancak bu sayfada ödeme alınamadı. ' +
    'Sorularınız için mağazaya başvurun.',
  goneButKept:
    'Düzenli ödemeniz sona ermiş veya mağazadaki kaydınız silinmiş. Sorularınız için mağazaya başvurun.',
  validUntil: 'Son geçerlilik zamanı',
  timeOverText: 'Bu sayfanın süresi doldu. Mağazadan yeni bir bağlantı isteyin.',
  asking: 'Kartınızın durumu sorgulanıyor…',
  offlineText:
    'Girdikleriniz silinmedi. Bağlantı gelince kartınızın kaydedilip kaydedilmediği ' +
    'kendiliğinden sorgulanır.',
  notSentTitle: 'Kartınız gönderilemedi',
  notSentText: 'Girdikleriniz silinmedi; yeniden deneyebilirsiniz.',
  cancel: 'Vazgeç ve mağazaya dön',
};

/** The links to the shop's pages. */
export const shopLabels = {
  contact: 'Sorularınız için',
  supportPage: 'Destek sayfası',
  terms: 'Kullanım koşulları',
  privacy: 'KVKK aydınlatma metni',
  newTab: 'yeni sekmede açılır',
};

/** The pages of payment links. */
export const linkTexts = {
  name: 'Ödeme isteği',
  /** `{}` is the shop. */
  asks: '{} sizden bu ödemeyi istiyor.',
  whatFor: 'Ne için',
  andMore: ((count) => ` ve ${count} ürün daha`) satisfies NumberText,
  until: 'Son ödeme zamanı',
  preview: (until: string) => `Kartla ödeme sayfası. Son ödeme zamanı: ${until}.`,
  leftToday: ((count) => `Bugün için ${count} deneme hakkınız kaldı.`) satisfies NumberText,
  restTitle: 'Bugünkü deneme hakkı doldu',
  restUntil: (when: string) => `Bu ödeme isteği ${when} itibarıyla yeniden kart kabul eder.`,
  restLast: 'Bu ödeme isteğinin süresi bugün doluyor. Yeni bir istek için mağazaya başvurun.',
};
