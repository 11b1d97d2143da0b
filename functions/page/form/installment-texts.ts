// The texts of a form that has installments.
import type { WhyNot } from '#domain/installment/plan.ts';
import type { Language } from '#domain/language.ts';

const TR = {
  options: 'Taksit seçenekleri',
  upTo: (count: number) => `${count} taksite kadar`,
  onlyWith: 'Taksit yapılabilen kredi kartları',
  others: 'Diğer kartlar için kart numaranızı yazın.',
  total: (amount: string) => `toplam ${amount}`,
  pay: (months: string) => `${months} · öde`,
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
  fixedRefused: (count: number, families: string) =>
    `Bu sipariş ${count} taksitle ödenir ve bu kartla ${count} taksit yapılamıyor. ` +
    `${families === '' ? 'Başka bir kredi kartı' : `${families} kredi kartı`} kullanın, ` +
    'ya da mağazaya dönüp başka bir taksit sayısı veya tek çekim seçin.',
};

const EN: typeof TR = {
  options: 'Installments',
  upTo: (count) => `up to ${count} installments`,
  onlyWith: 'Credit cards that can pay in installments',
  others: 'For other cards, enter your card number.',
  total: (amount) => `${amount} in total`,
  pay: (months) => `Pay ${months}`,
  show: 'Show installments for my card',
  ofCard: 'Installments for your card',
  backToForm: 'The payment page keeps what you entered. Close this tab and choose there.',
  numberFirst: 'Enter your card number on the payment page first, then show the installments again.',
  tooOften: 'The installments cannot be shown right now. Try again in a minute.',
  offered: (family, counts) => `${family || 'This card'}: ${counts} installments are possible.`,
  single: {
    debit: 'Debit cards cannot pay in installments: this is a single payment.',
    unknownCard: 'This card cannot pay in installments: this is a single payment.',
    family: 'This card cannot pay in installments at this shop: this is a single payment.',
    order: 'This card cannot pay this order in installments: this is a single payment.',
  },
  declined: (count) =>
    `The bank did not accept ${count} installments with this card. You can pay at once with the same card.`,
  fixed: (count) => `This order is paid in ${count} installments.`,
  fixedRefused: (count, families) =>
    `This order is paid in ${count} installments, which this card cannot do. ` +
    `Use ${families === '' ? 'another credit card' : `a credit card of ${families}`}, ` +
    'or return to the shop and choose another number of installments or a single payment.',
};

export const INSTALLMENT_TEXTS: Record<Language, typeof TR> = { tr: TR, en: EN };
