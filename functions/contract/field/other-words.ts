// What other payment providers call the fields of our bodies, so that the refusal of an unknown field names
// ours (api.md 4.10). No provider is named, because one word is used by several.
//
// By our field, or by our call where no field is meant: their words, folded (domain/card/card-names.ts) and
// separated by blanks, and what differs beside the name.

type Differs = { tr: string; en: string };
export type OtherWords = Readonly<Record<string, readonly [theirs: string, differs?: Differs]>>;

const NUMBER = {
  tr: '149.90 gibi bir JSON sayısı; kuruş değil',
  en: 'a JSON number like 149.90, not in minor units',
};
const WORD = { tr: '`TRY` gibi', en: 'like `TRY`' };
const INSTANT = { tr: '2026-11-20T09:00:00Z gibi', en: 'like 2026-11-20T09:00:00Z' };
const MINUTES = { tr: 'şimdiden başlayan dakika sayısı', en: 'a number of minutes from now' };
const REGISTERED = {
  tr: 'webhook bir kez kaydedilir, çağrıda gönderilmez',
  en: 'a webhook is registered once, not sent with the call',
};
const CUSTOMER = {
  tr: '`POST /api/customer` yanıtındaki `id`; ad, e-posta ve telefon müşteriye aittir',
  en: 'the `id` from `POST /api/customer`; name, e-mail and phone belong to the customer',
};
const CARD = {
  tr: 'kayıtlı kartın `id` değeri; kart `POST /api/customer/{id}/addcardlink` sayfasında kaydedilir',
  en: 'the `id` of a stored card; a card is stored on the page of `POST /api/customer/{id}/addcardlink`',
};
const HEADER = { tr: 'gövdede değil, başlıkta gönderilir', en: 'sent as a header, not in the body' };
const TWO_ADDRESSES = {
  tr: 'alıcı imzalı `result` ile döner; ödenmezse `failUrl`',
  en: 'the buyer comes back with the signed `result`; if nothing is paid, to `failUrl`',
};
const WHOLE = { tr: 'ad ile soyad birlikte', en: 'first and last name together' };

const OF_THE_CALLER = 'merchantid merchantkey merchantsalt merchantaccount paytrtoken';
const RETURNS = 'callbackurl redirecturl returnurl merchantokurl okurl basariliurl';
const RETURNS_FAILED = 'merchantfailurl hataurl errorurl failureurl';
const LANGUAGE = 'locale lang clientlang shopperlocale';
const PAYMENTS =
  'paymentreferencenumber paymentid paymenttransactionid paymentintent charge pspreference' +
  ' paymentpspreference originalreference paymentreference merchantoid siparisid invoiceid' +
  ' othertrxcode virtualposorderid dekontid';

export const PAGE_WORDS: OtherWords = {
  amount: ['price paidprice paymentamount total totalamount value islemtutar toplamtutar', NUMBER],
  currency: ['currencycode', WORD],
  orderNumber: [
    'orderid basketid merchantoid invoiceid posorderid siparisid clientreferenceid othertrxcode' +
      ' reference referenceno merchantreference',
  ],
  successUrl: [RETURNS, TWO_ADDRESSES],
  failUrl: [RETURNS_FAILED],
  cancelUrl: ['returnbackurl'],
  products: ['basketitems userbasket items lineitems lines'],
  installment: [
    'installmentcount installments installmentnumber installmentsnumber taksit noinstallment',
    {
      tr: 'tek çekim için `1`; alıcı seçecekse göndermeyin',
      en: '`1` is a single payment; leave it out to let the buyer choose',
    },
  ],
  maxInstallment: [
    'enabledinstallments maxinstallmentcount maximuminstallment',
    {
      tr: 'liste değil, en çok taksit sayısı; altındaki sayıları taksit tablonuz belirler',
      en: 'the most installments, not a list; your table decides the counts below it',
    },
  ],
  language: [LANGUAGE],
  expiresInMinutes: [
    'expiresat expirydate requestexpdate sessionvalidity timeoutlimit ttl expirationdate',
    MINUTES,
  ],
  customerId: [
    'customer buyer buyerinformation customerinformation buyermemberid shopperreference' +
      ' carduserkey utoken email username customeremail shopperemail shoppername customername' +
      ' userphone customerphone gsmnumber telephonenumber',
    CUSTOMER,
  ],
  saveCardFor: [
    'savecard storecard registercard istokenized setupfutureusage storepaymentmethod' +
      ' storepaymentmethodmode enableoneclick enablerecurring storecredentials sequencetype' +
      ' recurringprocessingmodel storecardaftersuccesspayment alwaysstorecardafterpayment',
    { tr: '`oneClick` ya da `recurring`', en: '`oneClick` or `recurring`' },
  ],
  branding: ['brandingsettings configuration themeid'],
  metadata: ['conversationid externalid additionaldata merchantorderreference paymentchannel paymentsource'],
  'POST /api/webhook': ['webhookurl notificationurl notifyurl callbacklink', REGISTERED],
  'POST /api/RecurringPayment': ['paymentgroup subscriptiondata mandate recurringfrequency recurringexpiry'],
  'X-Api-Key': [OF_THE_CALLER, HEADER],
};

