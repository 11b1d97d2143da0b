// Turkish terms: one for each noun of the product, as in the glossary of docs/architecture.md, and the
// synonyms that no text may use. Patterns match text in Turkish lower case.

type Term = {
  /** The term in English, as in the glossary. */
  english: string;
  turkish: string;
  /** Matches an English text that uses the term. */
  inEnglish: RegExp;
  /** Matches the Turkish term with any ending. */
  inTurkish: RegExp;
  synonyms?: RegExp;
};

export const TERMS: readonly Term[] = [
  {
    english: 'recurring payment',
    turkish: 'düzenli ödeme',
    inEnglish: /recurring payment/,
    inTurkish: /düzenli ödeme/,
    synonyms: /(yinelenen|tekrarlanan|tekrarlayan|otomatik) ödeme|abonelik/,
  },
  {
    english: 'stored card',
    turkish: 'kayıtlı kart',
    inEnglish: /\b(stored|saved) card/,
    inTurkish: /kayıtlı kart/,
    synonyms: /(saklı|saklanan|saklanmış|kaydedilen|kaydedilmiş) kart/,
  },
  {
    english: 'refund',
    turkish: 'iade',
    inEnglish: /\brefund(s|ed)?\b/,
    inTurkish: /iade/,
    synonyms: /geri ödeme|para iadesi/,
  },
  {
    english: 'cancellation',
    turkish: 'iptal',
    inEnglish: /\bcancel(?! and return)/,
    inTurkish: /iptal/,
    synonyms: /fesih|feshe/,
  },
  {
    english: 'hosted payment page',
    turkish: 'ödeme sayfası',
    inEnglish: /(hosted|payment) page/,
    inTurkish: /ödeme sayfa|o sayfa/,
    synonyms: /ödeme ekranı|ortak ödeme/,
  },
  { english: 'payment', turkish: 'ödeme', inEnglish: /\bpayments?\b/, inTurkish: /öde|tek çekim/ },
  { english: 'customer', turkish: 'müşteri', inEnglish: /\bcustomer/, inTurkish: /müşteri/ },
  { english: 'buyer', turkish: 'alıcı', inEnglish: /\bbuyer/, inTurkish: /alıcı/, synonyms: /satın alan/ },
  {
    english: 'shop',
    turkish: 'mağaza',
    inEnglish: /\bshop\b/,
    inTurkish: /mağaza/,
    synonyms: /satıcı|dükkan/,
  },
  {
    english: 'charge',
    turkish: 'tahsilat',
    inEnglish: /\bcharges\b|first charge|charged automatically/,
    inTurkish: /tahsilat/,
    // A single payment without installments is "tek çekim" at every Turkish checkout.
    synonyms: /(?<!tek )çekim/,
  },
  { english: 'order', turkish: 'sipariş', inEnglish: /\border\b/, inTurkish: /sipariş/ },
  { english: 'installment', turkish: 'taksit', inEnglish: /\binstallment/, inTurkish: /taksit/ },
  {
    english: 'security code',
    turkish: 'güvenlik kodu',
    inEnglish: /security code/,
    inTurkish: /güvenlik kodu/,
  },
  {
    english: 'expiry date',
    turkish: 'son kullanma tarihi',
    inEnglish: /expiry date/,
    inTurkish: /son kullanma/,
  },
  { english: 'virtual POS', turkish: 'sanal POS', inEnglish: /virtual pos/, inTurkish: /sanal pos/ },
  {
    english: 'answer',
    turkish: 'yanıt',
    inEnglish: /bank’s answer/,
    inTurkish: /yanıt/,
    synonyms: /cevap|cevab/,
  },
  {
    english: 'token',
    turkish: 'belirteç',
    inEnglish: /\btoken\b/,
    inTurkish: /belirte[cç]/,
    synonyms: /sayfa anahtar|jeton/,
  },
  {
    english: 'void',
    turkish: 'banka iptali',
    inEnglish: /\bvoid(s|ed)?\b/,
    inTurkish: /banka iptal/,
    synonyms: /iptal[a-zçğıöşü]* \(gün sonundan/,
  },
  {
    english: 'four eyes',
    turkish: 'dört göz ilkesi',
    inEnglish: /four eyes/,
    inTurkish: /dört göz ilke/,
    synonyms: /dört göz(?! ilke)/,
  },
  {
    english: 'trial',
    turkish: 'deneme süresi',
    inEnglish: /\btrial\b/,
    inTurkish: /deneme/,
    synonyms: /deneme dönem/,
  },
  {
    english: 'reconciliation',
    turkish: 'mutabakat',
    inEnglish: /reconciliation/,
    inTurkish: /mutabakat/,
    synonyms: /bankayla karşılaştırma/,
  },
  { english: 'lease', turkish: 'para hareketi hakkı', inEnglish: /\blease\b/, inTurkish: /hareketi hakkı/ },
  {
    english: 'takeover',
    turkish: 'devralma',
    inEnglish: /take(s)? over|takeover/,
    inTurkish: /devral/,
    synonyms: /geri yükle/,
  },
  { english: 'filter', turkish: 'filtre', inEnglish: /\bfilters\b/, inTurkish: /filtre/, synonyms: /süzgeç/ },
];
