// Calls on customers, cards and recurring payments in Turkish (operations.ts).
import { MOST_NAMES_READ, TEMPORARY_CARD_MINUTES } from '#domain/limits.ts';
import type { OperationWords } from './said.ts';

export const CUSTOMER_OPERATIONS: OperationWords = {
  'customer/create': {
    summary: 'Müşteri oluştur',
    description:
      'Bir kişinin kayıtlı kartlarının ve düzenli ödemelerinin bağlı olduğu kaydı oluşturur. Her ' +
      'çağrı yeni bir müşteri oluşturur: iki müşterinin e-posta adresi aynı olabilir.',
    what: 'müşteri',
  },
  'customer/list': {
    summary: 'Müşterileri listele',
    description:
      'Müşterileri yeniden eskiye; ad, e-posta, telefon ve etkinliğe göre süzerek döndürür. ' +
      `\`fullName\` adın herhangi bir bölümüdür, büyük küçük harf ayrılmaz: bir çağrı ${MOST_NAMES_READ} ` +
      'müşteriye bakar, sonra `searchedUntil` nereye kadar baktığını söyler, imleç sürdürür. Adı kayıttaki ' +
      'sırayla, önce ad, harflerini kodlayarak gönderin (curl -G --data-urlencode "fullName=Ayşe"). E-posta ' +
      'adresinin tamamı, büyük küçük harf ayrımı olmadan eşleşmelidir. Silinenler listelenmez.',
    what: 'müşteriler',
  },
  'customer/show': {
    summary: 'Müşteriyi getir',
    description: 'Müşteriyi döndürür. Silinmiş müşteri 404 döndürür.',
    what: 'müşteri',
  },
  'customer/export': {
    summary: 'Müşteri hakkında tutulanları dışa aktar',
    description:
      'Kişinin bilgilerini, maskeli kartlarını, düzenli ödemelerini, ödemelerini, iadelerini ve ' +
      'onaylarını döndürür. Ödemeler onaylarıyla ve iadeler sayfa sayfa gelir. Kart ekleme ve ' +
      'güncelleme onayları ilk sayfadadır, kalanlar her sayfada. Silinmiş müşteri 404 döndürür: ' +
      'kalanlar kimseyi tanıtmaz.',
    what: 'tutulanların bir sayfası',
  },
  'customer/update': {
    summary: 'Müşteriyi güncelle',
    description:
      'Gönderilen alanları değiştirir, diğerlerini korur. `phone: null` telefonu kaldırır. Etkin ' +
      'olmayan müşteriye yeni düzenli ödeme açılmaz; var olanlar sonraki tarihlerinde duraklar.',
    what: 'güncellenen müşteri',
  },
  'customer/delete': {
    summary: 'Müşteriyi sil',
    description:
      'Adı, e-postayı, telefonu, metadata verisini ve kullanılmayan kartları kalıcı olarak siler. ' +
      'Ödemeler müşterinin kimliğini korur. Önce düzenli ödemelerini iptal edin: biri sürerken ' +
      'çağrı reddedilir.',
    what: 'silinen müşterinin kimliği',
  },
  'card/create': {
    summary: 'Kart kaydet',
    description:
      'Kartı şifreler; kimliğini ve maskeli numarasını döndürür. Numara ve son kullanma tarihi ' +
      'hiçbir zaman dönmez. Düzenli ödeme oluştururken kimliği `cardStorageId` olarak gönderin. Her ' +
      'çağrı, numara kayıtlı olsa da yeni kart kaydeder. `saveCard: false` ile kart ' +
      `${TEMPORARY_CARD_MINUTES} dakika sonra ` +
      'silinir. CVV içeren gövde reddedilir.',
    what: 'kayıtlı kart',
  },
  'card/query': {
    summary: 'Kayıtlı kartları bul',
    description:
      'Bir ada, bir BIN’e veya bir müşteriye ait kartları yeniden eskiye döndürür. Üçünden biri ' +
      'zorunludur. Yalnız `customerId` ile geçici kartlar dönmez.',
    what: 'kayıtlı kartlar',
  },
  'card/show': {
    summary: 'Kayıtlı kartı getir',
    description:
      'Kartı maskeli numarasıyla döndürür. `expiryStatus` süresinin dolup dolmadığını söyler. ' +
      '`deletionPlannedAt`, kullanılmaz veya değiştirilmezse operatörün kartı sileceğini bildirir. ' +
      'Silinmiş ya da süresi bitmiş geçici kart 404 döndürür.',
    what: 'kayıtlı kart',
  },
  'card/update': {
    summary: 'Kayıtlı kartı güncelle',
    description:
      'Adı, kart sahibini, `forceCvv` değerini veya son kullanma tarihini değiştirir; gönderilmeyen ' +
      'alanlar aynı kalır. `expiryMonth` ile `expiryYear` birlikte gönderilir. Numara değişmez: ' +
      'onun için yeni kart kaydedin. Yeni tarih kartın engelini kaldırır, başarısız tahsilatı olan ' +
      'düzenli ödemeleri hemen denenir.',
    what: 'güncellenen kart',
  },
  'card/delete': {
    summary: 'Kayıtlı kartı sil',
    description:
      'Numarayı, tarihi, adı, kart sahibini ve anahtarlı özeti kalıcı olarak siler. Ödemeler ' +
      'maskeli numarayı korur. Önce kartı kullanan düzenli ödemeleri iptal edin: biri sürerken ' +
      'çağrı reddedilir.',
    what: 'silinen kartın kimliği',
  },
  'customer/add-card-link': {
    summary: 'Müşterinin kart eklediği sayfa oluştur',
    description:
      'Müşterinin kart verip kaydedilmesini onayladığı bir sayfa oluşturur. Ayarınız 3-D Secure ' +
      'istiyorsa kartı veren banka alıcıyı doğrular; para çekilmez. Sayfa tek kart içindir; dönüş ' +
      'adresi yoksa mağazaya dönüş olmadan biter. Sipariş sayfası gibi kapatılabilir.',
    what: 'sayfanın belirteci ve adresi',
  },
  'recurring-payment/update-link': {
    summary: 'Müşterinin kartı güncellediği sayfa oluştur',
    description:
      'Müşterinin düzenli ödeme için başka bir kart verdiği bir sayfa oluşturur. Ayarınız 3-D ' +
      'Secure istiyorsa kartı veren banka alıcıyı doğrular. Ödenmemiş dönem alıcı oradayken hemen ' +
      'tahsil edilir: her zamanki gibi en çok bir satış. Sayfa tek kart içindir; banka reddederse ' +
      'alıcı başka kart verebilir.',
    what: 'sayfanın belirteci ve adresi',
  },
  'recurring-payment/create': {
    summary: 'Düzenli ödeme oluştur',
    description:
      'Kayıtlı karttan `startDate` tarihinden başlayarak seçilen sıklıkta, başka çağrı olmadan ' +
      'çeker. Başarısız tahsilat, `retryIntervalHours` arayla en çok `maxRetryAttempts` kez yeniden ' +
      'denenir. Plan `endDate`, `maxPaymentCount` ve `totalAmountLimit` sınırlarından ilk ' +
      'ulaştığında biter. Kart kalıcı, süresi dolmamış ve `forceCvv` olmadan kayıtlı olmalıdır. ' +
      '`preview: true` ile hiçbir şey oluşturulmaz; her biri başarılı olursa yapılacak tahsilatlar döner.',
    what: 'düzenli ödeme',
  },
  'recurring-payment/list': {
    summary: 'Düzenli ödemeleri listele',
    description:
      'Düzenli ödemeleri yeniden eskiye, duruma, müşteriye, karta ve daha fazlasına göre süzerek döndürür. ' +
      '`by`: `nextPaymentDate` ile yalnızca çekilecek olanlar, en yakını önce: `nextPaymentFrom` ve ' +
      '`nextPaymentTo` ile yarın çekilecekler.',
    what: 'düzenli ödemeler',
  },
  'recurring-payment/show': {
    summary: 'Düzenli ödemeyi getir',
    description: 'Planı, durumunu, şimdiye dek tahsil edileni ve sonraki tahsilatın tarihini döndürür.',
    what: 'düzenli ödeme',
  },
  'recurring-payment/update': {
    summary: 'Düzenli ödemeyi güncelle',
    description:
      'Süren planın tutarını, sonunu, sınırlarını, denemelerini, adlarını veya kartını değiştirir; ' +
      'yalnızca verilen alanlar değişir. Koşullar, başlamamış ve `effectiveFrom` veya sonrasında ' +
      'tahsil edilecek dönemler için geçerlidir; tarihler değişmez. Adlar ve `metadata` hemen ' +
      'geçerlidir. Boş metin isteğe bağlı olanı, 0 bir sınırı kaldırır; null korur. Oluşturmadaki ' +
      'gibi denetlenen başka bir `cardStorageId` ile ödenmemiş açık dönem hemen denenir. `preview: true` ' +
      'ile hiçbir şey değişmez; başlamamış dönemlerin tahsilatları döner.',
    what: 'güncellenen düzenli ödeme',
  },
  'recurring-payment/pause': {
    summary: 'Düzenli ödemeyi duraklat',
    description:
      'Sürdürülene dek tahsilatı hemen durdurur; bekleyen deneme yapılmaz. Bankadaki tahsilat ' +
      'tamamlanır. `Active`, `Trialing` ve `PastDue` durumlarında yapılabilir; yeniden duraklatmak ' +
      'kaydı aynen döndürür. `preview: true` ile hiçbir şey değişmez; yapılmayacak tahsilatlar döner.',
    what: 'duraklatılan düzenli ödeme',
  },
  'recurring-payment/resume': {
    summary: 'Düzenli ödemeyi sürdür',
    description:
      'Şimdiden sonraki ilk tarihle sürdürür; geçmiş tarihler hiçbir zaman tahsil edilmez. `Paused` ' +
      've `Unpaid` durumlarında yapılabilir; yeniden sürdürmek kaydı aynen döndürür.',
    what: 'sürdürülen düzenli ödeme',
  },
  'recurring-payment/cancel': {
    summary: 'Düzenli ödemeyi iptal et',
    description:
      'Düzenli ödemeyi hemen ve kalıcı olarak bitirir; hiçbir şey iade edilmez. Bankadaki tahsilat ' +
      'tamamlanır; yeniden iptal etmek kaydı aynen döndürür.',
    what: 'iptal edilen düzenli ödeme',
  },
  'recurring-payment/transactions': {
    summary: 'Düzenli ödemenin tahsilat denemelerini listele',
    description:
      'Her tahsilat denemesi için bir satır döndürür, en yeni dönemden başlayarak. Başarısız ' +
      'denemenin nedeni vardır. Atlanan veya kaçırılan dönemin denemesi, dolayısıyla satırı yoktur.',
    what: 'tahsilat denemeleri',
  },
  'recurring-payment/periods': {
    summary: 'Düzenli ödemenin dönemlerini listele',
    description:
      'Başlamış bütün dönemleri, hiç tahsil edilmeyenleri de, yeniden eskiye döndürür. Dönem ' +
      '`Open`, sonra `Paid`, `Failed`, `Skipped` veya `Missed` olur; son üçünden vazgeçilebilir ' +
      '(`Waived`). `reason` son denemenin hata kodu ya da dönemin neden atlandığı, kaçırıldığı veya ' +
      'vazgeçildiğidir.',
    what: 'dönemler',
  },
  'recurring-payment/charge-period': {
    summary: 'Ödenmemiş dönemi tahsil et',
    description:
      '`Failed`, `Missed` veya `Skipped` dönemi şimdiki karttan kendi tutarıyla tahsil eder. ' +
      'Saniyeler içinde bir kez yapılır; sonucu bilinene dek `Open` olur, tarihler değişmez. ' +
      'Yinelenen istek dönemi döndürür; bu arada ödenen dönem yeniden tahsil edilmez. Kartın ' +
      'sınırlarını bekleyen tahsilat (`waitingFor: cardLimit`) hemen yeniden denenir.',
    what: 'dönem',
  },
  'recurring-payment/waive-period': {
    summary: 'Ödenmemiş dönemden vazgeç',
    description:
      '`Failed`, `Missed`, `Skipped` veya kartın sınırlarını bekleyen dönemin tutarından vazgeçer. ' +
      'Dönem artık tahsil edilmez. Düzenli ödemenin her durumunda yapılabilir; yinelemek dönemi ' +
      'aynen döndürür.',
    what: 'vazgeçilen dönem',
  },
};
