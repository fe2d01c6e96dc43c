import assert from 'node:assert/strict'
import { settings } from '../../contract/accounts.ts'
import { tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { groups } from '../../contract/groups.ts'
import { mfa } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { roles } from '../../contract/roles.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { members, team } from '../../contract/users.ts'
import type { EventKey } from '../../entities/events.ts'
import type { Kit } from './kit.test-kit.ts'
import { appCode, pendingSecret, setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
export type Call = (method: string, path: string, body?: object) => Promise<any>

/** Calls of an administrator of `acme`, and the events they cause there. */
export type EventRow = readonly [events: readonly EventKey[], act: (call: Call, kit: Kit) => Promise<unknown>]
export type EventRows = Readonly<Record<string, EventRow>>

export const NEW_PASSWORD = 'Brave-Otter-42'

export const callerAs =
  (kit: Kit, token?: string): Call =>
  async (method, path, body) => {
    const response = await kit.call(method, path, { ...(token && { token }), body })
    assert.ok(response.status < 300, `${method} ${path} ${JSON.stringify(response.body)}`)
    return response.body
  }

/** Returns calls of an administrator who may also manage sub-accounts. */
export const callerAsAda = async (kit: Kit): Promise<Call> => {
  await kit.store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
  return callerAs(kit, (await kit.signIn('ada@acme.test')).token)
}

const NEW_ROLE = { key: 'new', name: 'New', description: '', isDefault: false, level: 50, permissions: [] }
const NEWCOMER = { email: 'new@acme.test', name: 'New', provider: 'local', roleIds: ['member'] }

const TOKENS = { apiTokensEnabled: true, machineToMachineAuthStrategy: 'ClientCredentials' }

export const ADMINISTRATION: EventRows = {
  'an administrator invites a new user': [
    ['frontegg.user.created', 'frontegg.user.invitedToTenant'],
    (call) => call('POST', team.addUser.path, NEWCOMER),
  ],
  'an administrator invites a user of another account': [
    ['frontegg.user.created', 'frontegg.user.invitedToTenant'],
    (call) => call('POST', team.addUser.path, { ...NEWCOMER, email: 'sam@globex.test' }),
  ],
  'an administrator changes the roles of a user': [
    ['frontegg.user.updated'],
    (call) => call('PUT', team.updateMember.path, { id: 'mel', roleIds: ['reader'] }),
  ],
  'an administrator renames a user': [
    ['frontegg.user.updated'],
    (call) => call('PUT', team.updateMember.path, { id: 'mel', name: 'Mel B' }),
  ],
  'an administrator removes a user from their last account': [
    ['frontegg.user.removedFromTenant', 'frontegg.user.deleted'],
    (call) => call('DELETE', fillPath(team.deleteMember.path, { userId: 'mel' })),
  ],
  'an administrator removes a user of several accounts': [
    ['frontegg.user.removedFromTenant'],
    (call) => call('DELETE', fillPath(team.deleteMember.path, { userId: 'max' })),
  ],
  'an administrator manages roles': [
    ['frontegg.role.created', 'frontegg.role.updated', 'frontegg.role.deleted'],
    async (call) => {
      const { id: roleId } = await call('POST', roles.addRole.path, NEW_ROLE)
      await call('PATCH', fillPath(roles.updateRole.path, { roleId }), { name: 'Newer' })
      await call('DELETE', fillPath(roles.deleteRole.path, { roleId }))
    },
  ],
  'an administrator manages groups': [
    ['frontegg.group.created', 'frontegg.group.updated', 'frontegg.group.updated', 'frontegg.group.deleted'],
    async (call) => {
      const { id: groupId } = await call('POST', groups.createGroup.path, { name: 'New' })
      await call('PATCH', fillPath(groups.updateGroup.path, { groupId }), { name: 'Newer' })
      await call('POST', fillPath(groups.addUsers.path, { groupId }), { userIds: ['tom'] })
      await call('DELETE', fillPath(groups.deleteGroup.path, { groupId }))
    },
  ],
  'an administrator renames the account': [
    ['frontegg.tenant.updated'],
    (call) => call('PUT', settings.saveAccountSettings.path, { name: 'Acme Inc' }),
  ],
  'an administrator changes a policy': [
    ['frontegg.securityPolicy.updated'],
    (call) => call('POST', policies.createPasswordHistoryPolicy.path, { enabled: true, historySize: 3 }),
  ],
  'an administrator manages API tokens': [
    [
      'frontegg.userApiToken.created',
      'frontegg.userApiToken.deleted',
      'frontegg.tenantApiToken.created',
      'frontegg.tenantApiToken.deleted',
    ],
    async (call, kit) => {
      await setPolicy(kit, 'public-policy', TOKENS)
      const body = { description: 'CI', expiresInMinutes: 60 }
      for (const [table, fields] of [
        [tokensUser, body],
        [tokensTenant, { ...body, roleIds: [] }],
      ] as const) {
        const { clientId: tokenId } = await call('POST', table.createClientCredential.path, fields)
        await call('DELETE', fillPath(table.deleteClientCredential.path, { tokenId }))
      }
    },
  ],
}

export const SELF_SERVICE: EventRows = {
  'a user signs in': [['frontegg.user.authenticated'], (_, kit) => kit.signIn('mel@acme.test')],
  'a user enters a wrong password': [
    ['frontegg.user.failedAuthentication'],
    (_, kit) => kit.login('mel@acme.test', 'wrong'),
  ],
  'a user changes their password': [
    ['frontegg.user.authenticated', 'frontegg.user.changedPassword'],
    async (_, kit) => {
      const call = callerAs(kit, (await kit.signIn('mel@acme.test')).token)
      await call('POST', password.changePassword.path, { password: PASSWORD, newPassword: NEW_PASSWORD })
    },
  ],
  'a user resets their password': [
    ['frontegg.user.changedPassword'],
    async (_, kit) => {
      const call = callerAs(kit)
      await call('POST', password.forgotPassword.path, { email: 'mel@acme.test' })
      const { userId, token } = kit.lastLink()
      await call('POST', password.resetPassword.path, { userId, token, password: 'Calm-Badger-77' })
    },
  ],
  'a user adds and removes a second factor': [
    ['frontegg.user.authenticated', 'frontegg.user.enrolledMFA', 'frontegg.user.disabledMFA'],
    async (_, kit) => {
      const call = callerAs(kit, (await kit.signIn('mel@acme.test')).token)
      await call('POST', mfa.startEnroll.path, {})
      const secret = await pendingSecret(kit, 'mel')
      await call('POST', mfa.verifyEnroll.path, { token: await appCode(kit, secret) })
      kit.time.now += 60_000
      await call('POST', mfa.disable.path, { token: await appCode(kit, secret) })
    },
  ],
  'a user is locked and unlocked': [
    [
      ...Array.from({ length: 5 }, () => 'frontegg.user.failedAuthentication' as const),
      'frontegg.user.locked',
      'frontegg.user.unlocked',
    ],
    async (call, kit) => {
      for (let guess = 0; guess < 5; guess++) await kit.login('mel@acme.test', 'wrong')
      await call('POST', fillPath(members.unlockMember.path, { userId: 'mel' }), {})
    },
  ],
  'a user signs up by an invite link and activates the account': [
    [
      'frontegg.inviteLink.created',
      'frontegg.user.created',
      'frontegg.user.signedUp',
      'frontegg.user.activated',
      'frontegg.user.authenticated',
    ],
    async (call, kit) => {
      const { token: invitationToken } = await call('POST', team.createInviteLink.path, { expiresInMinutes: 60 })
      const facts = { email: 'nia@new.test', companyName: '', name: 'Nia', password: NEW_PASSWORD, invitationToken }
      await callerAs(kit)('POST', signUp.signUp.path, facts)
      const { userId, token } = kit.lastLink()
      await callerAs(kit)('POST', activation.activateAccount.path, { userId, token, password: NEW_PASSWORD })
    },
  ],
}
