import { defineMessages } from '../../i18n/messages.ts'

export const stepUpMessages = defineMessages('loginBox.stepUp', {
  starting: 'Loading',
  startingMessage: 'We’re getting ready to verify your identity.',
  failedTitle: 'Something went wrong',
  retry: 'Try again',
  cancel: 'Cancel and go back',
  noEnrolledMfaTitle: 'Two-factor authentication required',
  noEnrolledMfaDescriptionPart1: 'This action requires two-factor authentication, which isn’t set up for your account.',
  noEnrolledMfaDescriptionPart2: 'Set it up on the Privacy page of your account, then try again.',
  noEnrolledMfaSso: 'This action requires two-factor authentication. You can verify with your company’s sign-in.',
  verifyWithSso: 'Verify with single sign-on',
  goBack: 'Go back',
  successTitle: 'Verified',
  successMessage: 'Redirecting…',
})

export type StepUpTexts = (typeof stepUpMessages)['texts']
