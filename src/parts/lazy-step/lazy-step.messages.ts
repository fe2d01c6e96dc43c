import { defineMessages } from '../../feature/messages.ts'

export const lazyStepMessages = defineMessages('custom.loginBox', {
  loading: 'Loading',
})
