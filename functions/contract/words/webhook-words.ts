// What other providers call the fields of webhooks.
import * as no from './no-words.ts';
import { LANGUAGE, MESSAGES, type OtherWords } from './other-words.ts';

export const WEBHOOK_WORDS: OtherWords = {
  ours: {
    url: ['webhookurl callbackurl notificationurl callbacklink salewebhookkey recurringwebhookkey endpoint'],
    eventTypes: ['events enabledevents eventtype iyzieventtype includeeventcodes additionalsettings type'],
    'Accept-Language': [LANGUAGE, MESSAGES],
  },
  none: [
    [
      ['apiversion', 'notNeeded', { tr: 'API’nin tek sürümü vardır', en: 'the API has one version' }],
      [
        'secret merchanthookkey username password hmackey',
        'notNeeded',
        { tr: '`secret` yanıtla bir kez gelir', en: 'the answer has the `secret`, once' },
      ],
      [
        'metadata callbackid communicationformat networktype encryptionprotocol acceptsexpiredcertificate' +
          ' acceptsselfsignedcertificate acceptsuntrustedrootcertificate populatesoapactionheader',
        'notNeeded',
        {
          tr: 'olay, nesneyi `metadata` ile birlikte JSON olarak taşır',
          en: 'an event carries the object with its `metadata`, as JSON',
        },
      ],
    ],
    [no.MARKETPLACE, no.WHOLE_ANSWERS, no.MODE],
  ],
};
