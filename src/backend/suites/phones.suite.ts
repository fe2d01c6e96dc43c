import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from './kit.test-kit.ts'

const RESET = '/identity/resources/users/v1/phone'
const NUMBERS = '/identity/resources/users/phone-numbers/v1'

export const describePhones = (kit: () => Kit): void => {
  const send = (method: string, path: string, body: object = {}, token?: string) =>
    kit().call(method, path, { body, token })

  it('changes a lost phone number in three steps, each of which counts once', async () => {
    const known = await send('POST', `${RESET}/reset`, { email: 'MEL@acme.test' })
    const { resetPhoneNumberToken } = known.body
    const code = kit().lastCode('mail')
    const wrong = code === '000000' ? '000001' : '000000'
    const verify = (given: string) => send('POST', `${RESET}/reset/verify`, { resetPhoneNumberToken, code: given })
    assert.equal((await verify(wrong)).status, 400)
    const { changePhoneNumberToken } = (await verify(code)).body
    assert.equal((await verify(code)).status, 400)
    const change = (phone: string) => send('PUT', `${RESET}/change`, { changePhoneNumberToken, phoneNumber: phone })
    assert.equal((await change('none')).status, 400)
    assert.equal((await change('+1 555 0123')).status, 200)
    assert.equal((await change('+1 555 0199')).status, 400)
    assert.equal((await kit().store.users.get('mel'))?.phone, '+15550123')
  })

  it('answers unknown people alike, and leaves second factors alone', async () => {
    const unknown = await send('POST', `${RESET}/reset`, { email: 'nobody@acme.test' })
    assert.deepEqual([unknown.status, Object.keys(unknown.body)], [200, ['resetPhoneNumberToken']])
    assert.equal(kit().mails.length, 0)
    const { resetPhoneNumberToken } = (await send('POST', `${RESET}/reset`, { email: 'sam@globex.test' })).body
    const body = { resetPhoneNumberToken, code: kit().lastCode('mail') }
    const { changePhoneNumberToken } = (await send('POST', `${RESET}/reset/verify`, body)).body
    await send('PUT', `${RESET}/change`, { changePhoneNumberToken, phoneNumber: '+15550666' })
    const { mfaDevices } = (await kit().login('sam@globex.test')).body
    assert.equal(mfaDevices.phones[0].phoneNumber, '+*********00')
  })

  it('adds, verifies and deletes numbers of the profile by texted codes', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const added = await send('POST', NUMBERS, { phoneNumber: '+15550142', verify: true }, token)
    const list = async () => (await kit().call('GET', NUMBERS, { token })).body.items
    assert.equal((await list())[0].verified, false)
    const verify = { otcToken: added.body.otcToken, code: kit().lastCode('sms') }
    assert.equal((await send('POST', `${NUMBERS}/verify`, verify, token)).status, 200)
    assert.equal((await list())[0].verified, true)
    assert.equal((await send('POST', NUMBERS, { phoneNumber: '+1 555-0142' }, token)).status, 409)
    const [{ id }] = await list()
    const { otcToken } = (await send('DELETE', `${NUMBERS}/${id}`, {}, token)).body
    const remove = (code: string) => send('POST', `${NUMBERS}/${id}/delete/verify`, { otcToken, code }, token)
    const code = kit().lastCode('sms')
    assert.equal((await remove(code === '000000' ? '000001' : '000000')).status, 400)
    assert.equal((await list()).length, 1)
    assert.equal((await remove(code)).status, 200)
    assert.deepEqual(await list(), [])
    assert.equal((await kit().store.users.get('mel'))?.mfaEnrolled, false)
    const { token: other } = await kit().signIn('ada@acme.test')
    assert.equal((await send('DELETE', `${NUMBERS}/${id}`, {}, other)).status, 404)
  })
}
