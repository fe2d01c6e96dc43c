import { defineMessages } from '../../i18n/messages.ts'
import type { FaultId } from '../../rules/sso-troubleshooter/findings.ts'

/** Describes each fault and the field of the identity provider that fixes it; each key is a fault. */
export const faultMessages = defineMessages('adminPortal.ssoTroubleshooterFaults', {
  unrecognized: 'We don’t recognize this text. Paste a SAML response, metadata, a certificate, or a discovery URL.',
  tooLarge: 'This text is too large. Paste a single message or document.',
  base64Damaged:
    'The base64 text is incomplete or was changed. Copy the whole value of SAMLResponse from the browser’s network tools again.',
  inflateDamaged: 'The compressed message is incomplete or was changed. Copy the whole URL again.',
  xmlMalformed: 'The XML is incomplete or was changed. Copy or download the whole document again.',
  doctype:
    'The XML contains a DTD, which is refused for security reasons. Turn off custom XML templates at your identity provider.',
  htmlPasted:
    'This is a web page, not metadata. Open the metadata URL without signing in, or download the metadata file from your identity provider.',
  privateKeyPasted:
    'This is a private key. Never share it: replace the key pair at your identity provider, and paste the certificate instead.',
  requestPasted: 'This is a request ({{found}}), not a response. Copy the value of SAMLResponse.',
  oldProtocol:
    'This message uses SAML 1.1 or WS-Federation. Select SAML 2.0 as the sign-on method at your identity provider.',
  redirectBinding: 'The response was sent by the redirect binding. Set the response binding to HTTP-POST.',
  statusFailed:
    'Your identity provider refused the sign-in: {{found}} {{message}}. Check that the user is assigned to the application there.',
  noAssertion:
    'The response contains no assertion. Check that the user is assigned to the application at your identity provider.',
  severalAssertions: 'The response contains {{found}} assertions. Send exactly one.',
  encryptedWithoutKey:
    'The assertion or a part of it is encrypted, but this account has no encryption key. Create one here and upload it as “Encryption certificate” (Okta) or “Token encryption” (Entra ID), or turn off assertion encryption.',
  weakEncryption: 'The assertion or a part of it is encrypted with {{found}}. Select AES-256 with RSA-OAEP.',
  destination:
    'The response was sent to another URL. Set “Single sign-on URL” (Okta), “Reply URL” (Entra ID) or “ACS URL” (Google) to the expected value.',
  recipient:
    'The recipient is another URL. Set “Recipient URL” (Okta), “Reply URL” (Entra ID) or “ACS URL” (Google) to the expected value.',
  noRecipient:
    'The bearer confirmation or its recipient is missing. Set “Recipient URL” (Okta) or “Reply URL” (Entra ID) to the ACS URL.',
  audience:
    'The audience is another application. Set “Audience URI” (Okta), “Identifier” (Entra ID) or “Entity ID” (Google) to the expected value.',
  noAudience: 'The audience is missing. Set “Audience URI” (Okta), “Identifier” (Entra ID) or “Entity ID” (Google).',
  issuer:
    'The response comes from another identity provider. Compare the issuer with “Issuer” (Okta), “Microsoft Entra Identifier” (Entra ID) or “Entity ID” (Google).',
  expired:
    'The response expired {{by}} ago. Paste a response of a new sign-in. If it’s new, correct the clock of your identity provider.',
  clockAhead:
    'The response isn’t valid yet: the clock of your identity provider is {{by}} ahead. Turn on time synchronization there.',
  tooOld: 'The response is more than 10 minutes old. Paste a response of a new sign-in.',
  unsolicited:
    'This sign-in started at your identity provider, which this connection doesn’t allow. Start at the login page.',
  httpUrl: 'This URL isn’t encrypted. Use https.',
  unsigned:
    'Nothing in the response is signed. Set “Assertion signature” (Okta) to Signed, or “Signing option” (Entra ID) to Sign SAML assertion.',
  sha1: 'The signature uses SHA-1, which is no longer secure. Set “Signature algorithm” and “Digest algorithm” to SHA-256.',
  weakSignature: 'The signature uses {{found}}, which isn’t accepted. Set “Signature algorithm” to RSA-SHA256.',
  signatureElsewhere:
    'The signature doesn’t cover the element it’s in. Sign the assertion or the whole response, and remove proxies that change the message.',
  wrongCertificate:
    'The certificate isn’t the one of this connection. Download the active signing certificate from your identity provider and add it here.',
  noNameId: 'The name ID is missing. Set “Name ID” to a value that never changes, such as the user’s email.',
  transientNameId:
    'The name ID is transient, so it changes with each sign-in. Set “Name ID format” to Email address or Persistent.',
  noEmail:
    'No email was sent. Add an attribute “{{attribute}}” under “Attribute statements” (Okta), “Attributes & claims” (Entra ID) or “Attribute mapping” (Google).',
  malformedEmail:
    'The email isn’t valid. Map the “{{attribute}}” attribute to the user’s mail field instead of the username.',
  emailDomain:
    'The email’s domain isn’t verified for this connection. Add and verify the domain here, or send another email.',
  mappedAttributeMissing:
    'An attribute that this connection maps wasn’t sent. Add it at your identity provider, or change the mapping here.',
  serviceProviderMetadata:
    'This is the metadata of a service provider. Download the metadata of your identity provider instead.',
  severalEntities: 'The metadata describes {{found}} entities. Use the metadata of your identity provider alone.',
  noEntityId: 'The metadata has no entity ID. Download it from your identity provider again.',
  noIdentityProvider:
    'The metadata describes no identity provider. Download “Identity Provider metadata” (Okta) or “Federation Metadata XML” (Entra ID).',
  noSigningCertificate:
    'The metadata has no signing certificate. Activate one at your identity provider and download the metadata again.',
  noSignInUrl: 'The metadata has no sign-in URL (SingleSignOnService). Turn on SAML sign-on for the application.',
  noRedirectBinding: 'The sign-in URL accepts only {{found}}. Turn on the HTTP-Redirect binding.',
  metadataExpired: 'The metadata expired on {{date}}. Download it again.',
  metadataIssuer: 'The metadata belongs to a different identity provider from the one of this connection.',
  requestForCertificate: 'This is a certificate request. Paste the certificate that was issued for it.',
  publicKeyPasted: 'This is a public key. Paste the certificate, which begins with BEGIN CERTIFICATE.',
  certificateUnreadable: 'The certificate is incomplete or was changed. Download it again as Base64 (PEM).',
  certificateExpired:
    'The certificate {{subject}} expired on {{date}}. Activate a new one at your identity provider and add it here.',
  certificateExpiresSoon:
    'The certificate {{subject}} expires on {{date}}. Add the new one here before you activate it at your identity provider.',
  certificateNotYetValid: 'The certificate {{subject}} is valid from {{date}}. Use the current one until then.',
  certificateKeyTooShort: 'The key of the certificate {{subject}} has {{bits}} bits. Create one with at least 2048.',
  certificateKeyKind: 'The certificate {{subject}} has no RSA key. Create one with RSA 2048.',
  discoveryUrl: 'This isn’t a discovery URL. It ends with {{expected}}.',
  innerUrl: '{{found}} is inside a private network, so our servers can’t reach it. Use a public URL.',
  discoveryMalformed: 'The URL or document is damaged. Open the discovery URL in a new tab and copy the whole text.',
  noIssuer: 'The document has no issuer. Check that it’s the discovery document of your identity provider.',
  discoveryIssuer:
    'The issuer isn’t the one that this connection expects. Copy “Issuer” from your identity provider exactly, including the tenant.',
  endpointMissing: '{{found}} is missing. Check that it’s the discovery document of your identity provider.',
  noCodeFlow: 'The authorization code flow is turned off. Turn on the response type “code”.',
  noPkce: 'PKCE with S256 isn’t supported. Sign-ins work, but are protected less well.',
  noEmailScope: 'The scope “email” isn’t listed. Check that the email is sent with the ID token.',
  noSignedIdToken: 'ID tokens are signed with {{found}} only. Select RS256.',
} satisfies Record<FaultId, string>)

export type FaultTexts = (typeof faultMessages)['texts']
