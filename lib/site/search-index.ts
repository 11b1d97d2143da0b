// The index of the search: every section of the site with its words, those of table cells too.
import type { Language } from '#domain/language.ts';
import { type FoundSection, type SearchIndex, wordsIn } from './browser/search.ts';
import type { Heading } from './markdown.ts';

/** Words by which a desk asks and which the section itself does not name. */
const ASKED: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  tr: {
    'payment-link': 'link linki sms whatsapp',
    'shops#ödeme-bulmak': 'son dört hane dekont',
    'shops#bir-kişi-sorduğunda': 'kvkk kişisel veri',
    'events#imzayı-doğrulamak': 'webhook',
    'refund#refundPartial': 'kısmi',
    'recurring-payment': 'abonelik üyelik',
    'recurring-payment#recurringPaymentPause': 'abonelik dondur',
    'recurring-payment#recurringPaymentCancel': 'abonelik',
    'installment#installmentTableReplace': 'vade farkı',
    'customer#customerAddCardLink': 'kart ekleme',
    'sandbox#deneme-kartları': 'test kartı',
    bin: 'bin sorgula',
    'going-live': 'canlı canlıya canlı ortam',
    errors: 'ödeme neden reddedildi ret nedeni',
    'refund#refundCancellations': 'ödemeyi iptal et',
    'webhook#webhookSecret': 'gizli anahtarı yenile',
    'refund-by-two': 'onay bekleyen',
    'errors#BANK_UNAVAILABLE': 'banka cevap vermedi yanıt vermiyor',
    'errors#ORDER_ALREADY_PAID': 'müşteri iki kere kez ödedi çift çekim',
    'webhook#webhookReplay': 'webhook tekrar yeniden gönder',
    'recurring-payment#recurringPaymentUpdateLink': 'abonelik kartı değiştir',
    'key#keyRevoke': 'anahtar sızdı çalındı',
    'order-story': 'sipariş numarası ile ara itiraz ters ibraz chargeback',
    'day-end': 'excel csv indir',
    'installment#installmentOffers': 'taksit seçenekleri göster',
    'errors#REFUND_DECLINED_BY_BANK': 'iade neden reddedildi',
  },
  en: {
    'payment-link': 'sms whatsapp',
    'shops#find-a-payment': 'last four digits receipt',
    'recurring-payment': 'subscription',
    'recurring-payment#recurringPaymentPause': 'subscription',
    'recurring-payment#recurringPaymentCancel': 'subscription',
    'installment#installmentTableReplace': 'surcharge',
    'sandbox#cards-to-try': 'test card',
    'webhook#webhookReplay': 'resend events',
    'going-live': 'go live production',
    'order-story': 'order timeline chargeback dispute',
    'errors#ORDER_ALREADY_PAID': 'customer charged twice double charge',
    'recurring-payment#recurringPaymentUpdateLink': 'change replace card subscription',
    'day-end': 'download csv excel',
    'key#keyCreate': 'permissions',
    'customer#customerDelete': 'data',
    'refund-by-two': 'who approved',
    'webhook#webhookSecret': 'rotate webhook secret rotation',
    'refund#refundCancellations': 'void cancel payment cancellation',
    'shops#when-a-person-asks': 'gdpr personal data',
  },
};

type SearchedPage = { name: string; title: string; language: Language; markdown: string };
export type SearchSection = { line: FoundSection; names: Set<string>; words: Set<string> };

export function searchSections(page: SearchedPage, headings: readonly Heading[]): SearchSection[] {
  const { name, language, title, markdown } = page;
  const [, ...sections] = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/^#{1,2} .*$/m);
  return headings
    .filter(({ level }) => level < 3)
    .map(({ id, text, level }, at) => {
      const part = level === 1 ? '' : `#${id}`;
      // What a refusal means stands at its code, and what a call does in its own section.
      const section = (sections[at] ?? '').replaceAll(/^\| (?:\d{3} )?\[.*$|\]\([^)]*\)|<[^>]*>/gm, ' ');
      const [, message = ''] = /^\s*HTTP \d+\. ([^\n]*)/.exec(section) ?? [];
      const isCall = /^\*\*[^*]+\*\* \d{3} /m.test(section);
      const taken = !isCall
        ? ''
        : [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, field]) => field).join(' ');
      const operation = id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
      const [, path = ''] = /^\s*`([A-Z]+ \/api\/[^`]*)` · /.exec(section) ?? [];
      const asked = ASKED[language][name + part] ?? '';
      const names = new Set(wordsIn(`${text} ${message} ${taken} ${asked} ${operation} ${path}`));
      return {
        line: [`${name}.${language}${part}`, text, level === 1 ? '' : title],
        names,
        words: new Set(wordsIn(section).filter((word) => !names.has(word))),
      };
    });
}

/** By word, not by section: a word that many sections have is stored once. */
export function indexOf(sections: readonly SearchSection[], language: Language): SearchIndex {
  const addresses = new Set(sections.map(({ line: [address] }) => address));
  for (const place of Object.keys(ASKED[language]))
    if (!addresses.has(place.replace(/#|$/, `.${language}$&`)))
      throw new Error(`${place} is no section: lib/site/search-index.ts.`);
  const placesOf = (words: (section: SearchSection) => Set<string>) => {
    const places = new Map<string, { steps: number[]; last: number }>();
    for (const [at, section] of sections.entries())
      for (const word of words(section)) {
        const { steps, last } = places.get(word) ?? { steps: [], last: 0 };
        places.set(word, { steps: [...steps, at - last], last: at });
      }
    return Object.fromEntries([...places].map(([word, { steps }]) => [word, steps]));
  };
  return {
    lines: sections.map(({ line }) => line),
    names: placesOf(({ names }) => names),
    words: placesOf(({ words }) => words),
  };
}
