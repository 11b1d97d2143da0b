// What other providers call the fields of pages, payments and refunds.
import * as no from './no-words.ts';
import {
  CAPTURE,
  CUSTOMER,
  HEADER,
  LANGUAGE,
  LIST_WORDS,
  MESSAGES,
  MINUTES,
  NUMBER,
  OF_THE_CALLER,
  type OtherWords,
  type Ours,
  REGISTERED,
  RETURNS,
  RETURNS_FAILED,
  TWO_ADDRESSES,
  WORD,
} from './other-words.ts';

const PAYMENTS =
  'paymentreferencenumber paymentid paymenttransactionid paymentintent charge pspreference' +
  ' paymentpspreference originalreference paymentreference merchantoid siparisid invoiceid' +
  ' othertrxcode virtualposorderid dekontid';

export const ORDER =
  'order orderid orderno ordercode siparisno basketid merchantoid invoiceid posorderid callbackid siparisid clientreferenceid othertrxcode' +
  ' reference referenceno merchantreference';

const BANK_REFERENCE =
  'bankreference bankref banktransactionid hostreference hostreferencenumber hostrefnum rrn' +
  ' retrievalreferencenumber referencenumber arn';
const BOTH = {
  tr: 'tutarın kendisi için `maxAmount` da aynı olur',
  en: 'with `maxAmount` the same for just that amount',
};
const BY_EMAIL = {
  tr: '`GET /api/customer?email=` ya da `phone=` yanıtındaki `id`',
  en: 'the `id` from `GET /api/customer?email=` or `phone=`',
};
const WITHIN = {
  tr: '`startDate` ve `endDate` ile',
  en: 'with `startDate` and `endDate`',
};
const AS_TABLE = ['format output export csv', { tr: 'bir başlıktır', en: 'it is a header' }] as const;
export const ORDER_QUERY_WORDS: OtherWords = { ours: { orderNumber: [`${ORDER} id no number`] } };

export const PAGE_WORDS: OtherWords = {
  ours: {
    amount: ['price paidprice paymentamount total totalamount value islemtutar toplamtutar', NUMBER],
    currency: ['currencycode', WORD],
    orderNumber: [ORDER],
    successUrl: [RETURNS, TWO_ADDRESSES],
    failUrl: [RETURNS_FAILED],
    cancelUrl: ['returnbackurl gobackurl'],
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
    capture: CAPTURE,
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
          ' paymentintentdata shopperinteraction adaptivepricing invoicecreation savedpaymentmethodoptions' +
          ' customerupdate redirectoncompletion namecollection origincontext permissions disablestorecard' +
          ' guestpayment iframev2 iframev2dark mincount',
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
    no.OF_BUYERS,
    [
      no.DEBUG,
      no.THREE_D,
      no.TAXES,
      no.CARDS_ONLY,
      no.WALLETS,
      no.POINTS,
      no.MAILS,
      no.DISCOUNTS,
      no.SHOPS_OWN,
      no.ONE_POS,
      no.COUNTS_OF_THE_TABLE,
    ],
  ],
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

export const PAYMENT_QUERY_WORDS: OtherWords = {
  ours: {
    ...LIST_WORDS,
    'Accept: text/csv': AS_TABLE,
    orderNumber: [ORDER],
    'GET /api/payment/{paymentReferenceNumber}': [`${PAYMENTS} transactionid`],
    status: ['paymentstatus state'],
    customerId: [
      'customer carduserkey utoken buyermemberid shopperreference email customeremail phone',
      BY_EMAIL,
    ],
    cardStorageId: ['card cardtoken ctoken cardid paymentmethod storedpaymentmethodid'],
    merchantReference: ['conversationid externalid'],
    minAmount: ['minprice minpaidprice amountmin amount price total tutar', BOTH],
    maxAmount: ['maxprice maxpaidprice amountmax'],
    lastFour: ['cardnumber pan last4 lastfourdigits cardlast4 lastdigits last4digits cardlastfour'],
    authorizationCode: [
      'authcode authorizationnumber approvalcode approvalnumber provizyon provizyonno provizyonkodu onaykodu',
    ],
    bankReferenceNumber: [BANK_REFERENCE],
    errorCode: ['errorgroup declinecode failurecode refusalreason'],
    cardAssociation: ['cardbrand brand cardscheme network cardnetwork'],
    cardFamily: ['cardfamilyname'],
    installment: ['installmentcount installmentnumber installments taksit'],
    difference: ['mismatch reconciliation mutabakat'],
    source: ['paymentchannel paymentsource'],
    'by=paidAt': ['paidat paidfrom paidto paidafter paidbefore paiddate paymentdate datepaid', WITHIN],
  },
  none: [[no.SORTED]],
};

export const STATISTICS_QUERY_WORDS: OtherWords = {
  ours: {
    ...LIST_WORDS,
    'Accept: text/csv': AS_TABLE,
    groupBy: ['group grouping interval period granularity'],
  },
  none: [
    [
      ['currency status', 'notNeeded', { tr: 'hepsi ayrı ayrı sayılır', en: 'all are counted apart' }],
      [
        'by',
        'notNeeded',
        { tr: 'satış, ödendiği gün sayılır', en: 'a sale counts on the day on which it was paid' },
      ],
    ],
  ],
};

const REFUNDS: Ours = {
  transactionId: [
    `${PAYMENTS} ordernumber`,
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
  ours: {
    ...REFUNDS,
    ...LIST_WORDS,
    'Accept: text/csv': AS_TABLE,
    orderNumber: [ORDER],
    bankReferenceNumber: [BANK_REFERENCE],
    'by=completedAt': [
      'completedat completedfrom completedto refundedat refunddate paidat decidedat',
      WITHIN,
    ],
    refundType: ['type kind'],
  },
  none: [[no.SORTED]],
};
