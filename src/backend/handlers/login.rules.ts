import type { login, quickPhone, social, ssoInitiation, ssoSession, stepUp } from '../../contract/login.ts'
import {
  BEGINS_CHANGE,
  BEGINS_SIGN_IN,
  CHANGES_PHONE,
  ENDS_SESSION,
  NEEDS_NO_RIGHTS,
  READS,
  type RulesOf,
  SIGNS_IN,
  SIGNS_IN_WITH_FACTOR,
} from '../http/rules.ts'

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
  webauthnPostLogin: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN_WITH_FACTOR, events: ['authentication'] },
} satisfies RulesOf<typeof login>

export const socialRules = {
  getSocialProvidersV1: { permission: null },
  getSocialProvidersV2: { permission: null },
  getSocialProvidersV2Authenticated: { permission: null },
  getCustomSocialProviders: { permission: null },
  loginWithSocialProvider: { ...NEEDS_NO_RIGHTS, audit: 'change', events: ['authentication', 'users'] },
} satisfies RulesOf<typeof social>

export const quickPhoneRules = {
  setPhoneNumber: { permission: null, rank: 'none', fresh: 'always', audit: BEGINS_CHANGE, grants: false, events: [] },
  verifyPhoneNumberChange: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: CHANGES_PHONE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof quickPhone>

export const stepUpRules = {
  generateStepUpSession: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
} satisfies RulesOf<typeof stepUp>

export const ssoInitiationRules = {
  startSso: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
} satisfies RulesOf<typeof ssoInitiation>

export const ssoSessionRules = {
  startSsoLogout: {
    ...NEEDS_NO_RIGHTS,
    audit: { ...ENDS_SESSION, partly: 'the connection has no logout of its own' },
    events: [],
  },
  startSsoStepUp: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
} satisfies RulesOf<typeof ssoSession>
