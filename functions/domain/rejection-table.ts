// Every rejection of the service: code, HTTP status, message and advice in both languages. Responses, the
// error reference and the OpenAPI document are derived from this table (api.md 8.1).

import {
  CANCELLATION_HOURS,
  EVENTS_KEPT_DAYS,
  MAX_BODY_KIB,
  MAX_IDEMPOTENCY_KEY,
  MAX_JSON_LEVELS,
  MOST_API_KEYS,
  MOST_PLAN_CHANGES,
  MOST_WEBHOOKS,
  REFUND_DAYS,
  WEBHOOK_TEST_SECONDS,
} from './limits.ts';
export type RejectionRow = {
  status: 308 | 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  tr: string;
  en: string;
  /**
   * What the caller can do, in the answer and in the error reference. Calls, headers and fields are in
   * backticks, and both languages name the same ones.
   */
  advice: { tr: string; en: string };
  /** True if the same request may succeed later without a change. */
  retryable?: true;
};

// The annotations let esbuild leave the table out of a function that sends no rejection, such as a page's.
/* @__NO_SIDE_EFFECTS__ */
const row = (
  status: RejectionRow['status'],
  tr: string,
  en: string,
  adviceTr: string,
  adviceEn: string,
): RejectionRow => ({
  status,
  tr,
  en,
  advice: { tr: adviceTr, en: adviceEn },
});
/** A text with a limit in place of `{}`: a template would keep the whole table in every bundle. */
/* @__NO_SIDE_EFFECTS__ */
const saying = (text: string, limit: number): string => text.replace('{}', String(limit));
/* @__NO_SIDE_EFFECTS__ */
const retryable = (r: RejectionRow): RejectionRow => ({ ...r, retryable: true });

/** Declines of the bank, in the groups that Turkish merchants know (api.md 8.2). */
export const BANK_DECLINES = {
  NOT_SUFFICIENT_FUNDS: row(
    422,
    'Kartın bakiyesi veya limiti yetersiz.',
    'The card has insufficient funds.',
    'Alıcıdan başka bir kart isteyin veya daha sonra yeniden deneyin.',
    'Ask the buyer for another card or try again later.',
  ),
  DO_NOT_HONOUR: row(
    422,
    'Banka ödemeyi onaylamadı.',
    'The bank did not approve the payment.',
    'Alıcı, bankasını aramalı veya başka bir kart kullanmalıdır.',
    'The buyer should call the bank or use another card.',
  ),
  INVALID_TRANSACTION: row(
    422,
    'Banka işlemi geçersiz buldu.',
    'The bank considers the transaction invalid.',
    'Kart bilgilerini kontrol edin; hata sürerse alıcı başka bir kart kullanmalıdır.',
    'Check the card details; if the error persists, the buyer should use another card.',
  ),
  LOST_CARD: row(
    422,
    'Kart kayıp olarak bildirilmiş.',
    'The card was reported lost.',
    'Bu kartı bir daha denemeyin; alıcıdan başka bir kart isteyin.',
    'Do not try this card again; ask the buyer for another one.',
  ),
  STOLEN_CARD: row(
    422,
    'Kart çalıntı olarak bildirilmiş.',
    'The card was reported stolen.',
    'Bu kartı bir daha denemeyin; alıcıdan başka bir kart isteyin.',
    'Do not try this card again; ask the buyer for another one.',
  ),
  EXPIRED_CARD: row(
    422,
    'Kartın son kullanma tarihi geçmiş.',
    'The card has expired.',
    'Kayıtlı kartın yeni tarihini `PUT /api/card/{id}` ile gönderin veya başka bir kart isteyin.',
    'Send the new expiry of a stored card with `PUT /api/card/{id}`, or ask for another card.',
  ),
  INVALID_CVC2: row(
    422,
    'Kartın güvenlik kodu (CVV) hatalı.',
    'The security code (CVV) of the card is wrong.',
    'Alıcı güvenlik kodunu bir ödeme sayfasında yeniden girmelidir; tahsilatta kod gönderilmez.',
    'The buyer should enter the security code again on a payment page; a charge sends none.',
  ),
  NOT_PERMITTED_TO_CARDHOLDER: row(
    422,
    'Kart bu işleme kapalı.',
    'The card is not permitted for this transaction.',
    'Alıcı, bankasından kartı internet alışverişine açmasını istemeli veya başka bir kart kullanmalıdır.',
    'The buyer should have the bank enable the card for online purchases, or use another card.',
  ),
  NOT_PERMITTED_TO_TERMINAL: row(
    422,
    'Sanal POS’un bu işlem için yetkisi yok.',
    'The virtual POS is not permitted to do this transaction.',
    'Bankanızdan sanal POS’unuzun yetkilerini kontrol etmesini isteyin.',
    'Ask your bank to check the permissions of your virtual POS.',
  ),
  FRAUD_SUSPECT: row(
    422,
    'Banka dolandırıcılıktan şüpheleniyor.',
    'The bank suspects fraud.',
    'Alıcı, bankasını aramalı veya başka bir kart kullanmalıdır.',
    'The buyer should call the bank or use another card.',
  ),
  PICKUP_CARD: row(
    422,
    'Banka bu karta el konulmasını istiyor.',
    'The bank asks for this card to be withheld.',
    'Bu kartı bir daha denemeyin; alıcıdan başka bir kart isteyin.',
    'Do not try this card again; ask the buyer for another one.',
  ),
  CARD_LIMIT_EXCEEDED: row(
    422,
    'Kartın tutar veya işlem sayısı sınırı aşıldı.',
    'The amount or count limit of the card is exceeded.',
    'Daha sonra yeniden deneyin veya alıcıdan başka bir kart isteyin.',
    'Try again later or ask the buyer for another card.',
  ),
  RESTRICTED_BY_LAW: row(
    422,
    'İşlem mevzuat gereği yapılamıyor.',
    'The transaction is restricted by law.',
    'Taksit sayısını azaltın veya tek çekim seçin; zaten tek çekimse alıcıdan başka bir kart isteyin.',
    'Choose fewer installments or a single payment; if it is one already, ask the buyer for another card.',
  ),
  THREE_D_SECURE_FAILED: row(
    422,
    '3-D Secure doğrulaması tamamlanamadı.',
    'The 3-D Secure verification could not be completed.',
    'Alıcı doğrulamayı yeniden denemeli veya başka bir kart kullanmalıdır.',
    'The buyer should verify again or use another card.',
  ),
  GENERAL_DECLINE: row(
    422,
    'Banka ödemeyi reddetti.',
    'The bank declined the payment.',
    'Alıcıdan başka bir kart isteyin veya daha sonra yeniden deneyin.',
    'Ask the buyer for another card or try again later.',
  ),
} satisfies Record<string, RejectionRow>;
export type DeclineCode = keyof typeof BANK_DECLINES;

