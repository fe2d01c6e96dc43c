import { defineMessages } from '../../feature/messages.ts'

export const loginBoxMessages = defineMessages('custom.loginBox', {
  label: 'Sign-in',
  loading: 'Loading sign-in',
})
