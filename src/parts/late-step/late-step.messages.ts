import { defineMessages } from '../../feature/messages.ts'

export const lateStepMessages = defineMessages('custom.loginBox', {
  loading: 'One moment',
})
