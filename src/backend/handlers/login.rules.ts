import type { login } from '../../contract/login.ts'
import { BEGINS_SIGN_IN, READS, SIGNS_IN, SIGNS_IN_WITH_FACTOR } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const loginRules = {
  login: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN_WITH_FACTOR, events: ['authentication', 'users'] },
  preLogin: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  preLoginV1: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  samlPostLogin: {
    ...NEEDS_NO_RIGHTS,
    audit: { ...SIGNS_IN, partly: 'a second factor is still missing, or it is a test of a connection' },
    events: ['authentication', 'users'],
  },
  oidcPostLogin: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
  oidcPostLoginV1: { ...NEEDS_NO_RIGHTS, audit: 'change', events: ['authentication', 'users'] },
  passwordlessPreLogin: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  passwordlessPostLogin: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN_WITH_FACTOR, events: ['authentication', 'users'] },
  webauthnPreLogin: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  webauthnPostLogin: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication'] },
} satisfies RulesOf<typeof login>
