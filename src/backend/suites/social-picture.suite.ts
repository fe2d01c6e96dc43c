import assert from 'node:assert/strict'
import { it } from 'node:test'
import { session } from '../../contract/session.ts'
import type { Kit } from './kit.test-kit.ts'
import { arriveBySocial } from './social.test-kit.ts'

const PICTURE = 'https://pictures.google.test/zoe.png'

export const describeSocialPicture = (kit: () => Kit): void => {
  const pictureOf = async (id: string) => (await kit().store.users.get(id))?.profilePictureUrl

  it('uses the identity provider’s picture for a new user, and no other', async () => {
    const { user } = await arriveBySocial(kit(), { email: 'zoe@social.test', picture: PICTURE })
    assert.equal(await pictureOf(user.id), PICTURE)
    const { token } = await kit().signIn('mel@acme.test')
    for (const profilePictureUrl of [PICTURE, 'https://evil.test/mel.png', 'data:image/png;base64,AAAA']) {
      const changed = await kit().call('PUT', session.updateProfile.path, { token, body: { profilePictureUrl } })
      assert.equal(changed.status, 400, profilePictureUrl)
    }
    assert.equal(await pictureOf('mel'), null)
  })

  it('keeps the picture of the provider when the profile is sent back as it was, and lets its owner remove it', async () => {
    await kit().store.users.update({ id: 'mel' }, { profilePictureUrl: PICTURE })
    const { token } = await kit().signIn('mel@acme.test')
    const save = (profilePictureUrl: string) =>
      kit().call('PUT', session.updateProfile.path, { token, body: { profilePictureUrl } })
    assert.equal((await save(PICTURE)).status, 200)
    assert.equal(await pictureOf('mel'), PICTURE)
    assert.equal((await save('')).status, 200)
    assert.equal(await pictureOf('mel'), null)
  })
}
