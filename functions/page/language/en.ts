// Every text of the buyer's pages in English.
import { MAX_BUYER_NAME } from '#domain/limits.ts';
import type * as tr from './tr.ts';

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month', annually: 'year' } as const;

/** How amounts and instants are written. */
export const format: typeof tr.format = {
  locale: 'en-GB',
  direction: undefined,
  thousands: ',',
  decimals: '.',
  isSymbolLast: false,
  instant: (day, time) => `${day} at ${time}`,
};

/** The pages of payments, and what all pages have. */
export const texts: typeof tr.texts = {
  payment: 'Payment',
  testMode: 'Test mode: your card will not be charged.',
  amountDue: 'Amount due',
  orderSummary: 'Order summary',
  orderNumber: 'Order number',
  singlePayment: 'In full',
  installmentCount: (count) => `${count} installments`,
  installment: 'Installments',
  showMoreProducts: (count) => `Show ${count} more ${count === 1 ? 'product' : 'products'}`,
  otherProducts: (count) => `${count} other ${count === 1 ? 'product' : 'products'}`,
  shipping: 'Shipping',
  discount: (amount) => ` (${amount} discount)`,
  validUntil: 'Pay before',
  timeLeft: 'Time left',
  extend: 'Get more time',
  extended: 'You have more time now.',
  notExtended: 'The time could not be extended. Check your connection and try again.',
  timeOverText: 'This page has expired. Return to the shop to see the status of your order.',
  payByCard: 'Pay by card',
  acceptedCards: 'Accepted cards: Visa, Mastercard, American Express, Troy',
  savedCards: 'Your saved cards',
  otherCard: 'Another card',
  moreCards: (count) => `${count} other cards`,
  expiredCard: 'expired',
  removeCard: 'Remove this card',
  removeCardNow: 'Yes, remove it',
  lockedCard: 'its security code was wrong too often. To use it, enter the card details again.',
  saveCard: 'Save this card',
  saveCardHelp: (merchant) =>
    'If the payment succeeds, your card number and expiry date are stored encrypted, and you can choose ' +
    `this card for later payments to ${merchant}. The CVV is not stored.`,
  charges: ({ unit, count, amount, first }) => {
    const every = `every ${count === 1 ? UNITS[unit] : `${count} ${UNITS[unit]}s`}`;
    return first === undefined ? `${amount} ${every}` : `${amount} on ${first}, then ${every}`;
  },
  chargeCard: (charges) => `Charge this card ${charges}`,
  saveCardForRecurring: 'Charge my recurring payments to this card',
  saveCardForRecurringHelp: (merchant) =>
    'If the payment succeeds, your card number and expiry date are stored encrypted, and your recurring ' +
    `payments to ${merchant} are charged to it without asking you again. The CVV is not stored.`,
  distanceSale: 'I have read the | and the | and accept both',
  preliminaryInformation: 'preliminary information form',
  salesContract: 'distance sales contract',
  ownerName: 'Name on card',
  cardNumber: 'Card number',
  expiry: 'Expiry date',
  expiryHelp: 'MM/YY, e.g. 09/29',
  expiryShape: 'MM/YY',
  fieldMoves: 'When the field is complete, the next one is selected.',
  cvv: 'CVV',
  cvvHelp: '3 digits on the back; 4 on the front of American Express',
  cvvHelpThree: '3 digits on the back of the card',
  cvvHelpAmex: '4 digits on the front of the card',
  pay: (amount) => `Pay ${amount}`,
  sending: 'Processing your payment…',
  secured: 'Your card number is not passed on to the shop.',
  cancel: 'Cancel and return to the shop',
  otherLanguage: 'Türkçe',
  errorTitle: 'Please correct the marked fields',
  declinedTitle: 'The payment did not go through',
  notCharged: 'Your card was not charged.',
  attemptsLeft: (count) => `You have ${count} attempts left.`,
  lastAttempt: 'You have 1 attempt left.',
  pauseTitle: 'A short pause for security',
  pauseText: (count) => `Try again in ${count} seconds.`,
  pauseSends: (count) => `The form is sent by itself in ${count} seconds; what you entered is kept.`,
  errorPrefix: 'Error',
  brandPrefix: 'Card type',
  left300: 'This page expires in 5 minutes.',
  left60: 'This page expires in 1 minute.',
  left30: 'This page expires in 30 seconds.',

  returnToShop: 'Return to the shop',
  bankUnavailable: 'The bank cannot be reached right now. Please try again shortly.',
  shopUnavailable:
    'The shop cannot take card payments right now; this is not a problem with your ' +
    'card. Please try again later.',
  notNow: 'This payment cannot be taken right now. Try again in a few minutes or contact the shop.',
  checkingTitle: 'Your payment is being checked',
  checkingText: 'We are waiting for the bank’s answer. This page updates itself as soon as it is known.',
  checkingWarning: 'Please do not pay again. Your card is charged at most once for this payment.',
  challengeTitle: 'Confirm with your bank',
  challengeText:
    'Your bank checks that it’s really you (3\u2011D\u00a0Secure). ' +
    'You may get a code on your phone or a request in your bank’s app.',
  challengeButton: 'Go to the bank’s page',
  verifyingTitle: 'Waiting for your verification',
  verifyingText:
    'Please finish on your bank’s page. This page updates itself as soon as the result is known.',
  verifyingAgain: 'If you closed that page, start over; this counts as an attempt.',
  startOver: 'Start over',
  paidTitle: 'Payment received',
  paidText: 'Thank you. Your order is paid.',
  holdDue: 'Amount to be reserved',
  holdNote: 'It is not taken now, but once the shop confirms your order.',
  heldTitle: 'Reserved on your card',
  heldText: 'It is taken once the shop confirms your order; if it does not, it is released by itself.',
  amountHeld: 'Amount reserved',
  freedTitle: 'The reserved amount was released',
  failedTitle: 'The payment could not be completed',
  failedText: 'No more attempts are possible on this page. Return to the shop to start the payment again.',
  expiredTitle: 'This page has expired',
  expiredText: 'Your card was not charged. Return to the shop to start the payment again.',
  supersededTitle: 'This page is no longer valid',
  supersededText: 'The shop has started a newer payment for this order. Continue there, or ask the shop.',
  closedTitle: 'This payment page was closed',
  closedText:
    'The shop closed this payment page. Your card was not charged on this page. For ' +
    'questions, contact the shop.',
  notFoundTitle: 'Payment page not found',
  notFoundText: 'Check that the link is complete, or ask the shop for a new payment link.',
  problemTitle: 'Something unexpected happened',
  problemText: 'Before you pay again, ask the shop about the status of your order.',
  requestId: 'Support code',
  returningTitle: 'Returning to the shop',
  returningText: 'If the page does not open by itself, use the button below.',
  amountPaid: 'Amount paid',
  orderAmount: 'Order amount',
  surcharge: 'Installment surcharge',
  authorizationCode: 'Authorization code',
  paymentReference: 'Payment reference',
  recurringPayment: 'Recurring payment',
  copy: 'Copy',
  copied: 'Copied',
  card: 'Card',
  amount: 'Amount',
  paymentTime: 'Time',
  mayClose: 'You can print this page or close it.',
  mayCloseWaiting: 'You can close this page; the shop can tell you the result, too.',
};

