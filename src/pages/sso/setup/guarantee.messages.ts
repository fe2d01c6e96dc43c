import { defineMessages } from '../../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const guaranteeMessages = defineMessages('adminPortal.sso.guarantee', {
  title: 'Who vouches for this connection',
  text: '{{name}} last changed or confirmed it. It signs in administrators with at most the same permissions.',
  problemTitle: 'Confirm this connection',
  gone: '{{name}} vouches for this connection but has no permissions in this account anymore.',
  noOne: 'No one vouches for this connection.',
  exceeded: {
    one: '{{name}} vouches for this connection but has fewer permissions than {{count}} administrator, who can’t sign in with it.',
    other:
      '{{name}} vouches for this connection but has fewer permissions than {{count}} administrators, who can’t sign in with it.',
  },
  exceededNoOne: {
    one: 'No one vouches for this connection, so {{count}} administrator can’t sign in with it.',
    other: 'No one vouches for this connection, so {{count}} administrators can’t sign in with it.',
  },
  withheld: '{{name}} vouches for this connection but can’t give all of its roles.',
  signIns: 'Other users sign in as before. New users don’t get roles that the connection can’t give.',
  advice:
    'Check the sign-in URL, certificate, and roles first. Once you confirm, the connection can do as much as your own permissions allow.',
  confirm: 'Confirm',
})
