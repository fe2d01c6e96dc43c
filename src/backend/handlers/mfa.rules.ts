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

const OWN_FACTOR = { permission: null, rank: 'none', grants: false } as const
const BEGINS_TO_ADD_FACTOR = { ...OWN_FACTOR, fresh: 'always', audit: BEGINS_CHANGE, events: [] } as const
const ADDS_FACTOR = { ...OWN_FACTOR, fresh: 'always', audit: CHANGES_FACTOR, events: ['authentication'] } as const
/** The request carries a code of the factor that is removed. */
const REMOVES_WITH_CODE = { ...ADDS_FACTOR, fresh: 'carried' } as const

export const mfaRules = {
  startEnroll: BEGINS_TO_ADD_FACTOR,
  verifyEnroll: ADDS_FACTOR,
  disable: REMOVES_WITH_CODE,
  listDevices: { permission: null },
  getStrategies: { permission: null },
  preEnrollAuthenticator: BEGINS_TO_ADD_FACTOR,
  enrollAuthenticator: ADDS_FACTOR,
  disableAuthenticator: REMOVES_WITH_CODE,
  preEnrollSms: BEGINS_TO_ADD_FACTOR,
  enrollSms: ADDS_FACTOR,
  preDisableSms: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  disableSms: REMOVES_WITH_CODE,
  preEnrollWebauthn: BEGINS_TO_ADD_FACTOR,
  enrollWebauthn: ADDS_FACTOR,
  preDisableWebauthn: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  disableWebauthn: REMOVES_WITH_CODE,
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
  startDeviceRegistration: BEGINS_TO_ADD_FACTOR,
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
