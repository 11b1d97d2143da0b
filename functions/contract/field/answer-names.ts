// The names of the fields of each object in answers, which the contract of a POST or PUT also knows (api.md
// 4.12). test/contract/field/answer-names.test.ts derives them from docs/openapi.json, and renews this file.

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const CARD_NAMES = /* @__PURE__ */ words(`
  expiryStatus lockedReason blockedReason deletionPlannedAt changedBy updatedAt id cardAlias ownerName
  maskedCardNumber bin lastFour cardAssociation forceCvv saveCard isTemporary customerId metadata createdBy
  createdAt
`);
export const CARD_PAGE_NAMES = /* @__PURE__ */ words(`
  token hostedPageUrl id purpose state customerId recurringPaymentId attemptCount cardStorageId errorCode
  guard consentedAt completedAt createdBy createdAt expiresAt frameOrigins
`);
export const CUSTOMER_NAMES = /* @__PURE__ */ words(`
  changedBy updatedAt id fullName email phone isActive metadata createdBy createdAt
`);
export const HOSTED_PAGE_NAMES = /* @__PURE__ */ words(`
  metadata token hostedPageUrl installment maxInstallment id state canBePaid orderNumber amount currency
  capture attemptCount customerId variant guard errorCode frameOrigins createdBy createdAt expiresAt payment
`);
export const CREATED_WEBHOOK_NAMES = /* @__PURE__ */ words(`
  state failingSince nextTryAt waitingCount lastSuccessAt disabledAt disabledReason id url eventTypes
  description createdBy changedBy createdAt secret
`);
export const RECURRING_PAYMENT_NAMES = /* @__PURE__ */ words(`
  createdBy statusReason nextPaymentDate lastPaymentDate currentPeriodNumber successfulPaymentCount
  remainingPaymentCount totalCollectedAmount uncollectedAmount failedAttemptCount planChanges pausedAt
  cancelledAt completedAt waitingCode id customerId cardStorageId maskedCardNumber merchantReference
  metadata mandate currency frequency frequencyInterval timeZone startDate hasTrialPeriod trialPeriodDays
  trialAmount trialEndDate status createdAt waitingFor waitingSince nextCheckAt subscriptionName amount
  endDate maxPaymentCount totalAmountLimit maxRetryAttempts retryIntervalHours
`);
export const PAYMENT_NAMES = /* @__PURE__ */ words(`
  metadata paymentReferenceNumber orderNumber amount chargedAmount surchargeAmount surchargeBearer currency
  installment status statusLabel authorization refundedAmount reservedAmount refundableAmount
  maskedCardNumber cardAssociation cardFamily bankReferenceNumber authorizationCode threeDSecure posId
  posReason source customerId cardStorageId recurringPaymentId merchantReference mandate distanceSale note
  errorCode bankResponseCode bankMessage mdStatus eci createdBy createdAt paidAt difference waitingFor
  waitingSince nextCheckAt
`);
export const REFUND_NAMES = /* @__PURE__ */ words(`
  refundId transactionId orderNumber amount surchargeAmount currency refundType processedAs processedReason
  reason description status bankReferenceNumber errorCode bankMessage decisionNote metadata requestedBy
  decidedBy adjustment createdAt decidedAt completedAt waitingFor waitingSince nextCheckAt requestedByName
  decidedByName
`);
export const INSTALLMENT_TABLE_NAMES = /* @__PURE__ */ words(`
  bankCode families unconfirmedFamilies rows updatedAt changedBy
`);
export const CREATED_API_KEY_NAMES = /* @__PURE__ */ words(`
  id name mode scopes lastFour allowedAddresses createdBy createdAt expiresAt revokedAt revokedBy apiKey
`);
