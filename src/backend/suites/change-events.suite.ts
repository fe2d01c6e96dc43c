import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountAlias, subTenants } from '../../contract/accounts.ts'
import { groups } from '../../contract/groups.ts'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { domainRestrictions, ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import { sessionConfig } from '../../contract/security.ts'
import { ssoConfigs, ssoEnforcement } from '../../contract/sso.ts'
import { inviteLinkConfiguration, team } from '../../contract/users.ts'
import type { EventKey } from '../../entities/events.ts'
import { finishDeletions } from '../domain/self-service/finish-deletions.ts'
import { ACCOUNT } from './account-events.test-kit.ts'
import { callerAsAda, type EventRow, type EventRows } from './event-actions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, scimClient, validateDomain } from './scim.test-kit.ts'
import { SINGLE_SIGN_ON } from './sso-events.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const SESSIONS = { sessionTimeoutConfiguration: { isActive: true, timeout: 86_400 } }

/** Changes that an administrator makes to an account, and their events. */
export const SETTINGS: EventRows = {
  'session policies': [
    ['frontegg.securityPolicy.updated'],
    (call) => call('POST', sessionConfig.saveSessionConfig.path, SESSIONS),
  ],
  'group settings': [
    ['frontegg.groupSettings.updated'],
    (call) => call(groups.updateConfiguration.method, groups.updateConfiguration.path, { rolesEnabled: false }),
  ],
  'IP rules': [
    [
      'frontegg.ipRestriction.created',
      'frontegg.ipRestriction.updated',
      'frontegg.ipRestriction.deleted',
      'frontegg.securityPolicy.updated',
    ],
    async (call) => {
      const rule = { ip: '203.0.113.9', strategy: 'BLOCK', isActive: true, description: '' }
      await call('POST', ipRestrictions.createIpRestriction.path, rule)
      const { items } = await call('GET', `${ipRestrictions.listIpRestrictions.path}?_filter=BLOCK`)
      const { method, path } = ipRules.updateIpRestriction
      await call(method, fillPath(path, { id: items[0].id }), { description: 'Old office' })
      await call('DELETE', fillPath(ipRestrictions.deleteIpRestriction.path, { id: items[0].id }))
      await call('POST', ipRestrictions.updateIpConfig.path, { isActive: false, strategy: 'BLOCK' })
    },
  ],
  'email domain rules': [
    ['frontegg.emailDomainRule.created', 'frontegg.emailDomainRule.deleted', 'frontegg.securityPolicy.updated'],
    async (call) => {
      const body = { domain: 'evil.example', type: 'BLOCK' }
      const { id } = await call('POST', domainRestrictions.createDomain.path, body)
      await call('DELETE', fillPath(domainRestrictions.deleteDomain.path, { id }))
      await call('POST', domainRestrictions.updateDomainConfig.path, { active: false, type: 'BLOCK' })
    },
  ],
  'invite links': [
    [
      'frontegg.inviteLink.created',
      'frontegg.inviteLink.updated',
      'frontegg.inviteLink.deleted',
      'frontegg.inviteLinkSettings.updated',
    ],
    async (call) => {
      await call('POST', team.createInviteLink.path, { expiresInMinutes: 60 })
      await call(team.updateInviteLink.method, team.updateInviteLink.path, { expiresInMinutes: 30 })
      await call('DELETE', team.deleteInviteLink.path)
      const { method, path } = inviteLinkConfiguration.updateInviteLinkConfig
      await call(method, path, { tenantInvitationsAllowed: false })
    },
  ],
  'sub-accounts': [
    ['frontegg.subTenant.created', 'frontegg.subTenant.updated', 'frontegg.subTenant.deleted'],
    async (call) => {
      const body = { tenantId: 'north', name: 'North', parentTenantId: 'acme' }
      await call('POST', subTenants.createSubTenant.path, body)
      const { method, path } = subTenants.updateSubTenant
      await call(method, fillPath(path, { tenantId: 'north' }), { name: 'Far North' })
      await call('DELETE', fillPath(subTenants.deleteSubTenant.path, { tenantId: 'north' }))
    },
  ],
  'SSO connections': [
    [
      'frontegg.ssoConnection.created',
      'frontegg.ssoConnection.updated',
      'frontegg.ssoConnection.updated',
      'frontegg.ssoEnforcement.updated',
      'frontegg.ssoConnection.deleted',
    ],
    async (call) => {
      const { id: configId } = await call('POST', ssoConfigs.createConfig.path, {})
      const { method, path } = ssoConfigs.setDefaultRoles
      await call(method, fillPath(path, { configId }), { roleIds: [] })
      await call('POST', fillPath(ssoConfigs.createDomain.path, { configId }), { domain: 'acme.test' })
      const { method: put, path: enforcement } = ssoEnforcement.saveSsoEnforcement
      await call(put, fillPath(enforcement, { id: configId }), { enforced: false, exemptUserIds: ['ada'] })
      await call('DELETE', fillPath(ssoConfigs.deleteConfig.path, { configId }))
    },
  ],
}

/** Changes that a directory makes, and their events. */
export const DIRECTORY: EventRow = [
  [
    'frontegg.provisioningConnection.created',
    'frontegg.user.created',
    'frontegg.user.joinedTenant',
    'frontegg.directoryUser.created',
    'frontegg.group.created',
    'frontegg.group.updated',
    'frontegg.group.deleted',
    'frontegg.user.updated',
    'frontegg.directoryUser.updated',
    'frontegg.user.removedFromTenant',
    'frontegg.user.deleted',
    'frontegg.directoryUser.deleted',
    'frontegg.provisioningConnection.updated',
    'frontegg.provisioningConnection.deleted',
  ],
  async (call, kit) => {
    await validateDomain(kit, 'new.test')
    const facts = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const { id, token } = await call('POST', provisioning.createConnection.path, facts)
    const scim = scimClient(kit, token)
    const { body } = await scim('POST', 'Users', { body: aUser('ann@new.test') })
    const { body: made } = await scim('POST', 'Groups', { body: aGroup('Sales') })
    await scim('PUT', `Groups/${made.id}`, { body: aGroup('Sales', [body.id]) })
    await scim('DELETE', `Groups/${made.id}`)
    await scim('PUT', `Users/${body.id}`, { body: aUser('ann@new.test', { active: false }) })
    await scim('DELETE', `Users/${body.id}`)
    await call('POST', fillPath(provisioningConnections.rotateToken.path, { id }), {})
    await call('DELETE', fillPath(provisioning.deleteConnection.path, { id }))
  },
]

export const describeChangeEvents = (kit: () => Kit): void => {
  const expectEvents = async (wanted: readonly EventKey[], act: () => Promise<unknown>, tenantId = 'acme') => {
    const before = new Set((await kit().store.events.list({ tenantId })).map(({ id }) => id))
    await act()
    const found = (await kit().store.events.list({ tenantId })).filter(({ id }) => !before.has(id))
    assert.deepEqual(found.map(({ key }) => key).sort(), [...wanted].sort())
    return found
  }

  for (const [name, [wanted, act]] of Object.entries({ ...SETTINGS, ...ACCOUNT })) {
    it(`are written when a user changes ${name}`, async () => {
      const call = await callerAsAda(kit())
      await expectEvents(wanted, () => act(call, kit()))
    })
  }

  it('are written for what a directory sends, without its token', async () => {
    const [wanted, act] = DIRECTORY
    const call = await callerAsAda(kit())
    const found = await expectEvents(wanted, () => act(call, kit()))
    assert.ok(found.every(({ body }) => !body.includes('fesc_')))
  })

  for (const [title, [wanted, act]] of Object.entries(SINGLE_SIGN_ON)) {
    it(`are written when ${title}`, async () => {
      const call = await callerAsAda(kit())
      await expectEvents(wanted, () => act(call, kit()))
    })
  }

  it('are written for the account above one that is deleted as its administrators requested', async () => {
    const call = await callerAsAda(kit())
    await call('POST', subTenants.createSubTenant.path, { tenantId: 'north', name: 'North', parentTenantId: 'acme' })
    const request = { requestedById: 'ada', requestedByEmail: 'ada@acme.test', dueAt: kit().time.now - 1 }
    await kit().store.deletions.insert({ id: 'north', kind: 'tenant', createdAt: 1, ...request })
    const [event] = await expectEvents(['frontegg.subTenant.deleted'], () => finishDeletions(kit().ports))
    assert.deepEqual(JSON.parse(event?.body ?? '').subTenant, { id: 'north', name: 'North', parentId: 'acme' })
    assert.equal(await kit().store.tenants.get('north'), undefined)
  })

  it('are written when a deletion is canceled because of sub-accounts', async () => {
    const call = await callerAsAda(kit())
    await call('POST', subTenants.createSubTenant.path, { tenantId: 'north', name: 'North', parentTenantId: 'acme' })
    const request = { requestedById: 'ada', requestedByEmail: 'ada@acme.test', dueAt: kit().time.now - 1 }
    await kit().store.deletions.insert({ id: 'acme', kind: 'tenant', createdAt: 1, ...request })
    await expectEvents(['frontegg.tenant.deletionCanceled'], () => finishDeletions(kit().ports))
  })

  it('are not written when the change fails', async () => {
    const call = await callerAsAda(kit())
    await kit().store.tenants.update({ id: 'globex' }, { alias: 'globex' })
    const { method, path } = accountAlias.saveAccountAlias
    await expectEvents([], () => assert.rejects(call(method, path, { alias: 'globex' })))
  })

  it('are written when a user joins by an invite link, without the token of the link', async () => {
    const link = await (await callerAsAda(kit()))('POST', team.createInviteLink.path, { expiresInMinutes: 60 })
    const body = { email: 'gia@globex.test', password: PASSWORD, invitationToken: link.token }
    const wanted = ['frontegg.user.joinedTenant', 'frontegg.user.authenticated'] as const
    await expectEvents(wanted, () => kit().call('POST', login.login.path, { body }))
    const events = await kit().store.events.list({ tenantId: 'acme' })
    assert.ok(events.every((event) => !event.body.includes(link.token)))
  })
}
