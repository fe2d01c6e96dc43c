import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reportStopped, takeReport } from '../domain/reports/report-stopped.ts'
import { addMember, makeAccessToken } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { aUser, connect, validateDomain } from './scim.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'

/** Tests the emails about what stopped in several accounts at once, or because of several users at once. */
export const describeStoppedTogether = (kit: () => Kit): void => {
  const stoppedMails = () => kit().mails.filter(({ subject }) => subject.startsWith('Needs attention: what stopped'))
  const toChief = () => stoppedMails().filter(({ to }) => to === 'chief@acme.test')
  const report = () => reportStopped(kit().ports)

  /** Adds Gus, an administrator with an API token and access to sub-accounts, whom a directory manages. */
  const provisionGus = async () => {
    await addMember(kit(), ['fe.*'])
    await addMember(kit(), ['fe.*'], 'chief')
    await makeAccessToken(kit(), (await kit().signIn('gus@acme.test')).token, ['admin'])
    const { scim } = await connect(kit(), { email: 'chief@acme.test' })
    await validateDomain(kit(), 'acme.test')
    const { body } = await scim('POST', 'Users', { body: aUser('gus@acme.test') })
    return { scim, id: String(body.id) }
  }

  const addTokenIn = async (tenantId: string, guarantorId: string | null) => {
    const { store, time } = kit()
    await addAccount(kit(), tenantId, tenantId, 'acme')
    const unused = { expiresAt: null, lastUsedAt: null, lastIpAddress: null, createdAt: time.now }
    const made = { kind: 'AccessToken', secretHash: tenantId, createdByUserId: 'gus', guarantorId } as const
    const token = { id: `${tenantId} token`, tenantId, userId: null, description: `Export of ${tenantId}` }
    await store.apiTokens.insert({ ...token, roleIds: '["admin"]', ...made, ...unused })
  }

  /** Adds accounts below, in which Gus vouches for a token; the last one is of an older release. */
  const plantBelow = async () => {
    for (const name of ['north', 'east', 'west']) await addTokenIn(name, name === 'west' ? null : 'gus')
    const { store } = kit()
    const gus = { tenantId: 'acme', userId: 'gus' }
    await store.members.update(gus, { roleIds: '["admin"]', subAccountAccess: true })
    await store.members.update({ tenantId: 'acme', userId: 'chief' }, { subAccountAccess: true })
    return gus
  }

  it('are one to each administrator about all accounts in which a user vouched for something', async () => {
    const { scim, id } = await provisionGus()
    const { store, time } = kit()
    const gus = await plantBelow()
    await report()
    assert.equal(stoppedMails().length, 0)
    await store.members.update(gus, { disabledAt: time.now })
    await report()
    await report()
    assert.deepEqual([toChief().length, toChief()[0]?.subject], [1, 'Needs attention: what stopped in 4 accounts'])
    for (const name of ['north', 'east', 'west'])
      assert.match(toChief()[0]?.text ?? '', new RegExp(`${name}: 1 API token: Export of ${name}`))
    await store.members.update(gus, { disabledAt: null })
    assert.equal((await scim('DELETE', `Users/${id}`)).status, 204)
    assert.equal(toChief().length, 2)
    assert.match(toChief()[1]?.text ?? '', /A directory removed gus@acme\.test, or some.*west: 1 API token/s)
  })

  it('are sent about the other accounts when the accounts below can’t be read, which the next round reports', async () => {
    await provisionGus()
    const { store, ports, time } = kit()
    await store.members.update(await plantBelow(), { disabledAt: time.now })
    const listFields = async () => {
      throw new Error('The database is away')
    }
    await reportStopped({ ...ports, store: { ...store, reportSchedules: { ...store.reportSchedules, listFields } } })
    assert.deepEqual([toChief().length, toChief()[0]?.subject], [1, 'Needs attention: what stopped in Acme'])
    await report()
    assert.deepEqual([toChief().length, toChief()[1]?.subject], [2, 'Needs attention: what stopped in 3 accounts'])
  })

  it('don’t look below again when nothing changed since the last round', async () => {
    await provisionGus()
    const { store, ports, time } = kit()
    await store.members.update(await plantBelow(), { disabledAt: time.now })
    await report()
    let reads = 0
    const listFields: typeof store.reportSchedules.listFields = (where, fields) => {
      reads += 1
      return store.reportSchedules.listFields(where, fields)
    }
    await reportStopped({ ...ports, store: { ...store, reportSchedules: { ...store.reportSchedules, listFields } } })
    assert.equal(reads, 0)
  })

  it('are sent about the other users of a request when a read failed once', async () => {
    const { scim, id } = await provisionGus()
    const { store } = kit()
    const zed = await scim('POST', 'Users', { body: aUser('zed@acme.test') })
    const Operations = [zed.body.id, id].map((one) => ({ method: 'DELETE', path: `/Users/${one}` }))
    const { list } = store.webhooks
    let reads = 0
    store.webhooks.list = async (where) => {
      reads += 1
      if (reads === 1) throw new Error('The database is away')
      return list(where)
    }
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']
    const { status } = await scim('POST', 'Bulk', { body: { schemas, Operations } })
    store.webhooks.list = list
    assert.deepEqual([status, toChief().length], [200, 1])
  })

  it('are not sent about a user whom a round reports while a directory deletes them', async () => {
    const { scim, id } = await provisionGus()
    const { store, ports, time } = kit()
    const gus = { tenantId: 'acme', userId: 'gus' }
    await store.members.update(gus, { disabledAt: time.now })
    const member = await store.members.find(gus)
    const { list } = store.webhooks
    store.webhooks.list = async (where) => {
      if (member && (await store.members.count(gus)) === 0) await takeReport(ports, member)
      return list(where)
    }
    const { status } = await scim('DELETE', `Users/${id}`)
    store.webhooks.list = list
    assert.deepEqual([status, toChief().length], [204, 0])
  })

  it('are one about all users whom a bulk request of a directory deletes, also if some operations are refused', async () => {
    const { scim, id } = await provisionGus()
    await addMember(kit(), ['fe.*'], 'moe')
    await makeAccessToken(kit(), (await kit().signIn('moe@acme.test')).token, ['admin'])
    const moe = await scim('POST', 'Users', { body: aUser('moe@acme.test') })
    const Operations = [id, 'unknown', moe.body.id].map((one) => ({ method: 'DELETE', path: `/Users/${one}` }))
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']
    const { status } = await scim('POST', 'Bulk', { body: { schemas, Operations } })
    assert.deepEqual([status, toChief().length], [200, 1])
    assert.match(toChief()[0]?.text ?? '', /A directory removed gus@acme\.test, moe@acme\.test, or some.*2 API tokens/s)
  })

  it('are read once in a request of a directory, however many users it deletes', async () => {
    const { scim } = await provisionGus()
    const { store } = kit()
    const Operations: object[] = []
    for (const name of ['zed', 'zoe', 'zia']) {
      const { body } = await scim('POST', 'Users', { body: aUser(`${name}@acme.test`) })
      Operations.push({ method: 'DELETE', path: `/Users/${body.id}` })
    }
    const { list } = store.webhooks
    let reads = 0
    store.webhooks.list = (where) => {
      reads += 1
      return list(where)
    }
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']
    const { status } = await scim('POST', 'Bulk', { body: { schemas, Operations } })
    store.webhooks.list = list
    assert.deepEqual([status, reads], [200, 1])
  })
}
