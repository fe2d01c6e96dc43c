import type { password, phoneReset } from '../../contract/password.ts'
import { BEGINS_CHANGE, CHANGES_PHONE, NEEDS_NO_RIGHTS, type RulesOf, SECRET, SENDS_MESSAGE } from '../http/rules.ts'

export const passwordRules = {
  forgotPassword: { ...NEEDS_NO_RIGHTS, audit: SENDS_MESSAGE, events: [] },
  resetPassword: { ...NEEDS_NO_RIGHTS, audit: SECRET, events: ['authentication', 'users'] },
  getPasswordConfig: { permission: null },
  changePassword: {
    permission: null,
    rank: 'none',
    fresh: 'carried',
    audit: SECRET,
    grants: false,
    events: ['authentication'],
  },
  // It has no body, and emails every user with a breached password.
  sendBreachedPasswordEmails: {
    permission: 'fe.secure.write.users',
    rank: 'none',
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof password>

export const phoneResetRules = {
  resetPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  verifyResetPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  changePhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
} satisfies RulesOf<typeof phoneReset>
