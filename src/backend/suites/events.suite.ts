import assert from 'node:assert/strict'
import { it } from 'node:test'
import { activation } from '../../contract/activation.ts'
import { members } from '../../contract/additions/members.ts'
import { connectivity } from '../../contract/connectivity.ts'
import { groups } from '../../contract/groups.ts'
import { mfa } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { roles } from '../../contract/roles.ts'
import { settings } from '../../contract/settings.ts'
import { signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/team.ts'
import { tokensTenant } from '../../contract/tokens-tenant.ts'
import { tokensUser } from '../../contract/tokens-user.ts'
import type { EventKey } from '../../entities/events.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import { CHANGE_EVENTS } from './change-events.suite.ts'
import type { Kit } from './kit.test-kit.ts'
import { appCode, pendingSecret } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const NEW_PASSWORD = 'Brave-Otter-42'

type Call = (method: string, path: string, body?: object) => Promise<{ id: string; status: number }>

const NEW_ROLE = { key: 'new', name: 'New', description: '', isDefault: false, level: 50, permissions: [] }
const NEWCOMER = { email: 'new@acme.test', name: 'New', provider: 'local', roleIds: ['member'] }

/** What an administrator does, in order, and the events it makes. */
const ADMINISTRATION: readonly (readonly [events: EventKey[], act: (call: Call) => Promise<unknown>])[] = [
  [['frontegg.user.created', 'frontegg.user.invitedToTenant'], (call) => call('POST', team.addUser.path, NEWCOMER)],
  [
    ['frontegg.user.invitedToTenant'],
    (call) => call('POST', team.addUser.path, { ...NEWCOMER, email: 'sam@globex.test' }),
  ],
  [['frontegg.user.updated'], (call) => call('PUT', team.updateMember.path, { id: 'mel', roleIds: ['reader'] })],
  [['frontegg.user.updated'], (call) => call('PUT', team.updateMember.path, { id: 'mel', name: 'Mel B' })],
  [
    ['frontegg.user.removedFromTenant', 'frontegg.user.deleted'],
    (call) => call('DELETE', fillPath(team.deleteMember.path, { userId: 'mel' })),
  ],
  [['frontegg.user.removedFromTenant'], (call) => call('DELETE', fillPath(team.deleteMember.path, { userId: 'max' }))],
  [
    ['frontegg.role.created', 'frontegg.role.updated', 'frontegg.role.deleted'],
    async (call) => {
      const { id: roleId } = await call('POST', roles.addRole.path, NEW_ROLE)
      await call('PATCH', fillPath(roles.updateRole.path, { roleId }), { name: 'Newer' })
      await call('DELETE', fillPath(roles.deleteRole.path, { roleId }))
    },
  ],
  [
    ['frontegg.group.created', 'frontegg.group.updated', 'frontegg.group.updated', 'frontegg.group.deleted'],
    async (call) => {
      const { id: groupId } = await call('POST', groups.createGroup.path, { name: 'New' })
      await call('PATCH', fillPath(groups.updateGroup.path, { groupId }), { name: 'Newer' })
      await call('POST', fillPath(groups.addUsers.path, { groupId }), { userIds: ['tom'] })
      await call('DELETE', fillPath(groups.deleteGroup.path, { groupId }))
    },
  ],
  [['frontegg.tenant.updated'], (call) => call('PUT', settings.saveAccountSettings.path, { name: 'Acme Inc' })],
  [
    ['frontegg.securityPolicy.updated'],
    (call) => call('POST', policies.createPasswordHistoryPolicy.path, { enabled: true, historySize: 3 }),
  ],
]

export const describeEvents = (kit: () => Kit): void => {
  const keysSince = async (known: ReadonlySet<string>, tenantId = 'acme') => {
    const found = (await kit().store.events.list({ tenantId })).filter(({ id }) => !known.has(id))
    return found.map(({ key }) => key).sort()
  }
  const known = async () => new Set((await kit().store.events.list({})).map(({ id }) => id))
  const seen = new Set<string>()
  const expectEvents = async (wanted: readonly EventKey[], act: () => Promise<unknown>, tenantId?: string) => {
    const before = await known()
    await act()
    assert.deepEqual(await keysSince(before, tenantId), [...wanted].sort())
    for (const key of wanted) seen.add(key)
  }
  const callerAs = (token: string): Call => {
    return async (method, path, body) => {
      const response = await kit().call(method, path, { token, body })
      assert.ok(response.status < 300, `${method} ${path} ${JSON.stringify(response.body)}`)
      return { ...response.body, status: response.status }
    }
  }

  it('are written for what administrators change', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    for (const [wanted, act] of ADMINISTRATION) await expectEvents(wanted, () => act(callerAs(token)))
  })

  it('are written for API tokens of users and of the account', async () => {
    await kit().store.policies.delete({ kind: 'public-policy' })
    const value = JSON.stringify({ apiTokensEnabled: true, machineToMachineAuthStrategy: 'ClientCredentials' })
    const dates = { createdAt: 0, updatedAt: 0 }
    await kit().store.policies.insert({ id: 'tokens', tenantId: null, kind: 'public-policy', value, ...dates })
    const { token } = await kit().signIn('ada@acme.test')
    const call = callerAs(token)
    for (const [table, name, body] of [
      [tokensUser, 'userApiToken', { description: 'CI', expiresInMinutes: 60 }],
      [tokensTenant, 'tenantApiToken', { description: 'CI', expiresInMinutes: 60, roleIds: [] }],
    ] as const) {
      let tokenId = ''
      await expectEvents([`frontegg.${name}.created`], async () => {
        const made = await call('POST', table.createClientCredential.path, body)
        tokenId = (made as unknown as { clientId: string }).clientId
      })
      const path = fillPath(table.deleteClientCredential.path, { tokenId })
      await expectEvents([`frontegg.${name}.deleted`], () => call('DELETE', path))
    }
  })

  it('are written for what users do themselves', async () => {
    await expectEvents(['frontegg.user.authenticated'], () => kit().signIn('mel@acme.test'))
    await expectEvents(['frontegg.user.failedAuthentication'], () => kit().login('mel@acme.test', 'wrong'))
    const { token } = await kit().signIn('mel@acme.test')
    const call = callerAs(token)
    await expectEvents(['frontegg.user.changedPassword'], () =>
      call('POST', password.changePassword.path, { password: PASSWORD, newPassword: NEW_PASSWORD }),
    )
    await expectEvents(['frontegg.user.changedPassword'], async () => {
      await kit().call('POST', password.forgotPassword.path, { body: { email: 'mel@acme.test' } })
      const { userId, token: link } = kit().lastLink()
      await call('POST', password.resetPassword.path, { userId, token: link, password: 'Calm-Badger-77' })
    })
  })

  it('are written for second factors', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const call = callerAs(token)
    await call('POST', mfa.startEnroll.path, {})
    const secret = await pendingSecret(kit(), 'mel')
    await expectEvents(['frontegg.user.enrolledMFA'], async () =>
      call('POST', mfa.verifyEnroll.path, { token: await appCode(kit(), secret) }),
    )
    kit().time.now += 60_000
    await expectEvents(['frontegg.user.disabledMFA'], async () =>
      call('POST', mfa.disable.path, { token: await appCode(kit(), secret) }),
    )
  })

  it('are written when a user is locked and unlocked', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    for (let guess = 0; guess < 4; guess++) await kit().login('mel@acme.test', 'wrong')
    await expectEvents(['frontegg.user.locked', 'frontegg.user.failedAuthentication'], () =>
      kit().login('mel@acme.test', 'wrong'),
    )
    const path = fillPath(members.unlockMember.path, { userId: 'mel' })
    await expectEvents(['frontegg.user.unlocked'], () => callerAs(token)('POST', path, {}))
  })

  it('are written for sign-ups and activations, and cover the catalog together with all others', async () => {
    const facts = { email: 'nia@new.test', companyName: 'Newco', name: 'Nia', password: NEW_PASSWORD }
    await kit().call('POST', signUp.signUp.path, { body: facts })
    const user = await kit().store.users.find({ email: facts.email })
    const tenantId = user?.tenantId ?? ''
    assert.deepEqual(await keysSince(new Set(), tenantId), ['frontegg.user.created', 'frontegg.user.signedUp'])
    const { userId, token } = kit().lastLink()
    await expectEvents(
      ['frontegg.user.activated', 'frontegg.user.authenticated'],
      () => callerAs('')('POST', activation.activateAccount.path, { userId, token, password: NEW_PASSWORD }),
      tenantId,
    )
    seen.add('frontegg.user.signedUp')
    const all = EVENT_CATALOG.flatMap(({ events }) => events.map(({ key }) => key))
    assert.deepEqual(
      all.filter((key) => ![...seen, ...CHANGE_EVENTS].includes(key as EventKey)),
      [],
    )
  })

  it('are the same catalog by category and by channel', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const categories = await kit().call('GET', connectivity.listCategories.path, { token })
    const events = await kit().call('GET', `${connectivity.listChannelEvents.path}?channels=webhook`, { token })
    const keys = (list: { key: string }[]) => list.map(({ key }) => key)
    assert.deepEqual(
      categories.body.flatMap((category: { events: { key: string }[] }) => keys(category.events)),
      keys(events.body),
    )
  })
}
