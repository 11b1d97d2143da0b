// German, whose words are long, for tests of the layout only. What is not here is English.
import * as en from '#page/language/en.ts';

export const format: typeof en.format = {
  ...en.format,
  locale: 'de-DE',
  thousands: '.',
  decimals: ',',
  isSymbolLast: true,
  instant: (day, time) => `${day} um ${time} Uhr`,
};
export const texts: typeof en.texts = {
  ...en.texts,
  payment: 'Zahlung',
  testMode: 'Testmodus: Ihre Karte wird nicht belastet.',
  amountDue: 'Zu zahlender Betrag',
  orderSummary: 'Zusammenfassung der Bestellung',
  orderNumber: 'Bestellnummer',
  singlePayment: 'Einmalzahlung',
  installmentCount: (count) => `${count} Monatsraten`,
  installment: 'Ratenzahlung',
  showMoreProducts: (count) => `${count} weitere Produkte anzeigen`,
  timeLeft: 'Verbleibende Zeit',
  extend: 'Zeit verlängern',
  payByCard: 'Mit Karte bezahlen',
  savedCards: 'Ihre gespeicherten Karten',
  otherCard: 'Eine andere Karte',
  moreCards: (count) => `${count} weitere Karten`,
  lockedCard: 'Die Prüfziffer wurde zu oft falsch eingegeben. Geben Sie die Kartendaten erneut ein.',
  saveCard: 'Meine Karte für künftige Einkäufe speichern',
  saveCardHelp: (merchant) =>
    'Nach erfolgreicher Zahlung werden Kartennummer und Ablaufdatum verschlüsselt gespeichert; Sie können ' +
    `diese Karte für spätere Zahlungen an ${merchant} auswählen. Die Prüfziffer wird nicht gespeichert.`,
  ownerName: 'Name des Karteninhabers',
  cardNumber: 'Kartennummer',
  expiry: 'Gültigkeitsdatum',
  expiryShape: 'MM/JJ',
  cvv: 'Kartenprüfnummer',
  pay: (amount) => `${amount} zahlungspflichtig bezahlen`,
  secured: 'Ihre Kartennummer wird nicht an den Händler weitergegeben.',
  cancel: 'Abbrechen und zum Händler zurückkehren',
  errorTitle: 'Bitte berichtigen Sie die gekennzeichneten Felder',
  declinedTitle: 'Die Zahlung konnte nicht durchgeführt werden',
  notCharged: 'Ihre Karte wurde nicht belastet.',
  returnToShop: 'Zum Händler zurückkehren',
  checkingTitle: 'Ihre Zahlung wird überprüft',
  challengeTitle: 'Bestätigung durch Ihre Bank',
  challengeButton: 'Zur Internetseite der Bank',
  verifyingTitle: 'Bestätigung wird erwartet',
  startOver: 'Von vorne beginnen',
  paidTitle: 'Zahlung eingegangen',
  failedTitle: 'Die Zahlung konnte nicht abgeschlossen werden',
  amountPaid: 'Bezahlter Betrag',
  paymentReference: 'Zahlungsreferenz',
  paymentTime: 'Zeitpunkt der Zahlung',
};
export const installments: typeof en.installments = {
  ...en.installments,
  byNumber: 'Ihre Kartennummer zeigt die Möglichkeiten der Ratenzahlung; oder wählen Sie Ihre Karte:',
  onlyWith: 'Kreditkarten, mit denen Ratenzahlung möglich ist',
  others: (counts) => `Weitere: ${counts} Monatsraten`,
  total: (amount) => `insgesamt ${amount}`,
  show: 'Ratenzahlung für meine Karte anzeigen',
};
export const fieldErrors: typeof en.fieldErrors = {
  ...en.fieldErrors,
  cardNumberRequired: 'Geben Sie die vollständige Kartennummer ein.',
  expiryInvalid: 'Geben Sie das Gültigkeitsdatum als MM/JJ ein.',
  cvvRequired: 'Geben Sie die dreistellige Kartenprüfnummer ein.',
  ownerNameRequired: 'Geben Sie den Namen des Karteninhabers ein.',
};
export const { flow, sentences, cardTexts, shopLabels } = en;