const ORDER = PAGE_WORDS['orderNumber']?.[0] ?? '';

/** Of the query of every list. */
const LIST_WORDS: OtherWords = {
  cursor: [
    'startingafter endingbefore nextpage pagetoken nextpagetoken offset',
    { tr: 'yanıttaki `nextCursor`', en: 'the `nextCursor` of the answer' },
  ],
  limit: ['size count perpage pagelimit top take', { tr: '1 ile 100', en: '1 to 100' }],
  startDate: ['datefrom fromdate begindate createdfrom mincreateddate starttime from since'],
  endDate: ['dateto todate finishdate createdto maxcreateddate endtime until to'],
};

export const PAYMENT_QUERY_WORDS: OtherWords = {
  ...LIST_WORDS,
  orderNumber: [ORDER],
  'GET /api/payment/{paymentReferenceNumber}': [PAYMENTS],
  status: ['paymentstatus state'],
  customerId: ['customer carduserkey utoken buyermemberid shopperreference'],
  cardStorageId: ['card cardtoken ctoken cardid paymentmethod storedpaymentmethodid'],
  merchantReference: ['conversationid externalid'],
  minAmount: ['minprice minpaidprice'],
  maxAmount: ['maxprice maxpaidprice'],
  lastFour: ['last4 lastfourdigits cardlast4 lastdigits last4digits cardlastfour'],
  authorizationCode: ['authcode authorizationnumber approvalcode approvalnumber provizyonno onaykodu'],
  bankReferenceNumber: ['hostreference hostreferencenumber hostrefnum rrn retrievalreferencenumber'],
  errorCode: ['errorgroup declinecode failurecode refusalreason'],
  cardAssociation: ['cardbrand brand cardscheme network cardnetwork'],
  cardFamily: ['cardfamilyname'],
  installment: ['installmentcount installmentnumber installments taksit'],
  source: ['paymentchannel paymentsource'],
};

export const CUSTOMER_QUERY_WORDS: OtherWords = {
  ...LIST_WORDS,
  fullName: ['name firstname lastname surname customername buyerfullname shoppername query search'],
  email: ['customeremail buyeremail shopperemail emailaddress'],
  phone: ['gsmnumber phonenumber telephonenumber cellphone customerphone mobile gsm'],
  isActive: ['status active'],
};

export const CARD_QUERY_WORDS: OtherWords = {
  ...LIST_WORDS,
  bin: ['binno cardbin firstsix'],
  alias: ['cardname'],
  customerId: ['customer carduserkey utoken shopperreference dealercustomerid'],
};

export const LINE_WORDS: OtherWords = {
  id: ['externalid sku productid'],
  name: ['description productdata title'],
  amount: ['price unitamount unitamountdecimal unitprice totalamount amountincludingtax', NUMBER],
};

export const CUSTOMER_WORDS: OtherWords = {
  fullName: [
    'name firstname lastname surname username shoppername buyerfullname customername contactname' +
      ' contactsurname businessname individualname legalcompanytitle',
    WHOLE,
  ],
  email: ['customeremail buyeremail billemail shopperemail emailaddress'],
  phone: [
    'gsmnumber phonenumber telephonenumber cellphone userphone customerphone buyergsmnumber' +
      ' buyerphonenumber billphone mobile gsm',
    { tr: 'yalnızca rakamlar, ülke koduyla', en: 'digits only, with the country code' },
  ],
  metadata: ['conversationid externalid shopperreference buyerexternalid memberexternalid'],
  'X-Api-Key': [OF_THE_CALLER, HEADER],
};

export const CARD_WORDS: OtherWords = {
  cardAlias: ['cardname recurringdetailname alias'],
  saveCard: ['istokenized registercard storecard storecardaftersuccesspayment storepaymentmethod'],
  forceCvv: ['requirecvv'],
  ownerName: ['name cardholderfullname consumername ccowner ccholdername kksahibi'],
  customerId: ['customer carduserkey utoken shopperreference dealercustomerid', CUSTOMER],
  metadata: ['conversationid externalid customercode'],
  'X-Api-Key': [OF_THE_CALLER, HEADER],
};

export const REFUND_WORDS: OtherWords = {
  transactionId: [
    PAYMENTS,
    { tr: 'ödemenin `paymentReferenceNumber` değeri', en: 'the `paymentReferenceNumber` of the payment' },
  ],
  amount: ['price value refundprice returnamount tutar refundamount', NUMBER],
  reason: ['cancellationreason merchantrefundreason voidrefundreason'],
  metadata: ['conversationid reference referenceno'],
  'X-Api-Key': [OF_THE_CALLER, HEADER],
};

export const REFUND_QUERY_WORDS: OtherWords = { ...REFUND_WORDS, ...LIST_WORDS, orderNumber: [ORDER] };

