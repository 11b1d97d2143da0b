// The book of a bank's day and its movements: what each call does, and what each field means.
import type { BilingualText, OperationWords } from './said.ts';

export const SETTLEMENT_OPERATIONS: OperationWords = {
  'settlement/list': {
    summary: 'Gün defterlerini listele',
    description:
      'Her banka günü, sanal POS ve para birimi için bir defter döndürür, yeniden eskiye: brüt, komisyon, net ve ' +
      'neyin ne zaman ödendiği. Gün gece yarısı değil, bankanın gün sonunda biter. Açık gün o ana kadarki ' +
      'toplamları gösterir. Bankayla anlaşmanızda oranı olmayan hareketin komisyonu null’dur; hiç tahmin edilmez.',
    what: 'gün defterleri',
  },
  'settlement/movements': {
    summary: 'Günün hareketlerini listele',
    description:
      'Günün her para hareketini son olandan başlayarak döndürür: satışlar, tahsilatlar, banka iptalleri, iadeler, geç ' +
      'satışlar ve iadeleri, düzeltmeler. Geri giden tutarlar sıfırın altındadır. Hareketlerin toplamı günündür.',
    what: 'günün hareketleri',
  },
};

export const SETTLEMENT_FIELDS: Readonly<Record<string, BilingualText>> = {
  date: ['The bank’s day.', 'Bankanın günü.'],
  'Settlement.id': ['The id of the day’s book.', 'Gün defterinin kimliği.'],
  'Settlement.state': [
    '`Open` until the night after the bank’s close, then `Closed`.',
    'Bankanın gün sonundan sonraki geceye kadar `Open`, sonra `Closed`.',
  ],
  'Settlement.bankCode': ['The bank of the virtual POS, or null.', 'Sanal POS’un bankası ya da null.'],
  'Settlement.surchargeAmount': [
    'Of the gross amount: surcharges of installments.',
    'Brüt tutarın içindeki vade farkı.',
  ],
  movementCount: [
    'How many movements it has; null with all sums on an open day of more than 10,000.',
    'Hareket sayısı; 10.000’den çok hareketi olan açık günde bütün toplamlarla birlikte null.',
  ],
  unpricedCount: ['Movements whose commission is not known.', 'Komisyonu bilinmeyen hareketlerin sayısı.'],
  grossAmount: [
    'What cards paid, less what went back to them.',
    'Kartlardan çekilen, kartlara geri gidenler düşülmüş hâlde.',
  ],
  commissionAmount: [
    'What the bank keeps by your agreement; null if it is not known of every movement.',
    'Anlaşmanıza göre bankada kalan; her hareketinki bilinmiyorsa null.',
  ],
  'Settlement.payouts.netAmount': ['Gross less commission.', 'Brütten komisyon düşülmüş tutar.'],
  netAmount: ['Gross less commission, or null.', 'Brütten komisyon düşülmüş tutar ya da null.'],
  byKind: ['Count and gross amount of each kind.', 'Her türün sayısı ve brüt tutarı.'],
  kind: [
    '`Sale` by a buyer, `Charge` without one, `LateSale` made after its payment had failed, with its ' +
      '`LateSaleReturn`, `Void`, `Refund`, or `Adjustment` of what the bank did by itself.',
    'Alıcıyla `Sale`, alıcısız `Charge`, ödemesi başarısız olduktan sonra yapılan `LateSale` ve geri dönüşü ' +
      '`LateSaleReturn`, `Void`, `Refund` ya da bankanın kendi yaptığı için `Adjustment`.',
  ],
  payouts: ['What the bank pays on which day.', 'Bankanın hangi gün ne ödediği.'],
  valueDate: [
    'The working day of banks on which it is paid; null where holidays or the rate are not known.',
    'Bankanın ödediği iş günü; tatiller ya da oran bilinmiyorsa null.',
  ],
  closedAt: ['When the day was closed, or null.', 'Günün kapandığı an ya da null.'],
  differedAt: [
    'When other sums were last found for the closed day, or null.',
    'Kapanmış gün için en son başka toplamların bulunduğu an ya da null.',
  ],
  settlementId: ['The book of its day.', 'Gününün defteri.'],
  'Movement.id': [
    'The reference of the payment, or the id of the refund.',
    'Ödemenin referansı ya da iadenin kimliği.',
  ],
  'Movement.adjustment': [
    'What the bank did by itself: `Refund` (in its portal), `Chargeback`; null of every other kind.',
    'Bankanın kendi yaptığı: `Refund` (portalında), `Chargeback`; öbür türlerde null.',
  ],
  'Movement.authorizationCode': [
    'That of the sale, also of what goes back; null if the bank gave none.',
    'Satışınki, geri gidenlerde de; banka vermediyse null.',
  ],
  'Movement.at': [
    'When the bank moved the money, as far as known.',
    'Bankada olduğu an, bilindiği kadarıyla.',
  ],
  'Movement.surchargeAmount': [
    'Of the gross amount: the surcharge of installments.',
    'Brüt tutarın içindeki vade farkı.',
  ],
  'Movement.commissionAmount': ['What the bank keeps, or null.', 'Bankada kalan ya da null.'],
  'Movement.refundId': ['The refund; null of a sale.', 'İade; satışta null.'],
  basketAmount: [
    'Of the gross amount: the order without surcharge.',
    'Brüt tutarın içindeki sipariş tutarı, vade farkı olmadan.',
  ],
  cardIssuer: [
    '`OnUs` of the bank of the POS, `Domestic`, `Foreign`, or null if not known.',
    'POS’un bankasınınsa `OnUs`, `Domestic`, `Foreign`; bilinmiyorsa null.',
  ],
  cardType: ['`credit`, `debit`, or null if not known.', '`credit`, `debit`; bilinmiyorsa null.'],
  commissionPercent: [
    'The rate of your agreement on the day of the sale, or null.',
    'Satış günü geçerli anlaşmanızın oranı ya da null.',
  ],
  '?date': ['Only this bank’s day.', 'Yalnızca bu banka günü.'],
  '?virtualPos': ['Only this virtual POS.', 'Yalnızca bu sanal POS.'],
};
