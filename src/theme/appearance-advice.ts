import { nearestName } from '../kernel/nearest-name.ts'
import { at, isTree } from './theme-values.ts'

/** Path of the fields of the invite dialog. */
const INVITE = 'users.inviteUserModal.inviteByEmail'
const SECURITY = 'security.tabsProperties'

/** Names of the fields and tabs that a host can hide, by their place below `adminPortal.pages`. */
export const APPEARANCE_NAMES: Readonly<Record<string, string>> = {
  'profile.fieldsProperties': 'name phoneNumber address jobTitle',
  'privacy.fieldsProperties': 'loginSessions mfa',
  'account.fieldsProperties': 'companyName address website timezone currency',
  'account.tabsProperties': 'settings customLogin',
  'subscriptions.fieldsProperties': 'invoices',
  [`${INVITE}.fieldsProperties`]: 'name phoneNumber',
  [SECURITY]: 'sessionManagement generalSettings ipRestrictions domainRestrictions',
  [`${SECURITY}.sessionManagement.fieldsProperties`]: 'idleSessionTimeout forceReLogin maximumConcurrentSessions',
  [`${SECURITY}.generalSettings.fieldsProperties`]: 'mfa userLockout passwordHistory apiTokens',
  [`${SECURITY}.ipRestrictions.fieldsProperties`]: 'ipAddressRestrictions',
  [`${SECURITY}.domainRestrictions.fieldsProperties`]: 'restrictSignupByEmailDomain',
}

const APPEARANCES: readonly unknown[] = ['hidden', 'viewOnly', 'edit']

const PAGES = 'adminPortal.pages'

export interface AppearanceFaults {
  /** Fields and tabs that don't exist, so that hiding them has no effect. */
  unknown: string[]
  /** Appearances that don't exist. */
  invalid: string[]
}

/** Returns what is wrong with the fields and tabs that the options hide or make view-only. */
export const appearanceFaults = (options: unknown): AppearanceFaults => {
  const faults: AppearanceFaults = { unknown: [], invalid: [] }
  for (const [place, names] of Object.entries(APPEARANCE_NAMES)) {
    const path = `${PAGES}.${place}`
    const known = names.split(' ')
    const fields = at(options, path)
    for (const [name, field] of Object.entries(isTree(fields) ? fields : {})) {
      const appearance = (isTree(field) ? field.appearance : undefined) ?? ''
      // An empty value changes nothing.
      if (appearance === '') continue
      const meant = nearestName(name, known)
      const hint = meant ? ` (did you mean ${path}.${meant}?)` : ''
      if (!known.includes(name)) faults.unknown.push(`${path}.${name}${hint}`)
      else if (!APPEARANCES.includes(appearance)) faults.invalid.push(`${path}.${name}.appearance`)
    }
  }
  return faults
}
