// Tells the codes of a bank's gateway from those of issuers.
const GATEWAY_CODE = /^[A-Z0-9]+-\d+$|^\d{3,}$/;

/** True for a code of a bank's gateway (`CORE-2507`, `VPS-1073`), false for one of an issuer (`51`). */
export const isGatewayCode = (code: string): boolean => GATEWAY_CODE.test(code);
