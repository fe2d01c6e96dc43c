import { defineMessages } from '../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const securityMessages = defineMessages('adminPortal.security', {
  pageTitle: 'Security',
  pageDescription: 'Control how users of {{tenant}} sign in, from where, and for how long.',
  tabs: 'Security settings',
  centerTab: 'Security center',
  sessionsTab: 'Session management',
  generalTab: 'General settings',
  ipTab: 'IP restrictions',
  domainsTab: 'Email domain restrictions',
  loading: 'Loading',
  loadFailedTitle: 'We couldn’t load this tab',
  loadFailedText: 'Check your connection and try again.',
  retry: 'Try again',
  forbiddenTitle: 'You can’t see the security settings',
  forbiddenText: 'Your roles in {{tenant}} don’t include them. Ask an administrator for access.',
  nothingTitle: 'No security settings',
  nothingText: 'The security settings of this account are turned off here.',
})

export type SecurityTexts = (typeof securityMessages)['texts']
