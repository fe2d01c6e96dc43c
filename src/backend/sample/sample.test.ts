import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { notificationsOf } from '../domain/delivery/notifications/notifications.ts'
import { publishAccess } from '../domain/identity/roles/published-access.ts'
import { stableId } from '../stable-id.ts'
import { createMemoryStore } from '../store/memory.ts'
import { loadSample, SAMPLE_PASSWORD, SAMPLE_USERS } from './index.ts'
import { tenantIdOf } from './tenants.ts'

const hasher = { hash: async (password: string) => `hash of ${password}` }
const clock = { now: () => 1_767_225_600_000 }

describe('The sample data', () => {
  const store = createMemoryStore()
  before(() => loadSample({ store, hasher, clock }))

  const permissionKeysOf = async (email: string) => {
    const member = await store.members.find({ email })
    const roles = await store.roles.list({ id: { in: JSON.parse(member?.roleIds ?? '[]') } })
    const ids = roles.flatMap((role) => JSON.parse(role.permissionIds) as string[])
    return (await store.permissions.list({ id: { in: ids } })).map(({ key }) => key)
  }

  it('contains every user that the demo page lists, with the shared password', async () => {
    assert.equal(SAMPLE_USERS.length, 19)
    for (const { email } of SAMPLE_USERS) {
      const user = await store.users.find({ email })
      const invited = email === 'ivo@acme.test'
      assert.equal(user?.passwordHash, invited ? null : `hash of ${SAMPLE_PASSWORD}`, email)
      assert.equal(user?.verified, !invited)
    }
  })

  it('lets Ada do everything, and Mel only read their own tokens', async () => {
    assert.deepEqual(await permissionKeysOf('ada@acme.test'), ['fe.*'])
    assert.deepEqual(await permissionKeysOf('mel@acme.test'), ['fe.secure.read.userApiTokens'])
  })

  it('shows each user in the state they demonstrate', async () => {
    const user = async (email: string) => store.users.find({ email })
    assert.equal((await user('bea@acme.test'))?.isBreachedPassword, true)
    assert.ok((await user('leo@acme.test'))?.lockedAt)
    assert.equal((await store.members.find({ email: 'leo@acme.test' }))?.isLocked, true)
    assert.equal((await user('mia@acme.test'))?.mfaEnrolled, true)
    assert.equal((await user('sam@acme.test'))?.phone, '+15550100')
    assert.equal((await store.members.find({ email: 'ivo@acme.test' }))?.activated, false)
    assert.equal(await store.members.count({ email: 'max@multi.test' }), 2)
  })

  it('has 250 users and 5,000 audit rows in Globex, where MFA is forced', async () => {
    const tenantId = tenantIdOf('globex')
    assert.equal(await store.members.count({ tenantId }), 250)
    assert.equal(await store.audits.count({ tenantId }), 5_000)
    const policy = await store.policies.find({ tenantId, kind: 'mfa' })
    assert.deepEqual(JSON.parse(policy?.value ?? '{}'), { enforceMFAType: 'Force' })
  })

  it('has accounts in every state of a subscription, each with the administrator who shows it', async () => {
    const stateOf = async (email: string) => {
      const member = await store.members.find({ email })
      const account = await store.billingAccounts.find({ tenantId: member?.tenantId ?? '' })
      const { subscription, cards, invoices } = JSON.parse(account?.snapshot ?? '{}')
      const daysLeft = subscription && (subscription.periodEnd - clock.now()) / 86_400_000
      return {
        status: subscription?.status ?? (account?.externallyManaged ? 'external' : 'none'),
        isCanceling: subscription?.cancelsAtPeriodEnd ?? false,
        cards: cards.length,
        invoices: invoices.length,
        daysLeft,
      }
    }
    const active = { status: 'active', isCanceling: false, cards: 1 }
    assert.deepEqual(await stateOf('ben@billing.test'), { ...active, invoices: 12, daysLeft: 9 })
    const trial = { ...active, status: 'trialing', cards: 0, invoices: 0, daysLeft: 5 }
    assert.deepEqual(await stateOf('tia@trial.test'), trial)
    assert.equal((await stateOf('cal@canceled.test')).isCanceling, true)
    assert.equal((await stateOf('eve@external.test')).status, 'external')
    assert.equal((await stateOf('pat@pastdue.test')).status, 'past_due')
    const usage = await store.usage.list({ tenantId: tenantIdOf('brightside'), featureKey: 'dashboards' })
    assert.equal(
      usage.reduce((sum, { count }) => sum + count, 0),
      947,
      'of 1,000 a month',
    )
  })

  it('has an administrator of sign-in and security only, and one behind strict rules', async () => {
    const ian = await permissionKeysOf('ian@it.test')
    assert.ok(ian.includes('fe.secure.write.samlConfiguration') && ian.includes('fe.secure.write.securityPolicy'))
    assert.ok(!ian.some((key) => key.endsWith('.users') || key === 'fe.*'))
    const tenantId = tenantIdOf('secura')
    assert.equal((await store.ipConfigs.get(tenantId))?.isActive, true)
    const kinds = (await store.policies.list({ tenantId })).map(({ kind }) => kind)
    assert.deepEqual(kinds.sort(), ['email-domains', 'mfa'])
    assert.equal((await store.users.find({ email: 'sec@secure.test' }))?.mfaEnrolled, true)
  })

  it('fills Ada’s bell with two new notifications, a read one and a pinned one', async () => {
    const [tenantId, user] = [tenantIdOf('acme'), await store.users.find({ email: 'ada@acme.test' })]
    assert.ok(user)
    const grants = async () => ({ roles: [], permissions: [], keys: ['fe.*'] })
    const shown = await notificationsOf({ store, clock }, { tenantId, user, grants })
    assert.deepEqual(
      shown.map(({ title, status, isPinned }) => [title, status, isPinned]),
      [
        ['Security policy changed', 'read', true],
        ['User locked', 'unread', false],
        ['User invited', 'unread', false],
        ['IP restriction added', 'read', false],
      ],
    )
  })

  it('has a reseller with three levels of sub-accounts below it', async () => {
    const below = async (ids: string[]) => (await store.tenants.list({ parentId: { in: ids } })).map(({ id }) => id)
    let level = [tenantIdOf('northwind')]
    for (const wanted of [3, 5, 2, 0]) {
      level = await below(level)
      assert.equal(level.length, wanted)
    }
  })

  it('controls every navigation entry by permissions, except profile and privacy', async () => {
    const row = await store.policies.find({ tenantId: null, kind: 'portal-metadata' })
    const navigation: Record<string, { visibility: string }> = JSON.parse(row?.value ?? '{}').navigation
    const always = Object.keys(navigation).filter((entry) => navigation[entry]?.visibility !== 'byPermissions')
    assert.deepEqual(always, ['profile', 'privacy'])
    assert.equal(Object.keys(navigation).length, 16)
  })

  it('is the same on every run and unchanged by the second load', async () => {
    const again = createMemoryStore()
    await loadSample({ store: again, hasher, clock })
    await loadSample({ store: again, hasher, clock: { now: () => clock.now() + 1_000 } })
    assert.deepEqual(await again.members.list({}), await store.members.list({}))
    assert.deepEqual(await again.audits.list({}), await store.audits.list({}))
  })

  it('fills a database that was opened without it before', async () => {
    const opened = createMemoryStore()
    await publishAccess(opened, clock.now())
    await loadSample({ store: opened, hasher, clock })
    const keysOf = async ({ roles }: typeof opened) => (await roles.list({})).map(({ key }) => key).sort()
    assert.deepEqual(await keysOf(opened), await keysOf(store))
  })

  it('never gives two of 300,000 records the same id', () => {
    const ids = new Set(Array.from({ length: 300_000 }, (_, at) => stableId(`member scale ada.${at}@scale.test`)))
    assert.equal(ids.size, 300_000)
  })

  it('has a different name for every user', async () => {
    const names = (await store.members.list({ tenantId: tenantIdOf('globex') })).map(({ name }) => name)
    assert.ok(new Set(names).size >= 245)
    assert.match(stableId('x'), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
