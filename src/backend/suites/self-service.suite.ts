import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { tenantDeletion } from '../../contract/accounts.ts'
import { apiTokens, tokensTenant } from '../../contract/api-tokens.ts'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { finishDeletions } from '../domain/self-service/finish-deletions.ts'
import { impersonate } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { withoutRows } from './refused-rows.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const GRACE_MS = 14 * 86_400_000
const { deleteUser, getSelfService, leaveTenant, restoreUser } = selfService
const { scheduleTenantDeletion, cancelTenantDeletion, getTenantDeletion } = tenantDeletion

export const describeSelfService = (kit: () => Kit): void => {
  const as = async (email: string) => (await kit().signIn(email)).token
  const leave = async (email: string, tenantId: string) =>
    kit().call('DELETE', fillPath(leaveTenant.path, { tenantId }), { token: await as(email) })
  const remove = async (email: string, body: object = { email, password: PASSWORD }) =>
    kit().call('POST', deleteUser.path, { token: await as(email), body })
  const restore = (link: { userId: string; token: string }) =>
    kit().page('POST', restoreUser.path, {
      body: String(new URLSearchParams({ userId: link.userId, token: link.token })),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const close = async (email: string, body: object) =>
    kit().call('POST', scheduleTenantDeletion.path, { token: await as(email), body })
  /** Waits for an email, because members are notified after the response. */
  const hasMail = async (to: string, subject: string): Promise<boolean> => {
    const isThere = () => kit().mails.some((mail) => mail.to === to && mail.subject === subject)
    for (let turn = 0; turn < 400 && !isThere(); turn++) await setTimeout(5)
    return isThere()
  }
  const finish = () => {
    kit().time.now += GRACE_MS + 1
    return finishDeletions(kit().ports)
  }

  it('lets a member leave an account, and keeps them in the others', async () => {
    assert.equal((await leave('max@multi.test', 'acme')).status, 200)
    const left = await kit().store.members.list({ userId: 'max' })
    assert.deepEqual(
      left.map(({ tenantId }) => tenantId),
      ['globex'],
    )
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'User left' }), 1)
    assert.equal((await leave('max@multi.test', 'acme')).status, 404)
  })

  it('keeps the only administrator, the last account and members of a directory', async () => {
    const { store } = kit()
    await store.members.delete({ tenantId: 'globex', userId: 'gia' })
    const { body } = await kit().call('GET', getSelfService.path, { token: await as('max@multi.test') })
    assert.deepEqual(
      body.memberships.map((one: { tenantId: string; blockedBy: string }) => [one.tenantId, one.blockedBy]),
      [
        ['acme', null],
        ['globex', 'only-administrator'],
      ],
    )
    assert.equal((await leave('max@multi.test', 'globex')).status, 409)
    assert.equal((await leave('mel@acme.test', 'acme')).status, 409)
    await store.members.update({ userId: 'max', tenantId: 'acme' }, { directoryId: 'some-directory' })
    assert.equal((await leave('max@multi.test', 'acme')).status, 409)
    assert.equal(await store.members.count({ userId: 'max' }), 2)
  })

  it('deletes a user after 14 days, with everything they had', async () => {
    const before = await kit().signIn('mel@acme.test')
    const { status, body } = await remove('mel@acme.test')
    assert.deepEqual([status, Date.parse(body.deletesAt) - kit().time.now], [200, GRACE_MS])
    assert.equal((await kit().refresh(before.cookie)).status, 401)
    assert.equal(await finishDeletions(kit().ports), 0)
    assert.equal(await finish(), 1)
    const { store } = kit()
    assert.equal(await store.users.get('mel'), undefined)
    assert.equal(await store.members.count({ userId: 'mel' }), 0)
    assert.equal(await store.deletions.count({}), 0)
    assert.equal(await store.audits.count({ tenantId: 'acme', action: 'User deleted' }), 1)
    assert.equal(await finishDeletions(kit().ports), 0)
  })

  it('deletes a user or an account only together with the audit row', async () => {
    assert.equal((await remove('mel@acme.test')).status, 200)
    assert.equal((await close('gia@globex.test', { name: 'Globex', password: PASSWORD })).status, 200)
    assert.equal(await withoutRows(kit(), finish), 0)
    const { store } = kit()
    assert.deepEqual([(await store.users.get('mel'))?.id, (await store.tenants.get('globex'))?.id], ['mel', 'globex'])
    assert.equal(await finishDeletions(kit().ports), 2)
    const rows = await store.audits.list({ action: { in: ['User deleted', 'Account deleted'] } })
    assert.deepEqual(rows.map(({ tenantId }) => tenantId).sort(), ['acme', 'globex'])
  })

  it('offers to restore a user who signs in before that, and discloses that to no one else', async () => {
    await remove('mel@acme.test')
    kit().mails.length = 0
    assert.equal((await kit().login('mel@acme.test', 'Wrong-Horse-1')).status, 401)
    assert.equal(kit().mails.length, 0)
    const refused = await kit().login('mel@acme.test')
    assert.equal(refused.status, 403)
    assert.match(refused.body.errors[0], /will be deleted on January 15/)
    const link = kit().lastLink()
    await kit().login('mel@acme.test')
    assert.equal(kit().mails.length, 1)
    const page = await kit().page('GET', link.url.pathname + link.url.search)
    assert.match(page.body, /Restore account/)
    assert.equal((await kit().login('mel@acme.test')).status, 403)
    assert.equal((await restore(link)).status, 200)
    assert.equal((await kit().login('mel@acme.test')).status, 200)
    assert.equal((await restore(link)).status, 400)
    assert.equal(await finish(), 0)
    assert.equal((await kit().login('mel@acme.test')).status, 200)
  })

  it('refuses to delete with a wrong email or password, and to delete the only administrator of other users', async () => {
    assert.equal((await remove('mel@acme.test', { email: 'ada@acme.test', password: PASSWORD })).status, 400)
    assert.equal((await remove('mel@acme.test', { email: 'mel@acme.test', password: 'Wrong-Horse-1' })).status, 400)
    const { store } = kit()
    await store.members.update({ userId: 'tom' }, { roleIds: '["member"]' })
    const refused = await remove('ada@acme.test')
    assert.equal(refused.status, 409)
    assert.match(refused.body.errors[0], /only administrator of Acme/)
    assert.equal(await store.deletions.count({}), 0)
  })

  it('deletes an account that has no other member with its user', async () => {
    const { store } = kit()
    await store.members.delete({ tenantId: 'globex', userId: { in: ['sam', 'max'] } })
    assert.equal((await remove('gia@globex.test')).status, 200)
    await finish()
    assert.equal(await store.tenants.get('globex'), undefined)
    assert.ok(await store.tenants.get('acme'))
  })

  it('deletes an account after 14 days, notifies its members, and keeps users who have another', async () => {
    const done = await close('ada@acme.test', { name: 'Acme', password: PASSWORD })
    assert.deepEqual([done.status, done.body.requestedBy], [200, 'ada@acme.test'])
    assert.ok(await hasMail('mel@acme.test', 'Acme will be deleted'))
    assert.equal((await kit().login('mel@acme.test')).status, 200)
    assert.equal(await finish(), 1)
    const { store } = kit()
    assert.equal(await store.tenants.get('acme'), undefined)
    assert.equal(await store.users.get('mel'), undefined)
    assert.equal((await store.users.get('max'))?.email, 'max@multi.test')
    assert.ok(await store.tenants.get('globex'))
    assert.equal(await store.audits.count({ tenantId: 'acme', action: 'Account deleted' }), 1)
  })

  it('shows the day on which an account is deleted in the account’s date format', async () => {
    const settings = JSON.stringify({ dateFormat: 'EEEE, dd.MM.yy', timezone: 'Asia/Tokyo' })
    await kit().store.tenants.update({ id: 'acme' }, { settings })
    await close('ada@acme.test', { name: 'Acme', password: PASSWORD })
    assert.ok(await hasMail('mel@acme.test', 'Acme will be deleted'))
    const mail = kit().mails.find(({ to }) => to === 'mel@acme.test')
    assert.match(mail?.text ?? '', /will be deleted on \w+day, 1\d\.01\.26, with all/)
  })

  it('lets another administrator cancel the deletion of an account', async () => {
    await close('ada@acme.test', { name: 'Acme', password: PASSWORD })
    await kit().store.members.update({ userId: 'tom' }, { roleIds: '["admin"]' })
    const token = await as('tom@acme.test')
    assert.equal((await kit().call('DELETE', cancelTenantDeletion.path, { token })).body.deletesAt, null)
    assert.equal((await kit().call('GET', getTenantDeletion.path, { token })).body.deletesAt, null)
    assert.equal(await finish(), 0)
    assert.ok(await kit().store.tenants.get('acme'))
  })

  it('refuses to delete an account with a wrong name, without the permission, or with sub-accounts', async () => {
    assert.equal((await close('ada@acme.test', { name: 'Globex', password: PASSWORD })).status, 400)
    assert.equal((await close('ada@acme.test', { name: 'Acme', password: 'Wrong-Horse-1' })).status, 400)
    assert.equal((await close('tom@acme.test', { name: 'Acme', password: PASSWORD })).status, 403)
    await kit().store.accountLinks.insert({
      id: 'acme/globex',
      ancestorId: 'acme',
      tenantId: 'globex',
      depth: 1,
      name: 'Globex',
      createdAt: 0,
    })
    assert.equal((await close('ada@acme.test', { name: 'Acme', password: PASSWORD })).status, 409)
    assert.equal(await kit().store.deletions.count({}), 0)
  })

  it('keeps an account that has sub-accounts by the time its deletion is due', async () => {
    await close('ada@acme.test', { name: 'Acme', password: PASSWORD })
    const link = { ancestorId: 'acme', tenantId: 'globex', depth: 1, name: 'Globex', createdAt: 0 }
    await kit().store.accountLinks.insert({ id: 'acme/globex', ...link })
    await finish()
    assert.ok(await kit().store.tenants.get('acme'))
    assert.equal(await kit().store.deletions.count({}), 0)
  })

  it('is available only to the users themselves, not while impersonating or with an API token', async () => {
    const acting = await impersonate(kit(), await kit().signIn('ada@acme.test'), 'max')
    const { token } = acting
    const acme = fillPath(leaveTenant.path, { tenantId: 'acme' })
    assert.equal((await kit().call('DELETE', acme, { token })).status, 403)
    const own = { email: 'max@multi.test', password: PASSWORD }
    assert.equal((await kit().call('POST', deleteUser.path, { token, body: own })).status, 403)
    await kit().store.members.update({ userId: 'max', tenantId: 'acme' }, { roleIds: '["admin"]' })
    const body = { name: 'Acme', password: PASSWORD }
    assert.equal((await kit().call('POST', scheduleTenantDeletion.path, { token, body })).status, 403)
    assert.equal((await kit().call('DELETE', cancelTenantDeletion.path, { token })).status, 403)
    const ada = await as('ada@acme.test')
    const wanted = { description: 'Sync', expiresInMinutes: null, roleIds: ['admin'] }
    const made = await kit().call('POST', tokensTenant.createClientCredential.path, { token: ada, body: wanted })
    const { clientId, secret } = made.body
    const script = await kit().call('POST', apiTokens.exchangeApiToken.path, { body: { clientId, secret } })
    const bearer = script.body.accessToken
    assert.ok(bearer, JSON.stringify(script.body))
    assert.equal((await kit().call('POST', scheduleTenantDeletion.path, { token: bearer, body })).status, 403)
    assert.equal((await kit().call('POST', deleteUser.path, { token: bearer, body: own })).status, 403)
    assert.equal((await kit().call('GET', getSelfService.path, { token: bearer })).status, 403)
    assert.equal(await kit().store.deletions.count({}), 0)
  })
}
