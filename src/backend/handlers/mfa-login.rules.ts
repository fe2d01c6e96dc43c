import type { mfaLogin } from '../../contract/mfa.ts'
import { BEGINS_SIGN_IN, CHANGES_FACTOR, SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

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
