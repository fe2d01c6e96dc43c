import { defineMessages } from '../../../feature/messages.ts'

export const codesAndLinksMessages = defineMessages('loginBox.login', {
  otcTitle: 'Check your mail',
  otcMessage: 'We sent a code to {{email}}. It signs you in.',
  otcInputLabel: '6-digit code',
  otcCodeIsRequired: 'Enter the code.',
  otcInvalidLengthCode: 'The code has 6 digits.',
  otcContinue: 'Sign in',
  otcHaventReceivedCode: 'No code yet?',
  otcResend: 'Send a new code',
  otcResent: 'A new code is on its way.',
  otcResendIn: {
    one: 'You can ask for a new code in {{count}} second.',
    other: 'You can ask for a new code in {{count}} seconds.',
  },
  smsOtcTitle: 'Check your phone',
  smsOtcMessage: 'We texted a code to your phone. It signs you in.',
  smsOtcOtherPhone: 'Changed your phone number?',
  smsOtcMessageTo: 'We texted a code to {{phone}}. It signs you in.',
  magicLinkTitle: 'Check your mail',
  magicLinkText: 'We sent a link to {{email}}. Open it on this device to sign in.',
  magicLinkQuestion: 'No mail yet? Look among the junk too.',
  magicLinkResend: 'Send a new link',
  magicLinkResent: 'A new link is on its way.',
  magicLinkResendIn: {
    one: 'You can ask for a new link in {{count}} second.',
    other: 'You can ask for a new link in {{count}} seconds.',
  },
  backToLogin: 'Back to sign-in',
  breachedPasswordTitle: 'Choose a new password',
  breachedPasswordSubtitle:
    'The password of {{email}} was found in a list of passwords stolen elsewhere. To keep your account yours, it no longer works here.',
  sendPasswordResetEmailButton: 'Mail me a link to choose a new one',
  breachedPasswordBackToSignIn: 'Back to sign-in',
  breachedPasswordSuccessTitle: 'Check your mail',
  breachedPasswordSuccessSubtitle: 'We sent a link to {{email}}. Open it to choose a new password.',
})

export type CodesAndLinksTexts = (typeof codesAndLinksMessages)['texts']
