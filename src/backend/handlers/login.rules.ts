import type { login } from '../../contract/login.ts'
import { BEGINS_SIGN_IN, READS, SIGNS_IN, SIGNS_IN_WITH_FACTOR } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const loginRules = {
  login: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SIGNS_IN_WITH_FACTOR,
    grants: false,
    events: ['authentication', 'users'],
  },
  preLogin: { permission: null, rank: 'none', fresh: 'never', audit: READS, grants: false, events: [] },
  preLoginV1: { permission: null, rank: 'none', fresh: 'never', audit: READS, grants: false, events: [] },
  samlPostLogin: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { ...SIGNS_IN, partly: 'a second factor is still missing, or it is a test of a connection' },
    grants: false,
    events: ['authentication', 'users'],
  },
  oidcPostLogin: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SIGNS_IN,
    grants: false,
    events: ['authentication', 'users'],
  },
  oidcPostLoginV1: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: ['authentication', 'users'],
  },
  passwordlessPreLogin: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_SIGN_IN,
    grants: false,
    events: [],
  },
  passwordlessPostLogin: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SIGNS_IN_WITH_FACTOR,
    grants: false,
    events: ['authentication', 'users'],
  },
  webauthnPreLogin: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: BEGINS_SIGN_IN,
    grants: false,
    events: [],
  },
  webauthnPostLogin: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: SIGNS_IN,
    grants: false,
    events: ['authentication'],
  },
} satisfies RulesOf<typeof login>
