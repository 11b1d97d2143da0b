// A second list of every code with a meaning: error code, category, fault of a merchant. A code that is moved
// in the product's table by mistake fails here.

type Meaning = {
  errorCode: string;
  declineCategory: string;
  merchantFault?: string;
  systemFault?: true;
  cvvRequired?: true;
};

/** Error code, category, the fault of the merchant, or of a system, if there is one, and the codes. */
const DECLINES = `
DO_NOT_HONOUR               Soft    -            05
DO_NOT_HONOUR               Hard    -            01 02 75 R0
DO_NOT_HONOUR               Revoked -            R1 R3
NOT_SUFFICIENT_FUNDS        Soft    -            51
CARD_LIMIT_EXCEEDED         Soft    -            61 65 N4
FRAUD_SUSPECT               Soft    -            59
FRAUD_SUSPECT               Hard    -            34 CORE-2250 CORE-2251 CORE-2253
NOT_PERMITTED_TO_CARDHOLDER Soft    -            62 5C
NOT_PERMITTED_TO_CARDHOLDER Hard    -            46 57 YK 78 9G CORE-2517
GENERAL_DECLINE             Soft    -            39 52 53 63 85 N3 SF
GENERAL_DECLINE             Soft    System       06 19 28 86 96
GENERAL_DECLINE             Soft    System       CORE-2311 CORE-2314 CORE-4002 CORE-4003 CORE-4009
GENERAL_DECLINE             Hard    -            55 79 83
PICKUP_CARD                 Hard    -            04 07 36 37 38
LOST_CARD                   Hard    -            41
STOLEN_CARD                 Hard    -            43
EXPIRED_CARD                Hard    -            33 54 CORE-2010
INVALID_CVC2                Hard    -            82 84 N7 CORE-2208 CORE-2515
RESTRICTED_BY_LAW           Hard    -            93
THREE_D_SECURE_FAILED       Hard    -            1A
INVALID_TRANSACTION         Hard    -            12 14 15 56 CORE-2502 CORE-2011 CORE-2012 215021
INVALID_TRANSACTION         Hard    -            CORE-2008 CORE-2120 CORE-2133 CORE-2511 CORE-2116 CORE-2117
INVALID_TRANSACTION         Hard    -            CORE-2122 CORE-2123 CORE-2119 CORE-2503 CORE-2504 CORE-2508
INVALID_TRANSACTION         Hard    -            CORE-2514 CORE-2115 CORE-2505 CORE-2506 CORE-2509 CORE-2512
INVALID_TRANSACTION         Hard    -            CORE-2513
INVALID_TRANSACTION         Hard    Amount       13
INVALID_TRANSACTION         Hard    Format       30 77 CORE-2015
NOT_PERMITTED_TO_TERMINAL   Hard    Closed       03
NOT_PERMITTED_TO_TERMINAL   Hard    Permission   58 CORE-2126
NOT_PERMITTED_TO_TERMINAL   Hard    CardKind     GK
NOT_PERMITTED_TO_TERMINAL   Hard    Installments CORE-2204 CORE-2124 CORE-2034 CORE-2601 CORE-2603
NOT_PERMITTED_TO_TERMINAL   Hard    Currency     CORE-2105 CORE-2106 CORE-2118
NOT_PERMITTED_TO_TERMINAL   Hard    Credentials  CORE-2201 CORE-2202
NOT_PERMITTED_TO_TERMINAL   Hard    Address      CORE-2252 CORE-2254 CORE-2255 CORE-2256`;

/** Codes without an approval after which money may have moved. */
export const UNCERTAIN = `
00 09 68 91 92 98 99 2100
CORE-1000 CORE-1001 CORE-1002 CORE-1003 CORE-1004 CORE-1005 CORE-2500 CORE-2501 CORE-2700 CORE-2800 CORE-2900
CORE-3000 CORE-2016 CORE-2302 CORE-2304 CORE-2507 CORE-2127
BM-9100 BM-9101 BM-9102 BM-9103 BM-1001 BM-1002 BM-1003 BM-1004 BM-1005 BM-1006 BM-1007 BM-1008`
  .trim()
  .split(/\s+/);

export const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  DECLINES.trim()
    .split('\n')
    .flatMap((line) => {
      const [errorCode = '', declineCategory = '', fault = '-', ...codes] = line.split(/\s+/);
      return codes.map((code): [string, Meaning] => [
        code,
        {
          errorCode,
          declineCategory,
          ...(fault === 'System' ? { systemFault: true } : fault !== '-' && { merchantFault: fault }),
          ...(code === 'CORE-2208' && { cvvRequired: true }),
        },
      ]);
    }),
);
