import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { quickPhone, stepUp } from '../../contract/login.ts'
import { mfaLogin, passkeys } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { members } from '../../contract/users.ts'
import { MULTI_FACTOR_ACR } from '../../rules/step-up.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'

const GENERATE = stepUp.generateStepUpSession.path
const DEVICES = passkeys.startDeviceRegistration.path

export const describeStepUp = (kit: () => Kit): void => {
  const post = (path: string, body: object, token: string) => kit().call('POST', path, { body, token })

  /** Signs in with only a password; a phone is enrolled elsewhere in the meantime. */
  const withPhone = async (email: string, id: string) => {
    const { token } = await kit().signIn(email)
    await addFactor(kit().ports, id, { kind: 'sms', value: { phone: '+12025550177' } })
    return token
  }

  /** Verifies the phone of a challenge. */
  const prove = async ({ body }: CallResponse): Promise<CallResponse> => {
    const { mfaToken, mfaDevices } = body
    const device = fillPath(mfaLogin.preVerifySms.path, { deviceId: mfaDevices.phones[0].id })
    const { otcToken } = (await kit().call('POST', device, { body: { mfaToken } })).body
    const given = { mfaToken, otcToken, code: kit().lastCode('sms') }
    return kit().call('POST', `${device}/verify`, { body: given })
  }

  const assertChallenged = (response: CallResponse) => {
    assert.equal(response.status, 401)
    const header = String(response.headers.get('WWW-Authenticate'))
    assert.match(header, /^Bearer .*error="insufficient_user_authentication"/)
    assert.match(header, /max_age="300"/)
    assert.ok(header.includes(`acr_values="${MULTI_FACTOR_ACR}"`))
    assert.match(String(response.headers.get('Access-Control-Expose-Headers')), /WWW-Authenticate/)
  }

  it('challenges a weak session according to RFC 9470, refuses the old token after the step-up and accepts the new one', async () => {
    const token = await withPhone('mel@acme.test', 'mel')
    assertChallenged(await post(DEVICES, {}, token))
    const stepped = await prove(await post(GENERATE, { maxAge: 60 }, token))
    assert.equal(stepped.status, 200)
    const claims = decodeJwt(stepped.body.accessToken)
    assert.deepEqual([claims.acr, claims.amr], [MULTI_FACTOR_ACR, ['pwd', 'mfa', 'sms']])
    assertChallenged(await post(DEVICES, {}, token))
    assert.equal((await post(DEVICES, {}, stepped.body.accessToken)).status, 200)
  })

  it('challenges again when the proof has expired', async () => {
    const token = await withPhone('mel@acme.test', 'mel')
    const stepped = await prove(await post(GENERATE, {}, token))
    kit().time.now += 301_000
    const fresh = await kit().refresh(stepped.cookies[0]?.split(';')[0] ?? '')
    assertChallenged(await post(DEVICES, {}, fresh.body.accessToken))
    assert.ok((await post(GENERATE, { maxAge: 300 }, fresh.body.accessToken)).body.mfaToken)
    assert.ok((await post(GENERATE, {}, fresh.body.accessToken)).body.accessToken)
  })

  it('guards the phone that signs in, the end of a lockout and the end of a passkey, for those who have a factor', async () => {
    const token = await withPhone('ada@acme.test', 'ada')
    assertChallenged(await post(quickPhone.setPhoneNumber.path, { phoneNumber: '+12025550199' }, token))
    assertChallenged(await post(fillPath(members.unlockMember.path, { userId: 'leo' }), {}, token))
    assertChallenged(await kit().call('DELETE', `${DEVICES}/none`, { token }))
  })

  it('requires nothing from a user who has nothing to prove', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    assert.equal((await post(DEVICES, {}, token)).status, 200)
    const refused = await post(GENERATE, {}, token)
    assert.deepEqual([refused.status, refused.body.errors], [400, ['MFA is not enrolled']])
  })

  it('sets the phone for sign-in with a texted code, once', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const { changePhoneId } = (await post(quickPhone.setPhoneNumber.path, { phoneNumber: '+12025550199' }, token)).body
    const given = { changePhoneId, code: kit().lastCode('sms') }
    const verify = quickPhone.verifyPhoneNumberChange.path
    assert.equal((await post(verify, { ...given, code: '000000' }, token)).status, 400)
    assert.equal((await post(verify, given, token)).status, 200)
    assert.equal((await kit().store.users.get('mel'))?.phone, '+12025550199')
    assert.equal((await post(verify, given, token)).status, 400)
    const { token: other } = await kit().signIn('ada@acme.test')
    const again = (await post(quickPhone.setPhoneNumber.path, { phoneNumber: '+12025550198' }, token)).body
    const stolen = { changePhoneId: again.changePhoneId, code: kit().lastCode('sms') }
    assert.equal((await post(verify, stolen, other)).status, 400)
  })
}
