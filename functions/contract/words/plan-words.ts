// What other providers call the fields of recurring payments.
import * as no from './no-words.ts';
import {
  CARD,
  CURSOR,
  CUSTOMER,
  HEADER,
  INSTANT,
  LANGUAGE,
  LIMIT,
  MESSAGES,
  NUMBER,
  OF_THE_CALLER,
  type OtherWords,
  REGISTERED,
  WORD,
} from './other-words.ts';

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
    merchantReference: ['reference ordernumber conversationid externalid merchantoid invoiceid othertrxcode'],
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
    no.OF_BUYERS,
    [no.THREE_D, no.SALES_ONLY, no.TAXES, no.CARDS_ONLY, no.WALLETS, no.DISCOUNTS],
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
    nextPaymentFrom: [
      'nextpaymentafter nextbillingfrom nextpaymentdate duedate due dueday nextbillingdate date day',
      { tr: '`nextPaymentTo` ile birlikte', en: 'with `nextPaymentTo`' },
    ],
    nextPaymentTo: ['nextpaymentbefore nextbillingto duebefore'],
    unpaid: ['overdue pastdue delinquent isunpaid'],
    'by=nextPaymentDate': ['sort sortby orderby'],
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
