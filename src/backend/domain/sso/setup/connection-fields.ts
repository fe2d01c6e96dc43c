import type { SsoConfigFields, SsoGroup, SsoType } from '../../../../entities/sso.ts'
import { isRecord } from '../../../../kernel/safe-json.ts'
import { withoutInvisibleEnds } from '../../../../rules/pasted-text.ts'
import { isInnerHost } from '../../../call/inner-host.ts'
import { flagOf, optionalText, textList } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import { UnreadableError } from '../../../ports/sso-setup.ts'
import type { Ports } from '../../../ports.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'

const SSO_TYPES = ['saml', 'okta', 'azure', 'google', 'oidc'] as const satisfies readonly SsoType[]

const MAX_URL_LENGTH = 2_000
const MAX_CERTIFICATES_LENGTH = 50_000
const MAX_GROUP_LENGTH = 500
const MAX_GROUPS = 500
const MAX_METADATA_ENTRIES = 50

export type ConnectionChanges = Partial<Omit<SsoConnectionRecord, 'id' | 'tenantId' | 'createdAt' | 'updatedAt'>>

/** Runs work of the port and turns its readable errors into refusals, which the form shows under the field. */
export const readable = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof UnreadableError ? badRequest(error.message) : error
  }
}

const typeOf = (value: unknown): SsoType => {
  const wanted = typeof value === 'string' ? value.toLowerCase() : value
  const found = SSO_TYPES.find((type) => type === wanted)
  if (!found) throw badRequest(`type must be one of ${SSO_TYPES.join(', ')}`)
  return found
}

/**
 * Returns whether a URL is written so that every reader finds the same host in it: with two slashes before it, and
 * without backslashes, spaces and control characters, which browsers read as slashes or drop.
 */
export const isPlainUrl = (text: string): boolean =>
  /^https?:\/\/[^\s\\/?#]+([/?#]|$)/i.test(text) && !/\p{Cc}/u.test(text)

/** Returns a valid URL, to which browsers are sent. It must use TLS and be public, except for a local demo. */
export const endpointOf = ({ config }: Pick<Ports, 'config'>, value: unknown): string => {
  const text = withoutInvisibleEnds(optionalText(value, 'ssoEndpoint', MAX_URL_LENGTH) ?? '')
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = config.allowLocalProviders === true && url?.hostname === 'localhost'
  const isSafe = isLocal ? /^https?:$/.test(url?.protocol ?? '') : url?.protocol === 'https:'
  if (!isSafe || !isPlainUrl(text) || url?.username || url?.password)
    throw badRequest('ssoEndpoint must be a URL that starts with https://')
  if (!isLocal && isInnerHost(url?.hostname ?? '')) throw badRequest('ssoEndpoint must be on the public internet')
  return text
}

const certificatesOf = async ({ ssoSetup }: Pick<Ports, 'ssoSetup'>, value: unknown): Promise<string> => {
  const text = optionalText(value, 'publicCertificate', MAX_CERTIFICATES_LENGTH)
  if (text === undefined) return ''
  return (await readable(() => ssoSetup.readCertificates(text))).map(({ pem }) => pem).join('')
}

export const groupNameOf = (value: unknown): string => {
  const name = withoutInvisibleEnds(optionalText(value, 'group', MAX_GROUP_LENGTH) ?? '')
  if (!name) throw badRequest('group must be a string')
  return name
}

const groupsOf = ({ random }: Pick<Ports, 'random'>, value: unknown): SsoGroup[] => {
  if (!Array.isArray(value) || value.length > MAX_GROUPS) throw badRequest('groups must be a list')
  return value.map((each: unknown) => {
    if (!isRecord(each)) throw badRequest('groups must be a list')
    const id = optionalText(each.id, 'id', 100) ?? random.uuid()
    return { id, group: groupNameOf(each.group), roleIds: [...new Set(textList(each.roleIds ?? [], 'roleIds'))] }
  })
}

const metadataOf = (value: unknown): string => {
  if (!isRecord(value)) throw badRequest('configMetadata must be an object of strings')
  const entries = Object.entries(value)
  const isFit = entries.length <= MAX_METADATA_ENTRIES && entries.every(([, text]) => typeof text === 'string')
  if (!isFit) throw badRequest('configMetadata must be an object of strings')
  return JSON.stringify(value)
}

type Fields = { [field in keyof SsoConfigFields]: unknown }

const plainText = (value: unknown, name: string, maxLength: number): string =>
  withoutInvisibleEnds(optionalText(value, name, maxLength) ?? '')

/** The stored secret is never returned, so clients send an empty one to keep it, and null to remove it. */
const secretField = (value: unknown): ConnectionChanges => {
  if (value === null) return { oidcSecret: '' }
  const oidcSecret = plainText(value, 'oidcSecret', 2_000)
  return oidcSecret ? { oidcSecret } : {}
}

const textFields = (body: Fields): ConnectionChanges => ({
  ...(body.type !== undefined && { type: typeOf(body.type) }),
  ...(body.oidcClientId !== undefined && { oidcClientId: plainText(body.oidcClientId, 'oidcClientId', 500) }),
  ...secretField(body.oidcSecret),
})

const flagFields = (body: Fields): ConnectionChanges =>
  Object.fromEntries(
    (['enabled', 'signRequest', 'skipEmailDomainValidation'] as const)
      .filter((field) => body[field] !== undefined && body[field] !== null)
      .map((field) => [field, flagOf(body[field], field)]),
  )

/** Reads the changes in the body of a save; clients can't set ids, times, or our own URLs. */
export const changesOf = async (ports: Ports, body: Fields): Promise<ConnectionChanges> => ({
  ...textFields(body),
  ...flagFields(body),
  ...(body.ssoEndpoint !== undefined && { ssoEndpoint: endpointOf(ports, body.ssoEndpoint) }),
  ...(body.publicCertificate !== undefined && {
    publicCertificate: await certificatesOf(ports, body.publicCertificate),
  }),
  ...(body.roleIds !== undefined && { roleIds: JSON.stringify([...new Set(textList(body.roleIds, 'roleIds'))]) }),
  ...(body.groups !== undefined && { groups: JSON.stringify(groupsOf(ports, body.groups)) }),
  ...(body.configMetadata !== undefined && { configMetadata: metadataOf(body.configMetadata) }),
})
