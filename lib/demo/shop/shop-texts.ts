// The demo shop's texts in Turkish and English; the types ensure that neither lacks one.
import type { Language } from '#domain/language.ts';

const TR = {
  shopName: 'Kahve Dükkânı',
  demo: 'Demo mağaza: gerçek para ve gerçek ürün yoktur.',
  otherLanguage: 'English',
  headline: 'İyi kahve, demli çay.',
  introduction: 'Bir ürün seçin, ödeme sayfasında deneme kartlarından birini kullanın, sonucu burada görün.',
  products: 'Ürünler',
  buy: 'Satın al',
  cardsTitle: 'Deneme kartları',
  cardsText:
    'İleri bir son kullanma tarihi ve herhangi bir CVV yeter. Numarayı seçip ödeme sayfasına yapıştırın.',
  cardNumber: 'Kart numarası',
  cardResult: 'Ne olur',
  home: 'Mağazaya dön',
  paidTitle: 'Siparişiniz alındı',
  paidText: 'Afiyet olsun! Ödeme servisi sizi imzalı bir sonuçla buraya geri gönderdi.',
  failedTitle: 'Ödeme tamamlanamadı',
  failedText: 'Kartınızdan para çekilmedi. Başka bir kartla yeniden deneyebilirsiniz.',
  tryAgain: 'Yeniden dene',
  cancelledTitle: 'Ödemeden vazgeçtiniz',
  cancelledText:
    'Kartınızdan para çekilmedi. Ödeme sayfası hâlâ açık; isterseniz kaldığınız yerden sürdürün.',
  goOn: 'Ödemeye devam et',
  expiredTitle: 'Ödeme süresi doldu',
  expiredText: 'Bu sayfada kartınızdan para çekilmedi. Ürünü yeniden sipariş edebilirsiniz.',
  refusedTitle: 'Bu dönüş doğrulanamadı',
  forgedText:
    'Adresteki sonuç ödeme servisinin imzasını taşımıyor. Gerçek bir mağaza buna güvenip ürün göndermez.',
  oldText:
    'Bu adres on dakikadan eski. Gerçek bir mağaza siparişinizin durumunu kendi kayıtlarından gösterir.',
  differentText: 'Sonucun imzası doğru ama tutarı ya da para birimi siparişinkinden farklı.',
  unexpectedTitle: 'Sonuç doğrulandı, ama bu mağazada siparişi yok',
  unexpectedText:
    'Ödeme sayfası bir API çağrısıyla ya da başka bir tarayıcıda açılmış. Gerçek bir mağaza bu sonuca ait ' +
    'bir sipariş beklemiyorsa ürün göndermez.',
  product: 'Ürün',
  amount: 'Tutar',
  orderNumber: 'Sipariş no',
  paymentReference: 'Ödeme referansı',
  status: 'Durum',
  errorCode: 'Hata kodu',
  signature: 'İmza',
  signatureValid: 'Doğrulandı',
  lookUp: 'Ödemeyi API ile sorun',
};

export type ShopTexts = typeof TR;

const EN: ShopTexts = {
  shopName: 'Kahve Dükkânı',
  demo: 'A demo shop: no real money, no real goods.',
  otherLanguage: 'Türkçe',
  headline: 'Good coffee, strong tea.',
  introduction: 'Choose a product, pay with one of the sandbox cards, and see the result here.',
  products: 'Products',
  buy: 'Buy',
  cardsTitle: 'Sandbox cards',
  cardsText: 'Any future expiry and any CVV will do. Select a number and paste it into the payment page.',
  cardNumber: 'Card number',
  cardResult: 'What happens',
  home: 'Back to the shop',
  paidTitle: 'Your order is in',
  paidText: 'Enjoy! The payment service sent you back here with a signed result.',
  failedTitle: 'The payment was not completed',
  failedText: 'Your card was not charged. You can try again with another card.',
  tryAgain: 'Try again',
  cancelledTitle: 'You left the payment',
  cancelledText:
    'Your card was not charged. The payment page is still open, so you can go on where you stopped.',
  goOn: 'Go on with the payment',
  expiredTitle: 'The time to pay is over',
  expiredText: 'Your card was not charged on this page. You can order the product again.',
  refusedTitle: 'This return could not be verified',
  forgedText:
    'The result in the address is not signed by the payment service. A real shop ships nothing on it.',
  oldText: 'This address is more than ten minutes old. A real shop shows your order from its own records.',
  differentText: 'The signature is right, but amount or currency differ from those of the order.',
  unexpectedTitle: 'The result is verified, but this shop has no order for it',
  unexpectedText:
    'The payment page was created by a call of the API, or in another browser. A real shop ships nothing ' +
    'if it waits for no order of this result.',
  product: 'Product',
  amount: 'Amount',
  orderNumber: 'Order number',
  paymentReference: 'Payment reference',
  status: 'Status',
  errorCode: 'Error code',
  signature: 'Signature',
  signatureValid: 'Verified',
  lookUp: 'Look the payment up through the API',
};

export const SHOP_TEXTS: Record<Language, ShopTexts> = { tr: TR, en: EN };