/** What a payment can fail of: a decline, or a sale that never arrived at the bank. */
export const paymentFailures = () =>
  [...(Object.keys(BANK_DECLINES) as DeclineCode[]), 'BANK_UNAVAILABLE'] as const;

// The refusals of the authorizer, which has nothing else of the table in its bundle.
export const API_KEY_INVALID = row(
  401,
  'API anahtarı geçersiz.',
  'The API key is invalid.',
  'Anahtarı eksiksiz kopyaladığınızı ve anahtarın iptal edilmediğini kontrol edin.',
  'Check that the key was copied whole and has not been revoked.',
);
export const API_KEY_EXPIRED = row(
  401,
  'API anahtarının süresi dolmuş.',
  'The API key has expired.',
  'Yeni bir anahtar kullanın.',
  'Use a new key.',
);

const OWN_REJECTIONS = {
  // The request itself
  INVALID_JSON: row(
    400,
    'İstek gövdesi geçerli bir JSON nesnesi değil.',
    'The request body is not a valid JSON object.',
    saying(
      'UTF-8 ile kodlanmış, hiçbir alanı iki kez geçmeyen, en çok {} düzeyli tek bir JSON nesnesi gönderin.',
      MAX_JSON_LEVELS,
    ),
    saying('Send one JSON object in UTF-8 without duplicate keys, at most {} levels deep.', MAX_JSON_LEVELS),
  ),
  VALIDATION_ERROR: row(
    400,
    'İstekte hatalı alanlar var.',
    'The request has invalid fields.',
    '`errors` listesindeki her alanı düzeltip isteği yeniden gönderin.',
    'Correct every field listed in `errors` and send the request again.',
  ),
  UNKNOWN_PARAMETER: row(
    400,
    'Adreste bu çağrının tanımadığı sorgu parametreleri var.',
    'The query has parameters that this call does not know.',
    '`errors` listesindeki adları düzeltin veya çıkarın; tanınan adlar `knownNames` içindedir.',
    'Correct or remove the names in `errors`; the known names are in `knownNames`.',
  ),
  UNKNOWN_FIELD: row(
    400,
    'İstek gövdesinde bu çağrının tanımadığı alanlar var.',
    'The body has fields that this call does not know.',
    '`knownNames` içindeki adlardan birini yazın veya alanı çıkarın; çağrıda `metadata` varsa kendi' +
      ' verilerinizi o tutar.',
    'Use one of the names in `knownNames` or remove the field; data of your own goes into' +
      ' `metadata`, if the' +
      ' call has it.',
  ),
  FIELD_IMMUTABLE: row(
    422,
    'Bu çağrının değiştiremediği bir alan kayıttakinden farklı.',
    'A field that this call cannot change differs from the record.',
    '`errors` içindeki alanları çıkarın veya `record` içindeki değerleriyle gönderin.',
    'Remove the fields in `errors`, or send them with their values in `record`.',
  ),
  CVV_NOT_ACCEPTED: row(
    400,
    'Güvenlik kodu (CVV) bu adrese gönderilemez; hiçbir zaman saklanmaz.',
    'The security code (CVV) must not be sent to this endpoint; it is never stored.',
    'CVV alanını istekten çıkarın; kart `cardNumber`, `expiryMonth`, `expiryYear` ve `ownerName`' +
      ' alanlarıyla kaydedilir.',
    'Remove the CVV field from the request; a card is stored with `cardNumber`, `expiryMonth`, `expiryYear`' +
      ' and `ownerName`.',
  ),
  CARD_NUMBER_IMMUTABLE: row(
    400,
    'Kayıtlı kartın numarası değiştirilemez.',
    'The number of a stored card cannot be changed.',
    '`cardNumber` alanını çıkarın: kart, numarasını korur. Başka bir numarayı müşteri kendisi girer:' +
      ' `POST /api/customer/{id}/addcardlink` veya `POST /api/RecurringPayment/{id}/updatelink`.',
    'Leave `cardNumber` out: the card keeps its number. The customer types another one in:' +
      ' `POST /api/customer/{id}/addcardlink` or `POST /api/RecurringPayment/{id}/updatelink`.',
  ),
  CURSOR_INVALID: row(
    400,
    'Sayfa imleci geçersiz.',
    'The cursor is invalid.',
    '`nextCursor` değerini, aynı filtrelerle ve değiştirmeden gönderin.',
    'Send `nextCursor` unchanged, with the same filters.',
  ),
  LIST_TOO_LONG: row(
    422,
    'Sıralanacak kayıt çok fazla.',
    'There are too many rows to sort.',
    '`status` veya `customerId` ile daraltın ya da `by` göndermeyin: liste aynı filtrelerle yeniden eskiye' +
      ' sıralanır.',
    'Narrow the list by `status` or `customerId`, or leave `by` out: it is then newest first, with the' +
      ' same filters.',
  ),
  CURSOR_EXPIRED: row(
    410,
    'İmleçten sonraki olaylardan bazıları artık saklanmıyor.',
    'Some events after the cursor are no longer kept.',
    saying(
      'Olaylar {} gün saklanır: `keptSince` anından önceki değişiklikleri listelerden okuyun,' +
        ' `nextCursor` ile devam edin.',
      EVENTS_KEPT_DAYS,
    ),
    saying(
      'Events are kept for {} days: read what changed before `keptSince` from the lists, and go on' +
        ' with `nextCursor`.',
      EVENTS_KEPT_DAYS,
    ),
  ),
  IDEMPOTENCY_KEY_INVALID: row(
    400,
    saying(
      'Idempotency-Key başlığı 1 ile {} arasında görünür ASCII karakterden oluşmalıdır.',
      MAX_IDEMPOTENCY_KEY,
    ),
    saying('The Idempotency-Key header must be 1 to {} visible ASCII characters.', MAX_IDEMPOTENCY_KEY),
    'Her işlem için yeni bir UUID kullanın.',
    'Use a new UUID for each operation.',
  ),
  API_KEY_MISSING: row(
    401,
    'X-Api-Key başlığı eksik.',
    'The X-Api-Key header is missing.',
    'Her isteğe `X-Api-Key` başlığını ekleyin.',
    'Send the `X-Api-Key` header with every request.',
  ),
  API_KEY_INVALID,
  API_KEY_EXPIRED,
  SCOPE_MISSING: row(
    403,
    'API anahtarının bu çağrı için yetkisi yok.',
    'The API key does not have the scope of this call.',
    '`scope` alanındaki yetkiye sahip bir anahtar kullanın; yetkileri `keys` yetkili bir anahtar veya hizmetin operatörü verir.',
    'Use a key with the scope in `scope`; a key with `keys` that has it, or the operator, makes one.',
  ),
  ADDRESS_NOT_ALLOWED: row(
    403,
    'API anahtarı bu adresten kullanılamaz.',
    'The API key may not be used from this address.',
    'Çağrıyı anahtarın `allowedAddresses` listesindeki bir adresten yapın veya başka bir anahtar kullanın; hizmetin gördüğü adres `address` alanındadır.',
    'Call from an address in the `allowedAddresses` of the key, or use another key; `address` is the one that the service sees.',
  ),
  ROUTE_MOVED: row(
    308,
    'Adresin yazılışı farklı: büyük ve küçük harfler ile sondaki eğik çizgi önemlidir.',
    'The route is written differently: case and a trailing slash matter.',
    'Çağrıyı `Location` başlığındaki adrese gönderin.',
    'Send the call to the address in the `Location` header.',
  ),
  ROUTE_NOT_FOUND: row(
    404,
    'Böyle bir adres yok.',
    'There is no such route.',
    'Yolu belgelerle karşılaştırın.',
    'Compare the path with the documentation.',
  ),
  METHOD_NOT_ALLOWED: row(
    405,
    'Bu adres bu HTTP yöntemini desteklemiyor.',
    'This route does not support this HTTP method.',
    '`Allow` başlığındaki yöntemlerden birini kullanın.',
    'Use one of the methods in the `Allow` header.',
  ),
  BODY_TOO_LARGE: row(
    413,
    saying('İstek gövdesi {} KiB sınırını aşıyor.', MAX_BODY_KIB),
    saying('The request body is larger than {} KiB.', MAX_BODY_KIB),
    'Daha küçük bir gövde gönderin.',
    'Send a smaller body.',
  ),
  UNSUPPORTED_MEDIA_TYPE: row(
    415,
    'İçerik türü application/json olmalıdır.',
    'The content type must be application/json.',
    'Alanları form olarak değil, UTF-8 ile kodlanmış JSON olarak ve' +
      ' `Content-Type: application/json` başlığıyla gönderin.',
    'Send the fields as JSON in UTF-8, not as a form, with the header `Content-Type: application/json`.',
  ),
  REQUEST_BLOCKED: row(
    403,
    'Güvenlik duvarı isteği engelledi.',
    'The firewall has blocked the request.',
    'İsteği olduğu gibi yinelemeyin: bir saldırıya benziyor ya da adresinizden çok fazla istek geliyor.' +
      ' Düzelmezse hizmetin operatörüne `requestId` ile yazın.',
    'Do not repeat the request as it is: it resembles an attack, or your address sends too many.' +
      ' If that does not help, write to the operator of the service with the `requestId`.',
  ),
  RATE_LIMITED: retryable(
    row(
      429,
      'Çok fazla istek gönderildi.',
      'Too many requests.',
      '`Retry-After` başlığındaki süre kadar bekleyip yeniden deneyin.',
      'Wait as long as `Retry-After` says, then try again.',
    ),
  ),
  CARD_LOCKED: row(
    422,
    'Kart kilitli: güvenlik kodu (CVV) sayfalarda çok kez yanlış girildi.',
    'The card is locked: its security code (CVV) was entered wrongly too often on pages.',
    'Müşteri, kartını bir kart ekleme bağlantısında veya ödeme sayfasında 3-D Secure ile girip saklasın.' +
      ' 3-D Secure kullanmıyorsanız kilidi operatör açar.',
    'Let the customer type the card in with 3-D Secure, on an add-card link or on a page that saves it.' +
      ' Without 3-D Secure the operator frees it.',
  ),
  CARD_NUMBER_LIMIT_REACHED: row(
    422,
    'Bu maskeye uyan başka kart numarası kaydedilemiyor.',
    'No further card number that fits this mask can be stored.',
    'Alıcı, `customerId` ile açılan bir ödeme sayfasında ödeyip kartını kaydedebilir.' +
      ' Bu maskedeki bir kayıtlı kart ilk kez ödeme yapınca sınır bir artar.',
    'The buyer can pay on a hosted page created with `customerId` and save the card there.' +
      ' The limit rises by one when a stored card with this mask pays for the first time.',
  ),
  IDEMPOTENCY_KEY_REUSED: row(
    422,
    'Bu Idempotency-Key başka bir istek gövdesiyle kullanılmış.',
    'This Idempotency-Key was used with another request body.',
    'Yeni bir işlem için yeni bir anahtar kullanın.',
    'Use a new key for a new operation.',
  ),
  REQUEST_IN_PROGRESS: retryable(
    row(
      409,
      'Bu Idempotency-Key ile gönderilen ilk istek hâlâ sürüyor.',
      'The first request with this Idempotency-Key is still running.',
      '`Retry-After` başlığındaki süre kadar bekleyip aynı isteği yeniden gönderin.',
      'Wait as long as `Retry-After` says, then send the same request again.',
    ),
  ),
  CONCURRENT_UPDATE: retryable(
    row(
      409,
      'Kayıt aynı anda başka bir istekle değişti.',
      'The record was changed by another request at the same moment.',
      'Kaydı yeniden okuyup isteği yeniden gönderin.',
      'Read the record again and send the request again.',
    ),
  ),

  // Hosted pages and payments
  HOSTED_PAGE_NOT_FOUND: row(
    404,
    'Ödeme sayfası bulunamadı.',
    'The hosted page was not found.',
    '`token` değerini kontrol edin.',
    'Check the `token`.',
  ),
  HOSTED_PAGE_NOT_OPEN: row(
    409,
    'Ödeme sayfası açık değil.',
    'The hosted page is not open.',
    '`state` sayfanın durumudur. `Processing` ise ödemenin sonucunu bekleyin; değilse sayfa sona ermiştir.',
    '`state` is the state of the page. If `Processing`, wait for the outcome of its payment;' +
      ' otherwise the page has ended.',
  ),
  HOSTED_PAGE_EXPIRED: row(
    410,
    'Ödeme sayfasının süresi dolmuş.',
    'The hosted page has expired.',
    'Sipariş için `POST /api/payment/hostedpage` ile yeni bir ödeme sayfası oluşturun.',
    'Create a new hosted page for the order with `POST /api/payment/hostedpage`.',
  ),
  TOO_MANY_CARDS: row(
    422,
    'Ödeme sayfasında çok fazla farklı kart denendi.',
    'Too many different cards were tried on the hosted page.',
    'Alıcıyı tanıyorsanız `POST /api/payment/hostedpage` ile yeni bir sayfa oluşturun;' +
      ' tanımıyorsanız çalıntı kart denenmiş olabilir.',
    'If you know the buyer, create a new page with `POST /api/payment/hostedpage`;' +
      ' if not, stolen cards may have been tried.',
  ),
  PAYMENT_NOT_FOUND: row(
    404,
    'Ödeme bulunamadı.',
    'The payment was not found.',
    '`paymentReferenceNumber` veya `transactionId` değerini kontrol edin; PAY- ile başlar. Sipariş numarasını `GET /api/order` alır; ödemeleri `GET /api/payment` listeler, `Accept: text/csv` ile tablo olarak.',
    'Check the `paymentReferenceNumber` or `transactionId`: it begins with PAY-. `GET /api/order` takes an order number; `GET /api/payment` lists payments, with `Accept: text/csv` as a table.',
  ),
  ORDER_ALREADY_PAID: row(
    409,
    'Bu sipariş zaten ödenmiş.',
    'This order is already paid.',
    'Ödemeyi `GET /api/payment/{paymentReferenceNumber}` ile görüntüleyin.',
    'Look the payment up with `GET /api/payment/{paymentReferenceNumber}`.',
  ),
  ORDER_IN_PROGRESS: retryable(
    row(
      409,
      'Bu siparişin bir ödemesi sürüyor.',
      'A payment of this order is under way.',
      'Sonucunu `GET /api/payment/{paymentReferenceNumber}` ile bekleyin; başarısız olursa yeniden deneyin.',
      'Wait for its outcome with `GET /api/payment/{paymentReferenceNumber}`; try again if it fails.',
    ),
  ),
  PAYMENT_NOT_AUTHORIZED: row(
    409,
    'Bu ödemede ayrılmış, çekilmeyi bekleyen bir tutar yok.',
    'No amount of this payment is reserved and waits for a capture.',
    '`status` ödemenin durumudur: yalnızca `Authorized` çekilir veya serbest bırakılır. `Successful` ise para' +
      ' alınmıştır: `POST /api/Refund` ile iade edin. `Released` ise tutar serbesttir: yeni bir sipariş' +
      ' numarasıyla yeni bir ödeme alın.',
    '`status` is the state of the payment: only `Authorized` can be captured or released. If `Successful`, the' +
      ' money was taken: refund it with `POST /api/Refund`. If `Released`, the amount is free: take a new payment' +
      ' under a new order number.',
  ),
  CAPTURE_IN_PROGRESS: retryable(
    row(
      409,
      'Bu ödemenin ayrılan tutarı çekiliyor veya serbest bırakılıyor.',
      'A capture or release of this payment is under way.',
      'Sonucunu `GET /api/payment/{paymentReferenceNumber}` ile bekleyin; `underWay` null olunca bellidir.',
      'Wait for its outcome with `GET /api/payment/{paymentReferenceNumber}`: it is known once' +
        ' `underWay` is null.',
    ),
  ),
  CAPTURE_AMOUNT_EXCEEDED: row(
    422,
    'Çekilecek tutar, ayrılan tutarı aşıyor.',
    'The amount to capture exceeds what is reserved.',
    'En çok `authorizedAmount` gönderin. Fazlası için yeni bir ödeme alın.',
    'Send `authorizedAmount` at most. For more, take a new payment.',
  ),
  CAPTURE_DECLINED_BY_BANK: row(
    422,
    'Banka işlemi reddetti; tutar ayrılmış duruyor.',
    'The bank has declined it; the amount stays reserved.',
    '`bankMessage` alanına bakın; gerekirse bankanızla görüşün. `captureBefore` geçince tutar' +
      ' serbest bırakılır.',
    'See `bankMessage`; contact your bank if needed. After `captureBefore` the amount is released.',
  ),
  INSTALLMENT_NOT_ALLOWED: row(
    422,
    'Bu sipariş bu taksit sayısıyla satılamaz.',
    'The order cannot be sold in this number of installments.',
    '`allowedInstallments` içinden bir sayı gönderin: `rule` yasal sınır; null ise o sayıyı satmıyorsunuz.',
    'Send one of `allowedInstallments`: `rule` is the legal cap; if null, the count is none that you sell.',
  ),
  INSTALLMENT_FAMILY_UNCONFIRMED: row(
    422,
    'Bilinen verilere göre bankanın sanal POS’u bu kart ailelerine taksit yapmıyor.',
    'By public data, the virtual POS of the bank does not split these card families.',
    'Bankanızla sözleşmeniz bu aileleri kapsıyorsa `confirmed: true` ekleyin; yoksa satırları çıkarın.',
    'If your agreement with the bank covers the families, add `confirmed: true`; otherwise drop their rows.',
  ),
  PRODUCTS_TOTAL_MISMATCH: row(
    422,
    'Ürün tutarlarının ve kargonun toplamı sipariş tutarına eşit değil.',
    'The amounts of the products and the shipping do not add up to the amount of the order.',
    '`products` satırlarını, `shippingAmount` veya `amount` değerini düzeltin; satırın `amount`' +
      ' değeri, bütün `quantity` için `discountAmount` düşüldükten sonra ödenen tutardır.',
    'Correct the lines of `products`, the `shippingAmount` or the `amount`; the `amount` of a line is' +
      ' what is paid for all of its `quantity`, after its `discountAmount`.',
  ),
  BANK_UNAVAILABLE: retryable(
    row(
      503,
      'Bankaya ulaşılamadı; hiçbir işlem gönderilmedi.',
      'The bank could not be reached; nothing was sent.',
      'Kısa bir süre sonra yeniden deneyin.',
      'Try again shortly.',
    ),
  ),
  SERVICE_STANDBY: retryable(
    row(
      503,
      'Hizmetin bu kopyası şu anda para hareketi yapamaz; hiçbir işlem gönderilmedi.',
      'This instance of the service may not move money at present; nothing was sent.',
      'Kısa bir süre sonra yeniden deneyin.',
      'Try again shortly.',
    ),
  ),

  // Customers and cards
  CUSTOMER_NOT_FOUND: row(
    404,
    'Müşteri bulunamadı.',
    'The customer was not found.',
    'Müşterinin kimliğini kontrol edin: 8-4-4-4-12 biçiminde bir UUID’dir.',
    'Check the customer id: a UUID in the form 8-4-4-4-12.',
  ),
  CUSTOMER_INACTIVE: row(
    422,
    'Müşteri etkin değil.',
    'The customer is inactive.',
    'Önce `PUT /api/customer/{id}` ile `isActive` değerini true yapın.',
    'Set `isActive` to true with `PUT /api/customer/{id}` first.',
  ),
  CUSTOMER_HAS_ACTIVE_RECURRING_PAYMENT: row(
    409,
    'Müşterinin devam eden düzenli ödemesi var.',
    'The customer has a live recurring payment.',
    'Önce `recurringPaymentIds` içindekileri `POST /api/RecurringPayment/{id}/cancel` ile iptal edin.',
    'Cancel each of `recurringPaymentIds` with `POST /api/RecurringPayment/{id}/cancel` first.',
  ),
  CARD_NOT_FOUND: row(
    404,
    'Kart bulunamadı.',
    'The card was not found.',
    'Kartın kimliğini kontrol edin: 8-4-4-4-12 biçiminde bir UUID’dir.',
    'Check the card id: a UUID in the form 8-4-4-4-12.',
  ),
  CARD_EXPIRED: row(
    422,
    'Kartın son kullanma tarihi geçmiş.',
    'The card has expired.',
    'Son kullanma tarihi geçmemiş bir kart kullanın.',
    'Use a card that has not expired.',
  ),
  CARD_IN_USE: row(
    409,
    'Kart devam eden bir düzenli ödemede kullanılıyor.',
    'The card is used by a live recurring payment.',
    'Önce `recurringPaymentIds` içindekilere başka bir kart verin (`PUT /api/RecurringPayment/{id}`)' +
      ' ya da onları iptal edin.',
    'Give each of `recurringPaymentIds` another card (`PUT /api/RecurringPayment/{id}`) or cancel it first.',
  ),
  CARD_NOT_PERMANENT: row(
    422,
    'Geçici karttan alıcı olmadan tahsilat yapılamaz.',
    'A temporary card cannot be charged without its holder.',
    'Müşteri kalıcı bir kartı `POST /api/customer/{id}/addcardlink` sayfasında kaydeder;' +
      ' kart verisini kendiniz gönderiyorsanız `saveCard: true` ile.',
    'The customer stores a permanent card on the page of `POST /api/customer/{id}/addcardlink`;' +
      ' if you send card data yourself, with `saveCard: true`.',
  ),
  CARD_REQUIRES_CVV: row(
    422,
    'Kart her ödemede CVV gerektiriyor; otomatik tahsilat yapılamaz.',
    'The card requires the CVV for every payment and cannot be charged automatically.',
    '`forceCvv` değeri false olan bir kart kullanın.',
    'Use a card whose `forceCvv` is false.',
  ),
  CARD_TRY_LIMIT: retryable(
    row(
      429,
      'Bu kart, onaylanmadan denenebileceği kadar denendi; bankaya sorulmadı.',
      'This card was tried as often as it may be without an approval; the bank was not asked.',
      '`nextTryAt` anından sonra yeniden deneyin, başka bir kart kullanın veya müşteri kartıyla bir sayfada' +
        ' ödesin.',
      'Try again after `nextTryAt`, use another card, or let the customer pay with it on a page.',
    ),
  ),
  MANDATE_REQUIRED: row(
    422,
    'Alıcı bu kartın kendisine sorulmadan çekilmesine onay vermedi.',
    'The buyer has not agreed that this card is charged without asking.',
    'Alıcı, `saveCardFor: "recurring"` ile açılan bir sayfada onaylayıp ödesin. Onayı başka yolla' +
      ' aldıysanız `mandate: { reference, acceptedAt }` ile bildirin.',
    'Let the buyer agree and pay on a page with `saveCardFor: "recurring"`. If you have the consent' +
      ' otherwise, state it in `mandate: { reference, acceptedAt }`.',
  ),
  CARD_CUSTOMER_MISMATCH: row(
    422,
    'Kart başka bir müşteriye ait.',
    'The card belongs to another customer.',
    'Müşterinin kendi kartını kullanın.',
    "Use the customer's own card.",
  ),

  // Refunds
  REFUND_NOT_FOUND: row(
    404,
    'İade bulunamadı.',
    'The refund was not found.',
    'İadenin kimliğini kontrol edin: 8-4-4-4-12 biçiminde bir UUID’dir. Ödeme ya da sipariş numarasını `GET /api/Refund` alır, `Accept: text/csv` ile tablo verir.',
    'Check the refund id: a UUID in the form 8-4-4-4-12. `GET /api/Refund` takes a payment or order number, and with `Accept: text/csv` gives a table.',
  ),
  FOUR_EYES_REQUIRED: row(
    403,
    'Bu iade için iki anahtar gerekir: biri talep eder, başka biri onaylar.',
    'This refund needs two keys: one requests it, and another one approves it.',
    'İadeyi `POST /api/Refund` ile talep edin, başka bir sahibin anahtarıyla `POST /api/Refund/{id}/approve` çağırın.',
    'Request the refund with `POST /api/Refund`, and call `POST /api/Refund/{id}/approve` with the key of another holder.',
  ),
  REFUND_TYPE_MISMATCH: row(
    422,
    'Tam iade veya iptal, kalan tutarın tamamı için olmalıdır.',
    'A full refund or a cancellation must be for the whole remaining amount.',
    '`refundType` alanını çıkarın: türü tutar belirler. Kalanın tamamı için `amount` olarak' +
      ' `refundableAmount` gönderin.',
    'Leave `refundType` out: the amount decides the type. For all that remains send' +
      ' `refundableAmount` as the `amount`.',
  ),
  REFUND_AMOUNT_EXCEEDED: row(
    422,
    'İade tutarı iade edilebilir tutarı aşıyor.',
    'The refund exceeds the refundable amount.',
    'En çok `refundableAmount` tutarında bir iade isteyin.',
    'Ask for a refund of at most `refundableAmount`.',
  ),
  REFUND_DECLINED_BY_BANK: row(
    422,
    'Banka iadeyi reddetti.',
    'The bank declined the refund.',
    '`bankMessage` alanına bakın; gerekirse bankanızla görüşün.',
    'See `bankMessage`; contact your bank if needed.',
  ),
  REFUND_INVALID_STATE: row(
    409,
    'İade bu işleme uygun durumda değil.',
    'The refund is not in a state that allows this.',
    '`status` iadenin durumudur; çağrı yalnızca `allowedStatuses` durumlarında yapılabilir.' +
      ' `Processing` ise sonucunu `GET /api/Refund/{id}` ile bekleyin; `Completed` ise para iade' +
      ' edilmiştir.' +
      ' `Rejected` veya `Failed` ise tutar serbesttir: `POST /api/Refund` ile yeni bir iade isteyin.',
    '`status` is the state of the refund; the call is possible in `allowedStatuses` only.' +
      ' If `Processing`, wait for the outcome with `GET /api/Refund/{id}`; if `Completed`, the' +
      ' money was given' +
      ' back. If `Rejected` or `Failed`, the amount is free: request a new refund with `POST /api/Refund`.',
  ),
  REFUNDS_DIFFER: row(
    409,
    'Banka bu ödemeden bizim bildiğimizden fazlasını iade etmiş; hiçbir işlem gönderilmedi.',
    'The bank has given back more of this payment than we know; nothing was sent.',
    'Ödemenin `difference` alanı bankanın iadelerini sayar. Sizinkileri' +
      ' `POST /api/payment/{paymentReferenceNumber}/adjustment` ile kaydedin; `refundableAmount` azalır. Sonra' +
      ' çağrıyı kalan tutar için yineleyin.',
    '`difference` of the payment names the bank’s refunds. Record those that are yours with' +
      ' `POST /api/payment/{paymentReferenceNumber}/adjustment`, which lowers `refundableAmount`. Then repeat' +
      ' the call for what remains.',
  ),
  ADJUSTMENT_EXISTS: row(
    409,
    'Bu banka referansı kayıtlı bir iadenindir.',
    'This reference of the bank is that of a recorded refund.',
    '`refundId` kayıtlı iadedir; `GET /api/Refund/{id}` onu gösterir. Yapılacak bir şey yok.',
    '`refundId` is that refund; `GET /api/Refund/{id}` shows it. There is nothing to do.',
  ),
  ADJUSTMENT_NOT_NAMED: row(
    409,
    'Ödemenin bankadan farkı bu referansı bu tutarla içermiyor.',
    'No difference of the payment names this reference of the bank with this amount.',
    'Referansı ve tutarı ödemenin `difference` alanındaki gibi gönderin; referanslar `bankReferenceNumbers`' +
      ' içindedir. Boşsa fark henüz bulunmamıştır: iade çağrısı onu hemen bulur. Bankanın sipariş kaydında' +
      ' olmayan chargeback için `adjustment: "Chargeback"` gönderin.',
    'Send reference and amount as `difference` of the payment has them; `bankReferenceNumbers` has the' +
      ' references. If it is empty, the difference was not found yet: a call that refunds finds it at once. For' +
      ' a chargeback, which the bank’s history of the order does not show, send `adjustment: "Chargeback"`.',
  ),
  REFUND_LIMIT_REACHED: row(
    422,
    'Bu ödeme için bankaya gönderilebilecek iade sayısına ulaşıldı; hiçbir işlem gönderilmedi.',
    'As many refunds of this payment were sent to the bank as are allowed; nothing was sent.',
    'Reddedilenler dahil en çok `maxRefunds` iade gönderilir. Bekleyen iadeyi' +
      ' `POST /api/Refund/{id}/reject` ile reddedin ve tutarı alıcıya başka bir yolla, örneğin havaleyle' +
      ' gönderin. Küçük iadeleri bundan sonra bir iadede toplayın.',
    'At most `maxRefunds` are sent, refused ones included. Reject a pending refund with' +
      ' `POST /api/Refund/{id}/reject`, and send the amount to the buyer by other means, for example by' +
      ' bank transfer. From now on collect small refunds into one.',
  ),
  REFUND_WINDOW_EXPIRED: row(
    422,
    saying('Ödemenin üzerinden {} günden fazla geçmiş.', REFUND_DAYS),
    saying('The payment is older than {} days.', REFUND_DAYS),
    'Tutarı alıcıya başka bir yolla, örneğin havaleyle gönderin.',
    'Send the amount to the buyer by other means, for example by bank transfer.',
  ),
  CANCELLATION_WINDOW_EXPIRED: row(
    422,
    saying('Ödemenin üzerinden {} saatten fazla geçmiş.', CANCELLATION_HOURS),
    saying('The payment is older than {} hours.', CANCELLATION_HOURS),
    'İptal yerine `POST /api/Refund` ile bir iade oluşturun.',
    'Create a refund with `POST /api/Refund` instead of a cancellation.',
  ),
  PAYMENT_HAS_REFUNDS: row(
    409,
    'Ödemenin iadesi var; iptal edilemez.',
    'The payment has refunds and cannot be cancelled.',
    'Kalan tutar için `POST /api/Refund` ile bir iade oluşturun.',
    'Create a refund for the remaining amount with `POST /api/Refund`.',
  ),
  PAYMENT_NOT_REFUNDABLE: row(
    409,
    'Yalnızca başarılı ödeme iade veya iptal edilebilir.',
    'Only a successful payment can be refunded or cancelled.',
    '`status` ödemenin durumudur; `allowedStatuses` durumlarında iade edilebilir. `Processing` ise sonucunu' +
      ' `GET /api/payment/{paymentReferenceNumber}` ile bekleyin. `Failed` veya `Released` ise para alınmamış,' +
      ' `Cancelled` ise geri verilmiştir: yapılacak bir şey yok. `Authorized` ise' +
      ' `POST /api/payment/{paymentReferenceNumber}/release` tutarı serbest bırakır. Durum uygunsa ödemeyi alan' +
      ' sanal POS kaldırılmıştır: hizmetin operatörüne yazın.',
    '`status` is the state of the payment; it can be refunded in `allowedStatuses`. If `Processing`, wait for' +
      ' the outcome with `GET /api/payment/{paymentReferenceNumber}`. If `Failed` or `Released`, no money was' +
      ' taken, and if `Cancelled`, it was given back: nothing is left to do. If `Authorized`,' +
      ' `POST /api/payment/{paymentReferenceNumber}/release` frees the amount. If the state allows it, the' +
      ' virtual POS that took the payment was removed: write to the operator of the service.',
  ),
  PAYMENT_ALREADY_REFUNDED: row(
    409,
    'Ödemenin tamamı iade edilmiş.',
    'The payment is already fully refunded.',
    'İade edilecek tutar kalmadı; ödemenin iadelerini `GET /api/Refund` ile `transactionId`' +
      ' vererek listeleyin.',
    'No amount is left to refund; list the refunds of the payment with `GET /api/Refund` by `transactionId`.',
  ),

  // Events
  EVENT_NOT_FOUND: row(
    404,
    'Olay bulunamadı.',
    'The event was not found.',
    saying('Olayın kimliğini kontrol edin; olaylar {} gün saklanır.', EVENTS_KEPT_DAYS),
    saying('Check the event id; events are kept for {} days.', EVENTS_KEPT_DAYS),
  ),

  SETTLEMENT_NOT_FOUND: row(
    404,
    'Gün defteri bulunamadı.',
    'The day’s book was not found.',
    'Kimliği `GET /api/settlement` listesinden alın; hareketi olmayan günün defteri yoktur.',
    'Take the id from `GET /api/settlement`; a day without movements has no book.',
  ),

  // Recurring payments
  RECURRING_PAYMENT_NOT_FOUND: row(
    404,
    'Düzenli ödeme bulunamadı.',
    'The recurring payment was not found.',
    'Düzenli ödemenin kimliğini kontrol edin: 8-4-4-4-12 biçiminde bir UUID’dir.',
    'Check the recurring payment id: a UUID in the form 8-4-4-4-12.',
  ),
  RECURRING_PAYMENT_INVALID_STATE: row(
    409,
    'Düzenli ödeme bu işleme uygun durumda değil.',
    'The recurring payment is not in a state that allows this.',
    '`status` düzenli ödemenin durumudur; çağrı yalnızca `allowedStatuses` durumlarında yapılabilir.' +
      ' `Trialing`, `Active` ve `PastDue` zaten sürer: sürdürme gerekmez. `Unpaid` iken tahsilat yoktur:' +
      ' duraklatma gerekmez. `Cancelled` ve `Completed` kesindir: `POST /api/RecurringPayment` ile yenisini' +
      ' oluşturun.',
    '`status` is the state of the recurring payment; the call is possible in `allowedStatuses` only.' +
      ' `Trialing`, `Active` and `PastDue` go on already: they need no resume. `Unpaid` is not' +
      ' charged: it needs' +
      ' no pause. `Cancelled` and `Completed` are final: create a new one with `POST /api/RecurringPayment`.',
  ),
  PERIOD_NOT_FOUND: row(
    404,
    'Dönem bulunamadı.',
    'The period was not found.',
    'Başlamış dönemleri `GET /api/RecurringPayment/{id}/periods` ile listeleyin.',
    'List the periods that have begun with `GET /api/RecurringPayment/{id}/periods`.',
  ),
  PERIOD_NOT_CHARGEABLE: row(
    409,
    'Dönem, durumu veya düzenli ödemenin sınırları nedeniyle tahsil edilemez ya da alacağından vazgeçilemez.',
    'The period cannot be charged or waived because of its state or the limits of the recurring payment.',
    '`state` dönemin durumudur; `Failed`, `Missed` veya `Skipped` bir dönem tahsil edilebilir.' +
      ' `Paid` ve `Waived`' +
      ' bitmiştir; `Open` dönemi hizmet kendisi dener; null ise dönem daha başlamamıştır.' +
      ' Bir sınır engelliyorsa `limitReached` onu söyler.' +
      ' Düzenli ödeme `Unpaid` ise açık dönemi için ona başka bir kart verin ya da onu sürdürün:' +
      ' dönem `Failed` olur.',
    '`state` is the state of the period; a `Failed`, `Missed` or `Skipped` one can be charged.' +
      ' `Paid` and `Waived`' +
      ' are over; `Open` is tried by the service itself; null has not begun.' +
      ' If a limit forbids it, `limitReached` says which.' +
      ' If the recurring payment is `Unpaid`, give it another card for its open period, or resume it:' +
      ' the period is `Failed` then.',
  ),
  TOO_MANY_PLAN_CHANGES: row(
    409,
    saying('Düzenli ödemenin henüz geçerli olmayan {} değişikliği var.', MOST_PLAN_CHANGES),
    saying('{} changes of the recurring payment have yet to take effect.', MOST_PLAN_CHANGES),
    'Biri geçerli olana dek bekleyin ya da daha erken bir `effectiveFrom` seçin:' +
      ' yeni değişiklik aynı koşulun sonraki değişikliklerinin yerini alır.',
    'Wait until one of them holds, or choose an earlier `effectiveFrom`:' +
      ' a new change replaces later ones of the same term.',
  ),
  START_DATE_IN_PAST: row(
    422,
    'Başlangıç tarihi çok erken.',
    'The start date is too early.',
    '`startDate` için `earliestStartDate` gününü veya sonrasını seçin.',
    'Choose the `earliestStartDate` or a later day as the `startDate`.',
  ),
  LIMIT_UNREACHABLE: row(
    422,
    'Bu sınırlar, geçerli olacakları ilk tahsilata izin vermiyor.',
    'These limits do not allow the first charge that they would hold for.',
    '`limitReached` hangisi olduğunu söyler: daha ileri bir `endDate` ya da daha yüksek bir' +
      ' `totalAmountLimit` veya `maxPaymentCount` seçin.',
    '`limitReached` says which: choose a later `endDate`, or a higher' +
      ' `totalAmountLimit` or `maxPaymentCount`.',
  ),

  API_KEY_NOT_FOUND: row(
    404,
    'API anahtarı bulunamadı.',
    'The API key was not found.',
    'Anahtarın kimliğini `GET /api/key` ile kontrol edin: anahtarın kendisi değildir.',
    'Check the id of the key with `GET /api/key`: it is not the key itself.',
  ),
  API_KEY_LIMIT_REACHED: row(
    409,
    saying('Bir üye iş yerinin aynı anda en çok {} API anahtarı olabilir.', MOST_API_KEYS),
    saying('A merchant has at most {} API keys that work.', MOST_API_KEYS),
    'Kullanılmayan bir anahtarı `POST /api/key/{id}/revoke` ile iptal edin.',
    'Revoke a key that is not in use with `POST /api/key/{id}/revoke`.',
  ),
  WEBHOOK_NOT_FOUND: row(
    404,
    'Webhook bulunamadı.',
    'The webhook was not found.',
    'Webhook’un kimliğini kontrol edin: 8-4-4-4-12 biçiminde bir UUID’dir.',
    'Check the id of the webhook: a UUID in the form 8-4-4-4-12.',
  ),
  WEBHOOK_LIMIT_REACHED: row(
    409,
    saying('Bir üye iş yerinin en çok {} webhook’u olabilir.', MOST_WEBHOOKS),
    saying('A merchant has at most {} webhooks.', MOST_WEBHOOKS),
    'Kullanılmayan bir webhook’u `DELETE /api/webhook/{id}` ile silin.',
    'Delete a webhook that is not in use with `DELETE /api/webhook/{id}`.',
  ),
  WEBHOOK_BUSY: retryable(
    row(
      409,
      'Bu webhook için bir deneme veya yeniden gönderim sürüyor.',
      'A test or a replay of this webhook is running.',
      saying(
        'Deneme en çok {} saniye sürer; yeniden gönderim, olayları gönderilince biter.' +
          ' Sonra yeniden deneyin.',
        WEBHOOK_TEST_SECONDS,
      ),
      saying(
        'A test takes {} seconds at most, and a replay ends when its events are sent. Try again then.',
        WEBHOOK_TEST_SECONDS,
      ),
    ),
  ),
  WEBHOOK_DISABLED: row(
    409,
    'Webhook devre dışı.',
    'The webhook is disabled.',
    'Önce `PUT /api/webhook/{id}` ile `isActive: true` gönderin.',
    'Send `isActive: true` with `PUT /api/webhook/{id}` first.',
  ),
  WEBHOOK_SECRET_ENDED: row(
    409,
    'Webhook’un gizli anahtarı sona erdi: onu bilen API anahtarı iptal edildi.',
    'The secret of the webhook has ended: the API key that knew it was revoked.',
    'Adresini kontrol edin ve önce `POST /api/webhook/{id}/secret` ile yeni bir gizli anahtar alın.',
    'Check its address, and get a new secret with `POST /api/webhook/{id}/secret` first.',
  ),

  INTERNAL_ERROR: retryable(
    row(
      500,
      'Beklenmeyen bir hata oluştu.',
      'An unexpected error occurred.',
      'Aynı `Idempotency-Key` ile yeniden deneyin; hata sürerse `requestId` ile bize yazın.',
      'Try again with the same `Idempotency-Key`; if the error persists, write to us with the `requestId`.',
    ),
  ),
} satisfies Record<string, RejectionRow>;

export const REJECTIONS: Record<RejectionCode, RejectionRow> = OWN_REJECTIONS;
export type RejectionCode = keyof typeof OWN_REJECTIONS;

/** With the declines, which no call is refused with: they are the `errorCode` of a payment or refund. */
export const ERRORS: Record<ErrorCode, RejectionRow> = /* @__PURE__ */ Object.assign(
  {},
  OWN_REJECTIONS,
  BANK_DECLINES,
);
export type ErrorCode = RejectionCode | DeclineCode;
