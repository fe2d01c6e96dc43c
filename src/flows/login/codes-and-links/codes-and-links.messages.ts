import { defineMessages } from '../../../i18n/messages.ts'

export const codesAndLinksMessages = defineMessages('loginBox.login', {
  otcTitle: 'Check your email',
  otcMessage: 'Enter the verification code we sent to {{email}}.',
  otcInputLabel: '6-digit code',
  otcCodeIsRequired: 'Enter the verification code.',
  otcInvalidLengthCode: 'Enter all 6 digits of the code.',
  otcContinue: 'Sign in',
  otcHaventReceivedCode: 'Didn’t get a code?',
  otcResend: 'Send a new code',
  otcResent: 'We sent a new code.',
  otcResendIn: {
    one: 'You can resend the code in {{count}} second.',
    other: 'You can resend the code in {{count}} seconds.',
  },
  smsOtcTitle: 'Check your phone',
  smsOtcMessage: 'Enter the verification code we texted to your phone.',
  smsOtcOtherPhone: 'Lost access to your phone?',
  smsOtcMessageTo: 'Enter the verification code we texted to {{phone}}.',
  magicLinkTitle: 'Check your email',
  magicLinkText: 'We sent a sign-in link to {{email}}. Open it on this device.',
  magicLinkQuestion: 'No email yet? Check your spam folder.',
  magicLinkResend: 'Send a new link',
  magicLinkResent: 'We sent a new link.',
  magicLinkResendIn: {
    one: 'You can resend the link in {{count}} second.',
    other: 'You can resend the link in {{count}} seconds.',
  },
  backToLogin: 'Back to sign-in',
  breachedPasswordTitle: 'Choose a new password',
  breachedPasswordSubtitle:
    'The password for {{email}} appeared in a data breach on another site. To protect your account, choose a new one.',
  sendPasswordResetEmailButton: 'Email me a reset link',
  breachedPasswordBackToSignIn: 'Back to sign-in',
  breachedPasswordSuccessTitle: 'Check your email',
  breachedPasswordSuccessSubtitle: 'We sent a password reset link to {{email}}. No email yet? Check your spam folder.',
})

export type CodesAndLinksTexts = (typeof codesAndLinksMessages)['texts']
