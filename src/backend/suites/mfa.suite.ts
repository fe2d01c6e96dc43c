import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { stepUp } from '../../contract/login.ts'
import { mfa, mfaLogin } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { members } from '../../contract/users.ts'
import { isSteppedUp } from '../../rules/step-up.ts'
import type { Kit } from './kit.test-kit.ts'
import { appCode, pendingSecret, setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const STEP_UP = stepUp.generateStepUpSession.path

/** Writes digits as keyboards of another script do. */
const written = (code: string, zero: string): string =>
  code.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))

const claimsOf = (token: string) => decodeJwt<{ acr?: string; amr?: string[]; auth_time?: number }>(token)

export const describeMfa = (kit: () => Kit): void => {
  const post = (path: string, body: object, options: object = {}) => kit().call('POST', path, { body, ...options })
  const challenge = async (email: string, options: object = {}) =>
    (await kit().login(email, PASSWORD, options)).body.mfaToken as string

  it('signs in by the code of an authenticator app, and names the method in the token', async () => {
    const mfaToken = await challenge('mia@acme.test')
    const response = await post(mfaLogin.verifyCode.path, { mfaToken, value: await appCode(kit()) })
    assert.deepEqual([response.status, response.body.mfaRequired, response.cookies.length], [200, false, 2])
    const claims = claimsOf(response.body.accessToken)
    assert.deepEqual(claims.amr, ['pwd', 'mfa', 'otp'])
    assert.ok(isSteppedUp(claims, kit().time.now / 1_000, 10))
    const refreshed = await kit().refresh(response.cookies[0]?.split(';')[0] ?? '')
    assert.deepEqual(decodeJwt(refreshed.body.accessToken).amr, ['pwd', 'mfa', 'otp'])
  })

  it('accepts each code of an app once, and each challenge once', async () => {
    const [first, second] = [await challenge('mia@acme.test'), await challenge('mia@acme.test')]
    const value = await appCode(kit())
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken: first, value })).status, 200)
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken: second, value })).status, 400)
    kit().time.now += 30_000
    const next = await appCode(kit())
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken: first, value: next })).status, 401)
    const third = await challenge('mia@acme.test')
    kit().time.now += 30_000
    const both = await Promise.all(
      [third, third].map(async (mfaToken) => post(mfaLogin.verifyCode.path, { mfaToken, value: await appCode(kit()) })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
  })

  it('allows five wrong codes for a challenge and rejects every later code', async () => {
    const mfaToken = await challenge('mia@acme.test')
    const right = await appCode(kit())
    const wrong = right === '000000' ? '000001' : '000000'
    for (let at = 0; at < 5; at++)
      assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken, value: wrong })).status, 400)
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken, value: right })).status, 429)
  })

  it('reads codes with digits of other scripts, and with what separates them', async () => {
    const app = (await appCode(kit())).replace(/^.../, '$& ')
    const byApp = { mfaToken: await challenge('mia@acme.test'), value: written(app, '٠') }
    assert.equal((await post(mfaLogin.verifyCode.path, byApp)).status, 200)
    const { mfaToken, mfaDevices } = (await kit().login('sam@globex.test')).body
    const device = fillPath(mfaLogin.preVerifySms.path, { deviceId: mfaDevices.phones[0].id })
    const { otcToken } = (await post(device, { mfaToken })).body
    const code = `\u200f${written(kit().lastCode('sms').replace(/^.../, '$&-'), '０')}`
    assert.equal((await post(`${device}/verify`, { mfaToken, otcToken, code })).status, 200)
  })

  it('stops guessing codes even when the password is entered again and again', async () => {
    let wrong = 0
    for (let at = 0; at < 8; at++) {
      const mfaToken = await challenge('mia@acme.test')
      if (!mfaToken) break
      for (let guess = 0; guess < 4; guess++) {
        if ((await post(mfaLogin.verifyCode.path, { mfaToken, value: `${at}${guess}0000` })).status === 400) wrong++
      }
    }
    assert.equal(wrong, 15)
  })

  it('refuses a challenge that is old, forged or an access token', async () => {
    const mfaToken = await challenge('mia@acme.test')
    const { token } = await kit().signIn('ada@acme.test')
    const value = await appCode(kit())
    for (const odd of [token, `${mfaToken}x`, 'x']) {
      assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken: odd, value })).status, 401)
    }
    kit().time.now += 700_000
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken, value: await appCode(kit()) })).status, 401)
  })

  it('texts a code to the enrolled phone and signs in by it, once', async () => {
    const login = await kit().login('sam@globex.test')
    const { mfaToken, mfaDevices } = login.body
    assert.equal(mfaDevices.phones[0].phoneNumber, '+*********00')
    const device = fillPath(mfaLogin.preVerifySms.path, { deviceId: mfaDevices.phones[0].id })
    const sent = await post(device, { mfaToken })
    assert.deepEqual([sent.status, kit().texts.at(-1)?.to], [200, '+12025550100'])
    const code = kit().lastCode('sms')
    const { otcToken } = sent.body
    const wrong = code === '000000' ? '000001' : '000000'
    assert.equal((await post(`${device}/verify`, { mfaToken, otcToken, code: wrong })).status, 400)
    const other = await challenge('mia@acme.test')
    assert.equal((await post(`${device}/verify`, { mfaToken: other, otcToken, code })).status, 400)
    const response = await post(`${device}/verify`, { mfaToken, otcToken, code })
    assert.deepEqual(decodeJwt(response.body.accessToken).amr, ['pwd', 'mfa', 'sms'])
    assert.notEqual((await post(`${device}/verify`, { mfaToken, otcToken, code })).status, 200)
  })

  it('invalidates a texted code after five wrong attempts, and any older one', async () => {
    const { mfaToken, mfaDevices } = (await kit().login('sam@globex.test')).body
    const device = fillPath(mfaLogin.preVerifySms.path, { deviceId: mfaDevices.phones[0].id })
    const first = (await post(device, { mfaToken })).body.otcToken
    const firstCode = kit().lastCode('sms')
    await post(device, { mfaToken })
    assert.equal((await post(`${device}/verify`, { mfaToken, otcToken: first, code: firstCode })).status, 400)
    assert.equal((await post(fillPath(mfaLogin.preVerifySms.path, { deviceId: 'mia-app' }), { mfaToken })).status, 400)
  })

  it('remembers a browser for the time in the policy, for the user who requested it', async () => {
    await setPolicy(kit(), 'remember-device', { isAllowed: true, seconds: 3_600 })
    const mfaToken = await challenge('mia@acme.test')
    const allowed = (await kit().call('GET', `${mfa.getRememberDevicePolicy.path}?mfaToken=${mfaToken}`)).body
    assert.deepEqual([allowed.isAllowedToRememberMfaDevice, allowed.mfaDeviceExpiration], [true, 3_600])
    const value = await appCode(kit())
    const done = await post(mfaLogin.verifyCode.path, { mfaToken, value, rememberDevice: true })
    const device = done.cookies.find((one) => one.startsWith('fe_device_'))
    assert.match(device ?? '', /HttpOnly/)
    const cookie = device?.split(';')[0] ?? ''
    const next = await kit().login('mia@acme.test', PASSWORD, { cookie })
    assert.deepEqual([next.body.mfaRequired, decodeJwt(next.body.accessToken).amr], [false, ['pwd']])
    assert.equal((await kit().login('sam@globex.test', PASSWORD, { cookie })).body.mfaRequired, true)
    kit().time.now += 3_601_000
    assert.equal((await kit().login('mia@acme.test', PASSWORD, { cookie })).body.mfaRequired, true)
  })

  it('accepts the recovery code once, and discloses nothing', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    await post(mfa.startEnroll.path, {}, { token })
    const secret = await pendingSecret(kit(), 'mel')
    const { recoveryCode } = (await post(mfa.verifyEnroll.path, { token: await appCode(kit(), secret) }, { token }))
      .body
    const asked = await kit().login('mel@acme.test')
    const cookie = asked.cookies[0]?.split(';')[0] ?? ''
    assert.equal(asked.body.mfaRequired, true)
    const recover = (email: string, code: string, proof: { cookie?: string; mfaToken?: string } = { cookie }) =>
      post(mfaLogin.recover.path, { email, recoveryCode: code, mfaToken: proof.mfaToken }, { cookie: proof.cookie })
    const wrong = await recover('mel@acme.test', '00000-00000-00000-00000')
    const unknown = await recover('unknown@acme.test', recoveryCode)
    assert.deepEqual([wrong.status, wrong.body], [unknown.status, unknown.body])
    assert.equal((await recover('MEL@acme.test', written(recoveryCode.replaceAll('-', ' '), '۰'))).status, 200)
    assert.match(kit().mails.at(-1)?.subject ?? '', /removed/)
    assert.equal((await recover('mel@acme.test', recoveryCode)).status, 401)
    assert.equal((await kit().login('mel@acme.test')).body.mfaRequired, false)
    const { mfaToken } = (await kit().login('mia@acme.test')).body
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) statuses.push((await recover('mia@acme.test', '1', { mfaToken })).status)
    assert.deepEqual(statuses.slice(4), [400, 429])
  })

  it('checks no recovery code before the first factor, so that no stranger can use up the attempts', async () => {
    const body = { email: 'mia@acme.test', recoveryCode: '1' }
    for (let at = 0; at < 10; at++) assert.equal((await post(mfaLogin.recover.path, body)).status, 401)
    const { mfaToken } = (await kit().login('mia@acme.test')).body
    assert.equal((await post(mfaLogin.recover.path, { ...body, mfaToken })).status, 400)
    const stranger = (await kit().login('sam@globex.test')).body.mfaToken
    assert.equal((await post(mfaLogin.recover.path, { ...body, mfaToken: stranger })).status, 400)
  })

  it('ends a half-finished sign-in when the password is reset meanwhile', async () => {
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' })
    const { mfaToken } = (await kit().login('mel@acme.test')).body
    await post(password.forgotPassword.path, { email: 'mel@acme.test' })
    const { userId, token } = kit().lastLink()
    await post(password.resetPassword.path, { userId, token, password: 'Brave-Otter-42' })
    assert.equal((await post(mfaLogin.preEnrollAuthenticator.path, { mfaToken })).status, 401)
  })

  it('steps a session up and keeps it', async () => {
    await setPolicy(kit(), 'remember-device', { isAllowed: true, seconds: 36_000 })
    const first = await post(mfaLogin.verifyCode.path, {
      mfaToken: await challenge('mia@acme.test'),
      value: await appCode(kit()),
      rememberDevice: true,
    })
    const cookie = first.cookies.find((one) => one.startsWith('fe_device_'))?.split(';')[0] ?? ''
    const token = (await kit().login('mia@acme.test', PASSWORD, { cookie })).body.accessToken
    const asked = await post(STEP_UP, { maxAge: 60 }, { token })
    assert.deepEqual([asked.body.mfaEnrolled, asked.body.mfaDevices.authenticators.length], [true, 1])
    kit().time.now += 31_000
    const done = await post(mfaLogin.verifyCode.path, { mfaToken: asked.body.mfaToken, value: await appCode(kit()) })
    const claims = claimsOf(done.body.accessToken)
    assert.ok(isSteppedUp(claims, kit().time.now / 1_000, 60))
    assert.equal(claims.sid, decodeJwt(token).sid)
    assert.ok((await post(STEP_UP, { maxAge: 60 }, { token: done.body.accessToken })).body.accessToken)
    kit().time.now += 61_000
    const again = await post(STEP_UP, { maxAge: 60 }, { token: done.body.accessToken })
    assert.equal(again.body.mfaEnrolled, true)
    const { token: plain } = await kit().signIn('ada@acme.test')
    assert.deepEqual((await post(STEP_UP, {}, { token: plain })).body.errors, ['MFA is not enrolled'])
  })

  it('lists members by the kind of their factor', async () => {
    const named = async (email: string, factor: string) => {
      const path = `${members.listMembers.path}?offset=0&limit=50&factor=${factor}`
      const { token } = await kit().signIn(email)
      return (await kit().call('GET', path, { token })).body.items.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await named('ada@acme.test', 'app'), ['mia'])
    assert.deepEqual(await named('ada@acme.test', 'sms,passkey'), [])
    assert.equal((await named('ada@acme.test', 'none,sms')).length, 8)
    assert.deepEqual(await named('gia@globex.test', 'app,sms'), ['sam'])
  })
}
