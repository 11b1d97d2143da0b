// What other payment providers call the fields of our bodies, so that the refusal of an unknown field names
// ours (api.md 4.10). No provider is named, because one word is used by several.
// Words are folded (domain/card/card-names.ts) and separated by blanks.

import type { NoWord } from './no-words.ts';
import * as no from './no-words.ts';

type Differs = { tr: string; en: string };
type Ours = Readonly<Record<string, readonly [theirs: string, differs?: Differs]>>;

export type OtherWords = {
  /** By our field, or by our call or header where no field is meant; and what differs beside the name. */
  ours: Ours;
  /** Words of what is not needed here, or not offered: they are removed. */
  none?: readonly (readonly NoWord[])[];
};

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
const MESSAGES = {
  tr: 'yanıtın dili başlıkla istenir',
  en: 'the language of an answer is asked for by a header',
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

const ORDER =
  'orderid basketid merchantoid invoiceid posorderid siparisid clientreferenceid othertrxcode' +
  ' reference referenceno merchantreference';

export const PAGE_WORDS: OtherWords = {
  ours: {
    amount: ['price paidprice paymentamount total totalamount value islemtutar toplamtutar', NUMBER],
    currency: ['currencycode', WORD],
    orderNumber: [ORDER],
    successUrl: [RETURNS, TWO_ADDRESSES],
    failUrl: [RETURNS_FAILED],
    cancelUrl: ['returnbackurl'],
    products: ['basketitems userbasket items lineitems lines name title'],
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
    metadata: [
      'conversationid externalid additionaldata merchantorderreference paymentchannel paymentsource channel',
    ],
    'POST /api/webhook': ['webhookurl notificationurl notifyurl callbacklink', REGISTERED],
    'POST /api/RecurringPayment': ['mandate recurringfrequency recurringexpiry'],
    'X-Api-Key': [OF_THE_CALLER, HEADER],
  },
  none: [
    [
      [
        'paymentgroup mode subscriptiondata',
        'notNeeded',
        {
          tr: 'sayfa tek bir siparişindir; düzenli ödeme `POST /api/RecurringPayment` ile kurulur',
          en: 'a page is of one order; a subscription is made by `POST /api/RecurringPayment`',
        },
      ],
      [
        'uimode confirm offsession customercreation addressrequired afterexpiration retry allowdeletestoredcard' +
          ' showremovepaymentmethodbutton consentcollection phonenumbercollection syncmode getqr reusable' +
          ' paymentintentdata shopperinteraction adaptivepricing invoicecreation savedpaymentmethodoptions',
        'notNeeded',
        { tr: 'sayfa bunu kendisi yapar', en: 'the page does so itself' },
      ],
      [
        'description statementdescriptor statementdescriptorsuffix shopperstatement',
        'notNeeded',
        {
          tr: 'alıcı `products` satırlarını görür, ekstredeki metin bankanındır',
          en: 'the buyer sees the lines of `products`, the text of a statement is the bank’s',
        },
      ],
      [
        'ctoken cardtoken paymentmethod card paymentcard storedpaymentmethodid',
        'notNeeded',
        {
          tr: 'kartı alıcı sayfada seçer ya da yazar',
          en: 'the buyer chooses or types the card on the page',
        },
      ],
    ],
    [
      no.MARKETPLACE,
      no.ADDRESSES,
      no.IDENTITY,
      no.BROWSER,
      no.MODE,
      no.DEBUG,
      no.THREE_D,
      no.SALES_ONLY,
      no.TAXES,
      no.WHOLE_ANSWERS,
      no.CARDS_ONLY,
      no.WALLETS,
      no.MAILS,
      no.DISCOUNTS,
      no.SHOPS_OWN,
      no.ONE_POS,
      no.COUNTS_OF_THE_TABLE,
    ],
  ],
};

/** Of the query of every list. */
const CURSOR = [
  'startingafter endingbefore nextpage pagetoken nextpagetoken offset',
  { tr: 'yanıttaki `nextCursor`', en: 'the `nextCursor` of the answer' },
] as const;
const LIMIT = ['size count perpage pagelimit top take', { tr: '1 ile 100', en: '1 to 100' }] as const;
const LIST_WORDS: Ours = {
  cursor: CURSOR,
  limit: LIMIT,
  startDate: ['datefrom fromdate begindate createdfrom mincreateddate starttime from since'],
  endDate: ['dateto todate finishdate createdto maxcreateddate endtime until to'],
};

export const PAYMENT_QUERY_WORDS: OtherWords = {
  ours: {
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
  },
};

export const CUSTOMER_QUERY_WORDS: OtherWords = {
  ours: {
    ...LIST_WORDS,
    fullName: ['name firstname lastname surname customername buyerfullname shoppername query search'],
    email: ['customeremail buyeremail shopperemail emailaddress'],
    phone: ['gsmnumber phonenumber telephonenumber cellphone customerphone mobile gsm'],
    isActive: ['status active'],
  },
};

export const CARD_QUERY_WORDS: OtherWords = {
  ours: {
    ...LIST_WORDS,
    bin: ['binno cardbin firstsix'],
    alias: ['cardname'],
    customerId: ['customer carduserkey utoken shopperreference dealercustomerid'],
  },
};

export const LINE_WORDS: OtherWords = {
  ours: {
    id: ['externalid sku productid'],
    name: ['description productdata title'],
    amount: ['price unitamount unitamountdecimal unitprice totalamount amountincludingtax', NUMBER],
  },
  none: [
    [
      [
        'adjustablequantity',
        'notNeeded',
        { tr: 'satırın toplamını `amount` ile gönderin', en: 'send the total of the line as `amount`' },
      ],
      [
        'pricedata',
        'notNeeded',
        {
          tr: '`name` ve `amount` satırın kendi alanlarıdır',
          en: '`name` and `amount` stand in the line itself',
        },
      ],
    ],
    [no.MARKETPLACE, no.TAXES, no.SHOPS_OWN],
  ],
};

export const CUSTOMER_WORDS: OtherWords = {
  ours: {
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
    'Accept-Language': [LANGUAGE, MESSAGES],
  },
  none: [
    [
      [
        'carduserkey utoken cardtoken customerreferencecode referencecode customerid memberid id paymentmethod source' +
          ' invoicesettings defaultpaymentmethod',
        'notNeeded',
        {
          tr: '`id` yanıtla gelir; kart `POST /api/customer/{id}/addcardlink` ile eklenir',
          en: 'the answer has the `id`; a card is added by `POST /api/customer/{id}/addcardlink`',
        },
      ],
      [
        'registrationdate lastlogindate description',
        'notNeeded',
        { tr: 'gerekirse `metadata` içinde tutun', en: 'keep it in `metadata` if need be' },
      ],
      [
        'preferredlocales',
        'notNeeded',
        { tr: 'sayfanın dili sayfayla verilir', en: 'the language of a page is said with the page' },
      ],
    ],
    [
      no.MARKETPLACE,
      no.ADDRESSES,
      no.IDENTITY,
      no.BROWSER,
      no.TAXES,
      no.WALLETS,
      no.WHOLE_ANSWERS,
      no.MODE,
      no.DISCOUNTS,
      no.SHOPS_OWN,
    ],
  ],
};

export const CARD_WORDS: OtherWords = {
  ours: {
    cardAlias: ['cardname recurringdetailname alias'],
    saveCard: ['istokenized registercard storecard storecardaftersuccesspayment storepaymentmethod'],
    forceCvv: ['requirecvv'],
    ownerName: ['name cardholderfullname consumername ccowner ccholdername kksahibi'],
    customerId: ['customer carduserkey utoken shopperreference dealercustomerid', CUSTOMER],
    metadata: ['conversationid externalid customercode'],
    'X-Api-Key': [OF_THE_CALLER, HEADER],
    'Accept-Language': [LANGUAGE, MESSAGES],
  },
  none: [
    [
      [
        'cardtoken ctoken token securefieldstoken encryptedcard tokenizedcard paymentmethod',
        'notOffered',
        {
          tr: 'başka sağlayıcının belirteci burada açılmaz',
          en: 'another provider’s token cannot be opened here',
        },
      ],
      [
        'email gsmnumber billingdetails binnumber lastfourdigits cardtype loyalty networks type usage allowredisplay' +
          ' merchantoid paymentamount callbackurl returnurl confirm verificationprice',
        'notNeeded',
        {
          tr: 'numara kartı, `customerId` sahibini söyler',
          en: 'the number tells the card, `customerId` whose it is',
        },
      ],
    ],
    [
      no.ADDRESSES,
      no.IDENTITY,
      no.BROWSER,
      no.MODE,
      no.THREE_D,
      no.WALLETS,
      no.WHOLE_ANSWERS,
      no.CARDS_ONLY,
      no.ONE_POS,
    ],
  ],
};

const REFUNDS: Ours = {
  transactionId: [
    PAYMENTS,
    { tr: 'ödemenin `paymentReferenceNumber` değeri', en: 'the `paymentReferenceNumber` of the payment' },
  ],
  amount: ['price value refundprice returnamount tutar refundamount', NUMBER],
  reason: ['cancellationreason merchantrefundreason voidrefundreason'],
  metadata: ['conversationid reference referenceno'],
  'X-Api-Key': [OF_THE_CALLER, HEADER],
  'Accept-Language': [LANGUAGE, MESSAGES],
};
export const REFUND_WORDS: OtherWords = {
  ours: REFUNDS,
  none: [
    [
      [
        'currency currencycode customer origin refunddestinationtype capturepspreference lineitems enhancedschemedata',
        'notNeeded',
        {
          tr: 'iade, ödemenin para biriminde, ödendiği karta yapılır',
          en: 'a refund goes back to the card, in the currency of its payment',
        },
      ],
    ],
    [no.MARKETPLACE, no.BROWSER, no.MAILS, no.WHOLE_ANSWERS, no.MODE],
  ],
};

export const REFUND_QUERY_WORDS: OtherWords = {
  ours: { ...REFUNDS, ...LIST_WORDS, orderNumber: [ORDER] },
};

const CUSTOMERS = 'customer carduserkey utoken buyermemberid shopperreference email username shopperemail';
const CARDS =
  'card paymentcard cardtoken ctoken cardid defaultpaymentmethod defaultsource paymentmethod' +
  ' paymentmethodid storedpaymentmethodid recurringdetailreference';

export const CHARGE_WORDS: OtherWords = {
  ours: {
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
    'Accept-Language': [LANGUAGE, MESSAGES],
  },
  none: [
    [
      [
        'paymentgroup recurringpayment confirm offsession shopperinteraction items basketitems userbasket description',
        'notNeeded',
        { tr: 'tek bir tutar, alıcı olmadan tahsil edilir', en: 'one amount is charged without the buyer' },
      ],
    ],
    [
      no.MARKETPLACE,
      no.ADDRESSES,
      no.IDENTITY,
      no.BROWSER,
      no.MODE,
      no.THREE_D,
      no.SALES_ONLY,
      no.WHOLE_ANSWERS,
      no.CARDS_ONLY,
      no.MAILS,
      no.WALLETS,
      no.ONE_POS,
    ],
  ],
};

export const PLAN_WORDS: OtherWords = {
  ours: {
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
    'Accept-Language': [LANGUAGE, MESSAGES],
  },
  none: [
    [
      [
        'pricingplanreferencecode productreferencecode subscriptionreferencecode parentreferencecode phases' +
          ' addinvoiceitems plan',
        'notNeeded',
        {
          tr: 'katalog yoktur; koşullar planın kendi alanlarıdır',
          en: 'there is no catalogue; the terms are fields of the plan itself',
        },
      ],
      [
        'planpaymenttype recurringpayment paymentgroup subscriptioninitialstatus ordertype offsession endbehavior' +
          ' trialsettings collectionmethod daysuntildue paymentbehavior prorationbehavior shopperinteraction' +
          ' recurringprocessingmodel installment installmentcount callbackurl returnurl merchantokurl' +
          ' merchantfailurl userbasket basketitems',
        'notNeeded',
        {
          tr: 'hizmet her vadede kayıtlı karttan tahsilatı kendisi, tek çekim yapar',
          en: 'the service charges the stored card itself on each due date, in a single payment',
        },
      ],
      [
        'cancelatperiodend',
        'notNeeded',
        {
          tr: '`POST /api/RecurringPayment/{id}/cancel` sonraki tahsilatı önler',
          en: '`POST /api/RecurringPayment/{id}/cancel` prevents the next charge',
        },
      ],
      [
        'billingthresholds backdatestartdate quantity',
        'notOffered',
        {
          tr: 'kullanıma ya da geçmişe göre tahsilat yoktur',
          en: 'nothing is charged by usage or for the past',
        },
      ],
    ],
    [
      no.MARKETPLACE,
      no.ADDRESSES,
      no.IDENTITY,
      no.BROWSER,
      no.MODE,
      no.THREE_D,
      no.SALES_ONLY,
      no.TAXES,
      no.WHOLE_ANSWERS,
      no.CARDS_ONLY,
      no.WALLETS,
      no.DISCOUNTS,
    ],
  ],
};

export const PLAN_QUERY_WORDS: OtherWords = {
  ours: {
    cursor: CURSOR,
    limit: LIMIT,
    customerId: ['customer customerreferencecode carduserkey utoken buyermemberid shopperreference'],
    cardStorageId: ['card cardtoken ctoken cardid mandateid paymentmethod defaultpaymentmethod'],
    status: ['subscriptionstatus state'],
    merchantReference: ['reference conversationid externalid'],
    nextPaymentFrom: ['nextpaymentafter nextbillingfrom'],
    nextPaymentTo: ['nextpaymentbefore nextbillingto'],
    unpaid: ['overdue pastdue delinquent isunpaid'],
  },
};

export const PLAN_CHANGE_WORDS: OtherWords = {
  ours: {
    amount: ['price items', NUMBER],
    subscriptionName: ['name description'],
    cardStorageId: [
      'cardtoken defaultpaymentmethod defaultsource mandateid storedpaymentmethodid recurringdetailreference',
      CARD,
    ],
    maxPaymentCount: ['times maxpayments paymentcount recurrencecount resetrecurrencecount'],
    endDate: ['cancelat endsat', INSTANT],
    effectiveFrom: ['prorationdate upgradeperiod', INSTANT],
    'Accept-Language': [LANGUAGE, MESSAGES],
  },
  none: [
    [
      [
        'newpricingplanreferencecode usetrial trialend trialperioddays prorationbehavior collectionmethod' +
          ' paymentbehavior offsession billingcycleanchor cancellationdetails',
        'notNeeded',
        { tr: 'değişiklik sonraki tahsilattan başlar', en: 'a change applies from the next charge on' },
      ],
      [
        'cancelatperiodend pausecollection',
        'notNeeded',
        {
          tr: '`POST /api/RecurringPayment/{id}/cancel` ve `/pause` ayrı çağrılardır',
          en: '`POST /api/RecurringPayment/{id}/cancel` and `/pause` are calls of their own',
        },
      ],
    ],
    [no.WHOLE_ANSWERS, no.CARDS_ONLY, no.DISCOUNTS],
  ],
};

export const CARD_PAGE_WORDS: OtherWords = {
  ours: {
    successUrl: [RETURNS, TWO_ADDRESSES],
    failUrl: [RETURNS_FAILED],
    language: [LANGUAGE],
    expiresInMinutes: ['expiresat ttl', MINUTES],
    branding: ['brandingsettings configuration themeid'],
  },
  none: [
    [
      [
        'customer customerreferencecode subscriptionreferencecode carduserkey utoken shopperreference email gsmnumber' +
          ' customerid flowdata mode usage setupintentdata storecard',
        'notNeeded',
        { tr: 'kimin kartı olduğunu adres söyler', en: 'the path says whose card it is' },
      ],
      [
        'currency amount paymentamount verificationprice',
        'notNeeded',
        { tr: 'kart saklanırken tahsilat yapılmaz', en: 'storing a card charges nothing' },
      ],
    ],
    [no.BROWSER, no.MODE, no.THREE_D, no.CARDS_ONLY, no.WHOLE_ANSWERS],
  ],
};

export const WEBHOOK_WORDS: OtherWords = {
  ours: {
    url: ['webhookurl callbackurl notificationurl callbacklink salewebhookkey recurringwebhookkey endpoint'],
    eventTypes: ['events enabledevents eventtype iyzieventtype includeeventcodes additionalsettings type'],
    'Accept-Language': [LANGUAGE, MESSAGES],
  },
  none: [
    [
      ['apiversion', 'notNeeded', { tr: 'API’nin tek sürümü vardır', en: 'the API has one version' }],
      [
        'secret merchanthookkey username password hmackey',
        'notNeeded',
        { tr: '`secret` yanıtla bir kez gelir', en: 'the answer has the `secret`, once' },
      ],
      [
        'metadata callbackid communicationformat networktype encryptionprotocol acceptsexpiredcertificate' +
          ' acceptsselfsignedcertificate acceptsuntrustedrootcertificate populatesoapactionheader',
        'notNeeded',
        {
          tr: 'olay, nesneyi `metadata` ile birlikte JSON olarak taşır',
          en: 'an event carries the object with its `metadata`, as JSON',
        },
      ],
    ],
    [no.MARKETPLACE, no.WHOLE_ANSWERS, no.MODE],
  ],
};
