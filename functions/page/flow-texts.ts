// The texts that a form's script shows without a new page: sending, a lost connection, the bank's step. In
// Turkish and English.
import type { Language } from '#domain/language.ts';

const TR = {
  slow: 'Bankadan yanıt bekleniyor…',
  resend: '{} sn sonra gönderilir',
  asking: 'Ödemenizin durumu sorgulanıyor…',
  offlineTitle: 'Bağlantı kurulamadı',
  offlineText: 'Girdikleriniz silinmedi. Bağlantı gelince ödemenizin durumu kendiliğinden sorgulanır.',
  notSentTitle: 'Ödemeniz gönderilemedi',
  notSentText: 'Girdikleriniz silinmedi; yeniden deneyebilirsiniz. Kartınızdan iki kez para çekilmez.',
  bankWhole: 'Sayfa açılmadı mı? Tüm pencerede açın',
  bankSlow: 'Bankanız yavaş yanıt veriyor. Biraz daha bekleyebilirsiniz.',
  leaveBank: 'Vazgeç',
  givenUpTitle: 'Doğrulamadan vazgeçtiniz',
  givenUpText: 'Yeniden deneyebilir veya başka bir kart kullanabilirsiniz.',
};

type FlowTexts = typeof TR;

const EN: FlowTexts = {
  slow: 'Waiting for the bank…',
  resend: 'Sent in {} s',
  asking: 'Checking the status of your payment…',
  offlineTitle: 'No connection',
  offlineText: 'What you entered is kept. Once you are online, the page checks your payment’s status.',
  notSentTitle: 'Your payment was not sent',
  notSentText: 'What you entered is kept; you can try again. Your card will not be charged twice.',
  bankWhole: 'Page not showing? Open it in the full window',
  bankSlow: 'Your bank is slow to respond. You can wait a little longer.',
  leaveBank: 'Cancel',
  givenUpTitle: 'You cancelled the verification',
  givenUpText: 'You can try again or use another card.',
};

export const FLOW_TEXTS: Record<Language, FlowTexts> = { tr: TR, en: EN };
