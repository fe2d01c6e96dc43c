import { defineMessages } from '../../i18n/messages.ts'

export const framedMessages = defineMessages('custom.framed', {
  title: 'This page can’t be used here',
  message: 'It is shown inside another website. To continue, open it in a tab of its own.',
})
