import { fillPath } from '../../contract/path.ts'
import { aGroupRecord, anSsoConnectionRecord, aRoleRecord } from '../../testing/records.ts'
import { createApiToken } from '../domain/identity/api-tokens/issue-api-token.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { allRoutes } from '../handlers/index.ts'
import type { Route } from '../http/router.ts'
import type { ChangeRules } from '../http/rules.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'

/** A served call that may change something. */
export interface ChangingRoute extends Route {
  rules: ChangeRules
}

export const changingRoutes = (): ChangingRoute[] =>
  allRoutes().flatMap((route) => ('fresh' in route.rules ? [{ ...route, rules: route.rules }] : []))

/** The administrator whom calls about members name. */
const TARGET = 'gus'

const STRANGER = 'eve@evil.test'

const HERE = [{ tenantId: 'acme', roleIds: ['admin'] }]

const BODIES: Readonly<Record<string, object>> = {
  'team.updateMember': { id: TARGET, roleIds: ['member'] },
  'team.addUser': { email: 'new@acme.test', roleIds: ['admin'], provider: 'local' },
  'sessions.revokeUserSessions': { userId: TARGET },
  'subTenants.setUserRoles': { subTenantsRoles: HERE },
  'subTenants.removeUserFromTenants': { userId: TARGET, subTenants: HERE },
  'subTenants.addUserToTenants': { user: { email: 'new@acme.test' }, subTenants: HERE },
  'subTenants.addUsers': { users: [{ email: 'new@acme.test' }], tenantId: 'acme', roleIds: ['admin'] },
  'subTenantTree.moveSubTenant': { parentTenantId: 'acme' },
  'groups.addRoles': { roleIds: ['admin'] },
  'groups.removeRoles': { roleIds: ['admin'] },
  'groups.updateConfiguration': { rolesEnabled: false },
  'roles.attachPermissions': { permissionIds: [] },
  'roles.addRole': { key: 'new', name: 'New', description: '', isDefault: true, level: 5, permissions: ['p fe.*'] },
  'policies.createMfaPolicy': { enforceMFAType: 'DontForce' },
  'policies.updateMfaPolicy': { id: 'x', enforceMFAType: 'DontForce' },
  'policies.createLockoutPolicy': { enabled: false, maxAttempts: 5 },
  'policies.updateLockoutPolicy': { id: 'x', enabled: false, maxAttempts: 5 },
  'policies.createPasswordHistoryPolicy': { enabled: false, historySize: 5 },
  'policies.updatePasswordHistoryPolicy': { id: 'x', enabled: false, historySize: 5 },
  'sessionConfig.saveSessionConfig': { sessionConcurrentConfiguration: { isActive: false, maxSessions: 3 } },
  'ipRestrictions.updateIpConfig': { isActive: false },
  'ipRestrictions.createIpRestriction': { ip: '198.51.100.7', strategy: 'ALLOW' },
  'ipRestrictions.bulkCreateIpRestrictions': { ips: [{ ip: '198.51.100.7', strategy: 'ALLOW' }] },
  'ipRules.addIpRestrictions': { ips: [{ ip: '198.51.100.7', strategy: 'ALLOW' }] },
  'ipRules.updateIpRestriction': { isActive: false },
  'domainRestrictions.updateDomainConfig': { active: false },
  'inviteLinkConfiguration.updateInviteLinkConfig': { tenantInvitationsAllowed: true },
  'ssoEnforcement.saveSsoEnforcement': { enforced: false, exemptUserIds: [] },
  'ssoConfigs.updateConfig': { enabled: false },
  'ssoSaml.updateConfig': { enabled: false },
  'connectivity.updateWebhook': { url: 'https://other.example.com/' },
  'auditLog.exportAuditPart': { format: 'csv' },
  'ssoConfigs.createConfig': { type: 'saml', enabled: true },
  'ssoConnections.updateSsoConnectionDetails': { idpEntityId: 'https://evil.test' },
  'apiTokens.updateTenantApiToken': { roleIds: ['admin'] },
  'provisioning.updateConnection': { syncToUserManagement: true },
  'domainRestrictions.createDomain': { domain: 'evil.test', type: 'ALLOW' },
  'emailDomains.createDomains': { domains: ['evil.test'], type: 'ALLOW' },
  'connectivity.createEmailConfig': { enabled: true, subscriptions: [{ enabled: true, recipients: [STRANGER] }] },
  'connectivity.updateEmailSubscription': { enabled: true, recipients: [STRANGER] },
  'connectivity.createSmsConfig': { enabled: true, subscriptions: [{ enabled: true, recipients: ['+12025550199'] }] },
  'connectivity.updateSmsSubscription': { enabled: true, recipients: ['+12025550199'] },
  'reports.sendReport': { templateId: 'none', to: [STRANGER] },
}

