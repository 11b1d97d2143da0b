// What other providers call the fields of a charge of a stored card.
import * as no from './no-words.ts';
import {
  CAPTURE,
  CARD,
  CUSTOMER,
  HEADER,
  LANGUAGE,
  MESSAGES,
  NUMBER,
  OF_THE_CALLER,
  type OtherWords,
  RETURNS,
  RETURNS_FAILED,
  WORD,
} from './other-words.ts';
import { ORDER } from './sale-words.ts';

const CUSTOMERS =
  'customer carduserkey utoken buyer buyermemberid shopperreference email username shopperemail gsmnumber userphone';

const CARDS =
  'card paymentcard cardtoken ctoken cardid defaultpaymentmethod defaultsource paymentmethod' +
  ' paymentmethodid paymentmethoddata storedpaymentmethodid recurringdetailreference confirmationtoken';

export const CAPTURE_WORDS: OtherWords = {
  ours: {
    amount: [
      'amounttocapture captureamount capturedamount price paidprice total totalamount value islemtutar',
      NUMBER,
    ],
  },
};

export const CHARGE_WORDS: OtherWords = {
  ours: {
    amount: ['price paidprice paymentamount total totalamount value islemtutar toplamtutar', NUMBER],
    currency: ['currencycode', WORD],
    orderNumber: [ORDER],
    customerId: [CUSTOMERS, CUSTOMER],
    cardStorageId: [CARDS, CARD],
    mandate: ['mandateid mandatedata'],
    capture: CAPTURE,
    metadata: ['conversationid externalid additionaldata paymentchannel paymentsource'],
    'POST /api/payment/hostedpage': [
      `installment installmentcount installments setupfutureusage ${RETURNS} ${RETURNS_FAILED}`,
      {
        tr: 'alıcının kendisi öder; `POST /api/payment` karttan alıcı olmadan, tek çekim tahsilat yapar',
        en: 'the buyer pays; `POST /api/payment` charges a card without its holder, in a single payment',
      },
    ],
    'Accept-Language': [LANGUAGE, MESSAGES],
    'X-Api-Key': [OF_THE_CALLER, HEADER],
  },
  none: [
    [
      [
        'paymentgroup recurringpayment confirm confirmationmethod offsession shopperinteraction items basketitems' +
          ' userbasket description retry syncmode requirecvv non3dtestfailed erroronrequiresaction usestripesdk',
        'notNeeded',
        { tr: 'tek bir tutar, alıcı olmadan tahsil edilir', en: 'one amount is charged without the buyer' },
      ],
      [
        'statementdescriptor statementdescriptorsuffix shopperstatement',
        'notNeeded',
        { tr: 'ekstredeki metin bankanındır', en: 'the text of a statement is the bank’s' },
      ],
    ],
    no.OF_BUYERS,
    [no.THREE_D, no.CARDS_ONLY, no.MAILS, no.WALLETS, no.ONE_POS, no.DEBUG, no.POINTS],
  ],
};
