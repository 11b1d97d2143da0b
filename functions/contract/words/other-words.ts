// What other payment providers call the fields of our bodies, so that the refusal of an unknown field names
// ours (api.md 4.10). No provider is named, because one word is used by several.
// Words are folded (domain/card/card-names.ts) and separated by blanks.
import type { NoWord } from './no-words.ts';

type Differs = { tr: string; en: string };
export type Ours = Readonly<Record<string, readonly [theirs: string, differs?: Differs]>>;
export type OtherWords = {
  /** By our field, or by our call or header where no field is meant; and what differs beside the name. */
  ours: Ours;
  /** Words of what is not needed here, or not offered: they are removed. */
  none?: readonly (readonly NoWord[])[];
};
export const NUMBER = {
  tr: '149.90 gibi bir JSON sayısı; kuruş değil',
  en: 'a JSON number like 149.90, not in minor units',
};
/** Words of those whose amounts are whole numbers of the smallest unit: whoever sends one may mean 149.90 by 14990. */
export const WORDS_OF_MINOR_UNITS = new Set(
  (
    'customer source charge paymentintent paymentmethod paymentmethodid paymentmethodtypes paymentmethoddata' +
    ' paymentmethodoptions automaticpaymentmethods offsession confirm confirmationmethod capturemethod' +
    ' setupfutureusage statementdescriptor statementdescriptorsuffix receiptemail mandatedata lineitems' +
    ' applicationfeeamount transferdata transfergroup onbehalfof expand unitamount pricedata intervalcount' +
    ' merchantaccount shopperreference shopperinteraction shopperemail shopperlocale shopperip' +
    ' recurringprocessingmodel recurringdetailreference storedpaymentmethodid storepaymentmethod' +
    ' pspreference paymentpspreference originalreference capturedelayhours'
  ).split(' '),
);
export const IN_LIRA = {
  tr: '`amount` lira cinsindendir: 149.90, 14990 değil.',
  en: '`amount` is in lira: 149.90, not 14990.',
};
export const WORD = { tr: '`TRY` gibi', en: 'like `TRY`' };
export const INSTANT = { tr: '2026-11-20T09:00:00Z gibi', en: 'like 2026-11-20T09:00:00Z' };
export const MINUTES = { tr: 'şimdiden başlayan dakika sayısı', en: 'a number of minutes from now' };
export const REGISTERED = {
  tr: 'webhook bir kez kaydedilir, çağrıda gönderilmez',
  en: 'a webhook is registered once, not sent with the call',
};
export const CUSTOMER = {
  tr: '`POST /api/customer` yanıtındaki `id`; ad, e-posta ve telefon müşteriye aittir',
  en: 'the `id` from `POST /api/customer`; name, e-mail and phone belong to the customer',
};
export const CARD = {
  tr: 'kayıtlı kartın `id` değeri; kart `POST /api/customer/{id}/addcardlink` sayfasında kaydedilir',
  en: 'the `id` of a stored card; a card is stored on the page of `POST /api/customer/{id}/addcardlink`',
};
export const HEADER = { tr: 'gövdede değil, başlıkta gönderilir', en: 'sent as a header, not in the body' };
export const TWO_ADDRESSES = {
  tr: 'alıcı imzalı `result` ile döner; ödenmezse `failUrl`',
  en: 'the buyer comes back with the signed `result`; if nothing is paid, to `failUrl`',
};
export const MESSAGES = {
  tr: 'yanıtın dili başlıkla istenir',
  en: 'the language of an answer is asked for by a header',
};
export const WHOLE = { tr: 'ad ile soyad birlikte', en: 'first and last name together' };
export const OF_THE_CALLER = 'merchantid merchantkey merchantsalt merchantaccount paytrtoken';
export const RETURNS = 'callbackurl redirecturl returnurl merchantokurl okurl basariliurl';
export const RETURNS_FAILED = 'merchantfailurl hataurl errorurl failureurl';
export const LANGUAGE = 'locale lang clientlang shopperlocale';
/** Of an amount that is only reserved at first. */
export const CAPTURE = [
  'paymentphase capturemethod capturemode capturedelayhours manualcapture preauth preauthorization' +
    ' onprovizyon autocapture forceauthfornoncreditcards',
  {
    tr: '`manual` ön provizyondur: tutar ayrılır, `POST /api/payment/{paymentReferenceNumber}/capture` çeker',
    en: '`manual` reserves the amount, and `POST /api/payment/{paymentReferenceNumber}/capture` takes it',
  },
] as const;
/** Of the query of every list. */
export const CURSOR = [
  'startingafter endingbefore nextpage pagetoken nextpagetoken offset',
  { tr: 'yanıttaki `nextCursor`', en: 'the `nextCursor` of the answer' },
] as const;
export const LIMIT = ['size count perpage pagelimit top take', { tr: '1 ile 100', en: '1 to 100' }] as const;
export const LIST_WORDS: Ours = {
  cursor: CURSOR,
  limit: LIMIT,
  startDate: [
    'date day tarih datefrom fromdate begindate createdfrom createdat createdafter mincreateddate starttime from since',
  ],
  endDate: ['dateto todate finishdate createdto createdbefore maxcreateddate endtime until to'],
};
