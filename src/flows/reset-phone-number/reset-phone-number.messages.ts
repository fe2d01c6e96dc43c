import { defineMessages } from '../../i18n/messages.ts'

export const phoneResetMessages = defineMessages('loginBox.resetPhoneNumber', {
  resetPhoneNumberTitle: 'Change your phone number',
  resetPhoneNumberMessage: 'Enter your email. We’ll send you a verification code to confirm it’s you.',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailMustBeValid: 'Enter a valid email address, like ada@company.com.',
  emailIsRequired: 'Enter your email.',
  sendCode: 'Send code',
  continue: 'Continue',
  resetPhoneOtcTitle: 'Check your email',
  resetPhoneOtcMessage: 'If {{email}} has an account, we sent a verification code to it.',
  otcInputLabel: '6-digit code',
  otcCodeIsRequired: 'Enter the verification code.',
  otcInvalidLengthCode: 'Enter all 6 digits of the code.',
  otcHaventReceivedCode: 'Didn’t get a code?',
  otcResend: 'Send a new code',
  otcResent: 'We sent a new code.',
  otcResendIn: {
    one: 'You can resend the code in {{count}} second.',
    other: 'You can resend the code in {{count}} seconds.',
  },
  otherEmail: 'Use another email',
  changePhoneNumberTitle: 'Enter your new phone number',
  changePhoneNumberMessage: 'We’ll text you a verification code to sign in.',
  savePhoneNumber: 'Save phone number',
  startOver: 'Start over',
  doneTitle: 'Phone number saved',
  doneMessage: 'We’re texting you a verification code to sign in.',
  backToLogin: 'Back to sign-in',
})

export type PhoneResetTexts = (typeof phoneResetMessages)['texts']
