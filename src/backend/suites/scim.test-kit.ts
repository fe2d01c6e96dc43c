import { provisioning } from '../../contract/provisioning.ts'
import { scim } from '../../contract/scim.ts'
import type { ScimSource } from '../../entities/sso.ts'
import { API, type Kit } from './kit.test-kit.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export interface ScimReply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  body: any
}

export type ScimClient = (
  method: string,
  path: string,
  options?: { body?: unknown; headers?: Record<string, string>; token?: string },
) => Promise<ScimReply>

/**
 * Creates a client that sends requests like a directory: with a bearer token and `application/scim+json`, but without
 * cookies or an origin.
 */
export const scimClient =
  ({ backend, peer }: Pick<Kit, 'backend' | 'peer'>, token: string): ScimClient =>
  async (method, path, { body, headers = {}, token: other } = {}) => {
    const url = API + scim.read.path.replace('{path}', path)
    const all = { 'Content-Type': 'application/scim+json', Authorization: `Bearer ${other ?? token}`, ...headers }
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    const response = await backend(new Request(url, { method, headers: all, body: text }), { address: peer.address })
    const read = await response.text()
    return { status: response.status, headers: response.headers, body: read ? JSON.parse(read) : undefined }
  }

/** Adds a verified domain to a tenant. */
export const validateDomain = async ({ store }: Kit, domain: string, tenantId = 'acme'): Promise<void> => {
  const facts = { connectionId: `sso-${tenantId}`, tenantId, domain, validated: true, createdAt: 0 }
  await store.ssoDomains.insert({ id: `${tenantId} ${domain}`, ...facts })
}

/** Creates a connection of an administrator, and a client with its token. */
export const connect = async (
  kit: Kit,
  { email = 'ada@acme.test', source = 'other' as ScimSource, sync = true } = {},
) => {
  const { token } = await kit.signIn(email)
  const body = { source, connectionName: 'Directory', syncToUserManagement: sync }
  const created = await kit.call('POST', provisioning.createConnection.path, { token, body })
  if (created.status !== 200) throw new Error(`No connection: ${JSON.stringify(created.body)}`)
  const { id, token: secret } = created.body as { id: string; token: string }
  return { id, secret, adminToken: token, scim: scimClient(kit, secret) }
}

export const aUser = (userName: string, facts: object = {}) => ({
  schemas: [USER_SCHEMA],
  userName,
  emails: [{ value: userName, type: 'work', primary: true }],
  ...facts,
})

export const aGroup = (displayName: string, members: readonly string[] = []) => ({
  schemas: [GROUP_SCHEMA],
  displayName,
  ...(members.length && { members: members.map((value) => ({ value })) }),
})

export const patch = (...operations: object[]) => ({ schemas: [PATCH_SCHEMA], Operations: operations })
