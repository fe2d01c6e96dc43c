import { defineMessages } from '../../feature/messages.ts'

export const phoneResetMessages = defineMessages('loginBox.resetPhoneNumber', {
  resetPhoneNumberTitle: 'Change your phone number',
  resetPhoneNumberMessage: 'Enter your email address. We mail you a code, so that nobody else can do this.',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailMustBeValid: 'Enter a whole email address, such as ada@company.com.',
  emailIsRequired: 'Enter your email address.',
  continue: 'Continue',
  resetPhoneOtcTitle: 'Check your mail',
  resetPhoneOtcMessage: 'If {{email}} has an account, a code is on its way.',
  otcInputLabel: '6-digit code',
  otcCodeIsRequired: 'Enter the code.',
  otcInvalidLengthCode: 'The code has 6 digits.',
  otcHaventReceivedCode: 'No code yet?',
  otcResend: 'Send a new code',
  otcResent: 'A new code is on its way.',
  otcResendIn: {
    one: 'You can ask for a new code in {{count}} second.',
    other: 'You can ask for a new code in {{count}} seconds.',
  },
  otherEmail: 'Use another address',
  changePhoneNumberTitle: 'Your new phone number',
  changePhoneNumberMessage: 'We text a code to it right away, to sign you in.',
  savePhoneNumber: 'Save phone number',
  startOver: 'Start over',
  doneTitle: 'Phone number saved',
  doneMessage: 'We are texting you a code to sign in with.',
  backToLogin: 'Back to sign-in',
})

export type PhoneResetTexts = (typeof phoneResetMessages)['texts']
