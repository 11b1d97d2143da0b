// What other payment providers have and we do not, or do not need: what the refusal of such a field says
// (api.md 4.10). Beside `other-words.ts`.

/** Their words, folded and separated by blanks. */
export type NoWord = readonly [
  theirs: string,
  why: 'notNeeded' | 'notOffered',
  reason: { tr: string; en: string },
];

export const MARKETPLACE: NoWord = [
  'submerchantkey submerchantprice submerchantmemberid submerchantmemberprice withholdingtax blockageday' +
    ' applicationfeeamount applicationfeepercent applicationfee transferdata transfergroup onbehalfof splits' +
    ' refundapplicationfee reversetransfer chargefromme reverserouting routingreversals connect' +
    ' issubmerchant isbuyer membertype iban settlementearningsdestination settlementdelaycount',
  'notOffered',
  {
    tr: 'pazar yeri yoktur, tutarın hepsi bir üye iş yerinindir',
    en: 'there is no marketplace, all of an amount is one merchant’s',
  },
];
export const ADDRESSES: NoWord = [
  'shippingaddress billingaddress deliveryaddress useraddress registrationaddress address shipping city district' +
    ' country zipcode addressignorable shippingaddresscollection billingaddresscollection countrycode' +
    ' taxoffice taxnumber',
  'notNeeded',
  { tr: 'adres tutulmaz, fatura mağazanındır', en: 'no address is kept, an invoice is the shop’s' },
];
export const IDENTITY: NoWord = [
  'identitynumber socialsecuritynumber tckn tcno cardholderidentitynumber',
  'notNeeded',
  {
    tr: 'kimlik numarası tutulmaz; `metadata` içine de yazmayın',
    en: 'no identity number is kept, nor in `metadata`',
  },
];
export const BROWSER: NoWord = [
  'ip clientip userip shopperip browserinfo usetopredirection redirectfromissuermethod',
  'notNeeded',
  { tr: 'sayfayı alıcının tarayıcısı açar', en: 'the buyer’s browser opens the page itself' },
];
export const MODE: NoWord = [
  'testmode livemode',
  'notNeeded',
  { tr: 'test mi canlı mı, anahtar belirler', en: 'the key decides whether it is test or live' },
];
export const DEBUG: NoWord = [
  'debugon',
  'notNeeded',
  { tr: 'her ret yanlış alanı adıyla söyler', en: 'each refusal names the wrong field' },
];
export const THREE_D: NoWord = [
  'forcethreeds non3d threeds2requestdata authenticationdata paymentauthenticationtype paymentmethodoptions',
  'notNeeded',
  { tr: '3-D Secure operatörünüzün ayarıdır', en: '3-D Secure is a setting of your operator' },
];
export const SALES_ONLY: NoWord = [
  'capture paymentphase capturemethod capturemode capturedelayhours manualcapture',
  'notOffered',
  {
    tr: 'düzenli ödemede ön provizyon yoktur, her tahsilat satıştır',
    en: 'a recurring payment has no pre-authorisation, each charge is a sale',
  },
];
export const TAXES: NoWord = [
  'automatictax taxrates taxpercentage defaulttaxrates tax taxexempt taxiddata taxidcollection taxbehavior amountexcludingtax vatrate',
  'notOffered',
  { tr: 'vergi hesaplanmaz, tutarlar vergilidir', en: 'no tax is computed, amounts include it' },
];
export const WHOLE_ANSWERS: NoWord = [
  'expand',
  'notNeeded',
  { tr: 'yanıtlar bütündür', en: 'answers are whole' },
];
export const CARDS_ONLY: NoWord = [
  'paymentmethodtypes paymenttype method automaticpaymentmethods enabledpaymentmethods allowedpaymentmethods' +
    ' blockedpaymentmethods allowonlystoredcards allowonlycreditcard paymentsettings linktype' +
    ' debitcardallowed excludedpaymentmethodtypes paymentmethodconfiguration apmuseridentity',
  'notNeeded',
  { tr: 'kabul edilen yalnızca karttır', en: 'cards are what is taken' },
];
export const WALLETS: NoWord = [
  'walletprice depositpayments masterpassgsmnumber ucstoken consumertoken registerconsumercard' +
    ' masterpassuserid depositpayment walletoptions cashbalance balance negativewalletamountlimit submerchantmaximumallowednegativebalance',
  'notOffered',
  { tr: 'cüzdan yoktur', en: 'there is no wallet' },
];
export const MAILS: NoWord = [
  'receiptemail instructionsemail',
  'notOffered',
  { tr: 'makbuz sayfada görünür, e-posta gönderilmez', en: 'a receipt is on the page, no mail is sent' },
];
export const DISCOUNTS: NoWord = [
  'discounts allowpromotioncodes coupon promotioncode',
  'notOffered',
  { tr: 'indirimi tutardan düşün', en: 'take a discount off the amount' },
];
export const SHOPS_OWN: NoWord = [
  'customfields customtext submittype shippingoptions requiredshopperfields itemtype category1 category2' +
    ' encodedimagefile stock stockcount flexiblelink invoiceprefix nextinvoicesequence',
  'notNeeded',
  {
    tr: 'bunu mağazanız sorar ya da tutar, gerekirse `metadata` içinde',
    en: 'your shop asks for it or keeps it, in `metadata` if need be',
  },
];
export const POINTS: NoWord = [
  'reward rewardamount plusinstallmentusage',
  'notOffered',
  { tr: 'kart puanı kullanılmaz', en: 'points of a card are not spent' },
];
export const ONE_POS: NoWord = [
  'posalias connectorname bankorderid additionalparams routingoptions fraudparams riskdata radaroptions',
  'notNeeded',
  {
    tr: 'banka ve koruma operatörünüzün ayarlarıdır',
    en: 'bank and protection are settings of your operator',
  },
];
export const COUNTS_OF_THE_TABLE: NoWord = [
  'custominstallments cardbrandinstallments allowinstallmentonlycommercialcards pft installmentoptions' +
    ' showinstallmentamount sortinstallments getpft',
  'notNeeded',
  { tr: 'taksit tablonuz belirler', en: 'your table of installments decides' },
];

export const SORTED: NoWord = [
  'sort sortby sortorder sorting orderby orderdirection direction desc asc',
  'notNeeded',
  { tr: 'liste en yeniden eskiye dizilir', en: 'a list has the newest first' },
];

/** What calls about a buyer carry elsewhere. */
export const OF_BUYERS: readonly NoWord[] = [MARKETPLACE, ADDRESSES, IDENTITY, BROWSER, MODE, WHOLE_ANSWERS];
