// Customers, cards and recurring payments: what each field means (fields.ts).
import { MAX_CARD_DIGITS, MIN_CARD_DIGITS } from '#domain/card/card.ts';
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS, TEMPORARY_CARD_MINUTES } from '#domain/limits.ts';
import type { BilingualText } from './said.ts';

export const CUSTOMER_FIELDS: Readonly<Record<string, BilingualText>> = {
  fullName: ['First and last name, or the name of a company.', 'Ad ve soyad ya da şirket adı.'],
  email: ['The e-mail address.', 'E-posta adresi.'],
  phone: [
    `The phone number: ${MIN_PHONE_DIGITS} to ${MAX_PHONE_DIGITS} digits and nothing else.`,
    `Telefon numarası: yalnızca ${MIN_PHONE_DIGITS}-${MAX_PHONE_DIGITS} rakam.`,
  ],
  isActive: ['False stops it without deleting it.', 'false ise silinmeden durdurulmuştur.'],
  'CustomerCreateBody.isActive': [
    'An inactive customer gets no new recurring payment.',
    'Etkin olmayan müşteriye yeni düzenli ödeme açılmaz.',
  ],
  'WebhookUpdateBody.isActive': [
    'False disables the webhook, true enables it.',
    'false webhook’u kapatır, true açar.',
  ],
  customer: ['The profile of the customer.', 'Müşterinin bilgileri.'],
  cards: ['The stored cards, masked.', 'Maskelenmiş kayıtlı kartlar.'],
  recurringPayments: ['The recurring payments.', 'Düzenli ödemeler.'],
  consents: ['To what the person agreed, and when.', 'Kişinin neyi ne zaman onayladığı.'],
  payments: ['The payments of this page.', 'Bu sayfadaki ödemeler.'],
  refunds: ['The refunds of these payments.', 'Bu ödemelerin iadeleri.'],
  givenAt: ['When the consent was given.', 'Onayın verildiği an.'],
  use: ['What the card may be used for.', 'Kartın ne için kullanılabildiği.'],
  'CustomerExport.consents.type': ['What was agreed to.', 'Neyin onaylandığı.'],
  deleted: ['Always true.', 'Her zaman true.'],
  cardAlias: ['Your name of the card.', 'Karta verdiğiniz ad.'],
  ownerName: ['The name on the card.', 'Kartın üzerindeki ad.'],
  cardNumber: [
    `The number on the card: ${MIN_CARD_DIGITS} to ${MAX_CARD_DIGITS} digits, with or ` +
      'without spaces and hyphens.',
    `Kartın numarası: ${MIN_CARD_DIGITS}-${MAX_CARD_DIGITS} rakam, boşluk ve tire olabilir.`,
  ],
  'CardUpdateBody.cardNumber': [
    'Left out, or the record’s mask: a number cannot change.',
    'Gönderilmez ya da kayıttaki maskedir; numara değişmez.',
  ],
  expiryMonth: ['The month on the card, 1 to 12, like 07.', 'Karttaki ay, 1-12, 07 gibi.'],
  expiryYear: [
    'The year on the card, with two or four digits, like 29 or 2029.',
    'Karttaki yıl, iki veya dört rakamla, 29 veya 2029 gibi.',
  ],
  lastFour: ['The last four digits of the card.', 'Kartın son dört rakamı.'],
  expiryStatus: [
    'Whether the card has expired; month and year are not returned.',
    'Kartın süresinin dolup dolmadığı; ay ve yıl dönmez.',
  ],
  forceCvv: [
    'True: a page asks for the CVV, and no recurring payment uses the card.',
    'true: sayfa CVV ister, düzenli ödeme kartı kullanmaz.',
  ],
  lockedReason: [
    'Why no page accepts the card, or null.',
    'Kartın sayfalarda neden kabul edilmediği ya da null.',
  ],
  blockedReason: [
    'The hard decline for which the card is not charged without its holder, or null; its new expiry lifts it.',
    'Kartın, hangi kesin ret yüzünden alıcı olmadan tahsil edilmediği ya da null; yeni son kullanma tarihi kaldırır.',
  ],
  saveCard: [
    `False: a temporary card, gone after ${TEMPORARY_CARD_MINUTES} minutes.`,
    `false: ${TEMPORARY_CARD_MINUTES} dakika sonra silinen geçici kart.`,
  ],
  isTemporary: [
    `True for a card that ends after ${TEMPORARY_CARD_MINUTES} minutes.`,
    `${TEMPORARY_CARD_MINUTES} dakika sonra silinecek kartta true.`,
  ],
  deletionPlannedAt: [
    'When an operator deletes the card unless it is used before; or null.',
    'Kullanılmazsa kartın operatörce silineceği an; yoksa null.',
  ],
  alias: [
    'The alias of the card, as a whole and in any case.',
    'Kartın adının tamamı; büyük küçük harf önemsiz.',
  ],
  subscriptionName: ['The name of the subscription.', 'Aboneliğin adı.'],
  frequency: ['How often a charge is made.', 'Tahsilatın sıklığı.'],
  frequencyInterval: [
    'Every how many days, weeks, months or years.',
    'Kaç günde, haftada, ayda veya yılda bir.',
  ],
  timeZone: [
    'The IANA name of the time zone of days and times, like Europe/Istanbul.',
    'Günlerin ve saatlerin saat diliminin IANA adı, Europe/Istanbul gibi.',
  ],
  startDate: ['The first due date.', 'İlk tahsilatın tarihi.'],
  'RecurringPaymentCreateBody.startDate': [
    'The first due date: if it is today and its time is over, the charge is made at once.',
    'İlk tahsilatın tarihi: bugünse ve saati geçmişse hemen tahsil edilir.',
  ],
  endDate: ['The last day on which a charge may fall.', 'Tahsilatın yapılabileceği son gün.'],
  maxPaymentCount: [
    'Ends after this many successful charges.',
    'Bu sayıda başarılı tahsilattan sonra biter.',
  ],
  totalAmountLimit: ['Ends before this sum would be exceeded.', 'Toplam bu tutarı aşmadan biter.'],
  maxRetryAttempts: [
    'How often a failed charge is tried again.',
    'Başarısız tahsilatın kaç kez yeniden denendiği.',
  ],
  retryIntervalHours: ['Hours between two attempts.', 'İki deneme arasındaki saat.'],
  hasTrialPeriod: ['True if the plan begins with a trial.', 'Plan deneme süresiyle başlıyorsa true.'],
  trialPeriodDays: ['The days of the trial.', 'Deneme süresinin gün sayısı.'],
  trialAmount: ['What the trial costs; 0 if it is free.', 'Denemenin ücreti; ücretsizse 0.'],
  trialEndDate: ['When the trial ends; null without one.', 'Denemenin bittiği an; yoksa null.'],
  statusReason: ['Why it has this status, or null.', 'Neden bu durumda olduğu ya da null.'],
  nextPaymentDate: ['The next due date; null if there is none.', 'Sonraki tahsilatın tarihi; yoksa null.'],
  lastPaymentDate: [
    'When money was taken last; null if never.',
    'Paranın son çekildiği an; hiç çekilmediyse null.',
  ],
  'PausePreview.status': ['The status after the call.', 'Çağrıdan sonraki durum.'],
  withheldCharges: [
    'The charges that are not made while it is paused, the next one first.',
    'Duraklatılmışken yapılmayacak tahsilatlar, önce en yakını.',
  ],
  droppedRetryAt: [
    'When a failed charge would have been tried again, which is dropped; null if none waits.',
    'Düşecek olan yeniden denemenin zamanı; bekleyen yoksa null.',
  ],
  isChargeAtBank: [
    'True: a charge is at the bank now and is finished.',
    'true: şu anda bankada olan bir tahsilat var ve tamamlanır.',
  ],
  currentPeriodNumber: ['The number of the present period.', 'Şimdiki dönemin numarası.'],
  successfulPaymentCount: ['How many charges succeeded.', 'Başarılı tahsilat sayısı.'],
  remainingPaymentCount: [
    'How many charges are left; null without a limit.',
    'Kalan tahsilat sayısı; sınır yoksa null.',
  ],
  totalCollectedAmount: ['What was collected so far.', 'Şimdiye dek tahsil edilen tutar.'],
  uncollectedAmount: ['What unpaid periods sum up to.', 'Ödenmemiş dönemlerin toplamı.'],
  failedAttemptCount: ['Failed attempts of the open period.', 'Açık dönemin başarısız denemeleri.'],
  pausedAt: ['When it was paused; null if it is not.', 'Duraklatıldığı an; duraklatılmadıysa null.'],
  cancelledAt: ['When it was cancelled; null if it was not.', 'İptal edildiği an; edilmediyse null.'],
  planChanges: ['Changes that have yet to take effect.', 'Henüz geçerli olmayan değişiklikler.'],
  effectiveFrom: ['From when on the change holds.', 'Değişikliğin geçerli olduğu zaman.'],
  'RecurringPaymentUpdateBody.effectiveFrom': [
    'From when on the change holds; left out or past: from the next period that has not begun.',
    'Değişikliğin geçerli olduğu zaman; yoksa ya da geçmişse başlamamış ilk dönemden.',
  ],
  requestedAt: ['When the change was requested.', 'Değişikliğin istendiği an.'],
  fromPeriodNumber: ['The first period for which it holds.', 'Geçerli olduğu ilk dönem.'],
  before: ['The terms before the change.', 'Değişiklikten önceki koşullar.'],
  after: ['The terms after the change.', 'Değişiklikten sonraki koşullar.'],
  charges: ['The charges to come.', 'Yapılacak tahsilatlar.'],
  endReason: ['Why the charges end, or null if they go on.', 'Tahsilatların neden bittiği; sürüyorsa null.'],
  periodNumber: ['The number of the period.', 'Dönemin numarası.'],
  dueAt: ['When the charge is due.', 'Tahsilatın zamanı.'],
  dueDate: ['When the period was due.', 'Dönemin tahsilat zamanı.'],
  type: ['What it is.', 'Türü.'],
  'ChargeAttempt.type': ['A trial or a regular charge.', 'Deneme veya olağan tahsilat.'],
  attemptNumber: ['The number of the attempt within its period.', 'Denemenin dönem içindeki numarası.'],
  attemptedAt: ['When the card was charged.', 'Karttan tahsilatın denendiği an.'],
  declineCategory: [
    'What the decline means for a further try, or null.',
    'Reddin yeni bir deneme için anlamı ya da null.',
  ],
  nextRetryAt: ['When it is tried again; null if it is not.', 'Yeniden deneneceği an; denenmeyecekse null.'],
  trigger: ['What caused the attempt.', 'Denemeye neyin yol açtığı.'],
  reason: ['Why, in words of your own or as a code.', 'Kendi sözlerinizle ya da kod olarak nedeni.'],
  n: ['The number of the period.', 'Dönemin numarası.'],
};
