import type { confirmations, mfaDevices, passkeyNames, phoneNumbers, sessions } from '../../contract/me.ts'
import { membersInBody } from '../call/ruled-request.ts'
import {
  BEGINS_CHANGE,
  CHANGES_FACTOR,
  CHANGES_PHONE,
  ENDS_SESSION,
  NEEDS_NO_RIGHTS,
  type RulesOf,
  SIGNS_IN,
} from '../http/rules.ts'

export const sessionsRules = {
  listSessions: { permission: null },
  getCurrentSession: { permission: null },
  deleteSession: { ...NEEDS_NO_RIGHTS, audit: ENDS_SESSION, events: [] },
  deleteAllSessions: { ...NEEDS_NO_RIGHTS, audit: ENDS_SESSION, events: [] },
  revokeUserSessions: {
    permission: 'fe.secure.write.users',
    rank: membersInBody('userId'),
    fresh: 'never',
    audit: ENDS_SESSION,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof sessions>

export const phoneNumbersRules = {
  listPhoneNumbers: { permission: null },
  createPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
  preVerifyPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  verifyPhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
  deletePhoneNumber: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  verifyDeletePhoneNumber: { ...NEEDS_NO_RIGHTS, audit: CHANGES_PHONE, events: [] },
} satisfies RulesOf<typeof phoneNumbers>

export const confirmationsRules = {
  listConfirmations: { permission: null },
  confirmByPassword: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
  startPasskeyConfirmation: { ...NEEDS_NO_RIGHTS, audit: BEGINS_CHANGE, events: [] },
  confirmByPasskey: { permission: null, rank: 'none', fresh: 'carried', audit: SIGNS_IN, grants: false, events: [] },
} satisfies RulesOf<typeof confirmations>

export const mfaDevicesRules = {
  listMfaDevices: { permission: null },
  renameMfaDevice: { ...NEEDS_NO_RIGHTS, audit: CHANGES_FACTOR, events: [] },
} satisfies RulesOf<typeof mfaDevices>

export const passkeyNamesRules = {
  listPasskeyNames: { permission: null },
  renamePasskey: { ...NEEDS_NO_RIGHTS, audit: CHANGES_FACTOR, events: [] },
} satisfies RulesOf<typeof passkeyNames>
