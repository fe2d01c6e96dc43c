import { text } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { type ConnectionChanges, endpointOf, readable } from './connection-fields.ts'

const MAX_METADATA_LENGTH = 512_000
const MAX_URL_LENGTH = 2_000

/** What the metadata of an identity provider decides. */
export const changesByMetadata = async (ports: Ports, given: unknown): Promise<ConnectionChanges> => {
  const xml = text(given, 'metadata', MAX_METADATA_LENGTH)
  const read = await readable(() => ports.ssoSetup.readMetadata(xml))
  if (read.entityId === '') throw badRequest('This metadata has no entity ID.')
  return {
    ssoEndpoint: endpointOf(ports, read.ssoUrl),
    idpEntityId: read.entityId.slice(0, 1_000),
    publicCertificate: read.certificates.map(({ pem }) => pem).join(''),
    ...(read.wantsSignedRequests && { signRequest: true }),
  }
}

export interface MetadataFromUrl {
  url: string
  changes: ConnectionChanges
}

export const changesByUrl = async (ports: Ports, given: unknown): Promise<MetadataFromUrl> => {
  const url = text(given, 'url', MAX_URL_LENGTH).trim()
  return { url, changes: await changesByMetadata(ports, await readable(() => ports.ssoSetup.fetchText(url))) }
}
