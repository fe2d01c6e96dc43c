import { defineMessages } from '../../i18n/messages.ts'

export const crashMessages = defineMessages('custom.crash', {
  title: 'Something went wrong here',
  message: 'Try again. If it happens again, reload the page.',
  retry: 'Try again',
})
