// The index of the search: every section of the site with its words, those of table cells too.
import type { Language } from '#domain/language.ts';
import { type FoundSection, type SearchIndex, saidIn, wordsIn } from './browser/search.ts';
import type { Heading } from './markdown.ts';

/** Words of a desk and of other providers, and those of these documents that mean the same. */
const ALIKE: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  tr: {
    'abonelik abone üyelik': 'düzenli',
    dondur: 'duraklat',
    'başlat devam': 'sürdür',
    'göster gör bak sorgula hangi durumu': 'getir bul göster',
    'ara bul': 'listele bul',
    bin: 'rakamlarının aralıkları',
    'liste listesi döküm hepsi': 'listele',
    'al üret yarat aç': 'oluştur',
    'ekle tanımla': 'kaydet ekle',
    'sakla saklama': 'kaydet kayıtlı',
    'aylık yıllık haftalık': 'düzenli',
    'değiştir düzenle güncelle': 'güncelle değiştir',
    'döndür rotasyon': 'yenile',
    'sızdı çalındı': 'iptal',
    'itiraz ibraz chargeback': 'yaptığını',
    'provizyon kodu, onay kodu, alıcı adı, müşteri adı, mail, email': 'bulun',
    'kart neden, kartım neden, ödeme neden': 'öyküsü',
    'linki iptal, link iptal, sayfa iptal, sayfayı iptal': 'kapat geri',
    'bekleyen ödeme, bekleyen ödemeler': 'açık olanlar',
    'zaman gelir, zaman gelecek, zaman yatar, zaman yatacak': 'ödenen',
    'link linki sms whatsapp': 'bağlantı',
    'canlı prod': 'canlıya',
    test: 'deneme',
    'excel indir': 'csv',
    'ciro hasılat': 'satış',
    rapor: 'istatistik',
    'iframe gömme popup çerçeve': 'kendi sayfanızda',
    'mutabakat hakediş': 'gün sonu defteri',
    'istek sınırı, çok istek': 'rate limited',
    'yanıt vermiyor, cevap vermiyor': 'vermezse unavailable',
    'logo, renk, tasarım, logo ekle': 'görünüm',
    'kişisel veri, kvkk, gdpr': 'tutulanları sorduğunda',
    'bilgi bilgileri veri verileri': 'müşteri tutulanları',
    fazla: 'aşıyor',
    'süresi dolmuş, süresi dolan, süresi bitmiş, vadesi geçmiş': 'geçmiş dolmuş doldu',
    'neden niye niçin': 'hata kodları',
    'reddedildi reddedilmiş red': 'ret reddetti hata kodları',
    kaldır: 'sil',
    kapat: 'iptal geri',
    onaykodu: 'provizyon',
    'dekont fiş hane': 'rakamı bulun',
    'vade farkı, oran': 'ratePercent surcharge',
    'deneme süresi, ücretsiz deneme': 'trial',
    'bekleyen onay, bekleyen': 'onayla isteyin',
    'sınırla kısıtla': 'maxInstallment sınırlar',
    'iki kere, iki kez, çift çekim, mükerrer': 'already zaten',
    'ödedi ödendi': 'paid',
    tekrar: 'yeniden',
    cevap: 'yanıt',
  },
  en: {
    'subscription subscriptions': 'recurring',
    'rotate roll regenerate renew rotation': 'replace',
    'all search browse': 'list',
    'get fetch show view see status': 'retrieve',
    'find look lookup': 'find list show',
    'bin iin': 'digits ranges',
    'saved vaulted tokenized': 'stored',
    'session checkout': 'hosted',
    'off session, offsession, mit': 'charge',
    'resend redeliver': 'again',
    retry: 'charge',
    retries: 'deliveries tried sent',
    'insufficient permissions, insufficient permission, insufficient scope': 'scope missing',
    'iframe embed embedded popup': 'own page',
    'statement reconciliation payout': 'day end books',
    'permission permissions rights': 'scopes',
    'fee fees surcharge': 'ratePercent',
    'chargeback dispute': 'itself',
    'declined rejected why reason': 'codes error declined',
    'csv export download spreadsheet': 'csv excel',
    'erase remove gdpr': 'delete',
    'void cancellation': 'cancel',
    'pagination paging': 'cursor answers',
    'production prod': 'live',
    'sms whatsapp': 'link',
    'not answer, no answer, not respond': 'silent',
    'pending payment, pending payments': 'open',
    'receipt digits': 'find digits',
    'timeline history': 'story',
    'twice double duplicate': 'already',
    'unpause reactivate': 'resume',
    'swap switch change': 'update replace',
    test: 'try',
    'daily by per': 'statistics',
    'wrong bad': 'invalid',
  },
};

type SearchedPage = { name: string; title: string; language: Language; markdown: string };
export type SearchSection = {
  line: FoundSection;
  titles: Set<string>;
  names: Set<string>;
  words: Set<string>;
};

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
      const isNamed = isCall || id === 'bank-codes';
      const taken = !isNamed
        ? ''
        : [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, fields]) => fields).join(' ');
      const operation = id.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
      const [, path = ''] = /^\s*`([A-Z]+ \/api\/[^`]*)` · /.exec(section) ?? [];
      // A refusal is asked for by what it says, a call by its path.
      const titles = new Set(saidIn(`${text} ${message} ${path}`).filter((word) => word.length > 1));
      const names = new Set(saidIn(`${title} ${taken} ${operation}`).filter((word) => !titles.has(word)));
      return {
        line: [`${name}.${language}${part}`, text, level === 1 ? '' : title],
        titles,
        names,
        words: new Set(saidIn(section).filter((word) => !titles.has(word) && !names.has(word))),
      };
    });
}

/** By word, not by section: a word that many sections have is stored once. */
export function indexOf(sections: readonly SearchSection[], language: Language): SearchIndex {
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
    titles: placesOf(({ titles }) => titles),
    names: placesOf(({ names }) => names),
    words: placesOf(({ words }) => words),
    alike: Object.fromEntries(
      Object.entries(ALIKE[language]).flatMap(([theirs, ours]) =>
        (theirs.includes(',') ? theirs.split(',') : theirs.split(' ')).map((one) => [
          wordsIn(one).join(' '),
          wordsIn(ours),
        ]),
      ),
    ),
  };
}
