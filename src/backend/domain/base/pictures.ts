import { fillPath } from '../../../contract/path.ts'
import { pictures } from '../../../contract/pictures.ts'
import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { PictureRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'

/** Ten times the size of a cropped picture of 512 × 512 pixels. */
const MAX_BYTES = 700_000
const ID_BYTES = 18

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)

/**
 * Detects the type by WHATWG MIME Sniffing §6.1. The type that a client claims is not trusted, and SVG can contain
 * scripts.
 */
const typeOf = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38])) return 'image/gif'
  const isRiff = startsWith(bytes, [0x52, 0x49, 0x46, 0x46])
  return isRiff && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : undefined
}

const CHUNK = 8_192

const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

const urlOf = (ports: Ports, picture: PictureRecord): string =>
  ports.pictureUrl?.(picture) ?? ports.config.apiUrl + fillPath(pictures.getPicture.path, { id: picture.id })

/**
 * The kind is part of the owner because callers choose the ids of accounts: an account with the id of a user must not
 * get the user's pictures.
 */
type PictureOwner = readonly [kind: 'user' | 'account' | 'login', id: string]

const ownerIdOf = ([kind, id]: PictureOwner): string => `${kind}:${id}`

export const deletePictures = (store: Collections, ...owners: readonly PictureOwner[]): Promise<number> =>
  store.pictures.delete({ ownerId: { in: owners.map(ownerIdOf) } })

/** Replaces the owner's picture and returns the URL of the new one. */
export const storePicture = async (ports: Ports, owner: PictureOwner, bytes: Uint8Array): Promise<string> => {
  const ownerId = ownerIdOf(owner)
  if (bytes.length > MAX_BYTES) throw badRequest('This picture is too large. Choose a smaller one.')
  const type = typeOf(bytes)
  if (!type) throw badRequest('The picture must be a PNG, JPEG, GIF or WebP image')
  const id = ports.random.token(ID_BYTES)
  const picture = { id, ownerId, type, data: toBase64(bytes), createdAt: ports.clock.now() }
  await ports.store.transaction(async (store) => {
    await store.pictures.delete({ ownerId })
    await store.pictures.insert(picture)
  })
  return urlOf(ports, picture)
}

/** Returns the bytes of an image's `data:` URL. */
export const bytesOfDataUrl = (value: string): Uint8Array | undefined => {
  const data = value.match(/^data:image\/[a-z+.-]+;base64,([a-z0-9+/]+=*)$/i)?.[1]
  return data === undefined ? undefined : fromBase64(data)
}

export const pictureFile = (picture: PictureRecord): Blob =>
  new Blob([fromBase64(picture.data) ?? ''], { type: picture.type })

/**
 * Returns whether a URL shows a picture of this owner. The query is ignored, because clients append their own to bypass
 * caches.
 */
export const isOwnPicture = async (ports: Ports, owner: PictureOwner, url: string): Promise<boolean> => {
  const [plain = ''] = url.split('?')
  const own = await ports.store.pictures.list({ ownerId: ownerIdOf(owner) })
  return own.some((picture) => urlOf(ports, picture) === plain)
}
