import { defineMessages } from '../../feature/messages.ts'

export const logoutMessages = defineMessages('custom.logout', {
  title: 'Signing you out',
  message: 'One moment.',
})

export type LogoutTexts = (typeof logoutMessages)['texts']
