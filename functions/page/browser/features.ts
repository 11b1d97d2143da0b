// What an issuer's page may ask for within frames: the code of a message, a passkey. A frame of our own origin
// passes it on by itself.
export const STEP_FEATURES = 'otp-credentials *; publickey-credentials-get *; payment *';
