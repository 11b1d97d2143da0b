// The ids and instants in the rows of the previous version.
export const MERCHANT_ID = '01890000-0000-7000-8000-00000000000a';
export const CUSTOMER_ID = '01890000-0000-7000-8000-00000000000c';
export const CARD_ID = '01890000-0000-7000-8000-00000000000d';
export const REFUND_ID = '01890000-0000-7000-8000-00000000000e';
export const RECURRING_ID = '01890000-0000-7000-8000-00000000000f';
export const REFERENCE = 'PAY-01JD000000000000000000000A';
export const AT = '2026-11-20T09:00:00.000Z';
export const AT_MS = Date.parse(AT);
export const FINGERPRINT = 'v1_fingerprint';
