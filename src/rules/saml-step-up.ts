/**
 * Authentication contexts that mean a second factor, and the method (RFC 8176) each is recorded as. Some only state
 * that there was one; `otp` is the usual kind.
 */
export const SECOND_FACTOR_CONTEXTS: Readonly<Record<string, 'otp' | 'hwk'>> = {
  'https://refeds.org/profile/mfa': 'otp',
  'http://schemas.microsoft.com/claims/multipleauthn': 'otp',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken': 'otp',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract': 'otp',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI': 'hwk',
}
