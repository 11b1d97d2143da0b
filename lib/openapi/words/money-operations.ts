// Calls on pages, payments, refunds, events and webhooks in Turkish (operations.ts).
import {
  ANSWER_CHARACTERS,
  BOTH_SECRETS_HOURS,
  CANCELLATION_HOURS,
  EVENTS_KEPT_DAYS,
  MOST_SEARCH_DAYS,
  MOST_STATISTICS_DAYS,
  MOST_WEBHOOKS,
  REFUND_DAYS,
  STATISTICS_DAYS,
  WEBHOOK_TEST_SECONDS,
} from '#domain/limits.ts';
import type { OperationWords } from './said.ts';

export const MONEY_OPERATIONS: OperationWords = {
  'hosted-page/create': {
    summary: 'Ödeme sayfası oluştur',
    description:
      'Tek alıcının tek siparişi ödediği bir sayfa oluşturur; alıcı ödeyene kadar para çekilmez. ' +
      'Alıcıyı `hostedPageUrl` adresine gönderin ya da sayfayı `frameOrigins` adreslerinden birinde, ' +
      '`pay-1.js` ile açın. Sipariş için yeni bir sayfa eskisinin yerini alır; ödenmiş siparişe yeni ' +
      'sayfa açılmaz. Alıcı, imzalı sonucu taşıyan bir parametreyle adreslerinizden birine döner.',
    what: 'sayfanın belirteci ve adresi',
  },
  'hosted-page/show': {
    summary: 'Ödeme sayfasını getir',
    description:
      'Sayfanın durumunu ve alıcı formu gönderdiyse ödemesini döndürür. `canBePaid` sayfada hâlâ ' +
      'ödenip ödenemeyeceğini söyler: başarısız ödeme sayfanın sonu değildir. Alıcı mağazaya ' +
      'dönmezse kullanın: yine de ödemiş olabilir. `Processing` sonucun henüz bilinmediği anlamına ' +
      'gelir; o zamana dek sipariş yeniden ödenemez. Kart ekleme veya güncelleme sayfasının ' +
      '`purpose` alanı, kart kaydedilince de `cardStorageId` alanı vardır. Sayfa belirteciyle ya da ' +
      'listelerdeki, olaylardaki ve imzalı sonuçtaki `id` ile bulunur.',
    what: 'sayfa ve varsa ödemesi',
  },
  'hosted-page/qr': {
    summary: 'Ödeme sayfasının karekodunu getir',
    description:
      'Açık sayfanın adresini ve basmak ya da kasada göstermek için karekodunu SVG olarak döndürür. ' +
      'Ödeme bağlantısı `id` ile de bulunur; en çok bir gün yaşayan sayfa yalnızca belirteciyle.',
    what: 'adres ve karekodu',
  },
  'hosted-page/list': {
    summary: 'Ödeme sayfalarını listele',
    description:
      'Bütün sayfaları ya da bir siparişinkileri döndürür; bütün durumlarda veya birinde. Durum, ' +
      'çağrı anındaki durumdur. Sayfanın `token` değeri hiçbir listede yoktur; yalnızca `id` ' +
      'vardır. `paymentReferenceNumber` sayfadaki en yeni ödeme denemesidir.',
    what: 'ödeme sayfaları',
  },
  'hosted-page/close': {
    summary: 'Ödeme sayfasını kapat',
    description:
      'Açık sayfayı sona erdirir, artık kimse ödeyemez; yeniden kapatmak bir şey değiştirmez. ' +
      'Sipariş mağazada iptal edilince kullanın; sayfayı açan alıcı kapatıldığını okur. Ödemesi ' +
      'süren sayfa kapatılamaz: sonucu henüz bilinmez. Sayfa belirteciyle ya da `id` ile anılır.',
    what: 'sayfanın kimliği ve durumu',
  },
  'payment/adjust': {
    summary: 'Bankanın kendi yaptığını kaydet',
    description:
      'Bankanın portalında yapılan iadeyi, banka iptalini ya da chargeback’i tamamlanmış iade olarak ' +
      'kaydeder; bankaya bir şey gönderilmez. İade veya iptal, ödemenin `difference` alanında bu referans ve ' +
      'tutarla bulunmalıdır. `refundableAmount` azalır; liste ve ' +
      'istatistiklerde sayılır, iade olaylarını doğurur.',
    what: 'kaydedilen iade',
  },
  'payment/charge': {
    summary: 'Kayıtlı karttan tahsilat yap',
    description:
      'Kayıtlı karttan, sahibi olmadan bir kez tahsilat yapar; sahibi buna onay vermiştir, `mandate` sizdeki ' +
      'kaydıdır. ' +
      '202 bankanın yanıtının henüz bilinmediği anlamına gelir: ödemeyi sonra getirin, yeniden tahsil etmeyin. ' +
      'Ret 422’dir: `errorCode` grubudur, `data.declineCategory` yinelemenin işe yarayıp yaramayacağını söyler ' +
      '(`Soft`), `data.payment` ödemedir; kart önceki bir retle engelliyse null: bankaya sorulmamıştır. Sipariş bir kez ödenir: siparişin açık ' +
      'sayfasının yerini alır, o sayfa artık ödenemez. Idempotency-Key gönderin: o olmadan, reddedilen ' +
      'çağrının yinelenmesi bankaya yeniden sorar.',
    what: 'ödeme',
  },
  'payment/list': {
    summary: 'Ödemeleri listele',
    description:
      'Ödemeleri yeniden eskiye, sipariş numarasına, duruma, müşteriye, karta ve daha fazlasına ' +
      'göre süzerek döndürür. `by`: `paidAt` ile yalnızca parası çekilenler, çekildikleri ana göre ' +
      'sıralanır ve sınırlanır. Bir kişinin söyleyebildiğiyle de bulunur: kartın son dört rakamı, ' +
      `provizyon no, banka numarası, ${MOST_SEARCH_DAYS} günlük aralıkta. ` +
      'Ödeme, para çekmek için tek bir denemedir: siparişin birkaç denemesi olabilir, en çok biri ' +
      'başarılıdır.',
    what: 'ödemeler',
  },
  'payment/order': {
    summary: 'Siparişin öyküsünü getir',
    description:
      'Bir siparişin tümünü döndürür: sayfalar, ödeme denemeleri, iadeler, düzenli ödemeler ve olaylar. ' +
      '`timeline` bunları eskiden yeniye, birer cümleyle anlatır: bankanın neden reddettiği, kimin iade ' +
      'ettiği, neyin beklendiği. Bankaya sorulmadan reddedilen çağrı öyküde yoktur. İadeler, düzenli ödemeler ve olaylar, onları okuyabilen anahtara anlatılır.',
    what: 'siparişin öyküsü',
  },
  'payment/show': {
    summary: 'Ödemeyi getir',
    description:
      'Ödemeyi ve hâlâ iade edilebilen `refundableAmount` tutarını döndürür. `Processing` bankanın ' +
      'yanıtının henüz bilinmediği anlamına gelir; hizmet sormayı sürdürür. `waitingFor` ve ' +
      '`nextCheckAt` kimin beklendiğini ve bankaya ne zaman sorulacağını söyler.',
    what: 'ödeme',
  },
  'payment/update': {
    summary: 'Ödemeyi güncelle',
    description:
      'Ödemenin notunu değiştirir: ona sonra bakanlar için kendi sözleriniz. Boş not kaldırılır. Ne alıcı ne bir ' +
      'olay onu görür; ödemenin müşterisiyle silinir. `payments:read` yetkisi olmayan anahtar, kendi oluşturduğu ' +
      'ödemeleri değiştirir.',
    what: 'ödeme',
  },
  'payment/statistics': {
    summary: 'Satış istatistiklerini getir',
    description:
      'Satışların sayı ve tutarlarını para birimine ve İstanbul günlerine göre döndürür; `groupBy`: `day` ile ' +
      'günler tek tek de. Huni, alıcıların ' +
      'ödeme sayfalarındaki adımlarını sayar; ayrıca sayfanın `variant` alanına ve karta göre.',
    what: 'istatistikler',
  },
  'bin/show': {
    summary: 'Kartın ilk rakamlarının söylediğini göster',
    description:
      'Kartın ilk altı veya sekiz rakamından banka, tür, kuruluş ve kart ailesini döndürür. Sekiz ' +
      'rakam gönderin: altı rakam farklı kartların olabilir, aralarında değişenler null olur. ' +
      'Listenin bilmediği de null olur, tahmin edilmez. Kart numarasını hiçbir zaman göndermeyin.',
    what: 'rakamların söyledikleri',
  },
  'refund/create': {
    summary: 'İade oluştur',
    description:
      '`Pending` durumunda bir iade oluşturur ve tutarını ayırır; bankaya göndermek için onaylayın. ' +
      `Ödemenin iadeleri tutarını hiçbir zaman aşmaz; ödeme en çok ${REFUND_DAYS} günlük olabilir. ` +
      '`refundType` gönderilmezse türü tutar belirler: kalanın tamamıysa `Full`, değilse `Partial`. ' +
      '`preview: true` ile hiçbir şey yazılmaz ve gönderilmez; ne olacağı döner.',
    what: 'bekleyen iade',
  },
  'refund/list': {
    summary: 'İadeleri listele',
    description:
      'İadeleri yeniden eskiye; ödemeye, siparişe, banka referansına, duruma, türe, para birimine, tutara ve zamana ' +
      'göre süzerek döndürür. `by`: `completedAt` ile yalnızca tamamlananlar, tamamlandıkları ana ' +
      'göre sıralanır ve sınırlanır.',
    what: 'iadeler',
  },
  'refund/statistics': {
    summary: 'İade istatistiklerini getir',
    description:
      'İadelerin sayı ve tutarlarını para birimine ve duruma göre, İstanbul günleri için döndürür. ' +
      `Tarih verilmezse son ${STATISTICS_DAYS} gün; en çok ${MOST_STATISTICS_DAYS} gün. ` +
      '`by`: `completedAt` ile iade tamamlandığı günde ' +
      'sayılır: geçmiş günler değişmez. `groupBy`: `day` ile günler tek tek de.',
    what: 'istatistikler',
  },
  'refund/show': {
    summary: 'İadeyi getir',
    description:
      'İadeyi döndürür; 202 yanıtından sonra sonucu görmek için kullanın. `processedAs` bankanın ' +
      'banka iptali mi, iade mi yaptığını söyler.',
    what: 'iade',
  },
  'refund/approve': {
    summary: 'İadeyi onayla',
    description:
      'Bekleyen iadeyi bankaya gönderir; İstanbul’da aynı günkü ödemenin tamamı banka iptaliyle geri verilir. 202 ' +
      'bankanın yanıtının henüz bilinmediği anlamına gelir: iadeyi sonra getirin, başka bir iade ' +
      'oluşturmayın. Yeniden onaylamak sonucu döndürür, hiçbir şeyi iki kez vermez. `reason`, ' +
      '`decisionNote` olarak saklanır. İadelerde dört göz ilkesi varsa iadeyi isteyen anahtar ' +
      'onaylayamaz. ' +
      '`preview: true` ile hiçbir şey yazılmaz ve gönderilmez; ne olacağı döner.',
    what: 'tamamlanan iade',
  },
  'refund/reject': {
    summary: 'İadeyi reddet',
    description:
      'Bekleyen iadeyi bitirir ve tutarını serbest bırakır; banka çağrılmaz. Onaylanmış iade ' +
      'reddedilemez; yeniden reddetmek reddedilen iadeyi döndürür.',
    what: 'reddedilen iade',
  },
  'refund/partial': {
    summary: 'Ödemenin bir kısmını iade et',
    description:
      'İade oluşturur ve tek çağrıda bankaya gönderir; tutar kalanın tamamı olabilir. 202 bankanın ' +
      'yanıtının henüz bilinmediği anlamına gelir: iadeyi sonra getirin. Idempotency-Key gönderin: ' +
      'onsuz yinelenen istek ikinci bir iadedir. Bu tutardaki iadelerde dört göz ilkesi varsa ' +
      'reddedilir: onun yerine iade oluşturun. ' +
      '`preview: true` ile hiçbir şey yazılmaz ve gönderilmez; ne olacağı döner.',
    what: 'tamamlanan iade',
  },
  'refund/cancellations': {
    summary: 'Ödemeyi iptal et',
    description:
      `En çok ${CANCELLATION_HOURS} saatlik, başka iadesi olmayan bir ödemenin tamamını tek ` +
      'çağrıda geri verir. ' +
      'Bankanın günü kapanmadıysa ekstrede iz bırakmayan bir banka iptali, kapandıysa tam iade yapılır. ' +
      '202: bankanın yanıtı henüz bilinmiyor. Yeniden iptal etmek aynı iptali 200 ile döndürür. Bu ' +
      'tutardaki iadelerde dört göz ilkesi varsa reddedilir: onun yerine iade oluşturun. ' +
      '`preview: true` ile hiçbir şey yazılmaz ve gönderilmez; ne olacağı döner.',
    what: 'tamamlanan iade',
  },
  'event/list': {
    summary: 'Olayları listele',
    description:
      `Son ${EVENTS_KEPT_DAYS} günün olaylarını yeniden eskiye; türe, nesneye ve zamana göre ` +
      'süzerek döndürür. ' +
      '`order`: `oldest` ile akıştır: çağrı, öncekinin hiçbir zaman null olmayan imlecinden sürer. ' +
      'Hiçbir olay kaçmaz: ardındaki olaylar okunmadan süresi dolan imleç, devam edilecek imleçle ' +
      'reddedilir. Boş sayfa şimdilik sondur, olay saniyeler içinde oradadır. `startDate` ' +
      'ile akış orada, yoksa en eski olayda başlar.',
    what: 'olaylar',
  },
  'event/show': {
    summary: 'Olayı getir',
    description:
      'Olayı döndürür: nesnenin değişiklikten sonraki hâli ve değişenlerin önceki değerleri. ' +
      'Nesnenin olayları `sequence` sırasındadır; aynı değişikliğin `id` değeri hep aynıdır.',
    what: 'olay',
  },
  'webhook/create': {
    summary: 'Webhook oluştur',
    description:
      'Standard Webhooks 1.0.0’a göre imzalanmış olayları alan bir https adresi kaydeder. ' +
      '`eventTypes` türlerdir, `refund.*` gibi yıldızlı adlardır ya da hepsi için `*`; varsayılan ' +
      `budur. \`secret\` yalnızca şimdi döner. Bir üye iş yerinin en çok ${MOST_WEBHOOKS} ` +
      'webhook’u olabilir.',
    what: 'gizli anahtarıyla webhook',
  },
  'webhook/list': {
    summary: 'Webhook’ları listele',
    description: 'Bütün webhook’ları yeniden eskiye, gizli anahtarları olmadan döndürür.',
    what: 'webhook’lar',
  },
  'webhook/show': {
    summary: 'Webhook’u getir',
    description:
      'Durumunu (`Active`, `Failing` veya `Disabled`), ne zamandan beri öyle olduğunu ve sonraki ' +
      'denemeyi döndürür. `waitingCount` bekleyen olay sayısıdır; en çok birkaç yüz sayılır.',
    what: 'webhook',
  },
  'webhook/update': {
    summary: 'Webhook’u güncelle',
    description:
      'Gönderilen alanları değiştirir, diğerlerini korur. `isActive: false` webhook’u kapatır. ' +
      '`isActive: true` açar: önce bu arada ya da `from` anından beri olanlar gönderilir. `from` ' +
      'başka bir şey için değildir: onu taşıyan başka her çağrı reddedilir. Yeniden gönderim ' +
      'olayları tekrar gönderir. Başarısız webhook, `isActive` true ise veya `url` değiştiyse hemen ' +
      'denenir. Başka bir adres, eski adrese bir kez bildirilir. Gizli anahtarı sona eren webhook ' +
      'önce yenisini ister.',
    what: 'güncellenen webhook',
  },
  'webhook/delete': {
    summary: 'Webhook’u sil',
    description: 'Webhook’u gizli anahtarlarıyla kaldırır; gönderilmemiş olanlar artık gönderilmez.',
    what: 'silinen webhook’un kimliği',
  },
  'webhook/secret': {
    summary: 'Webhook’un gizli anahtarını yenile',
    description:
      'Yalnızca şimdi dönen yeni bir gizli anahtar oluşturur; iletiler ' +
      `${BOTH_SECRETS_HOURS} saat ikisiyle de imzalanır.`,
    what: 'yeni gizli anahtarıyla webhook',
  },
  'webhook/test': {
    summary: 'Deneme olayı gönder',
    description:
      `Webhook’a şimdi bir deneme olayı gönderir ve geleni ${WEBHOOK_TEST_SECONDS} saniye ` +
      'içinde döndürür. Bir webhook ' +
      'için aynı anda tek deneme olur: ikincisi 409 `WEBHOOK_BUSY` alır. Başarısızlık sayılmaz; ' +
      'başarı webhook’un başarısız durumunu bitirir.',
    what: 'alıcının yanıtı',
  },
  'webhook/replay': {
    summary: 'Olayları yeniden gönder',
    description:
      'Tek bir olayı (`eventId`) ya da `from` ile `to` arasındakileri, her nesne için sırayla ve yeni ' +
      'olayların arkasından yeniden gönderir. Bir webhook için aynı anda tek yeniden gönderim olur: ' +
      'ikincisi 409 `WEBHOOK_BUSY` alır. Her olay `webhook-id` değerini korur. `to` yoksa şimdiye kadar, ' +
      '`eventTypes` yoksa webhook’unkiler gönderilir; `eventId` her türden olabilir.',
    what: 'kendi kendine süren yeniden gönderim',
  },
  'event/deliveries': {
    summary: 'Olayın gönderimlerini listele',
    description:
      'Olayın hangi webhook’lara gönderildiğini, her denemenin zamanı, durumu, süresi ve hatasıyla ' +
      `döndürür. \`answer\` gelenin ilk ${ANSWER_CHARACTERS} karakteridir, müşteri ve kartlarda boştur. Webhook’u ` +
      'silinmeden gönderilmemiş olan ' +
      '`Undelivered` olur.',
    what: 'gönderimler',
  },
};
