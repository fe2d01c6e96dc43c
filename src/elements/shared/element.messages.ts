import { defineMessages } from '../../i18n/messages.ts'

export const crashMessages = defineMessages('custom.crash', {
  title: 'Something went wrong here',
  message: 'Try again. If it happens again, reload the page.',
  retry: 'Try again',
})

export const framedMessages = defineMessages('custom.framed', {
  title: 'This page can’t be used here',
  message: 'It is shown inside another website. To continue, open it in a tab of its own.',
})
