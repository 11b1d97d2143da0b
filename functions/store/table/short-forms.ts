// The short forms of rows (short.ts). Names and words never change: a new attribute stays beside the pack.
import type { ShortForm } from './short.ts';

/** What the claim says for good, except what lists filter by. */
export const SHORT_PAYMENT: ShortForm = {
  sk: 'PAYMENT',
  names:
    'orderMinor surchargeBearer cardFamily savesCard saveCardFor rt distanceSale variant isAgain ' +
    'metadata paymentReferenceNumber merchantId orderNumber installment cardAssociation ' +
    'bankOrderId pos leaseEpoch threeDSecure challengeEndsAt threeDBinding hostedPageDigest correlationId ' +
    'createdAt',
  words:
    'TROY"VISA"OTHER"RP\x7fxP1A1C1"{"paymentReferenceNumber":","merchantId":","orderNumber":",' +
    '"installment":1,"cardAssociation":"MASTERCARD","bankOrderId":"HP\x7fH","pos":"~{,"leaseEpoch":1,' +
    '"threeDSecure":false,"createdAt":","leaseEpoch":1,"threeDSecure":true,"challengeEndsAt":"' +
    'Z","threeDBinding":"returned=\x7fb&rnd=\x7fb&callbackUrl=\x7fb&refreshtime=\x7fb&shopData=\x7fb",' +
    '"createdAt":"Z","hostedPageDigest":"\x7fh","correlationId":"\x7fu"}',
};

export const SHORT_RECURRING: ShortForm = {
  sk: 'RECURRING',
  names: 'merchantId cardFingerprint record flight correlationId',
  words:
    '"merchantReference":","metadata":{"mandate":{"reference":","acceptedAtMs":"endDateMs":"maxPaymentC' +
    'ount":"totalAmountLimitMinor":"trial":{"days":Trialing"PastDue",' +
    '"reason":"SoftDecline"Unpaid"RetriesExhausted"Cancelled","reason":"CancelledByMerchant",' +
    '"cancelledAtMs":Paused","reason":"PausedByMerchant","pausedAtMs":"uncollectedMinor":"resumedAtMs":' +
    'Retry"weekly"yearly"daily"{"merchantId":","cardFingerprint":"v1_","record":{"id":","customerId":",' +
    '"cardStorageId":"\x7fu","maskedCardNumber":"******","subscriptionName":"","plan":{"amountMinor":10000,' +
    '"currency":"TRY","frequency":"monthly","frequencyInterval":1,"timeZone":"Europe/Istanbul",' +
    '"startDateMs":18,"maxRetryAttempts":3,"retryIntervalHours":24,"anchorMs":18},"spreadMs":0,' +
    '"createdAtMs":18,"standing":{"status":"Active"},"version":2,"nextPeriodNumber":2,' +
    '"openPeriod":{"number":1,"attempts":1},"openAttempt":{"periodNumber":1,"attemptNumber":1,' +
    '"type":"Regular","trigger":"Schedule","dueAtMs":18,"attemptedAtMs":18,"amountMinor":10000,' +
    '"currency":"TRY","result":{"status":"Processing"}},"nextAction":{"periodNumber":1,' +
    '"attemptNumber":1,"trigger":"Schedule","dueAtMs":18,"atMs":18},"failureStreak":0,' +
    '"successfulPaymentCount":0,"totalCollectedMinor":0,"lastPaymentAtMs":18},' +
    '"flight":{"sentAt":"2026-1,"sentBy":"~{\x7fu","inquiries":0,"sealVersion":1,"inquiryAt":"2026-1,' +
    '"pos":"~{},"correlationId":"\x7fu"}',
};

export const SHORT_REFUND: ShortForm = {
  sk: 'REFUND',
  names:
    'description differsSince secondLook postponements errorCode bankMessage decisionNote byFirst ' +
    'metadata pos refundId merchantId orderNumber customer origin isWhole reason processedAs ' +
    'operationNumber sent leaseEpoch inquiries dueAt bankReferenceNumber bankResponseCode by ' +
    'decidedBy createdAt decidedAt completedAt',
  words:
    'Cancellation"Partial"Void"{"refundId":","merchantId":","orderNumber":","customer":null,' +
    '"origin":"Request","isWhole":true,"isWhole":false,"reason":","processedAs":"Refund",' +
    '"operationNumber":1,"sent":{"at":"2026-1,"by":"\x7fu","before":{"count":0,"sumMinor":0}},' +
    '"leaseEpoch":1,"inquiries":0,"dueAt":"2026-1,"bankReferenceNumber":"63240","bankResponseCode":"00",' +
    '"by":"~{\x7fu","decidedBy":"~{\x7fu","createdAt":","decidedAt":"2026-1,"completedAt":"2026-1',
};

export const SHORT_EVENT: ShortForm = {
  sk: 'EVENT',
  names: 'id merchantId objectType objectId sequence ordinal mode createdAt shard position data',
  words:
    '"refundId":","transactionId":","refundType":"Partial","processedAs":"Refund","reason":",' +
    '"description":null,"requestedBy":","decidedBy":","decidedAt":"2026-","completedAt":null,' +
    '"waitingFor":null,"state":"Paid","token":","attemptCount":1,"expiresAt":"2026-"subscriptionName":",' +
    '"maxPaymentCount":null,"totalAmountLimit":null,"maxRetryAttempts":3,"retryIntervalHours":24,' +
    '"frequency":"monthly","frequencyInterval":1,"timeZone":"Europe/Istanbul",' +
    '"startDate":"2026-"nextPaymentDate":"2026-"HostedPage""Refund""RecurringPayment""Customer""Card""m' +
    'ode":"live"{"id":"evt_","merchantId":","objectType":"Payment","objectId":","sequence":2,' +
    '"ordinal":0,"mode":"test","createdAt":","shard":0,"position":1,' +
    '"data":{"object":{"paymentReferenceNumber":","orderNumber":","amount":100,"chargedAmount":100,' +
    '"surchargeAmount":0,"surchargeBearer":null,"currency":"TRY","installment":1,"status":"Successful",' +
    '"statusLabel":"Başarılı","refundedAmount":0,"reservedAmount":0,"refundableAmount":100,' +
    '"maskedCardNumber":"******","cardAssociation":"MASTERCARD","cardFamily":null,' +
    '"bankReferenceNumber":"6324000","authorizationCode":"P0000","threeDSecure":true"threeDSecure":fals' +
    'e,"source":"HostedPage","customerId":null,"cardStorageId":null,"recurringPaymentId":null,' +
    '"merchantReference":null,"distanceSale":null,"metadata":{},"errorCode":null,' +
    '"bankResponseCode":"00","bankMessage":null,"mdStatus":null,"eci":null,' +
    '"createdAt":"2026-11-20T09:00:00.,"paidAt":"2026-11-20T09:00:00."},"previous":{}}',
};
