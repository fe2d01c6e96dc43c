import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { quickPhone } from '../../contract/login.ts'
import { phoneNumbers } from '../../contract/me.ts'
import { mfa, mfaLogin } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { appCode, pendingSecret, setPolicy } from './mfa.test-kit.ts'
import { MIA_SECRET, PASSWORD } from './users.test-kit.ts'

const ALL_ON = {
  strategies: ['AuthenticatorApp', 'SMS', 'EmailCode'].map((strategy) => ({ strategy, isActive: true })),
}

export const describeMfaEnrollment = (kit: () => Kit): void => {
  const post = (path: string, body: object, options: object = {}) => kit().call('POST', path, { body, ...options })
  const challenge = async (email: string, options: object = {}) =>
    (await kit().login(email, PASSWORD, options)).body.mfaToken as string

  it('does not let a user with a factor add another one with the password alone', async () => {
    const mfaToken = await challenge('mia@acme.test')
    for (const [path, body] of [
      [mfaLogin.preEnrollSms.path, { phoneNumber: '+12025550199' }],
      [mfaLogin.preEnrollAuthenticator.path, {}],
      [mfaLogin.enrollAuthenticator.path, { token: '123456' }],
    ] as const) {
      assert.equal((await post(path, { mfaToken, ...body })).status, 401, path)
    }
    assert.equal((await post(mfaLogin.preVerifyEmailCode.path, { mfaToken })).status, 401)
    assert.equal(kit().texts.length, 0)
  })

  it('makes users of a tenant that forces it enroll an app, and shows the recovery code once', async () => {
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'globex')
    const { status, body, cookies } = await kit().login('gia@globex.test')
    assert.deepEqual([status, body.mfaRequired, body.mfaEnrolled, body.accessToken], [200, true, false, ''])
    assert.deepEqual([body.mfaStrategies, cookies.length], [['AuthenticatorApp'], 0])
    assert.match(body.qrCode, /^data:image\//)
    const { mfaToken } = body
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken, value: '000000' })).status, 400)
    const secret = await pendingSecret(kit(), 'gia')
    const done = await post(mfaLogin.verifyCode.path, { mfaToken, value: await appCode(kit(), secret) })
    assert.match(done.body.recoveryCode, /^\d{5}(-\d{5}){3}$/)
    assert.deepEqual(decodeJwt(done.body.accessToken).amr, ['pwd', 'mfa', 'otp'])
    const again = (await kit().login('gia@globex.test')).body
    assert.deepEqual([again.mfaEnrolled, again.mfaDevices.authenticators.length], [true, 1])
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken, value: await appCode(kit(), secret) })).status, 401)
  })

  it('never stores the secret of an app in plain text: not during or after the enrollment, and not in older rows once used', async () => {
    const rowsOf = async (userId: string) =>
      JSON.stringify([await kit().store.tickets.list({ userId }), await kit().store.factors.list({ userId })])
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'globex')
    const { mfaToken } = (await kit().login('gia@globex.test')).body
    const secret = await pendingSecret(kit(), 'gia')
    assert.equal((await rowsOf('gia')).includes(secret), false)
    assert.match(await rowsOf('gia'), /sealed\.v1\./)
    await post(mfaLogin.verifyCode.path, { mfaToken, value: await appCode(kit(), secret) })
    assert.equal((await rowsOf('gia')).includes(secret), false)
    kit().time.now += 30_000
    const again = await challenge('gia@globex.test')
    assert.equal(
      (await post(mfaLogin.verifyCode.path, { mfaToken: again, value: await appCode(kit(), secret) })).status,
      200,
    )

    assert.ok((await rowsOf('mia')).includes(MIA_SECRET))
    const before = await challenge('mia@acme.test')
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken: before, value: await appCode(kit()) })).status, 200)
    assert.equal((await rowsOf('mia')).includes(MIA_SECRET), false)
    kit().time.now += 30_000
    const after = await challenge('mia@acme.test')
    assert.equal((await post(mfaLogin.verifyCode.path, { mfaToken: after, value: await appCode(kit()) })).status, 200)
  })

  it('enrolls a phone or an email during sign-in', async () => {
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'acme')
    await setPolicy(kit(), 'mfa-strategies', ALL_ON)
    const ada = await challenge('ada@acme.test')
    const sent = await post(mfaLogin.preEnrollSms.path, { mfaToken: ada, phoneNumber: '+1 202 555-0123' })
    assert.equal(sent.body.phoneNumber, '+12025550123')
    const code = kit().lastCode('sms')
    const body = { mfaToken: ada, otcToken: sent.body.otcToken, code }
    const enrolled = await post(mfaLogin.enrollSms.path, body)
    assert.ok(enrolled.body.accessToken && enrolled.body.recoveryCode)
    assert.equal((await kit().login('ada@acme.test')).body.mfaDevices.phones.length, 1)

    const mel = await challenge('mel@acme.test')
    const { otcToken } = (await post(mfaLogin.preVerifyEmailCode.path, { mfaToken: mel })).body
    const mailed = { mfaToken: mel, otcToken, code: kit().lastCode('mail') }
    assert.ok((await post(mfaLogin.verifyEmailCode.path, mailed)).body.accessToken)
    assert.equal((await kit().login('mel@acme.test')).body.mfaDevices.emails[0].email, 'mel@acme.test')
    assert.equal((await kit().store.members.find({ userId: 'mel' }))?.factor, 'email')
  })

  it('limits codes to an unverified number, in whatever account it is typed', async () => {
    await setPolicy(kit(), 'mfa-strategies', ALL_ON)
    const phoneNumber = '+12025550188'
    const statuses: number[] = []
    for (const email of ['mel@acme.test', 'ada@acme.test']) {
      const { token } = await kit().signIn(email)
      for (let at = 0; at < 6; at += 1) {
        statuses.push((await post(mfa.preEnrollSms.path, { phoneNumber }, { token })).status)
      }
    }
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'globex')
    const mfaToken = await challenge('gia@globex.test')
    statuses.push((await post(mfaLogin.preEnrollSms.path, { mfaToken, phoneNumber })).status)
    assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429, 429])
    const other = await post(mfaLogin.preEnrollSms.path, { mfaToken, phoneNumber: '+12025550189' })
    assert.equal(other.status, 200)
  })

  it('a user who reached their own limit of codes doesn’t use up the limit of a number', async () => {
    await setPolicy(kit(), 'mfa-strategies', ALL_ON)
    const body = { phoneNumber: '+12025550187' }
    const { token } = await kit().signIn('mel@acme.test')
    const as = { token }
    const ways: Readonly<Record<string, () => Promise<CallResponse>>> = {
      'a second factor': () => post(mfa.preEnrollSms.path, body, as),
      'quick login': () => post(quickPhone.setPhoneNumber.path, body, as),
      'the profile': () => post(phoneNumbers.preVerifyPhoneNumber.path, body, as),
    }
    await post(phoneNumbers.createPhoneNumber.path, body, as)
    const statuses: number[] = []
    for (let at = 0; at < 8; at += 1)
      statuses.push((await post(mfa.preEnrollSms.path, { phoneNumber: '+12025550186' }, as)).status)
    assert.deepEqual(statuses, Array(8).fill(200))
    for (const [way, ask] of Object.entries(ways))
      for (let at = 0; at < 4; at += 1) assert.equal((await ask()).status, 429, way)
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, 'globex')
    const mfaToken = await challenge('gia@globex.test')
    const asGia = () => post(mfaLogin.preEnrollSms.path, { mfaToken, ...body })
    for (let at = 0; at < 12; at += 1) assert.equal((await asGia()).status, at < 8 ? 200 : 429)
    const ada = await kit().signIn('ada@acme.test')
    const last = await Promise.all([1, 2].map(() => post(mfa.preEnrollSms.path, body, { token: ada.token })))
    assert.deepEqual(
      last.map(({ status }) => status),
      [200, 200],
    )
  })

  it('lets a signed-in user enroll a phone and remove it again', async () => {
    await setPolicy(kit(), 'mfa-strategies', ALL_ON)
    const { token } = await kit().signIn('mel@acme.test')
    const as = { token }
    const sent = await post(mfa.preEnrollSms.path, { phoneNumber: '+12025550177' }, as)
    const enroll = { otcToken: sent.body.otcToken, code: kit().lastCode('sms') }
    assert.ok((await post(mfa.enrollSms.path, enroll, as)).body.recoveryCode)
    const { phones } = (await kit().call('GET', mfa.listDevices.path, as)).body
    assert.equal(phones[0].phoneNumber, '+*********77')
    const refused = await post(mfa.startEnroll.path, {}, as)
    assert.equal(refused.status, 401)
    assert.match(
      String(refused.headers.get('WWW-Authenticate')),
      /error="insufficient_user_authentication".*max_age="300"/,
    )
    const device = fillPath(mfa.preDisableSms.path, { deviceId: phones[0].id })
    assert.equal((await post(`${device}/verify`, {}, as)).status, 400)
    assert.equal((await post(`${device}/verify`, enroll, as)).status, 400)
    const { otcToken } = (await post(device, {}, as)).body
    assert.equal((await post(`${device}/verify`, { otcToken, code: kit().lastCode('sms') }, as)).status, 200)
    assert.deepEqual((await kit().call('GET', mfa.listDevices.path, as)).body.phones, [])
    assert.equal((await kit().store.users.get('mel'))?.mfaEnrolled, false)
    assert.equal(await kit().store.audits.count({ resource: 'MFA' }), 2)
  })

  it('notifies the phone that another one replaces', async () => {
    await setPolicy(kit(), 'mfa-strategies', ALL_ON)
    const { mfaToken, mfaDevices } = (await kit().login('sam@globex.test')).body
    const device = fillPath(mfaLogin.preVerifySms.path, { deviceId: mfaDevices.phones[0].id })
    const asked = (await post(device, { mfaToken })).body
    const proof = { mfaToken, otcToken: asked.otcToken, code: kit().lastCode('sms') }
    const as = { token: (await post(`${device}/verify`, proof)).body.accessToken }
    const sent = await post(mfa.preEnrollSms.path, { phoneNumber: '+12025550177' }, as)
    const enroll = { otcToken: sent.body.otcToken, code: kit().lastCode('sms') }
    assert.equal((await post(mfa.enrollSms.path, enroll, as)).status, 200)
    const { to, text } = kit().texts.at(-1) ?? {}
    assert.deepEqual([to, text?.startsWith('This phone number was removed')], ['+12025550100', true])
  })

  it('removes an authenticator app only with a code from it', async () => {
    const mfaToken = await challenge('mia@acme.test')
    const signedIn = await post(mfaLogin.verifyCode.path, { mfaToken, value: await appCode(kit()) })
    kit().time.now += 301_000
    const refreshed = await kit().refresh(signedIn.cookies[0]?.split(';')[0] ?? '')
    const stale = { token: refreshed.body.accessToken }
    assert.equal((await post(mfa.disable.path, {}, stale)).status, 400)
    assert.equal((await post(mfa.disable.path, { token: '000000' }, stale)).status, 400)
    assert.equal((await post(mfa.disable.path, { token: await appCode(kit()) }, stale)).status, 200)
    assert.equal((await kit().login('mia@acme.test')).body.mfaRequired, false)
  })
}
