import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { login } from '../../contract/login.ts'
import { mfa, mfaLogin, passkeys } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const DEVICES = passkeys.listDevices.path

export const describePasskeys = (kit: () => Kit): void => {
  const post = (path: string, body: object = {}, token?: string) => kit().call('POST', path, { body, token })
  const options = async (body: object = {}) => (await post(login.webauthnPreLogin.path, body)).body.options
  const enter = (assertion: object) => post(login.webauthnPostLogin.path, assertion)

  /** Signs Mel in and registers a passkey of their own. */
  const withPasskey = async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const key = createAuthenticator()
    const { challenge } = (await post(DEVICES, {}, token)).body.options
    const done = await post(
      passkeys.verifyDeviceRegistration.path,
      { ...key.register(challenge), deviceType: 'Platform' },
      token,
    )
    assert.equal(done.status, 200)
    return { token, key }
  }

  it('registers a passkey, lists it, signs in with it and deletes it', async () => {
    const { token, key } = await withPasskey()
    const { devices } = (await kit().call('GET', DEVICES, { token })).body
    assert.deepEqual([devices.length, devices[0].deviceType], [1, 'Platform'])
    assert.equal((await kit().store.users.get('mel'))?.mfaEnrolled, false)
    for (const named of [{}, { email: 'MEL@acme.test' }, { userId: 'mel' }]) {
      const asked = await options(named)
      assert.deepEqual([asked.rpId, asked.userVerification], ['localhost', 'required'])
      const { status, body } = await enter(key.sign(asked.challenge))
      assert.deepEqual([status, decodeJwt(body.accessToken).amr], [200, ['mfa', 'hwk']])
    }
    const excluded = (await post(DEVICES, {}, token)).body.options.excludeCredentials
    assert.equal(excluded[0].id, key.id)
    const { token: other } = await kit().signIn('ada@acme.test')
    const path = fillPath(passkeys.deleteDevice.path, { deviceId: devices[0].id })
    assert.equal((await kit().call('DELETE', path, { token: other })).status, 404)
    assert.equal((await kit().call('DELETE', path, { token })).status, 200)
    assert.equal((await enter(key.sign((await options()).challenge))).status, 400)
  })

  it('refuses responses that are replayed, altered, foreign, unverified, late or made for another use', async () => {
    const { token, key } = await withPasskey()
    const first = key.sign((await options()).challenge)
    assert.equal((await enter(first)).status, 200)
    assert.equal((await enter(first)).status, 400)
    const faults = [
      { origin: 'https://evil.test' },
      { origin: 'http://localhost:3009' },
      { rpId: 'evil.test' },
      { isVerified: false },
      { type: 'webauthn.create' },
    ]
    for (const fault of faults) {
      assert.equal((await enter(key.sign((await options()).challenge, fault))).status, 400, JSON.stringify(fault))
    }
    assert.equal((await enter(key.sign('made-up-challenge'))).status, 400)
    const stranger = createAuthenticator().sign((await options()).challenge)
    assert.equal((await enter({ ...stranger, id: key.id })).status, 400)
    const altered = key.sign((await options()).challenge)
    const data = Buffer.from(altered.response.authenticatorData, 'base64url')
    data[36] = (data[36] ?? 0) + 1
    const response = { ...altered.response, authenticatorData: data.toString('base64url') }
    assert.equal((await enter({ ...altered, response })).status, 400)
    const registration = (await post(DEVICES, {}, token)).body.options.challenge
    assert.equal((await enter(key.sign(registration))).status, 400)
    const late = (await options()).challenge
    kit().time.now += 301_000
    assert.equal((await enter(key.sign(late))).status, 400)
    assert.equal((await enter({ id: 'x', response: { clientDataJSON: '!' } })).status, 400)
  })

  it('refuses every altered bit of a signature', async () => {
    const { key } = await withPasskey()
    const good = key.sign((await options()).challenge)
    const count = Buffer.from(good.response.signature, 'base64url').length * 8
    // In a sample, every position within a byte is still reached, because 9 and 8 have no common factor.
    for (const bit of kit().sample([...Array(count).keys()], 9)) {
      await kit().store.attempts.delete({})
      const fresh = key.sign((await options()).challenge)
      const signature = Buffer.from(fresh.response.signature, 'base64url')
      const at = (bit >> 3) % signature.length
      signature[at] = (signature[at] ?? 0) ^ (1 << (bit & 7))
      const response = { ...fresh.response, signature: signature.toString('base64url') }
      assert.equal((await enter({ ...fresh, response })).status, 400, `byte ${at}, bit ${bit & 7}`)
    }
    assert.equal((await enter(key.sign((await options()).challenge))).status, 200)
  })

  it('stores twenty passkeys of a user and refuses another one', async () => {
    const { token } = await withPasskey()
    for (let count = 1; count < 20; count += 1) {
      const { challenge } = (await post(DEVICES, {}, token)).body.options
      const registration = { ...createAuthenticator().register(challenge), deviceType: 'Platform' }
      const registered = await post(passkeys.verifyDeviceRegistration.path, registration, token)
      assert.equal(registered.status, 200, `passkey ${count + 1}`)
    }
    assert.equal((await kit().call('GET', DEVICES, { token })).body.devices.length, 20)
    const refused = await post(DEVICES, {}, token)
    assert.deepEqual(
      [refused.status, refused.body.errors],
      [400, ['You’ve reached the maximum number of passkeys. Delete one first.']],
    )
  })

  it('shows unknown users the same invented passkey every time', async () => {
    await withPasskey()
    const ids = async (email: string) => (await options({ email })).allowCredentials.map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids('unknown@acme.test'), await ids('UNKNOWN@acme.test'))
    assert.deepEqual(await ids('ada@acme.test'), await ids('ada@acme.test'))
    assert.notDeepEqual(await ids('unknown@acme.test'), await ids('ada@acme.test'))
    assert.equal((await ids('unknown@acme.test')).length, (await ids('mel@acme.test')).length)
  })

  it('keeps a locked user out', async () => {
    const { key } = await withPasskey()
    await kit().store.users.update({ id: 'mel' }, { lockedAt: 1 })
    assert.equal((await enter(key.sign((await options()).challenge))).status, 401)
  })

  it('enrolls a security key during sign-in and requires it the next time', async () => {
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'globex')
    const strategies = [{ strategy: 'WebAuthnCrossPlatform', isActive: true }]
    await setPolicy(kit(), 'mfa-strategies', { strategies })
    const key = createAuthenticator()
    const { mfaToken, mfaStrategies } = (await kit().login('gia@globex.test')).body
    assert.deepEqual(mfaStrategies, ['WebAuthnCrossPlatform'])
    const start = (await post(mfaLogin.preEnrollWebauthn.path, { mfaToken })).body
    const body = { mfaToken, webauthnToken: start.webauthnToken, deviceType: 'CrossPlatform' }
    const attestation = key.register(start.options.challenge, { isVerified: false })
    const enrolled = await post(mfaLogin.enrollWebauthn.path, { ...body, options: attestation })
    assert.ok(enrolled.body.accessToken && enrolled.body.recoveryCode)

    const again = (await kit().login('gia@globex.test')).body
    assert.equal(again.mfaDevices.webauthn[0].deviceType, 'CrossPlatform')
    const device = fillPath(mfaLogin.preVerifyWebauthn.path, { deviceId: again.mfaDevices.webauthn[0].id })
    const asked = (await post(device, { mfaToken: again.mfaToken })).body
    const response = { mfaToken: again.mfaToken, webauthnToken: asked.webauthnToken }
    const options = key.sign(asked.options.challenge, { isVerified: false })
    assert.equal((await post(`${device}/verify`, { ...response, webauthnToken: 'x', options })).status, 400)
    assert.equal((await post(`${device}/verify`, response)).status, 400)
    const entered = await post(`${device}/verify`, { ...response, options })
    assert.deepEqual(decodeJwt(entered.body.accessToken).amr, ['pwd', 'mfa', 'hwk'])
    assert.equal((await enter(key.sign((await post(login.webauthnPreLogin.path)).body.options.challenge))).status, 400)
  })

  it('lets a signed-in user enroll a security key and remove it after proving it', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const key = createAuthenticator()
    const start = (await post(mfa.preEnrollWebauthn.path, {}, token)).body
    const options = key.register(start.options.challenge)
    const body = { deviceType: 'Platform', webauthnToken: start.webauthnToken, options }
    for (const none of [undefined, null, 'x']) {
      assert.equal((await post(mfa.enrollWebauthn.path, { ...body, options: none }, token)).status, 400)
    }
    assert.ok((await post(mfa.enrollWebauthn.path, body, token)).body.recoveryCode)
    assert.equal((await kit().store.members.find({ userId: 'mel' }))?.factor, 'passkey')
    const { webauthn } = (await kit().call('GET', mfa.listDevices.path, { token })).body
    const device = fillPath(mfa.preDisableWebauthn.path, { deviceId: webauthn[0].id })
    assert.equal((await post(`${device}/verify`, {}, token)).status, 400)
    const asked = (await post(device, {}, token)).body
    const proof = { webauthnToken: asked.webauthnToken, options: key.sign(asked.options.challenge) }
    assert.equal((await post(`${device}/verify`, proof, token)).status, 200)
    assert.equal((await kit().store.users.get('mel'))?.mfaEnrolled, false)
  })
}
