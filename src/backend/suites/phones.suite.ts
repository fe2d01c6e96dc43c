import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { phoneNumbers } from '../../contract/phone-numbers.ts'
import { phoneReset } from '../../contract/phone-reset.ts'
import type { Kit } from './kit.test-kit.ts'

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
    assert.equal((await change('+1 555 0123')).status, 200)
    assert.equal((await change('+1 555 0199')).status, 400)
    assert.equal((await kit().store.users.get('mel'))?.phone, '+15550123')
  })

  it('answers unknown people alike, and leaves second factors alone', async () => {
    const unknown = await send('POST', phoneReset.resetPhoneNumber.path, { email: 'nobody@acme.test' })
    assert.deepEqual([unknown.status, Object.keys(unknown.body)], [200, ['resetPhoneNumberToken']])
    assert.equal(kit().mails.length, 0)
    const { resetPhoneNumberToken } = (
      await send('POST', phoneReset.resetPhoneNumber.path, { email: 'sam@globex.test' })
    ).body
    const body = { resetPhoneNumberToken, code: kit().lastCode('mail') }
    const { changePhoneNumberToken } = (await send('POST', phoneReset.verifyResetPhoneNumber.path, body)).body
    await send('PUT', phoneReset.changePhoneNumber.path, { changePhoneNumberToken, phoneNumber: '+15550666' })
    const { mfaDevices } = (await kit().login('sam@globex.test')).body
    assert.equal(mfaDevices.phones[0].phoneNumber, '+*********00')
  })

  it('adds, verifies and deletes numbers of the profile by texted codes', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const added = await send('POST', NUMBERS, { phoneNumber: '+15550142', verify: true }, token)
    const list = async () => (await kit().call('GET', NUMBERS, { token })).body.items
    assert.equal((await list())[0].verified, false)
    const verify = { otcToken: added.body.otcToken, code: kit().lastCode('sms') }
    assert.equal((await send('POST', phoneNumbers.verifyPhoneNumber.path, verify, token)).status, 200)
    assert.equal((await list())[0].verified, true)
    assert.equal((await send('POST', NUMBERS, { phoneNumber: '+1 555-0142' }, token)).status, 409)
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
