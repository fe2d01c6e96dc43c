import { withoutInvisibleEnds } from '../../../../rules/pasted-text.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { isInnerHost } from '../../../call/inner-host.ts'
import { text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { ReadMetadata } from '../../../ports/sso-setup.ts'
import type { Ports } from '../../../ports.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { EMPTY_SAML_SETTINGS } from '../saml-settings.ts'
import { type ConnectionChanges, endpointOf, readable } from './connection-fields.ts'
import { saveSetup } from './setups.ts'

const MAX_METADATA_LENGTH = 512_000
const MAX_URL_LENGTH = 2_000

/** Settings that were read from an identity provider's metadata, with warnings for the administrator. */
interface FromMetadata {
  /** Empty if the metadata was pasted. */
  url: string
  changes: ConnectionChanges
  read: Pick<ReadMetadata, 'warnings' | 'logout'>
}

export const changesByMetadata = async (ports: Ports, given: unknown): Promise<FromMetadata> => {
  const xml = text(given, 'metadata', MAX_METADATA_LENGTH)
  const read = await readable(() => ports.ssoSetup.readMetadata(xml, ports.clock.now()))
  if (read.entityId === '') throw badRequest('This metadata has no entity ID.')
  const changes = {
    ssoEndpoint: endpointOf(ports, read.ssoUrl),
    idpEntityId: read.entityId.slice(0, 1_000),
    publicCertificate: read.certificates.map(({ pem }) => pem).join(''),
    ...(read.wantsSignedRequests && { signRequest: true }),
  }
  return { url: '', changes, read }
}

export const changesByUrl = async (ports: Ports, given: unknown): Promise<FromMetadata> => {
  const url = withoutInvisibleEnds(text(given, 'url', MAX_URL_LENGTH))
  return { ...(await changesByMetadata(ports, await readable(() => ports.ssoSetup.fetchText(url)))), url }
}

/** Returns whether a logout URL is acceptable, because browsers would be sent there with a signed message. */
const isFit = ({ config }: Ports, url: string): boolean => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isLocal = config.allowLocalProviders === true && parsed?.hostname === 'localhost'
  return isLocal || (parsed?.protocol === 'https:' && !isInnerHost(parsed.hostname) && url.length <= MAX_URL_LENGTH)
}

const offeredBy = (ports: Ports, { logout }: Pick<ReadMetadata, 'logout'>): NonNullable<ReadMetadata['logout']> =>
  logout && isFit(ports, logout.url) ? logout : { url: '', binding: 'redirect' }

/**
 * Stores the URL, warnings, and logout URLs of the metadata in the transaction that saves the connection. The logout URL
 * isn't used until an administrator turns on signing out at the provider.
 */
const keepMetadata = async (
  ports: Ports,
  store: Collections,
  connection: SsoConnectionRecord,
  { url, read }: FromMetadata,
): Promise<void> => {
  const { id, tenantId } = connection
  await saveSetup({ ...ports, store }, connection, {
    metadataUrl: url,
    metadataWarnings: JSON.stringify(read.warnings),
  })
  const { url: offeredLogoutUrl, binding: offeredLogoutBinding, responseUrl = '' } = offeredBy(ports, read)
  const offeredResponseUrl = isFit(ports, responseUrl) ? responseUrl : ''
  const patch = { offeredLogoutUrl, offeredLogoutBinding, offeredResponseUrl }
  const now = ports.clock.now()
  if ((await store.samlSettings.update({ id, tenantId }, patch)) > 0 || offeredLogoutUrl === '') return
  const row = { ...EMPTY_SAML_SETTINGS, ...patch, id, tenantId, createdAt: now, updatedAt: now }
  await store.samlSettings.insert(row)
}

/** Returns the options of `createConnection` and `updateConnection` that store the metadata's URLs and warnings. */
export const keeping = ({ ports }: SignedRequest, found: FromMetadata) => ({
  alongside: (store: Collections, connection: SsoConnectionRecord) => keepMetadata(ports, store, connection, found),
})
