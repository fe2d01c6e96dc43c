import { expect } from 'chai'
import { phoneNumbers } from '../../contract/me.ts'
import { password } from '../../contract/password.ts'
import { session } from '../../contract/session.ts'
import { HttpError, NetworkError } from '../../kernel/errors.ts'
import { aUser } from '../../testing/builders.ts'
import { mountSlice } from '../../testing/slice.ts'
import { profileSlice } from './profile.actions.ts'
import { initialProfile, isDirty } from './profile.state.ts'

const PNG = 'data:image/png;base64,AAECAw=='
const phone = { id: 'p1', phoneNumber: '+15550100', verified: false, createdAt: '', updatedAt: '' }
const paged = (items: unknown[]) => ({ items, _metadata: { totalItems: items.length, totalPages: 1 } })

const setUp = async () => {
  const harness = mountSlice(profileSlice, initialProfile)
  harness.fake.respond(session.getProfile, () => aUser({ metadata: '{"team":"red"}' }))
  harness.fake.respond(phoneNumbers.listPhoneNumbers, () => paged([phone]))
  harness.fake.respond(session.updateProfile, ({ body }) => ({ ...aUser(), ...(body as object) }))
  return harness
}

describe('The actions of the profile page', () => {
  it('tries three times, two seconds apart, before it fails', async () => {
    const { fake, clock, actions, state } = await setUp()
    fake.respond(session.getProfile, () => {
      throw new NetworkError('cut')
    })
    const opening = actions.open()
    await clock.advance(1_999)
    expect(fake.inputsOf(session.getProfile)).to.have.length(1)
    await clock.advance(2_001)
    await opening
    expect(fake.inputsOf(session.getProfile)).to.have.length(3)
    expect(state().phase).to.equal('failed')
  })

  it('does not try again where the server refused', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(session.getProfile, () => {
      throw new HttpError('No', 403)
    })
    await actions.open()
    expect(fake.inputsOf(session.getProfile)).to.have.length(1)
    expect(state().failure).to.deep.equal({ kind: 'failed', failure: { kind: 'refused', message: 'No' } })
  })

  it('sends the whole profile with the edits over it', async () => {
    const { fake, actions, state, refreshes } = await setUp()
    await actions.open()
    actions.edit({ jobTitle: 'Boss' })
    await actions.save()
    const [input] = fake.inputsOf(session.updateProfile)
    expect(input?.body).to.include({
      id: 'user-1',
      email: 'dana@acme.test',
      metadata: '{"team":"red","jobTitle":"Boss"}',
    })
    expect([isDirty(state()), state().notice?.key, refreshes()]).to.deep.equal([false, 'saved', 1])
  })

  it('keeps what was typed when saving failed, and sends once however often it is pressed', async () => {
    const { fake, actions, state } = await setUp()
    await actions.open()
    actions.edit({ name: 'New' })
    fake.respond(session.updateProfile, () => {
      throw new HttpError('Not now', 500)
    })
    await Promise.all([actions.save(), actions.save(), actions.save()])
    expect(fake.inputsOf(session.updateProfile)).to.have.length(1)
    expect([state().draft.name, state().saving.kind]).to.deep.equal(['New', 'failed'])
  })

  it('uploads only a base64 picture and stamps the URL of the response', async () => {
    const { fake, clock, actions, state } = await setUp()
    fake.respond(session.updateProfileImage, () => ' https://cdn.test/a.png ')
    await actions.open()
    expect(await actions.savePicture('https://evil.test/a.png')).to.equal(false)
    expect(fake.inputsOf(session.updateProfileImage)).to.have.length(0)
    actions.edit({ name: 'Half typed' })
    expect(await actions.savePicture(PNG)).to.equal(true)
    expect(state().profile?.profilePictureUrl).to.equal(`https://cdn.test/a.png?t=${clock.now()}`)
    expect(state().draft.name).to.equal('Half typed')
    const [input] = fake.inputsOf(session.updateProfile)
    expect(input?.body).to.include({ name: 'Dana Whitfield' })
  })

  it('lets the host stop a change', async () => {
    const { fake, actions, refused } = await setUp()
    await actions.open()
    refused.add('update-profile')
    actions.edit({ name: 'New' })
    await actions.save()
    expect(await actions.savePicture(PNG)).to.equal(false)
    expect(fake.inputsOf(session.updateProfile)).to.have.length(0)
  })

  it('adds a number, then requests the code that verifies it', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(phoneNumbers.createPhoneNumber, () => ({ otcToken: 'otc' }))
    fake.respond(phoneNumbers.verifyPhoneNumber, () => ({}))
    await actions.addPhone('+15550100')
    const { dialog } = state()
    if (dialog?.kind !== 'code') throw new Error('No code is expected')
    expect(dialog.task).to.include({ why: 'verify', phoneId: 'p1', otcToken: 'otc' })
    await actions.submitCode(dialog.task, '123456')
    expect(fake.inputsOf(phoneNumbers.verifyPhoneNumber)).to.deep.equal([{ body: { otcToken: 'otc', code: '123456' } }])
    expect([state().dialog, state().notice?.key]).to.deep.equal([null, 'phoneVerified'])
  })

  it('deletes a number in two calls', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(phoneNumbers.deletePhoneNumber, () => ({ phoneId: 'p1', otcToken: 'otc' }))
    fake.respond(phoneNumbers.verifyDeletePhoneNumber, () => ({}))
    actions.openDeletePhone(phone)
    await actions.startDeletePhone(phone)
    const { dialog } = state()
    if (dialog?.kind !== 'code') throw new Error('No code is expected')
    await actions.submitCode(dialog.task, '123456')
    const [input] = fake.inputsOf(phoneNumbers.verifyDeletePhoneNumber)
    expect(input).to.deep.equal({ path: { phoneId: 'p1' }, body: { otcToken: 'otc', code: '123456' } })
  })

  it('keeps the password dialog open with an error when the server refuses', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(password.getPasswordConfig, () => ({ minLength: 14 }))
    fake.respond(password.changePassword, () => {
      throw new HttpError('Your current password is incorrect.', 400)
    })
    await actions.open()
    await actions.openPassword()
    expect(state().rules).to.deep.equal({ minLength: 14 })
    await actions.changePassword('old', 'new')
    expect(state().dialog?.kind).to.equal('password')
    expect(state().dialogWork.kind).to.equal('failed')
    expect(JSON.stringify(state())).not.to.contain('"new"')
  })
})
