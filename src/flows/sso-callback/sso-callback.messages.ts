import { defineMessages } from '../../i18n/messages.ts'

export const ssoCallbackMessages = defineMessages('loginBox.login', {
  ssoPostLoginTitle: 'Signing you in',
  ssoPostLoginMessage: 'We’re verifying your sign-in with your identity provider.',
  ssoFailedTitle: 'We couldn’t sign you in',
  ssoUnknownTitle: 'This sign-in has expired',
  ssoUnknownMessage: 'It was started in another browser or took too long. Go back to sign-in and try again.',
  ssoDeniedTitle: 'Your identity provider declined the sign-in',
  ssoDeniedMessage:
    'The sign-in was canceled, or you don’t have access to this application. Contact your administrator.',
  ssoRefusedTitle: 'We couldn’t accept the sign-in from your identity provider',
  ssoRefusedMessage: 'Go back to sign-in and try again.',
  ssoRefusedCode: 'If it happens again, send your administrator this code: {{code}}',
  saml_signature: 'Its signature doesn’t match the certificate that your organization set up here.',
  saml_unsigned: 'It wasn’t signed.',
  saml_algorithm: 'It was signed in a way that isn’t accepted anymore.',
  saml_destination: 'It was sent to a different URL from the one your organization set up.',
  saml_in_response_to: 'It belongs to another sign-in. Go back to sign-in and try again.',
  saml_issuer: 'It came from a different identity provider from the one your organization set up.',
  saml_audience: 'It was issued for another application.',
  saml_time: 'It isn’t valid at this time. A clock may be wrong.',
  saml_age: 'It’s too old, or from the future. A clock may be wrong.',
  saml_subject_confirmation: 'It was issued for another application or has expired.',
  saml_encryption: 'It wasn’t encrypted, but your organization requires encryption.',
  saml_old_sign_in: 'You signed in there too long ago. Go back and sign in there again.',
  saml_subject: 'It doesn’t name a user.',
  saml_unreadable: 'It couldn’t be read.',
  saml_too_many_values: 'It names more groups than we can read. Your identity provider must send fewer.',
  saml_used: 'It was used before. Go back to sign-in and try again.',
  saml_idp_initiated: 'Your organization doesn’t allow sign-ins that start there. Go back and sign in here.',
  ssoTestedTitle: 'Test finished',
  ssoTestedMessage: 'Go back to the window where you started the test to see the result. You can close this one.',
  accountChangeTitle: 'Switch accounts?',
  accountChangeMessage:
    'You’re signed in as {{email}}. Your identity provider sent a sign-in for another account, but you didn’t start it here. Switch only if you expected it.',
  accountChangeContinue: 'Switch to the other account',
  accountChangeStay: 'Stay signed in',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  successMessage: 'Redirecting…',
})

export type SsoCallbackTexts = (typeof ssoCallbackMessages)['texts']
