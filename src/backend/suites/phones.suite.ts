import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login, quickPhone } from '../../contract/login.ts'
import { phoneNumbers } from '../../contract/me.ts'
import { phoneReset } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { TEXTS_PER_TYPED_NUMBER, takeAttempt } from '../domain/base/limits/limits.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const NUMBERS = phoneNumbers.createPhoneNumber.path

export const describePhones = (kit: () => Kit): void => {
  const send = (method: string, path: string, body: object = {}, token?: string) =>
    kit().call(method, path, { body, token })

  it('changes a lost phone number in three steps, each of which counts once', async () => {
    const known = await send('POST', phoneReset.resetPhoneNumber.path, { email: 'MEL@acme.test' })
    const { resetPhoneNumberToken } = known.body
    const code = kit().lastCode('mail')
    const wrong = code === '000000' ? '000001' : '000000'
    const verify = (given: string) =>
      send('POST', phoneReset.verifyResetPhoneNumber.path, { resetPhoneNumberToken, code: given })
    assert.equal((await verify(wrong)).status, 400)
    const { changePhoneNumberToken } = (await verify(code)).body
    assert.equal((await verify(code)).status, 400)
    const change = (phone: string) =>
      send('PUT', phoneReset.changePhoneNumber.path, { changePhoneNumberToken, phoneNumber: phone })
    assert.equal((await change('none')).status, 400)
    assert.equal((await change('+1 202 555 0123')).status, 200)
    assert.equal((await change('+1 202 555 0199')).status, 400)
    assert.equal((await kit().store.users.get('mel'))?.phone, '+12025550123')
  })

  const requestText = (email: string, cookie?: string) =>
    kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type: 'smscode' }), { body: { email }, cookie })
  const enterByText = (code: string, cookie?: string) =>
    kit().call('POST', fillPath(login.passwordlessPostLogin.path, { type: 'smscode' }), { body: { code }, cookie })
  const cookieOf = ({ cookies }: CallResponse) => cookies.at(-1)?.split(';')[0] ?? ''

  it('texts a number as it is dialed from any country, and refuses one that names no country', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const set = (phoneNumber: string) => send('PUT', session.updateProfile.path, { phoneNumber }, token)
    for (const typed of [
      '00491701234567',
      'tel:+49-170-1234567',
      '\u202a+49\u00a0170\u20111234567\u202c',
      '+49 (0)170 1234567',
      '＋４９１７０１２３４５６７',
    ]) {
      assert.equal((await set(typed)).status, 200, typed)
      assert.equal((await kit().store.users.get('mel'))?.phone, '+491701234567', typed)
      await set('+12025550100')
    }
    for (const [typed, fault] of [
      ['0170 1234567', 'must be a phone number with its country'],
      ['2025550143', 'must be a phone number with its country'],
      ['+49 30 123456 ext. 7', 'must be a phone number without an extension'],
      ['+1 202 0143', 'has too few digits for its country'],
      ['+33 6 12 34 56 78 90', 'has too many digits for its country'],
    ] as const) {
      const { status, body } = await set(typed)
      assert.deepEqual([status, body.errors], [400, [`phoneNumber ${fault}`]], typed)
    }
    assert.equal((await kit().store.users.get('mel'))?.phone, '+12025550100')
  })

  it('keeps numbers that older rules accepted, and finds them in either form', async () => {
    // National digits that are too few, and a leading 0 that isn't dialed from abroad.
    const [short, withZero] = ['+12020123', '+4402079460958']
    const now = kit().ports.clock.now()
    const factor = { userId: 'mel', credentialId: null, counter: 0, lastUsedAt: null, createdAt: now }
    const insert = (kind: 'phone' | 'login-phone', phone: string) =>
      kit().store.factors.insert({ ...factor, id: `${kind} ${phone}`, kind, value: JSON.stringify({ phone }) })
    await Promise.all([insert('phone', short), insert('phone', withZero), insert('login-phone', short)])
    await kit().store.users.update({ id: 'mel' }, { phone: short })
    const { token } = await kit().signIn('mel@acme.test')
    assert.equal(
      (await send('PUT', session.updateProfile.path, { name: 'Mel', phoneNumber: short }, token)).status,
      200,
    )
    assert.equal((await kit().store.users.get('mel'))?.phone, short)
    for (const typed of [short, withZero, '+44 20 7946 0958']) {
      assert.equal((await send('POST', NUMBERS, { phoneNumber: typed }, token)).status, 409, typed)
      const response = await send('POST', phoneNumbers.preVerifyPhoneNumber.path, { phoneNumber: typed }, token)
      assert.equal(response.status, 200, typed)
    }
    assert.deepEqual(
      kit().texts.map(({ to }) => to),
      [short, withZero, withZero],
    )
    await setPolicy(kit(), 'public-policy', { authStrategy: 'SmsCode' })
    const response = await requestText('mel@acme.test')
    assert.equal(kit().texts.at(-1)?.to, short)
    assert.equal((await enterByText(kit().lastCode('sms'), cookieOf(response))).status, 200)
  })

  it('stores the number of an invited user as it was typed', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    for (const typed of ['+44 (0)20 7946 0958', '0170 1234567']) {
      const email = `${typed.length}@new.test`
      await send('POST', team.addUser.path, { email, phone: typed, roleIds: ['member'], provider: 'local' }, token)
      assert.equal((await kit().store.members.find({ tenantId: 'acme', email }))?.phone, typed)
    }
  })

  const provePhone = async (token: string, phoneNumber: string) => {
    const { changePhoneId } = (await send('POST', quickPhone.setPhoneNumber.path, { phoneNumber }, token)).body
    const body = { changePhoneId, code: kit().lastCode('sms') }
    return send('POST', quickPhone.verifyPhoneNumberChange.path, body, token)
  }

  it('sends no text message to a number that was entered at sign-up, by an administrator or in the profile', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'SmsCode', allowNotVerifiedUsersLogin: true })
    const stranger = '+12025550666'
    const facts = { companyName: 'Newco', password: 'Brave-Otter-42', phoneNumber: stranger }
    await send('POST', signUp.signUp.path, { ...facts, email: 'nia@new.test' })
    const { token: admin } = await kit().signIn('ada@acme.test')
    await send(
      'POST',
      team.addUser.path,
      { email: 'ned@new.test', phone: stranger, roleIds: ['member'], provider: 'local' },
      admin,
    )
    const { token } = await kit().signIn('mel@acme.test')
    assert.equal((await send('PUT', session.updateProfile.path, { phoneNumber: stranger }, token)).status, 200)
    for (const email of ['nia@new.test', 'ned@new.test', 'mel@acme.test']) {
      assert.equal((await requestText(email)).status, 200)
    }
    assert.deepEqual(kit().texts, [])
  })

  it('signs in with the proven number until another one is proven, and notifies the replaced one', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'SmsCode' })
    const { token } = await kit().signIn('mel@acme.test')
    assert.equal((await provePhone(token, '+12025550101')).status, 200)
    const early = await requestText('mel@acme.test')
    const earlyCode = kit().lastCode('sms')
    await send('PUT', session.updateProfile.path, { phoneNumber: '+12025550102' }, token)
    await requestText('mel@acme.test')
    assert.equal(kit().texts.at(-1)?.to, '+12025550101')
    assert.equal((await provePhone(token, '+12025550102')).status, 200)
    assert.match(kit().texts.at(-1)?.text ?? '', /removed from your .* account/)
    assert.equal(kit().texts.at(-1)?.to, '+12025550101')
    assert.equal((await enterByText(earlyCode, cookieOf(early))).status, 400)
    const response = await requestText('mel@acme.test')
    assert.equal(kit().texts.at(-1)?.to, '+12025550102')
    assert.equal((await enterByText(kit().lastCode('sms'), cookieOf(response))).status, 200)
    await send('PUT', session.updateProfile.path, { phoneNumber: null }, token)
    assert.equal(kit().texts.at(-1)?.to, '+12025550102')
    const sent = kit().texts.length
    await requestText('mel@acme.test')
    assert.equal(kit().texts.length, sent)
  })

  /** Chooses a phone number after an emailed code; the browser with this cookie may verify it. */
  const choosePhone = async (email: string, phoneNumber: string) => {
    const reset = await send('POST', phoneReset.resetPhoneNumber.path, { email })
    const proof = { ...reset.body, code: kit().lastCode('mail') }
    const { changePhoneNumberToken } = (await send('POST', phoneReset.verifyResetPhoneNumber.path, proof)).body
    return send('PUT', phoneReset.changePhoneNumber.path, { changePhoneNumberToken, phoneNumber })
  }

  it('texts no code to a number that is yet to be proven after a reset, once its limit is reached', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'SmsCode' })
    const changed = await choosePhone('mel@acme.test', '+12025550102')
    const { tries } = TEXTS_PER_TYPED_NUMBER
    for (let at = 0; at < tries; at += 1) await takeAttempt(kit().ports, TEXTS_PER_TYPED_NUMBER, '+12025550102')
    const sent = kit().texts.length
    assert.equal((await requestText('mel@acme.test', cookieOf(changed))).status, 429)
    assert.equal(kit().texts.length, sent)
  })

  it('lets only the browser that opened the email verify a number after a reset', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'SmsCode' })
    const { token } = await kit().signIn('mel@acme.test')
    await provePhone(token, '+12025550101')
    const changed = await choosePhone('mel@acme.test', '+12025550102')
    await requestText('mel@acme.test')
    assert.equal(kit().texts.at(-1)?.to, '+12025550101')
    const response = await requestText('mel@acme.test', cookieOf(changed))
    assert.equal(kit().texts.at(-1)?.to, '+12025550102')
    const code = kit().lastCode('sms')
    assert.equal((await requestText('ada@acme.test', cookieOf(changed))).status, 200)
    assert.equal(kit().texts.at(-1)?.to, '+12025550102')
    assert.equal((await enterByText(code, cookieOf(response))).status, 200)
    await requestText('mel@acme.test')
    assert.equal(kit().texts.at(-1)?.to, '+12025550102')
  })

  it('sends the same response for unknown and known users, and doesn’t change second factors', async () => {
    const unknown = await send('POST', phoneReset.resetPhoneNumber.path, { email: 'unknown@acme.test' })
    assert.deepEqual([unknown.status, Object.keys(unknown.body)], [200, ['resetPhoneNumberToken']])
    assert.equal(kit().mails.length, 0)
    const { resetPhoneNumberToken } = (
      await send('POST', phoneReset.resetPhoneNumber.path, { email: 'sam@globex.test' })
    ).body
    const body = { resetPhoneNumberToken, code: kit().lastCode('mail') }
    const { changePhoneNumberToken } = (await send('POST', phoneReset.verifyResetPhoneNumber.path, body)).body
    await send('PUT', phoneReset.changePhoneNumber.path, { changePhoneNumberToken, phoneNumber: '+12025550666' })
    const { mfaDevices } = (await kit().login('sam@globex.test')).body
    assert.equal(mfaDevices.phones[0].phoneNumber, '+*********00')
  })

  it('doesn’t let a stranger who resets a user’s phone use up the attempts of other codes', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'Code' })
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const { body } = await send('POST', phoneReset.resetPhoneNumber.path, { email: 'mel@acme.test' })
      const wrong = { body: { ...body, code: 'wrong' }, address }
      for (let at = 0; at < 6; at++) await kit().call('POST', phoneReset.verifyResetPhoneNumber.path, wrong)
    }
    const start = fillPath(login.passwordlessPreLogin.path, { type: 'code' })
    const finish = fillPath(login.passwordlessPostLogin.path, { type: 'code' })
    const response = await send('POST', start, { email: 'mel@acme.test' })
    const code = { code: kit().lastCode('mail') }
    const entered = { cookie: cookieOf(response), address: '198.51.100.7' }
    assert.equal((await kit().call('POST', finish, { ...entered, body: { code: 'mistyped' } })).status, 400)
    assert.equal((await kit().call('POST', finish, { ...entered, body: code })).status, 200)
    const reset = await send('POST', phoneReset.resetPhoneNumber.path, { email: 'mel@acme.test' })
    const right = { body: { ...reset.body, code: kit().lastCode('mail') }, address: '198.51.100.7' }
    assert.equal((await kit().call('POST', phoneReset.verifyResetPhoneNumber.path, right)).status, 200)
  })

  it('adds, verifies and deletes numbers of the profile by texted codes', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const added = await send('POST', NUMBERS, { phoneNumber: '+12025550142', verify: true }, token)
    const list = async () => (await kit().call('GET', NUMBERS, { token })).body.items
    assert.equal((await list())[0].verified, false)
    const verify = { otcToken: added.body.otcToken, code: kit().lastCode('sms') }
    assert.equal((await send('POST', phoneNumbers.verifyPhoneNumber.path, verify, token)).status, 200)
    assert.equal((await list())[0].verified, true)
    assert.equal((await send('POST', NUMBERS, { phoneNumber: '+1 202 555-0142' }, token)).status, 409)
    const [{ id }] = await list()
    const { otcToken } = (
      await send('DELETE', fillPath(phoneNumbers.deletePhoneNumber.path, { phoneId: id }), {}, token)
    ).body
    const remove = (code: string) =>
      send('POST', fillPath(phoneNumbers.verifyDeletePhoneNumber.path, { phoneId: id }), { otcToken, code }, token)
    const code = kit().lastCode('sms')
    assert.equal((await remove(code === '000000' ? '000001' : '000000')).status, 400)
    assert.equal((await list()).length, 1)
    assert.equal((await remove(code)).status, 200)
    assert.deepEqual(await list(), [])
    assert.equal((await kit().store.users.get('mel'))?.mfaEnrolled, false)
    const { token: other } = await kit().signIn('ada@acme.test')
    assert.equal(
      (await send('DELETE', fillPath(phoneNumbers.deletePhoneNumber.path, { phoneId: id }), {}, other)).status,
      404,
    )
  })
}