/** The form of a page that has installments. */
export const installments: typeof tr.installments = {
  byNumber: 'Shown with your card number; or choose your card:',
  onlyWith: 'Credit cards that can pay in installments',
  others: (counts) => `Other: ${counts} installments`,
  askedBefore: 'If your card has a surcharge, you are asked before anything is charged.',
  total: (amount) => `${amount} total`,
  included: (amount) => `${amount} surcharge included`,
  show: 'Show installments for my card',
  ofCard: 'Installments for your card',
  backToForm: 'The payment page keeps what you entered. Close this tab and choose there.',
  numberFirst: 'Enter your card number on the payment page first, then show the installments again.',
  tooOften: 'The installments cannot be shown right now. Try again in a minute.',
  offered: (family, counts) => `${family || 'This card'}: ${counts} installments are possible.`,
  single: {
    debit: 'Debit cards cannot pay in installments: this is a single payment.',
    unknownCard: 'This card cannot pay in installments: this is a single payment.',
    family: 'This card cannot pay in installments at this shop: this is a single payment.',
    order: 'This card cannot pay this order in installments: this is a single payment.',
  },
  declined: (count) =>
    `The bank did not accept ${count} installments with this card. You can pay at once with the same card.`,
  fixed: (count) => `This order is paid in ${count} installments.`,
  unsold: (count) => `The shop does not sell in ${count} installments any more.`,
  fixedRefused: (count, families) =>
    `This order is paid in ${count} installments, which this card cannot do. ` +
    `Use ${families === '' ? 'another credit card' : `a credit card of ${families}`}, ` +
    'or return to the shop and choose another number of installments or a single payment.',
};

