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
  paidText: 'Afiyet olsun! Ödeme servisi sizi imzalı bir adresle buraya geri gönderdi.',
  failedTitle: 'Ödeme tamamlanamadı',
  failedText: 'Sipariş duruyor, ödeme alınmadı.',
  tryAgain: 'Yeniden dene',
  forgedTitle: 'Bu dönüş doğrulanamadı',
  forgedText:
    'Adresteki imza tutmuyor. Gerçek bir mağaza bu adrese güvenip ürün göndermez; ödemeyi API ile sorar.',
  orderNumber: 'Sipariş no',
  paymentReference: 'Ödeme referansı',
  status: 'Durum',
  errorCode: 'Hata kodu',
  signature: 'İmza',
  signatureValid: 'Doğrulandı',
  signatureInvalid: 'Geçersiz',
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
  paidText: 'Enjoy! The payment service sent you back here with a signed address.',
  failedTitle: 'The payment was not completed',
  failedText: 'The order still stands; nothing was charged.',
  tryAgain: 'Try again',
  forgedTitle: 'This return could not be verified',
  forgedText:
    'The signature in the address is wrong. A real shop ships nothing on it and asks the API instead.',
  orderNumber: 'Order number',
  paymentReference: 'Payment reference',
  status: 'Status',
  errorCode: 'Error code',
  signature: 'Signature',
  signatureValid: 'Verified',
  signatureInvalid: 'Invalid',
  lookUp: 'Look the payment up through the API',
};

export const SHOP_TEXTS: Record<Language, ShopTexts> = { tr: TR, en: EN };
