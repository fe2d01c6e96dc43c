import { defineMessages } from '../../i18n/messages.ts'

export const logoutMessages = defineMessages('custom.logout', {
  title: 'Signing out',
  message: 'This takes a moment.',
})

export type LogoutTexts = (typeof logoutMessages)['texts']
