import type { mfa, mfaLogin, passkeys, rememberDevice } from '../../contract/mfa.ts'
import {
  BEGINS_CHANGE,
  BEGINS_SIGN_IN,
  CHANGES_FACTOR,
  NEEDS_NO_RIGHTS,
  READS,
  type RulesOf,
  SIGNS_IN,
} from '../http/rules.ts'

const CHANGES_OWN_FACTOR = { rank: 'none', audit: CHANGES_FACTOR, events: ['authentication'] } as const

export const mfaRules = {
  startEnroll: { permission: null, rank: 'none', fresh: 'always', audit: BEGINS_CHANGE, grants: false, events: [] },
  verifyEnroll: { permission: null, fresh: 'always', grants: false, ...CHANGES_OWN_FACTOR },
  disable: { permission: null, fresh: 'carried', grants: false, ...CHANGES_OWN_FACTOR },
  listDevices: { permission: null },
  getStrategies: { permission: null },
  preEnrollAuthenticator: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  enrollAuthenticator: { permission: null, fresh: 'always', grants: false, ...CHANGES_OWN_FACTOR },
  disableAuthenticator: { permission: null, fresh: 'carried', grants: false, ...CHANGES_OWN_FACTOR },
  preEnrollSms: { permission: null, rank: 'none', fresh: 'always', audit: BEGINS_CHANGE, grants: false, events: [] },
  enrollSms: { permission: null, fresh: 'always', grants: false, ...CHANGES_OWN_FACTOR },
  preDisableSms: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  disableSms: { permission: null, fresh: 'carried', grants: false, ...CHANGES_OWN_FACTOR },
  preEnrollWebauthn: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  enrollWebauthn: { permission: null, fresh: 'always', grants: false, ...CHANGES_OWN_FACTOR },
  preDisableWebauthn: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  disableWebauthn: { permission: null, fresh: 'carried', grants: false, ...CHANGES_OWN_FACTOR },
  getRememberDevicePolicy: { permission: null },
} satisfies RulesOf<typeof mfa>

export const mfaLoginRules = {
  verifyCode: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
  recover: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
  preEnrollAuthenticator: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  enrollAuthenticator: { ...NEEDS_NO_RIGHTS, audit: CHANGES_FACTOR, events: ['authentication', 'users'] },
  verifyAuthenticator: { ...NEEDS_NO_RIGHTS, audit: 'change', events: ['authentication', 'users'] },
  preVerifyEmailCode: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  verifyEmailCode: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
  preEnrollSms: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  enrollSms: { ...NEEDS_NO_RIGHTS, audit: CHANGES_FACTOR, events: ['authentication', 'users'] },
  preVerifySms: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  verifySms: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
  preEnrollWebauthn: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  enrollWebauthn: { ...NEEDS_NO_RIGHTS, audit: CHANGES_FACTOR, events: ['authentication', 'users'] },
  preVerifyWebauthn: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
  verifyWebauthn: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: ['authentication', 'users'] },
} satisfies RulesOf<typeof mfaLogin>

export const passkeysRules = {
  startDeviceRegistration: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  verifyDeviceRegistration: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: CHANGES_FACTOR,
    grants: false,
    events: [],
  },
  listDevices: { permission: null },
  deleteDevice: { permission: null, rank: 'none', fresh: 'factor', audit: CHANGES_FACTOR, grants: false, events: [] },
} satisfies RulesOf<typeof passkeys>

export const rememberDeviceRules = {
  readRememberDevicePolicy: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
} satisfies RulesOf<typeof rememberDevice>
