import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mfaLogin } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import {
  CODE_MESSAGES,
  type Limit,
  MESSAGES_PER_NETWORK,
  MFA_MESSAGES_PER_NETWORK,
} from '../domain/base/limits/limits.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { BY_LIMITS } from './message-calls.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { expectOk, post } from './pre-hijack.test-kit.ts'

const NETWORK = '192.0.2.1'
const ALL_ON = {
  strategies: ['AuthenticatorApp', 'SMS', 'EmailCode'].map((strategy) => ({ strategy, isActive: true })),
}

/** Every call that sends a second-factor code, with the given challenge. */
const SENDERS: Readonly<Record<string, (kit: Kit, mfaToken: string, deviceId: string) => Promise<CallResponse>>> = {
  'mfaLogin.preVerifySms': (kit, mfaToken, deviceId) =>
    post(kit, fillPath(mfaLogin.preVerifySms.path, { deviceId }), { mfaToken }),
  'mfaLogin.preEnrollSms': (kit, mfaToken) =>
    post(kit, mfaLogin.preEnrollSms.path, { mfaToken, phoneNumber: '+12025550144' }),
  'mfaLogin.preVerifyEmailCode': (kit, mfaToken) => post(kit, mfaLogin.preVerifyEmailCode.path, { mfaToken }),
}

const idOf = (kit: Kit, limit: Limit) => kit.ports.keyedHash('limit', `${limit.name}:${NETWORK}`)

/** Uses up a limit for all users of this network. */
const useUp = async (kit: Kit, limit: Limit): Promise<void> => {
  const windowEndsAt = kit.time.now + limit.windowMs
  await kit.store.attempts.insert({ id: await idOf(kit, limit), count: limit.tries, windowEndsAt })
}

export const describeCodeLimits = (kit: () => Kit): void => {
  /** Returns a genuine challenge for the call, after the correct password. */
  const challengeFor = async (operation: string) => {
    kit().peer.address = NETWORK
    await setPolicy(kit(), 'mfa-strategies', ALL_ON)
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'globex')
    const email = operation === 'mfaLogin.preVerifySms' ? 'sam@globex.test' : 'gia@globex.test'
    const { mfaToken, mfaDevices } = expectOk(await kit().login(email)).body
    return { mfaToken: String(mfaToken), deviceId: String(mfaDevices?.phones[0]?.id ?? '') }
  }

  const send = async (operation: string, mfaToken: string, deviceId: string): Promise<number> =>
    (await SENDERS[operation]?.(kit(), mfaToken, deviceId))?.status ?? 0

  it('covers every call that sends a code of a second factor', () => {
    assert.deepEqual(Object.keys(SENDERS).toSorted(), BY_LIMITS.toSorted())
  })

  for (const operation of Object.keys(SENDERS)) {
    it(`${operation} sends codes even if other users of the network have used up their requests, and has its own limit`, async () => {
      const { mfaToken, deviceId } = await challengeFor(operation)
      await useUp(kit(), MESSAGES_PER_NETWORK)
      assert.equal((await post(kit(), password.forgotPassword.path, { email: 'mel@acme.test' })).status, 429)
      assert.equal(await send(operation, mfaToken, deviceId), 200)
      await kit().store.attempts.delete({ id: await idOf(kit(), MFA_MESSAGES_PER_NETWORK) })
      await useUp(kit(), MFA_MESSAGES_PER_NETWORK)
      assert.equal(await send(operation, mfaToken, deviceId), 429)
    })

    it(`${operation} counts neither made-up challenges nor a user whose own limit is reached against the network`, async () => {
      const { mfaToken, deviceId } = await challengeFor(operation)
      const taken = async () =>
        (await kit().store.attempts.get(await idOf(kit(), MFA_MESSAGES_PER_NETWORK)))?.count ?? 0
      assert.equal(await send(operation, 'made-up', deviceId), 401)
      assert.equal(await taken(), 0)
      for (let at = 0; at < CODE_MESSAGES.tries; at += 1) assert.equal(await send(operation, mfaToken, deviceId), 200)
      assert.equal(await send(operation, mfaToken, deviceId), 429)
      assert.equal(await taken(), CODE_MESSAGES.tries)
    })
  }
}