const LIMITED = { isActive: true, maxSessions: 3 }
const at = { createdAt: 0, updatedAt: 0 }

/**
 * Sets up an account that an attacker would weaken: strict policies, IP rules, required single sign-on and a group of
 * administrators.
 */
export const arrangeAccount = async (kit: Kit): Promise<void> => {
  const { store, peer } = kit
  peer.address = '203.0.113.9'
  await setPolicy(kit, 'lockout', { enabled: true, maxAttempts: 5 }, 'acme')
  await setPolicy(kit, 'password-history', { enabled: true, historySize: 5 }, 'acme')
  await setPolicy(kit, 'sessions', { sessionConcurrentConfiguration: LIMITED }, 'acme')
  const domains = { active: true, listType: 'ALLOW', blockPublicDomains: false } as const
  await setPolicy(kit, 'email-domains', domains, 'acme')
  await store.ipConfigs.insert({ id: 'acme', isActive: true, strategy: 'BLOCK', revision: '1', ...at })
  const sso = {
    name: '',
    metadataUrl: '',
    enabledAt: null,
    lastSignInAt: null,
    exemptUserIds: '[]',
    updatesRoles: false,
    metadataWarnings: '[]',
    test: '',
  }
  await store.ssoSetups.insert({ id: 'thing', tenantId: 'acme', ...sso, enforced: true, ...at })
  await store.ssoConnections.insert(anSsoConnectionRecord({ id: 'thing', tenantId: 'acme', enabled: true }))
  await store.roles.insert(aRoleRecord({ id: 'boss', tenantId: 'acme', level: 20, permissionIds: '["p fe.*"]' }))
  await store.groups.insert(aGroupRecord({ id: 'bosses', roleIds: '["admin"]' }))
  const webhook = { displayName: '', description: '', url: 'https://hooks.example.com/', secret: '' }
  const states = { previousSecret: null, previousSecretUntil: null, isActive: true, failingSince: null }
  const row = { id: 'thing', tenantId: 'acme', eventKeys: '[]', ...webhook, ...states, ...at }
  await store.webhooks.insert(row as Parameters<typeof store.webhooks.insert>[0])
  const [ada] = await store.members.list({ userId: 'ada' })
  const user = await store.users.get('ada')
  if (!ada || !user) throw new Error('Ada is missing')
  await store.users.insert({ ...user, id: TARGET, email: `${TARGET}@acme.test` })
  const access = { roleIds: '["admin","boss"]', groupIds: '["bosses"]', subAccountAccess: true }
  const target = { ...ada, ...access, userId: TARGET, email: `${TARGET}@acme.test` }
  await store.members.insert({ ...target, id: `acme-${TARGET}` })
  await addAccount(kit, 'north', 'North', 'acme')
  await addAccount(kit, 'oslo', 'Oslo', 'north')
  await store.members.insert({ ...target, id: `north-${TARGET}`, tenantId: 'north' })
}

