import type { pictures } from '../../contract/pictures.ts'
import type { session } from '../../contract/session.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { pictureFile, storePicture } from '../domain/base/pictures.ts'
import { asFile, type Handlers, open, signedIn } from '../http/handler.ts'

const YEAR_SECONDS = 31_536_000

export const profileImageHandlers = {
  updateProfileImage: signedIn(async (call) => {
    const file = call.body.get('image')
    if (!(file instanceof Blob)) throw badRequest('image must be a file')
    const bytes = new Uint8Array(await file.arrayBuffer())
    return inOneTransaction(call, async ({ ports, auth, audit }) => {
      const url = await storePicture(ports, ['user', auth.user.id], bytes)
      await ports.store.users.update({ id: auth.user.id }, { profilePictureUrl: url })
      await audit({ action: 'Profile updated', resource: 'Users', description: 'Uploaded a picture' })
      return url
    })
  }),
} satisfies Pick<Handlers<typeof session>, 'updateProfileImage'>

export const picturesHandlers = {
  getPicture: open(async ({ ports, path, reply }) => {
    const picture = await ports.store.pictures.get(path.id)
    if (!picture) throw notFound('Picture not found.')
    // Every upload has a URL of its own.
    reply.headers.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`)
    reply.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    return asFile(pictureFile(picture))
  }),
} satisfies Handlers<typeof pictures>
