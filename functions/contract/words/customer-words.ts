// What other providers call the fields of customers and cards.
import * as no from './no-words.ts';
import {
  CUSTOMER,
  HEADER,
  LANGUAGE,
  LIST_WORDS,
  MESSAGES,
  MINUTES,
  OF_THE_CALLER,
  type OtherWords,
  RETURNS,
  RETURNS_FAILED,
  TWO_ADDRESSES,
  WHOLE,
} from './other-words.ts';

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
    no.OF_BUYERS,
    [no.TAXES, no.WALLETS, no.DISCOUNTS, no.SHOPS_OWN],
  ],
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

export const CARD_QUERY_WORDS: OtherWords = {
  ours: {
    ...LIST_WORDS,
    bin: ['binno cardbin firstsix'],
    alias: ['cardname'],
    customerId: ['customer carduserkey utoken shopperreference dealercustomerid'],
  },
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
