import { definePage } from '../../feature/define-page.ts'
import type { PageCommand } from '../../feature/page-facts.ts'
import { CONTROLS, type Control, placeOf } from '../../navigation/field-places.ts'
import type { SecurityAbility } from './security.state.ts'

const editing = (control: Control, words: Pick<PageCommand, 'id' | 'text'>): PageCommand => ({
  ...words,
  search: `tab=${CONTROLS[control].tab}&focus=${control}`,
  changes: placeOf(control),
  needs: 'fe.secure.write.securityPolicy',
  icon: 'shield',
})

export const securityPage = definePage<SecurityAbility>({
  id: 'security',
  slug: 'security',
  title: 'Security',
  group: 'organization',
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
    editing('mfa', { id: 'editMfaPolicy', text: 'Change who needs a second factor' }),
    editing('lockout', { id: 'editLockoutPolicy', text: 'Change the account lockout' }),
    editing('history', { id: 'editPasswordHistory', text: 'Change the password history' }),
    editing('idle', { id: 'editIdleTimeout', text: 'Change the idle session timeout' }),
    editing('reLogin', { id: 'editForcedReLogin', text: 'Change the forced re-login' }),
    editing('concurrent', { id: 'editSessionLimit', text: 'Limit concurrent sessions' }),
  ],
  keywords: 'policies mfa lockout sessions ip domains',
  load: () => import('./security.view.tsx'),
})
