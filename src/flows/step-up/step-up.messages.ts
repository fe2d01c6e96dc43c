import { defineMessages } from '../../feature/messages.ts'

export const stepUpMessages = defineMessages('loginBox.stepUp', {
  starting: 'One moment',
  startingMessage: 'We are getting ready to confirm that it is you.',
  failedTitle: 'This did not work',
  retry: 'Try again',
  cancel: 'Cancel and go back',
  noEnrolledMfaTitle: 'A second factor is needed here',
  noEnrolledMfaDescriptionPart1: 'What you were about to do asks for a second factor, and your account has none yet.',
  noEnrolledMfaDescriptionPart2: 'Set one up in your account, under privacy, then try again.',
  goBack: 'Go back',
  successTitle: 'Confirmed',
  successMessage: 'One moment, taking you back.',
})

export type StepUpTexts = (typeof stepUpMessages)['texts']
