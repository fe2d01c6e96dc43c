import { definePage } from '../../feature/define-page.ts'
import type { SecurityAbility } from './security.state.ts'

export const securityPage = definePage<SecurityAbility>({
  id: 'security',
  slug: 'security',
  title: 'Security',
  group: 'organisation',
  icon: 'shield',
  visibility: 'always',
  permissions: ['fe.secure.read.securityPolicy'],
  abilities: {
    read: 'fe.secure.read.securityPolicy',
    edit: 'fe.secure.write.securityPolicy',
    seeUsers: 'fe.secure.read.users',
    changeUsers: 'fe.secure.write.users',
    removeUsers: 'fe.secure.delete.users',
    readDomains: 'fe.secure.read.emailDomainRestrictions',
    editDomains: 'fe.secure.write.emailDomainRestrictions',
    deleteDomains: 'fe.secure.delete.emailDomainRestrictions',
  },
  events: ['create-policy', 'update-policy', 'delete-policy', 'update-user', 'delete-user'],
  commands: [
    { id: 'editMfaPolicy', text: 'Change who needs a second factor', search: 'tab=general&focus=mfa' },
    { id: 'editLockoutPolicy', text: 'Change the account lockout', search: 'tab=general&focus=lockout' },
    { id: 'editPasswordHistory', text: 'Change the password history', search: 'tab=general&focus=history' },
    { id: 'editIdleTimeout', text: 'Change the idle session timeout', search: 'tab=sessions&focus=idle' },
    { id: 'editForcedReLogin', text: 'Change the forced re-login', search: 'tab=sessions&focus=reLogin' },
    { id: 'editSessionLimit', text: 'Limit concurrent sessions', search: 'tab=sessions&focus=concurrent' },
  ].map((command) => ({ ...command, needs: 'fe.secure.write.securityPolicy', icon: 'shield' })),
  keywords: 'policies mfa lockout sessions ip domains',
  load: () => import('./security.page.tsx'),
})
