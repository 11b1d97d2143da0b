// Arabic, which is read from right to left, for tests of the layout only. What is not here is English.
import * as en from '#page/language/en.ts';

export const format: typeof en.format = {
  ...en.format,
  locale: 'ar-u-nu-latn',
  direction: 'rtl',
  isSymbolLast: true,
  instant: (day, time) => `${day} ${time}`,
};
export const texts: typeof en.texts = {
  ...en.texts,
  payment: 'الدفع',
  testMode: 'وضع الاختبار: لن يُخصم أي مبلغ من بطاقتك.',
  amountDue: 'المبلغ المستحق',
  orderSummary: 'ملخص الطلب',
  orderNumber: 'رقم الطلب',
  singlePayment: 'دفعة واحدة',
  installmentCount: (count) => `${count} أقساط`,
  installment: 'الأقساط',
  showMoreProducts: (count) => `عرض ${count} منتجات أخرى`,
  timeLeft: 'الوقت المتبقي',
  extend: 'تمديد الوقت',
  payByCard: 'الدفع بالبطاقة',
  savedCards: 'بطاقاتك المحفوظة',
  otherCard: 'بطاقة أخرى',
  moreCards: (count) => `${count} بطاقات أخرى`,
  saveCard: 'احفظ بطاقتي',
  saveCardHelp: (merchant) =>
    `بعد نجاح الدفع يُحفظ رقم البطاقة وتاريخ انتهائها مشفّرين، ويمكنك اختيارها لاحقًا لدى ${merchant}.`,
  ownerName: 'الاسم على البطاقة',
  cardNumber: 'رقم البطاقة',
  expiry: 'تاريخ الانتهاء',
  cvv: 'رمز الأمان',
  pay: (amount) => `ادفع ${amount}`,
  secured: 'لا يُرسل رقم بطاقتك إلى المتجر.',
  cancel: 'إلغاء والعودة إلى المتجر',
  errorTitle: 'يرجى تصحيح الحقول المحددة',
  declinedTitle: 'لم تتم عملية الدفع',
  notCharged: 'لم يُخصم أي مبلغ من بطاقتك.',
  returnToShop: 'العودة إلى المتجر',
  checkingTitle: 'يجري التحقق من دفعتك',
  challengeTitle: 'أكّد لدى مصرفك',
  challengeButton: 'الانتقال إلى صفحة المصرف',
  verifyingTitle: 'بانتظار التحقق',
  startOver: 'البدء من جديد',
  paidTitle: 'تم استلام الدفعة',
  failedTitle: 'تعذّر إتمام الدفع',
  amountPaid: 'المبلغ المدفوع',
  paymentReference: 'مرجع الدفعة',
  paymentTime: 'وقت الدفع',
};
export const installments: typeof en.installments = {
  ...en.installments,
  byNumber: 'أدخل رقم بطاقتك أو اختر بطاقتك:',
  onlyWith: 'بطاقات الائتمان التي تقبل التقسيط',
  others: (counts) => `أخرى: ${counts} أقساط`,
  total: (amount) => `المجموع ${amount}`,
  show: 'أظهر أقساط بطاقتي',
};
export const fieldErrors: typeof en.fieldErrors = {
  ...en.fieldErrors,
  cardNumberRequired: 'أدخل رقم البطاقة.',
  cvvRequired: 'أدخل رمز الأمان.',
};
export const { flow, sentences, cardTexts, shopLabels } = en;