/** What a form's script shows without a new page: sending, a lost connection, the bank's step. */
export const flow: typeof tr.flow = {
  slow: 'Waiting for the bank…',
  resend: 'Sent in {} s',
  asking: 'Checking the status of your payment…',
  offlineTitle: 'No connection',
  offlineText: 'What you entered is kept. Once you are online, the page checks your payment’s status.',
  notSentTitle: 'Your payment was not sent',
  notSentText: 'What you entered is kept; you can try again. Your card will not be charged twice.',
  bankWhole: 'Page not showing? Open it in the full window',
  bankOpening: 'Opening your bank’s page…',
  bankSlow: 'Your bank is slow to respond. You can wait a little longer.',
  leaveBank: 'Cancel',
  givenUpTitle: 'You cancelled the verification',
  givenUpText: 'You can try again or use another card.',
};

/** The error beside a field, which the form's script shows as a hint too. */
export const fieldErrors: typeof tr.fieldErrors = {
  ownerNameRequired: 'Enter the name on the card.',
  ownerNameInvalid: 'Enter the name on the card here, not the card number or a code.',
  ownerNameTooLong: /* @__PURE__ */ ['The name can have at most', MAX_BUYER_NAME, 'characters.'].join(' '),
  cardNumberRequired: 'Enter the card number.',
  cardNumberIncomplete: 'The card number is incomplete. Please enter all digits.',
  cardNumberInvalid: 'The card number is wrong. Please check the digits.',
  cardBrandRefused: '{} cards are not accepted. Use a Visa, Mastercard, American Express or Troy card.',
  savedCardNotOffered: 'The saved card cannot be used on this page. Please enter your card details.',
  savedCardLocked: 'The security code of the saved card was wrong too often. Enter the card details again.',
  expiryRequired: 'Enter the expiry date.',
  expiryInvalid: 'Enter the expiry date as MM/YY.',
  expiryMonthInvalid: 'The month must be between 01 and 12.',
  expiryYearInvalid: 'The year is wrong. Please check the digits.',
  cardExpired: 'The card has expired.',
  cvvRequired: 'Enter the security code (CVV).',
  cvvInvalid: 'The security code has 3 digits; 4 on American Express cards.',
  cvvInvalidThree: 'The security code of this card has 3 digits. It is on the back.',
  cvvInvalidAmex: 'The security code of an American Express card has 4 digits. It is on the front.',
  cvvAskedFor: 'The bank also wants the security code (CVV). Please enter it.',
  installmentInvalid: 'This number of installments is not possible for this order.',
  installmentRefused: 'Nothing was charged. {}',
  installmentChanged: 'With this card you pay {}. Pay again if you agree.',
  consentRequired: 'Tick this box to continue.',
};

const NOT_APPROVED = 'Your bank did not approve this payment. You can call your bank or use another card.';
const NOT_COMPLETED = 'The bank could not complete this payment. Please try another card.';

/** Why the bank declined, for the buyer. `{}` is the card in a sentence about it. */
export const sentences: typeof tr.sentences = {
  NOT_SUFFICIENT_FUNDS: 'Your {}card does not have enough funds for this amount. You can try another card.',
  EXPIRED_CARD: 'Your {}card seems to have expired. Check the expiry date or use another card.',
  INVALID_CVC2: 'The security code (CVV) does not match the card. Check the code and try again.',
  NOT_PERMITTED_TO_CARDHOLDER:
    'Your {}card may not be enabled for online purchases. Ask your bank, or use another card.',
  CARD_LIMIT_EXCEEDED:
    'Your {}card has reached its spending or transaction limit. Try later or with another card.',
  RESTRICTED_BY_LAW:
    'The law restricts this product or number of installments. Choose fewer ' +
    'installments if offered, or use another card.',
  THREE_D_SECURE_FAILED:
    'The bank’s verification (3\u2011D\u00a0Secure) was not completed. Try again or use another card.',
  DO_NOT_HONOUR: NOT_APPROVED,
  LOST_CARD: NOT_APPROVED,
  STOLEN_CARD: NOT_APPROVED,
  PICKUP_CARD: NOT_APPROVED,
  FRAUD_SUSPECT: NOT_APPROVED,
  INVALID_TRANSACTION: NOT_COMPLETED,
  NOT_PERMITTED_TO_TERMINAL: NOT_COMPLETED,
  GENERAL_DECLINE: NOT_COMPLETED,
};

