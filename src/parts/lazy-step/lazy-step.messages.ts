import { defineMessages } from '../../i18n/messages.ts'

export const lazyStepMessages = defineMessages('custom.loginBox', {
  loading: 'Loading',
})