/** Requires second factors. Call it after the callers signed in, because sign-ins would no longer end with tokens. */
export const arrangeMfa = (kit: Kit) => setPolicy(kit, 'mfa', { enforceMFAType: 'ForceExceptSAML' }, 'acme')

const IDS: Readonly<Record<string, string>> = {
  userId: TARGET,
  groupId: 'bosses',
  roleId: 'boss',
  tenantId: 'acme',
  // Without a format, the response of a successful call is not a file.
  endpoint: 'none',
}

/** Ids of calls that need others than {@link IDS}. */
const IDS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'subTenantTree.moveSubTenant': { tenantId: 'oslo' },
}

export const send = (
  kit: Kit,
  { operation, endpoint }: Route,
  token: string | undefined,
  given: object = BODIES[operation] ?? { userId: TARGET, userIds: [TARGET] },
): Promise<CallResponse> => {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const ids = { ...IDS, ...IDS_OF[operation] }
  const path = fillPath(endpoint.path, Object.fromEntries(names.map((name) => [name, ids[name] ?? 'thing'])) as never)
  const query = operation === 'audits.exportAudits' ? '?offset=0&outputFileName=audits.csv' : ''
  return kit.call(endpoint.method, path + query, { body: given, ...(token && { token }) })
}

/** Gives Tom exactly one permission. */
export const withPermission = async (kit: Kit, permission: string): Promise<void> => {
  const { store } = kit
  const known = await store.permissions.find({ key: permission })
  const id = known?.id ?? `only ${permission}`
  if (!known) {
    await store.permissions.insert({ id, key: permission, name: 'x', description: '', categoryId: 'team', ...at })
  }
  await store.roles.delete({ id: 'only' })
  await store.roles.insert(aRoleRecord({ id: 'only', level: 0, permissionIds: JSON.stringify([id]) }))
  await store.members.update({ userId: 'tom', tenantId: 'acme' }, { roleIds: '["only"]' })
}

export const enroll = (kit: Kit, userId: string) =>
  addFactor(kit.ports, userId, { kind: 'sms', value: { phone: '+12025550177' } })

export const machineToken = async ({ ports }: Kit): Promise<string> => {
  const facts = { tenantId: 'acme', userId: null, kind: 'AccessToken', createdByUserId: 'ada' } as const
  const given = { ...facts, description: 'CI', roleIds: ['admin'], expiresInMinutes: null }
  return (await createApiToken(ports, given)).secret
}

/** Returns `factor` or `any` for a challenge, and `undefined` for any other response. */
export const challengeOf = ({ status, headers }: CallResponse): 'factor' | 'any' | undefined => {
  const header = headers.get('WWW-Authenticate') ?? ''
  if (status !== 401 || !header.includes('insufficient_user_authentication')) return undefined
  return header.includes('acr_values') ? 'factor' : 'any'
}

/** Proofs that are wrong, by every name that a request can carry one under. */
export const WRONG_PROOFS = {
  password: 'wrong',
  newPassword: 'A-new-password-2026',
  code: '000000',
  token: '000000',
  webauthnToken: {},
  email: 'eve@evil.test',
  newEmail: 'eve@evil.test',
  tenantId: 'acme',
  name: 'Acme',
}

/** Returns everything that a refused call must not have changed. */
export const protectedState = async ({ store }: Kit): Promise<string> => {
  const names = [
    'tenants',
    'members',
    'roles',
    'groups',
    'policies',
    'apiTokens',
    'webhooks',
    'ssoConnections',
    'ssoSetups',
    'ipConfigs',
    'ipRestrictions',
    'domainRules',
    'directoryConnections',
    'users',
    'factors',
  ] as const
  const rows = await Promise.all(names.map((name) => store[name].list({})))
  const ended = await store.sessions.count({ revokedAt: { not: null } })
  // Tom is left out, because his permission changes from call to call.
  return JSON.stringify([rows.map((some) => some.filter(({ id }) => id !== 'acme-tom' && id !== 'only')), ended])
}