const CUSTOMERS = 'customer carduserkey utoken buyermemberid shopperreference email username shopperemail';
const CARDS =
  'card paymentcard cardtoken ctoken cardid defaultpaymentmethod defaultsource paymentmethod' +
  ' paymentmethodid storedpaymentmethodid recurringdetailreference';

export const CHARGE_WORDS: OtherWords = {
  amount: ['price paidprice paymentamount total totalamount value islemtutar toplamtutar', NUMBER],
  currency: ['currencycode', WORD],
  orderNumber: [ORDER],
  customerId: [CUSTOMERS, CUSTOMER],
  cardStorageId: [CARDS, CARD],
  mandate: ['mandateid mandatedata'],
  metadata: ['conversationid externalid additionaldata paymentchannel paymentsource'],
  'POST /api/payment/hostedpage': [
    'installment installmentcount installments callbackurl returnurl',
    {
      tr: 'alıcının kendisi öder; `POST /api/payment` karttan alıcı olmadan, tek çekim tahsilat yapar',
      en: 'the buyer pays; `POST /api/payment` charges a card without its holder, in a single payment',
    },
  ],
};

export const PLAN_WORDS: OtherWords = {
  amount: ['price paidprice paymentamount total unitamount value items', NUMBER],
  currency: ['currencycode', WORD],
  subscriptionName: ['name description invoicedescription remarks title'],
  customerId: [
    'customer customerreferencecode carduserkey utoken buyermemberid shopperreference' +
      ' dealercustomerid email username shopperemail',
    CUSTOMER,
  ],
  cardStorageId: [
    'card paymentcard cardtoken ctoken cardid mandateid defaultpaymentmethod defaultsource' +
      ' paymentmethod paymentmethodid storedpaymentmethodid recurringdetailreference',
    CARD,
  ],
  frequency: [
    'interval period billingperiod paymentinterval recurringpaymentcycle recurringfrequency recurring',
    { tr: '`monthly` gibi bir sözcük', en: 'a word like `monthly`' },
  ],
  frequencyInterval: ['intervalcount paymentintervalcount recurringpaymentinterval'],
  maxPaymentCount: [
    'count times maxpayments paymentcount recurrencecount recurringpaymentnumber resetrecurrencecount',
  ],
  startDate: ['billingcycleanchor billingcycleanchorconfig startsat firstpaymentdate', INSTANT],
  endDate: ['cancelat endsat recurringexpiry', INSTANT],
  hasTrialPeriod: ['usetrial trialfromplan'],
  trialPeriodDays: [
    'trialdays trialend',
    { tr: '`hasTrialPeriod: true` ile gün sayısı', en: 'a number of days, with `hasTrialPeriod: true`' },
  ],
  merchantReference: ['reference conversationid externalid merchantoid invoiceid othertrxcode'],
  'POST /api/webhook': ['webhookurl notificationurl salewebhookkey recurringwebhookkey', REGISTERED],
  'X-Api-Key': [OF_THE_CALLER, HEADER],
};

export const PLAN_QUERY_WORDS: OtherWords = {
  cursor: LIST_WORDS['cursor'] as readonly [string],
  limit: LIST_WORDS['limit'] as readonly [string],
  customerId: ['customer customerreferencecode carduserkey utoken buyermemberid shopperreference'],
  cardStorageId: ['card cardtoken ctoken cardid mandateid paymentmethod defaultpaymentmethod'],
  status: ['subscriptionstatus state'],
  merchantReference: ['reference conversationid externalid'],
  nextPaymentFrom: ['nextpaymentafter nextbillingfrom'],
  nextPaymentTo: ['nextpaymentbefore nextbillingto'],
  unpaid: ['overdue pastdue delinquent isunpaid'],
};

export const PLAN_CHANGE_WORDS: OtherWords = {
  amount: ['price items', NUMBER],
  subscriptionName: ['name description'],
  cardStorageId: [
    'cardtoken defaultpaymentmethod defaultsource mandateid storedpaymentmethodid recurringdetailreference',
    CARD,
  ],
  maxPaymentCount: ['times maxpayments paymentcount recurrencecount resetrecurrencecount'],
  endDate: ['cancelat endsat', INSTANT],
  effectiveFrom: ['prorationdate upgradeperiod', INSTANT],
};

export const CARD_PAGE_WORDS: OtherWords = {
  successUrl: [RETURNS, TWO_ADDRESSES],
  failUrl: [RETURNS_FAILED],
  language: [LANGUAGE],
  expiresInMinutes: ['expiresat ttl', MINUTES],
  branding: ['brandingsettings configuration themeid'],
};

export const WEBHOOK_WORDS: OtherWords = {
  url: ['webhookurl callbackurl notificationurl callbacklink salewebhookkey recurringwebhookkey endpoint'],
  eventTypes: ['events enabledevents eventtype iyzieventtype includeeventcodes additionalsettings type'],
};
