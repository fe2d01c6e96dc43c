import { defineMessages } from '../../feature/messages.ts'

export const impersonateMessages = defineMessages('loginBox.impersonate', {
  title: 'Opening the other person’s session',
  message: 'One moment. What you do there is recorded under your name.',
  successTitle: 'You are acting as somebody else',
  successMessage: 'Their password, factors and tokens stay out of reach. Sign out to end the visit.',
  failedTitle: 'The visit could not start',
  failedMessage: 'Ask for a new one where you came from.',
  expiredTitle: 'This hand-over is incomplete or over',
  expiredMessage: 'It is good for one minute and one use. Start again where you came from.',
  retry: 'Try again',
  backToLogin: 'Back to sign-in',
})

export type ImpersonateTexts = (typeof impersonateMessages)['texts']
