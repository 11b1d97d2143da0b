// Envelopes and hosted pages: what each field means (fields.ts).
import { MOST_INSTALLMENTS } from '#domain/installment/offer.ts';
import { MAX_PHONE_DIGITS, SEARCH_SECONDS } from '#domain/limits.ts';
import type { BilingualText } from './said.ts';

const LINK_MINUTES: BilingualText = [
  'Minutes from now in which the page can be used.',
  'Sayfanın şimdiden başlayarak kullanılabildiği dakika.',
];

export const PAGE_FIELDS: Readonly<Record<string, BilingualText>> = {
  success: ['True if the call did what it says.', 'Çağrı istenileni yaptıysa true.'],
  message: [
    'A sentence for people, in Turkish or English.',
    'Kişiler için bir cümle; Türkçe veya İngilizce.',
  ],
  data: ['What the call returns.', 'Çağrının döndürdüğü veri.'],
  timestamp: ['The instant of the response.', 'Yanıtın anı.'],
  items: ['The objects of this page.', 'Bu sayfadaki nesneler.'],
  nextCursor: [
    'Send it as `cursor` for the next page; null at the end.',
    'Sonraki sayfa için `cursor` olarak gönderin; sonda null.',
  ],
  searchedUntil: [
    `Only if ${SEARCH_SECONDS} seconds or a span without a \`startDate\` ended the search: everything ` +
      'from this instant on is searched; a cursor goes on.',
    `Yalnızca arama ${SEARCH_SECONDS} saniyede bitmediyse ya da \`startDate\` verilmediği için son günlerle ` +
      'sınırlıysa: bu andan yenisine bakıldı; imleç varsa sürdürür.',
  ],
  'CustomerExport.nextCursor': [
    'Send it as `cursor` for the next page of payments; null at the end.',
    'Ödemelerin sonraki sayfası için `cursor` olarak gönderin; sonda null.',
  ],
  'Refusal.errorCode': ['The code of what went wrong.', 'Yanlış gidenin kodu.'],
  errorCode: ['The code of what went wrong; null if nothing did.', 'Yanlış gidenin kodu; sorun yoksa null.'],
  'CardPage.errorCode': [
    'Why the last card was not stored, or not charged; null otherwise.',
    'Son kartın neden kaydedilmediği veya ondan neden tahsilat yapılamadığı; aksi hâlde null.',
  ],
  requestId: [
    'The id of the request, as in the header `X-Request-Id`: name it to support.',
    'İsteğin kimliği; `X-Request-Id` başlığındakiyle aynıdır, destekte bunu söyleyin.',
  ],
  retryable: [
    'True if the same request may succeed later without a change.',
    'Aynı istek değişmeden sonra başarılı olabilecekse true.',
  ],
  docUrl: ['The entry of the code in the error reference.', 'Kodun hata belgesindeki yeri.'],
  advice: [
    'What the caller can do, in the language of the message.',
    'Çağıranın ne yapabileceği; iletinin dilinde.',
  ],
  moreErrors: [
    'How many errors there are beside the twenty in `errors`; absent if there are none.',
    '`errors` içindeki yirmi hatanın dışında kalanların sayısı; yoksa alan da yoktur.',
  ],
  errors: [
    'Every field at fault, with its own code and message.',
    'Hatalı olan her alan, kendi kodu ve iletisiyle.',
  ],
  field: ['The path of the field, like `products[0].amount`.', 'Alanın yolu, `products[0].amount` gibi.'],
  'FieldProblem.code': ['What is wrong with the field.', 'Alanda neyin yanlış olduğu.'],
  'FieldProblem.message': [
    'A sentence on the field, in the language of the response.',
    'Alan için bir cümle; yanıtın dilinde.',
  ],
  id: ['The id of the object.', 'Nesnenin kimliği.'],
  'CreatedHostedPage.id': [
    'The id of the page, as lists and the signed result have it.',
    'Sayfanın kimliği; listelerdeki ve imzalı sonuçtaki.',
  ],
  'HostedPage.id': [
    'The id of the page, as lists and the signed result have it.',
    'Sayfanın kimliği; listelerdeki ve imzalı sonuçtaki.',
  ],
  'ListedHostedPage.id': [
    'The id of the page, as the signed result has it; not its token.',
    'Sayfanın imzalı sonuçtaki kimliği; belirteci (`token`) değildir.',
  ],
  token: [
    'The secret part of the page’s address; null if the page was named by its id.',
    'Sayfa adresinin gizli bölümü; sayfa kimliğiyle anıldıysa null.',
  ],
  'CreatedHostedPage.token': ['The secret part of the page’s address.', 'Sayfa adresinin gizli bölümü.'],
  '?token': ['The token of the page, or its id.', 'Sayfanın belirteci (`token`) ya da kimliği (`id`).'],
  svg: [
    'The QR code of the address as an image, with its quiet zone.',
    'Adresin karekodu, boş kenarıyla, SVG görüntüsü.',
  ],
  hostedPageUrl: ['The address to which you send the buyer.', 'Alıcıyı göndereceğiniz adres.'],
  frameOrigins: [
    'Origins whose pages may show the page in a frame.',
    'Sayfayı çerçevede gösterebilecek kaynak adresler.',
  ],
  state: ['The present state.', 'Şimdiki durum.'],
  'HostedPage.state': [
    'The state of the page; `Processing` while a payment has no outcome.',
    'Sayfanın durumu; ödemenin sonucu bilinmiyorken `Processing`.',
  ],
  'Webhook.state': [
    '`Active`, `Failing` while deliveries fail, or `Disabled`.',
    '`Active`, gönderimler başarısızken `Failing` veya `Disabled`.',
  ],
  canBePaid: ['True if a buyer may still pay on the page.', 'Alıcı sayfada hâlâ ödeyebiliyorsa true.'],
  orderNumber: ['Your number of the order.', 'Siparişin sizdeki numarası.'],
  amount: ['The amount, in the major unit of the currency.', 'Tutar; para biriminin ana biriminde.'],
  'Payment.amount': ['The amount of the order.', 'Siparişin tutarı.'],
  chargedAmount: [
    'What the card pays: more than `amount` if the buyer bears the surcharge of installments.',
    'Karttan çekilen tutar; vade farkını alıcı ödüyorsa `amount` değerinden fazladır.',
  ],
  surchargeAmount: [
    'The surcharge of installments that the buyer pays; 0 without one.',
    'Alıcının ödediği vade farkı; yoksa 0.',
  ],
  surchargeBearer: [
    'Who bears the rate of the installments, or null without a rate.',
    'Taksit oranını kimin üstlendiği; oran yoksa null.',
  ],
  cardFamily: [
    'The card family that decides on installments; null if not known, and without a page.',
    'Taksitleri belirleyen kart ailesi; bilinmiyorsa ve ödeme sayfada değilse null.',
  ],
  quantity: [
    'How many pieces; `amount` is that of the whole line.',
    'Adet; `amount` bütün satırın tutarıdır.',
  ],
  discountAmount: [
    'The discount, which the amount of the line has off already.',
    'İndirim; satırın tutarından zaten düşülmüştür.',
  ],
  shippingAmount: [
    'The shipping of the order, beside its lines.',
    'Siparişin kargo tutarı; satırlara eklenir.',
  ],
  currency: ['The currency, as an ISO 4217 code.', 'Para birimi, ISO 4217 koduyla.'],
  installment: ['The number of installments; 1 is a single payment.', 'Taksit sayısı; 1 tek çekimdir.'],
  'HostedPageCreateBody.installment': [
    '1 (or 0) is a single payment; above 1, that count and no other. Left out, the buyer chooses.',
    '1 (veya 0) tek çekimdir; 1’den büyükse yalnızca o sayı. Gönderilmezse alıcı seçer.',
  ],
  'HostedPageCreateBody.maxInstallment': [
    `The most that the buyer may choose; by default ${MOST_INSTALLMENTS} installments, with ` +
      '`saveCardFor` `recurring` 1.',
    `Alıcının seçebileceği en çok taksit; varsayılan ${MOST_INSTALLMENTS} taksit, ` +
      '`saveCardFor` `recurring` ise 1.',
  ],
  ...Object.fromEntries(
    ['HostedPage', 'ListedHostedPage'].flatMap((page): [string, BilingualText][] => [
      [
        `${page}.installment`,
        [
          'The count that the page sells, 1 a single payment; null: the buyer chooses.',
          'Sayfanın sattığı taksit sayısı, 1 tek çekim; null: alıcı seçer.',
        ],
      ],
      [
        `${page}.maxInstallment`,
        [
          'The most that the buyer may choose; null: there is no choice.',
          'Alıcının seçebileceği en çok taksit; null: seçim yok.',
        ],
      ],
    ]),
  ),
  products: [
    'The lines of the order. With shipping they add up to its amount.',
    'Siparişin satırları; kargoyla birlikte siparişin tutarını verir.',
  ],
  distanceSale: [
    'The texts of a distance sale that the buyer must accept, or has accepted.',
    'Alıcının onaylaması gereken ya da onayladığı mesafeli satış metinleri.',
  ],
  preliminaryInformation: ['The preliminary information form.', 'Ön bilgilendirme formu.'],
  salesContract: ['The distance sales contract.', 'Mesafeli satış sözleşmesi.'],
  'PreliminaryInformation.url': ['Where the buyer reads the text.', 'Alıcının metni okuduğu adres.'],
  'SalesContract.url': ['Where the buyer reads the text.', 'Alıcının metni okuduğu adres.'],
  version: ['Your version of the text.', 'Metnin sizdeki sürümü.'],
  digest: ['SHA-256 of the text, in hexadecimal.', 'Metnin onaltılık SHA-256 özeti.'],
  'Product.id': ['Your id of the product.', 'Ürünün sizdeki kimliği.'],
  'Product.name': ['The name that the buyer reads.', 'Alıcının okuduğu ad.'],
  'Product.amount': [
    'The amount of the whole line, with its discount off.',
    'Bütün satırın, indirimi düşülmüş tutarı.',
  ],
  successUrl: [
    'Where the buyer returns after paying, with the signed `result`.',
    'Alıcının ödedikten sonra imzalı `result` ile döndüğü adres.',
  ],
  failUrl: [
    'Where the buyer returns if nothing was paid, with the signed `result`.',
    'Ödeme yapılmadıysa alıcının imzalı `result` ile döndüğü adres.',
  ],
  cancelUrl: [
    'Where a buyer goes who leaves without paying; `failUrl` if absent.',
    'Ödemeden ayrılan alıcının gittiği adres; yoksa `failUrl`.',
  ],
  'CustomerAddCardLinkBody.successUrl': [
    'Where the customer returns after the card was stored.',
    'Kart kaydedildikten sonra müşterinin döndüğü adres.',
  ],
  expiresInMinutes: [
    'Minutes from now in which the page can be used. Above 1440 the page of an order is a payment link.',
    'Sayfanın şimdiden başlayarak kullanılabildiği dakika. Sipariş sayfası 1440 üstünde ödeme bağlantısıdır.',
  ],
  'RecurringPaymentUpdateLinkBody.expiresInMinutes': LINK_MINUTES,
  'CustomerAddCardLinkBody.expiresInMinutes': LINK_MINUTES,
  expiresAt: ['When the page ends.', 'Sayfanın sona erdiği an.'],
  language: [
    'The language of the page; without it that of the buyer’s browser.',
    'Sayfanın dili; yoksa alıcının tarayıcısınınki.',
  ],
  customerId: [
    'The id of the customer, from `POST /api/customer`.',
    'Müşterinin `POST /api/customer` ile verilen kimliği.',
  ],
  saveCardFor: [
    'Offers to store the card: for later payments by the buyer, or for recurring ones.',
    'Kartın kaydedilmesini önerir: alıcının sonraki ödemeleri ya da düzenli ödemeler için.',
  ],
  recurringTerms: [
    'With `recurring`: the amount, in the currency of the page, the rhythm and the start that the buyer agrees to.',
    '`recurring` ile: alıcının onayladığı tutar (sayfanın para biriminde), sıklık ve başlangıç.',
  ],
  metadata: [
    'Names and texts of your own, returned as they are. No card data.',
    'Kendi adlarınız ve metinleriniz; olduğu gibi döner. Kart verisi olmaz.',
  ],
  variant: [
    'A word of yours under which the page counts in the funnel; `other` beyond twenty words a month.',
    'Sayfanın hunide sayıldığı, size ait bir sözcük; ayda yirmi sözcükten sonrası `other`.',
  ],
  branding: ['How the page looks.', 'Sayfanın görünümü.'],
  color: [
    'The colour of buttons: red, green and blue, like #8a4b22.',
    'Düğmelerin rengi: kırmızı, yeşil ve mavi, #8a4b22 gibi.',
  ],
  displayName: ['The name of the shop on the page.', 'Sayfada görünen mağaza adı.'],
  privacyUrl: ['Your privacy notice, linked on the page.', 'Sayfada bağlantısı olan aydınlatma metniniz.'],
  termsUrl: ['Your terms of sale, linked on the page.', 'Sayfada bağlantısı olan satış sözleşmeniz.'],
  supportEmail: [
    'The e-mail address of your support, shown on the page.',
    'Sayfada gösterilen destek e-postanız.',
  ],
  supportPhone: [
    `The phone number of your support, shown on the page: 3 to ${MAX_PHONE_DIGITS} digits, with blanks, brackets and hyphens.`,
    `Sayfada gösterilen destek telefonunuz: 3-${MAX_PHONE_DIGITS} rakam; boşluk, ayraç ve tire olabilir.`,
  ],
  supportUrl: [
    'The address of your support, linked on the page.',
    'Sayfada bağlantısı olan destek adresiniz.',
  ],
  payment: [
    'The newest payment of the page; null before the buyer has submitted one.',
    'Sayfanın en yeni ödemesi; alıcı göndermeden önce null.',
  ],
  paymentReferenceNumber: [
    'The number of the payment: refunds name it as `transactionId`.',
    'Ödemenin numarası; iadelerde `transactionId` budur.',
  ],
  attemptCount: ['How often a card was submitted on the page.', 'Sayfada kaç kez kart gönderildiği.'],
  guard: [
    'Why the page asks the buyer for more, or null.',
    'Sayfanın alıcıdan neden daha fazlasını istediği ya da null.',
  ],
  createdAt: ['When it was created.', 'Oluşturulduğu an.'],
  createdByName: [
    'The name of that key or person; null: none.',
    'Bu anahtarın ya da kişinin adı; yoksa null.',
  ],
  createdBy: ['The id of the key that created it.', 'Oluşturan anahtarın kimliği.'],
  changedBy: [
    'The id of the key that changed it last; null for none or an operator.',
    'Son değiştiren anahtarın kimliği; yoksa veya operatörse null.',
  ],
  updatedAt: ['When it was changed last.', 'Son değiştiği an.'],
  completedAt: ['When it was completed; null before.', 'Tamamlandığı an; öncesinde null.'],
  purpose: [
    '`AddCard` or `UpdateCard`: what the page is for.',
    '`AddCard` veya `UpdateCard`: sayfanın amacı.',
  ],
  recurringPaymentId: [
    'The id of the recurring payment; null if there is none.',
    'Düzenli ödemenin kimliği; yoksa null.',
  ],
  'RecurringPayment.cardStorageId': ['The id of the stored card.', 'Kayıtlı kartın kimliği.'],
  cardStorageId: [
    'The id of the stored card; null if none was used or stored.',
    'Kayıtlı kartın kimliği; kullanılmadıysa veya kaydedilmediyse null.',
  ],
  consentedAt: [
    'When the customer agreed that the card is stored.',
    'Müşterinin kartın kaydedilmesini onayladığı an.',
  ],
};