/** The pages on which a buyer gives a card. */
export const cardTexts: typeof tr.cardTexts = {
  card: 'Card',
  addTitle: 'Add your card',
  updateTitle: 'Update your card',
  addText: 'Your card is saved for later payments at this shop. Nothing is charged now.',
  updateText: 'From now on, your recurring payment is charged to the card that you enter.',
  subscription: 'Recurring payment',
  due: 'Unpaid amount',
  dueText: 'This amount is charged as soon as your card is saved.',
  nothingDue: 'Nothing is charged now.',
  shown: 'Your bank may show a small amount when it verifies you; it is not charged.',
  formTitle: 'Card details',
  consentToAdd: (merchant) =>
    `I agree that my card number and expiry date are stored encrypted for ${merchant}.`,
  consentToUpdate: (merchant) =>
    `I agree that my card is stored encrypted for ${merchant} and my recurring payment is charged to it.`,
  consentHelp: 'The CVV is not stored.',
  keep: 'Save card',
  keepAndPay: (amount) => `Save and pay ${amount}`,
  sending: 'Saving your card…',
  notKeptTitle: 'The card was not saved',
  notPaidTitle: 'The card was saved, but the payment failed',
  notKept: 'Your card was not saved and not charged.',
  notPaid: 'Your card was not charged.',
  limitReached: 'This card cannot be saved at the moment. Please try another card.',
  notNow: 'Your card cannot be saved right now. Please try again in a few minutes.',
  challengeText:
    'Your bank checks that the card is yours (3\u2011D\u00a0Secure). ' +
    'You may get a code on your phone or a request in your bank’s app.',
  keptTitle: 'Your card was saved',
  keptToAdd: 'You can use it for future payments. You can close this page.',
  keptToUpdate: 'Your recurring payment is charged to this card from now on. You can close this page.',
  paidToo: 'The unpaid amount was charged.',
  amountPaid: 'Amount charged',
  pendingToo: 'The unpaid amount will be charged to this card shortly.',
  failedTitle: 'No more attempts are possible on this page',
  failedText: 'Please ask the shop for a new link.',
  expiredTitle: 'This link has expired',
  expiredText: 'Your card was not saved. Please ask the shop for a new link.',
  closedTitle: 'This link was closed',
  closedText: 'The shop closed this link; your card was not saved. For questions, contact the shop.',
  goneTitle: 'This link is no longer needed',
  goneText:
    'Your recurring payment has ended, or the shop has deleted your record. ' +
    'Your card was not saved and not charged.',
  expiredButKept:
    'Your card was saved, but the payment did not go through on this page. ' +
    'Please ask the shop for a new link.',
  closedButKept:
    'The shop closed this link. Your card was saved, but the payment did not go through on this page. ' +
    'For questions, contact the shop.',
  goneButKept:
    'Your recurring payment has ended, or the shop has deleted your record. For questions, contact the shop.',
  validUntil: 'Valid until',
  timeOverText: 'This page has expired. Please ask the shop for a new link.',
  asking: 'Checking the status of your card…',
  offlineText: 'What you entered is kept. Once you are online, the page checks whether your card was saved.',
  notSentTitle: 'Your card was not sent',
  notSentText: 'What you entered is kept; you can try again.',
  cancel: 'Cancel and return to the shop',
};

/** The links to the shop's pages. */
export const shopLabels: typeof tr.shopLabels = {
  contact: 'Questions?',
  supportPage: 'Support page',
  terms: 'Terms of use',
  privacy: 'Privacy notice (KVKK)',
  newTab: 'opens in a new tab',
};

export const linkTexts: typeof tr.linkTexts = {
  name: 'Payment request',
  asks: '{} asks you for this payment.',
  whatFor: 'For',
  andMore: (count) => (count === 1 ? ' and 1 more product' : ` and ${count} more products`),
  until: 'Pay by',
  preview: (until) => `Page to pay by card, until ${until}.`,
  leftToday: (count) =>
    count === 1 ? 'You have 1 attempt left today.' : `You have ${count} attempts left today.`,
  restTitle: 'No attempts left today',
  restUntil: (when) => `This payment request takes a card again from ${when}.`,
  restLast: 'This payment request ends today. Ask the shop for a new one.',
};
