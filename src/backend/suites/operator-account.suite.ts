import assert from 'node:assert/strict'
import { it } from 'node:test'
import { settings, subTenants, subTenantTree, tenantDeletion } from '../../contract/accounts.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { aTenantRecord } from '../../testing/records.ts'
import { isTrustedIn } from '../domain/identity/access/vouching.ts'
import { auditGivenUpEmail } from '../domain/identity/accounts/given-up-email.ts'
import { OperatorAccountError, openOperatorAccount } from '../domain/identity/accounts/operator-account.ts'
import { OPERATOR_ID, tenantTypeOf } from '../domain/identity/tenants/account-tree.ts'
import { FOUNDER_PASSWORD, openEmpty } from './empty-database.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import {
  activate,
  CUSTOMER,
  linkOf,
  OPERATOR,
  OPERATOR_ACCOUNT,
  openOperated,
  signInAs,
} from './operator-account.test-kit.ts'
import { expectOk, post } from './pre-hijack.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'
import { enter } from './sub-accounts.test-kit.ts'

const DAY_MS = 86_400_000
const SEARCH = subTenants.searchSubTenants.path

const namesOf = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

export const describeOperatorAccount = (kit: () => Kit): void => {
  const get = async (path: string, token: string) => expectOk(await kit().call('GET', path, { token })).body
  const open = () => openOperatorAccount(kit().ports, OPERATOR)
  const create = (token: string, tenantId: string, parentTenantId: string) =>
    post(kit(), subTenants.createSubTenant.path, { tenantId, name: tenantId, parentTenantId }, { token })
  const move = (token: string, tenantId: string, parentTenantId: string) =>
    kit().call('PUT', fillPath(subTenantTree.moveSubTenant.path, { tenantId }), { token, body: { parentTenantId } })

  it('is created once, with a link that sets the password of its administrator once', async () => {
    await openEmpty(kit())
    const made = await open()
    const tenant = await kit().store.tenants.get(OPERATOR_ID)
    assert.ok(tenant)
    assert.deepEqual([made.isNew, tenant.name, tenantTypeOf(tenant)], [true, OPERATOR_ACCOUNT, 'headquarter'])
    const link = linkOf(made.url)
    assert.equal(link.pathname, '/account/activate')
    assert.equal((await kit().login(OPERATOR.email, FOUNDER_PASSWORD)).status, 401)
    assert.equal((await activate(kit(), link)).status, 200)
    assert.equal((await activate(kit(), link)).status, 400)
    const { token } = await signInAs(kit(), OPERATOR.email)
    const me = await get(session.getMe.path, token)
    assert.deepEqual([me.tenantId, me.roles[0]?.key], [OPERATOR_ID, 'admin'])
  })

  it('gets a new link when it is opened again, which replaces the previous one, and nothing else changes', async () => {
    await openEmpty(kit())
    const first = await open()
    const { store } = kit()
    const rows = async () =>
      Promise.all(
        (['tenants', 'users', 'members', 'roles', 'accountLinks', 'audits'] as const).map((name) =>
          store[name].list({}),
        ),
      )
    const before = await rows()
    const second = await open()
    assert.equal(second.isNew, false)
    assert.deepEqual(await rows(), before)
    assert.equal((await activate(kit(), linkOf(first.url))).status, 400)
    kit().time.now += 8 * DAY_MS
    assert.equal((await activate(kit(), linkOf(second.url))).status, 400)
    assert.equal((await activate(kit(), linkOf((await open()).url))).status, 200)
    assert.equal(linkOf((await open()).url).pathname, '/account/reset-password')
    await assert.rejects(
      openOperatorAccount(kit().ports, { ...OPERATOR, email: 'eve@else.test' }),
      OperatorAccountError,
    )
  })

  it('is created once by processes that open it together', async () => {
    await openEmpty(kit())
    const made = await Promise.all([open(), open(), open()])
    assert.equal(made.filter(({ isNew }) => isNew).length, 1)
    assert.equal(await kit().store.members.count({ tenantId: OPERATOR_ID }), 1)
  })

  it('lets a user who has a password accept with it', async () => {
    await openEmpty(kit())
    await kit().reset()
    const { url } = await openOperatorAccount(kit().ports, { name: OPERATOR.name, email: 'gia@globex.test' })
    assert.equal(linkOf(url).pathname, '/account/invitation/accept')
    const { token } = await kit().signIn('gia@globex.test')
    assert.equal((await get(session.getMe.path, token)).tenantId, 'globex')
  })

  it('shows its administrators every account, with those of older releases and their users', async () => {
    await openEmpty(kit())
    const { store, time } = kit()
    const at = { createdAt: time.now, updatedAt: time.now }
    await store.tenants.insertMany([
      aTenantRecord({ id: 'old', name: 'Old', ...at }),
      aTenantRecord({ id: 'older', name: 'Older', parentId: 'old', ...at }),
    ])
    await store.accountLinks.insert({
      id: 'old/older',
      ancestorId: 'old',
      tenantId: 'older',
      depth: 1,
      name: 'Older',
      createdAt: 0,
    })
    const { url } = await open()
    assert.equal((await activate(kit(), linkOf(url))).status, 200)
    const { token } = await signInAs(kit(), OPERATOR.email)
    assert.deepEqual(namesOf(await get(SEARCH, token)), ['Old', 'Older'])
    const top = await get(`${SEARCH}?_subTenantId=${OPERATOR_ID}`, token)
    assert.deepEqual(
      top.items.map(({ tenantId, metadata }: { tenantId: string; metadata: object }) => [tenantId, metadata]),
      [['old', { isParent: true, type: 'customer', parentId: OPERATOR_ID, isSuspended: false }]],
    )
    const tree = await get(subTenants.getSubTenantTree.path, token)
    assert.deepEqual([tree.children[0].tenantName, tree.children[0].children[0].tenantName], ['Old', 'Older'])
    assert.equal((await store.tenants.get('old'))?.parentId, null)
  })

  it('sees accounts that sign up later, with their current names, and enters them', async () => {
    const { operator, customer } = await openOperated(kit())
    assert.deepEqual(namesOf(await get(SEARCH, operator.token)), ['Founded'])
    const renamed = { token: customer.token, body: { name: 'Renamed' } }
    expectOk(await kit().call('PUT', settings.saveAccountSettings.path, renamed))
    assert.deepEqual(namesOf(await get(SEARCH, operator.token)), ['Renamed'])
    const everyone = await get(
      `${subTenants.listAllUsers.path}?_offset=0&_limit=50&_filter=&_sortBy=email&_order=ASC`,
      operator.token,
    )
    assert.ok(JSON.stringify(everyone).includes(CUSTOMER.email))
    const entered = expectOk(await enter(kit(), operator.token, customer.tenantId)).body
    const listed = await get(users.listUsersV3.path, entered.accessToken)
    assert.deepEqual(
      listed.items.map(({ email }: { email: string }) => email),
      [CUSTOMER.email],
    )
  })

  it('creates, renames and deletes accounts of customers, and never moves one customer into another', async () => {
    const { operator, customer } = await openOperated(kit())
    const { token } = operator
    assert.equal((await create(token, 'sold', OPERATOR_ID)).status, 200)
    assert.equal((await kit().store.tenants.get('sold'))?.parentId, null)
    assert.equal((await create(token, 'branch', customer.tenantId)).status, 200)
    assert.equal((await create(token, 'leaf', 'branch')).status, 200)
    assert.equal((await move(token, 'leaf', customer.tenantId)).status, 200)
    for (const [tenantId, parent] of [
      ['sold', customer.tenantId],
      ['branch', 'sold'],
      ['branch', OPERATOR_ID],
      [customer.tenantId, 'sold'],
    ] as const)
      assert.equal((await move(token, tenantId, parent)).status, 400)
    const links = await kit().store.accountLinks.list({ ancestorId: OPERATOR_ID })
    assert.deepEqual(Object.fromEntries(links.map(({ tenantId, depth }) => [tenantId, depth])), {
      sold: 1,
      branch: 2,
      leaf: 2,
      [customer.tenantId]: 1,
    })
    const path = fillPath(subTenants.deleteSubTenant.path, { tenantId: 'sold' })
    expectOk(await kit().call('DELETE', path, { token }))
    assert.equal(await kit().store.tenants.get('sold'), undefined)
  })

  it('can’t be deleted, and no other account can have its id', async () => {
    await openEmpty(kit())
    const { customer, operator } = await openOperated(kit())
    expectOk(await create(operator.token, 'branch', customer.tenantId))
    await kit().store.tenants.delete({ id: OPERATOR_ID })
    assert.equal((await create(customer.token, OPERATOR_ID, customer.tenantId)).status, 409)
    await openEmpty(kit())
    const { url } = await open()
    await activate(kit(), linkOf(url))
    const { token } = await signInAs(kit(), OPERATOR.email)
    const body = { name: OPERATOR_ACCOUNT, password: FOUNDER_PASSWORD }
    const refused = await kit().call('POST', tenantDeletion.scheduleTenantDeletion.path, { token, body })
    assert.equal(refused.status, 409, JSON.stringify(refused.body))
  })

  it('has a row in its audit log for each email that is given up, 50 a day at most, without its recipient', async () => {
    await openEmpty(kit())
    const mail = { id: 'mail-1', reason: 'MAIL_URL: mail.test didn’t accept the email (HTTP 422)' }
    const rows = () => kit().store.audits.list({ action: 'Email given up' })
    await auditGivenUpEmail(kit().ports, mail)
    assert.deepEqual(await rows(), [])
    await open()
    await auditGivenUpEmail(kit().ports, mail)
    const [row, ...more] = await rows()
    assert.equal(more.length, 0)
    assert.deepEqual([row?.tenantId, row?.userId, row?.email], [OPERATOR_ID, null, ''])
    assert.match(String(row?.description), /HTTP 422/)
    assert.deepEqual(JSON.parse(String(row?.detail)), { emailId: mail.id, reason: mail.reason })
    for (let at = 0; at < 60; at += 1) await auditGivenUpEmail(kit().ports, mail)
    assert.equal((await rows()).length, 50)
  })

  it('doesn’t vouch for users in the accounts of customers', async () => {
    const { customer } = await openOperated(kit())
    await connectSaml(kit(), { certificate: 'x' }, { tenantId: OPERATOR_ID })
    assert.equal(await isTrustedIn(kit().store, 'saml-1', OPERATOR_ID), true)
    assert.equal(await isTrustedIn(kit().store, 'saml-1', customer.tenantId), false)
  })
}
