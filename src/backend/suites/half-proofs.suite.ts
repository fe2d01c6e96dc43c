import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stepUp } from '../../contract/login.ts'
import { confirmations, selfService } from '../../contract/me.ts'
import { team } from '../../contract/users.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import type { SignedIn } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { MIA_SECRET, PASSWORD } from './users.test-kit.ts'

const TOO_OLD_MS = 301_000
const ADA = 'ada@acme.test'

/** Tests what doesn't count as a fresh proof: half-finished flows, other sessions, and retried requests. */
export const describeHalfProofs = (kit: () => Kit): void => {
  const weaken = ({ token }: Pick<SignedIn, 'token'>) =>
    kit().call('POST', team.createInviteLink.path, { token, body: { expiresInMinutes: 60 } })
  const confirmBy = (who: Pick<SignedIn, 'token'>, password: string) =>
    kit().call('POST', confirmations.confirmByPassword.path, { token: who.token, body: { password } })
  const addApp = () => addFactor(kit().ports, 'ada', { kind: 'totp', value: { secret: MIA_SECRET } })

  /** Each does something after the sign-in became too old, and returns the session that then makes the change. */
  const NOT_FRESH: Readonly<Record<string, (who: SignedIn) => Promise<{ token: string }>>> = {
    nothing: async (who) => who,
    'a refresh': async ({ cookie }) => ({ token: String((await kit().refresh(cookie)).body.accessToken) }),
    'a wrong password': async (who) => {
      assert.equal((await confirmBy(who, 'Wrong-Horse-1')).status, 400)
      return who
    },
    'a confirmation in another session': async (who) => {
      assert.equal((await confirmBy(await kit().signIn(ADA), PASSWORD)).status, 200)
      return who
    },
    'a confirmation of another user': async (who) => {
      assert.equal((await confirmBy(await kit().signIn('tom@acme.test'), PASSWORD)).status, 200)
      return who
    },
    'a passkey confirmation that was only started': async (who) => {
      await kit().call('POST', confirmations.startPasskeyConfirmation.path, { token: who.token })
      return who
    },
    'a step-up that was only started': async (who) => {
      await addApp()
      const { body } = await kit().call('POST', stepUp.generateStepUpSession.path, { token: who.token, body: {} })
      assert.ok(body.mfaToken)
      return who
    },
    'a password, although the user has a second factor since': async (who) => {
      await addApp()
      assert.equal((await confirmBy(who, PASSWORD)).status, 403)
      return who
    },
    'a confirmation that became too old': async (who) => {
      const token = String((await confirmBy(who, PASSWORD)).body.accessToken)
      kit().time.now += TOO_OLD_MS
      return { token }
    },
    'the same request, sent several times at once': async (who) => {
      const tries = await Promise.all([1, 2, 3, 4].map(() => weaken(who)))
      assert.deepEqual([...new Set(tries.map(({ status }) => status))], [401])
      return who
    },
    'a change of the own email that was only started': async (who) => {
      const body = { email: 'ada@new.test', password: PASSWORD }
      await kit().call('POST', selfService.startEmailChange.path, { token: who.token, body })
      return who
    },
  }
  for (const [what, happens] of Object.entries(NOT_FRESH)) {
    it(`asks for a fresh proof after ${what}`, async () => {
      const who = await kit().signIn(ADA)
      assert.equal((await weaken(who)).status, 200)
      kit().time.now += TOO_OLD_MS
      const refused = await weaken(await happens(who))
      assert.equal(refused.status, 401, JSON.stringify(refused.body))
      assert.match(refused.headers.get('WWW-Authenticate') ?? '', /insufficient_user_authentication/)
    })
  }
}
