import { invitation } from '../../contract/invitation.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { password, phoneReset } from '../../contract/password.ts'
import { activation, linkOwner } from '../../contract/sign-up.ts'
import type { Store } from '../store/store.ts'
import type { Kit } from './kit.test-kit.ts'

/** Calls that need no session, each with a different email or id every time, like in a flood. */
const FLOODS: readonly ((at: number) => readonly [method: string, path: string, body: object | undefined])[] = [
  (at) => ['POST', password.forgotPassword.path, { email: `user${at}@flood.test` }],
  (at) => ['POST', activation.resendActivationEmail.path, { email: `user${at}@flood.test` }],
  (at) => ['POST', invitation.resendInvitationEmail.path, { email: `user${at}@flood.test` }],
  (at) => ['POST', invitation.resendInvitationToAllTenants.path, { email: `user${at}@flood.test` }],
  (at) => ['POST', phoneReset.resetPhoneNumber.path, { email: `user${at}@flood.test` }],
  (at) => ['POST', mfaLogin.recover.path, { email: `user${at}@flood.test`, recoveryCode: `guess-${at}` }],
  (at) => ['POST', password.resetPassword.path, { userId: `user-${at}`, token: 'guess', password: 'Brave-Otter-42' }],
  (at) => ['POST', activation.activateAccount.path, { userId: `user-${at}`, token: 'guess' }],
  (at) => ['GET', `${activation.getActivationStrategy.path}?userId=user-${at}&token=guess`, undefined],
  (at) => ['POST', invitation.acceptInvitation.path, { userId: `user-${at}`, token: 'guess' }],
  (at) => ['POST', invitation.verifyInviteToken.path, { token: `guess-${at}` }],
  (at) => ['POST', phoneReset.verifyResetPhoneNumber.path, { resetPhoneNumberToken: `guess-${at}`, code: '123456' }],
  (at) => ['PUT', phoneReset.changePhoneNumber.path, { changePhoneNumberToken: 'guess', phoneNumber: `+1555${at}` }],
  (at) => ['POST', linkOwner.getLinkOwner.path, { purpose: 'password-reset', userId: `user-${at}`, token: 'guess' }],
]

export const FLOOD_KINDS = FLOODS.length

/** Makes one call of the flood and returns its status. */
export const floodOnce = async (kit: Kit, at: number, address: string): Promise<number> => {
  const flood = FLOODS[at % FLOODS.length]
  if (!flood) throw new RangeError(`There is no call ${at}`)
  const [method, path, body] = flood(at)
  return (await kit.call(method, path, { body, address })).status
}

/** Counts the rows that a signed-out user can add. */
export const countRows = async (store: Store): Promise<number> => {
  const counts = [store.tickets, store.attempts, store.audits, store.messages, store.users, store.members]
  const found = await Promise.all(counts.map((collection) => collection.count({})))
  return found.reduce((sum, count) => sum + count, 0)
}
