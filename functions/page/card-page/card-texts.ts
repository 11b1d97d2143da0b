// The texts of the pages on which a buyer gives a card, in Turkish and English. They are separate from those
// of payments, because only the endpoints of card pages contain them.
import type { Language } from '#domain/language.ts';

const TR = {
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
  noRoom: 'Bu kart şu anda kaydedilemiyor. Lütfen başka bir kart deneyin.',
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

type CardTexts = typeof TR;

const EN: CardTexts = {
  card: 'Card',
  addTitle: 'Add your card',
  updateTitle: 'Update your card',
  addText: 'Your card is saved for later payments at this shop. Nothing is charged now.',
  updateText: 'From now on, your recurring payment is charged to the card that you enter.',
  subscription: 'Recurring payment',
  due: 'Unpaid amount',
  dueText: 'This amount is charged as soon as your card is saved.',
  nothingDue: 'Nothing is charged now.',
  shown: 'Your bank may show a small amount when it verifies you; it is not charged.',
  formTitle: 'Card details',
  consentToAdd: (merchant) =>
    `I agree that my card number and expiry date are stored encrypted for ${merchant}.`,
  consentToUpdate: (merchant) =>
    `I agree that my card is stored encrypted for ${merchant} and my recurring payment is charged to it.`,
  consentHelp: 'The CVV is not stored.',
  keep: 'Save card',
  keepAndPay: (amount) => `Save and pay ${amount}`,
  sending: 'Saving your card…',
  notKeptTitle: 'The card was not saved',
  notPaidTitle: 'The card was saved, but the payment failed',
  notKept: 'Your card was not saved and not charged.',
  notPaid: 'Your card was not charged.',
  noRoom: 'This card cannot be saved at the moment. Please try another card.',
  notNow: 'Your card cannot be saved right now. Please try again in a few minutes.',
  challengeText:
    'Your bank checks that the card is yours (3\u2011D\u00a0Secure). ' +
    'You may get a code on your phone or a request in your bank’s app.',
  keptTitle: 'Your card was saved',
  keptToAdd: 'You can use it for future payments. You can close this page.',
  keptToUpdate: 'Your recurring payment is charged to this card from now on. You can close this page.',
  paidToo: 'The unpaid amount was charged.',
  amountPaid: 'Amount charged',
  pendingToo: 'The unpaid amount will be charged to this card shortly.',
  failedTitle: 'No more attempts are possible on this page',
  failedText: 'Please ask the shop for a new link.',
  expiredTitle: 'This link has expired',
  expiredText: 'Your card was not saved. Please ask the shop for a new link.',
  closedTitle: 'This link was closed',
  closedText: 'The shop closed this link; your card was not saved. For questions, contact the shop.',
  goneTitle: 'This link is no longer needed',
  goneText:
    'Your recurring payment has ended, or the shop has deleted your record. ' +
    'Your card was not saved and not charged.',
  expiredButKept:
    'Your card was saved, but the payment did not go through on this page. ' +
    'Please ask the shop for a new link.',
  closedButKept:
    'The shop closed this link. Your card was saved, but the payment did not go through on this page. ' +
    'For questions, contact the shop.',
  goneButKept:
    'Your recurring payment has ended, or the shop has deleted your record. For questions, contact the shop.',
  validUntil: 'Valid until',
  timeOverText: 'This page has expired. Please ask the shop for a new link.',
  asking: 'Checking the status of your card…',
  offlineText: 'What you entered is kept. Once you are online, the page checks whether your card was saved.',
  notSentTitle: 'Your card was not sent',
  notSentText: 'What you entered is kept; you can try again.',
  cancel: 'Cancel and return to the shop',
};

export const CARD_TEXTS: Record<Language, CardTexts> = { tr: TR, en: EN };
