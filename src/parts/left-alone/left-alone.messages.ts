import { defineMessages } from '../../i18n/messages.ts'

export const leftAloneMessages = defineMessages('adminPortal.leftAlone', {
  title: {
    one: '{{count}} sub-account loses its last administrator',
    other: '{{count}} sub-accounts lose their last administrator',
  },
  more: { one: '{{count}} more', other: '{{count}} more' },
  hint: 'To avoid this, first give another administrator access to sub-accounts.',
  saveAnyway: 'Save anyway',
})
