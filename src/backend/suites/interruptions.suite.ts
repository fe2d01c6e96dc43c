import assert from 'node:assert/strict'
import { it } from 'node:test'
import { guarantees } from '../../contract/guarantees.ts'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { team } from '../../contract/users.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { anSsoConnectionRecord, aRoleRecord } from '../../testing/records.ts'
import { reportStopped } from '../domain/reports/report-stopped.ts'
import { addMember, makeAccessToken, setRights, subscribeToAll } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, patch, validateDomain } from './scim.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const KINDS = ['api-token', 'channel', 'directory', 'schedule', 'sso-connection', 'webhook']
const DAY_SECONDS = 86_400
/** Changes of a directory during this time are one email. */
const TOGETHER_MS = 300_000

export const describeInterruptions = (kit: () => Kit): void => {
  const tokenOf = async (email: string) => (await kit().signIn(email)).token
  const listAs = async (email: string): Promise<Interruption[]> => {
    const token = await tokenOf(email)
    const { status, body } = await kit().call('GET', guarantees.listInterruptions.path, { token })
    assert.equal(status, 200, JSON.stringify(body))
    return body.interruptions
  }
  const kindsOf = (items: readonly Interruption[]) => [...new Set(items.map(({ kind }) => kind))].sort()
  const reasonsOf = (items: readonly Interruption[]) => [...new Set(items.map(({ reason }) => reason))].sort()

  /** Adds Gus, an administrator, who vouches for one record of every kind. */
  const plant = async () => {
    const { store } = kit()
    await addMember(kit(), ['fe.*'])
    await addMember(kit(), ['fe.*'], 'chief')
    const token = await tokenOf('gus@acme.test')
    await makeAccessToken(kit(), token, ['admin'])
    await subscribeToAll(kit(), token, 'https://hooks.acme.test/all')
    const { id } = await connect(kit(), { email: 'gus@acme.test' })
    await store.directoryConnections.update({ id }, { ownerId: 'gus', syncToUserManagement: true })
    const facts = { id: 'okta', tenantId: 'acme', enabled: true, roleIds: '["admin"]', guarantorId: 'gus' }
    await store.ssoConnections.insert(anSsoConnectionRecord(facts))
  }

  it('don’t exist while everyone who vouches for something has the permissions', async () => {
    await plant()
    assert.deepEqual(await listAs('chief@acme.test'), [])
  })

  it('name everything that a guarantor’s loss stops, for whom and since when, until someone repairs it', async () => {
    await plant()
    const chief = await tokenOf('chief@acme.test')
    kit().time.now += 60_000
    const at = new Date(kit().time.now).toISOString()
    const body = { id: 'gus', roleIds: ['member'] }
    assert.equal((await kit().call('PUT', team.updateMember.path, { token: chief, body })).status, 200)
    kit().time.now += 60_000
    const found = await listAs('chief@acme.test')
    // The directory manages no administrator and gives no role that Gus couldn't give.
    assert.deepEqual(
      kindsOf(found),
      KINDS.filter((kind) => kind !== 'directory'),
    )
    assert.deepEqual([...new Set(found.map((one) => `${one.guarantor?.email} ${one.at}`))], [`gus@acme.test ${at}`])
    assert.ok(!reasonsOf(found).includes('ends'))
    const of = (kind: string) => found.find((one) => one.kind === kind)
    assert.deepEqual([of('sso-connection')?.items, of('sso-connection')?.count], [[{ id: 'okta', name: '' }], 1])
    assert.ok((of('channel')?.count ?? 0) > 100)
    assert.equal(of('channel')?.items.length, 5)
    const { token } = await kit().signIn('chief@acme.test')
    const succeeded = await kit().call('POST', guarantees.succeedGuarantor.path, { token, body: { userId: 'gus' } })
    assert.deepEqual([succeeded.status, succeeded.body], [200, []])
    assert.deepEqual(await listAs('chief@acme.test'), [])
  })

  it('are announced before a guarantor’s access ends, and have begun after it ended', async () => {
    await plant()
    const token = await tokenOf('chief@acme.test')
    const path = fillPath(team.extendTemporaryUser.path, { userId: 'gus' })
    const ends = await kit().call('PUT', path, { token, body: { expirationInSeconds: 5 * DAY_SECONDS } })
    assert.equal(ends.status, 200, JSON.stringify(ends.body))
    const until = (await kit().store.members.find({ tenantId: 'acme', userId: 'gus' }))?.temporaryUntil ?? 0
    const announced = await listAs('chief@acme.test')
    assert.deepEqual([kindsOf(announced), reasonsOf(announced)], [KINDS, ['ends']])
    assert.deepEqual([...new Set(announced.map(({ at }) => at))], [new Date(until).toISOString()])
    kit().time.now = until
    const begun = await listAs('chief@acme.test')
    assert.deepEqual([kindsOf(begun), reasonsOf(begun).includes('ends')], [KINDS, false])
    assert.deepEqual([...new Set(begun.map(({ at }) => at))], [new Date(until).toISOString()])
  })

  it('begin when a guarantor requests the deletion of their user', async () => {
    await plant()
    kit().time.now += 60_000
    const at = new Date(kit().time.now).toISOString()
    const token = await tokenOf('gus@acme.test')
    const body = { email: 'gus@acme.test', password: PASSWORD }
    assert.equal((await kit().call('POST', selfService.deleteUser.path, { token, body })).status, 200)
    kit().time.now += 60_000
    const found = await listAs('chief@acme.test')
    assert.deepEqual([kindsOf(found), reasonsOf(found)], [KINDS, ['gone']])
    assert.deepEqual([...new Set(found.map((one) => one.at))], [at])
  })

  it('are shown to those who may repair them, and of their own account only', async () => {
    await plant()
    await setRights(kit(), [])
    await addMember(kit(), ['fe.connectivity.write.webhook'], 'hook')
    assert.deepEqual(kindsOf(await listAs('hook@acme.test')), ['channel', 'webhook'])
    assert.deepEqual(await listAs('mel@acme.test'), [])
    assert.deepEqual(await listAs('gia@globex.test'), [])
  })

  it('count an administrator once, with all open sessions, whom several connections of one guarantor refuse', async () => {
    await plant()
    const { store } = kit()
    const facts = { tenantId: 'acme', enabled: true, guarantorId: 'gus', skipEmailDomainValidation: true }
    await store.ssoConnections.update({ id: 'okta' }, facts)
    for (const id of ['okta', 'entra']) {
      await kit().signIn('chief@acme.test')
      const [session] = await store.sessions.list({ userId: 'chief', amr: '["pwd"]' })
      const amr = JSON.stringify(['fed', 'sso', `sso:${id}`, 'held:Infinity:[]'])
      await store.sessions.update({ id: session?.id ?? '' }, { amr })
    }
    await setRights(kit(), ['fe.secure.write.samlConfiguration'])
    const shown = async () => (await listAs('chief@acme.test')).find(({ kind }) => kind === 'sso-connection')
    const one = await shown()
    await store.ssoConnections.insert(anSsoConnectionRecord({ ...facts, id: 'entra' }))
    const both = await shown()
    assert.deepEqual([one?.count, both?.count], [1, 2])
    assert.ok(both?.exceeding)
    assert.equal(both.exceeding, one?.exceeding)
    const sessionsOfChief = (item: Interruption | undefined) =>
      item?.administrators?.find(({ id }) => id === 'chief')?.sessions
    assert.deepEqual([sessionsOfChief(one), sessionsOfChief(both)], [1, 2])
  })

  const stoppedMails = () => kit().mails.filter(({ subject }) => subject.startsWith('Needs attention: what stopped'))
  const report = async () => {
    for (let round = 0; round < 2; round += 1) await Promise.all([1, 2].map(() => reportStopped(kit().ports)))
  }

  it('are emailed once to each administrator when a guarantor’s temporary access ends, with what stopped', async () => {
    await plant()
    const temporaryUntil = kit().time.now + 1_000
    await kit().store.members.update({ tenantId: 'acme', userId: 'gus' }, { temporaryUntil })
    await report()
    assert.equal(stoppedMails().length, 0, 'nothing has ended yet')
    kit().time.now += 2_000
    await report()
    const toChief = stoppedMails().filter(({ to }) => to === 'chief@acme.test')
    assert.equal(toChief.length, 1)
    assert.equal(stoppedMails().filter(({ to }) => to === 'gus@acme.test').length, 0)
    for (const part of [/access of gus@acme\.test has ended/, /1 API token: Export/, /1 webhook/, /1 SSO connection/])
      assert.match(toChief[0]?.text ?? '', part)
  })

  it('are emailed in a later round after the database failed in one account, which stops no other account', async () => {
    await plant()
    const { store, ports, time } = kit()
    const ended = { directoryId: 'd1', disabledAt: time.now }
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, ended)
    await store.members.update({ tenantId: 'globex', userId: 'gia' }, ended)
    const asked: string[] = []
    const get = async (id: string) => {
      asked.push(id)
      throw new Error('The database is away')
    }
    const failing = { ...ports, store: { ...store, tenants: { ...store.tenants, get } } }
    const warnings: string[] = []
    const log = { ...ports.log, warn: (message: string) => void warnings.push(message) }
    await reportStopped({ ...failing, log })
    assert.ok(asked.includes('acme'))
    assert.equal(
      warnings.every((message) => message === 'Reporting what stopped in an account failed'),
      true,
    )
    assert.deepEqual([warnings.length > 0, stoppedMails().length], [true, 0])
    await report()
    assert.equal(stoppedMails().filter(({ to }) => to === 'chief@acme.test').length, 1)
  })

  it('are emailed by another process when the first is killed before it has stored the email', async () => {
    await plant()
    const { store, ports, time } = kit()
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, { directoryId: 'd1', disabledAt: time.now })
    await new Promise<void>((killed) => {
      const send = () => {
        killed()
        return new Promise<never>(() => undefined)
      }
      void reportStopped({ ...ports, mailer: { ...ports.mailer, send } })
    })
    await report()
    assert.equal(stoppedMails().length, 0, 'the other process may still be at work')
    time.now += 11 * 60_000
    await report()
    assert.equal(stoppedMails().filter(({ to }) => to === 'chief@acme.test').length, 1)
  })

  it('are emailed in a later round when no email could be stored', async () => {
    await plant()
    const { store, ports, time } = kit()
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, { directoryId: 'd1', disabledAt: time.now })
    const send = async () => {
      throw new Error('The database is away')
    }
    await assert.rejects(reportStopped({ ...ports, mailer: { ...ports.mailer, send } }))
    time.now += 11 * 60_000
    await report()
    assert.equal(stoppedMails().filter(({ to }) => to === 'chief@acme.test').length, 1)
  })

  it('are searched for once in an account until the access of another member ends', async () => {
    await plant()
    const { store, ports, time } = kit()
    const gone = { directoryId: 'd1', disabledAt: time.now }
    for (const userId of ['mel', 'tom']) await store.members.update({ tenantId: 'acme', userId }, gone)
    let reads = 0
    const counted = <Method extends (...given: never[]) => unknown>(method: Method) =>
      ((...given: never[]) => {
        reads += 1
        return method(...given)
      }) as Method
    const attempts = { ...store.attempts, get: counted(store.attempts.get) }
    const webhooks = { ...store.webhooks, list: counted(store.webhooks.list) }
    const watched = { ...ports, store: { ...store, attempts, webhooks } }
    await reportStopped(watched)
    reads = 0
    await reportStopped(watched)
    assert.equal(reads, 1, 'only whether anything is new')
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, gone)
    await reportStopped(watched)
    assert.equal(stoppedMails().filter(({ to }) => to === 'chief@acme.test').length, 1)
  })

  it('are emailed when a directory deletes a guarantor, or takes their administrative roles by a group', async () => {
    await plant()
    const { store } = kit()
    const { id: connectionId, scim } = await connect(kit(), { email: 'chief@acme.test' })
    await validateDomain(kit(), 'acme.test')
    const made = await scim('POST', 'Users', { body: aUser('gus@acme.test') })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const group = await scim('POST', 'Groups', { body: aGroup('Leaders', [made.body.id]) })
    const gus = { tenantId: 'acme', userId: 'gus' }
    const roleIds = (await store.members.find(gus))?.roleIds ?? ''
    const lead = async () => {
      await store.groups.update({ id: group.body.id }, { roleIds })
      await store.members.update(gus, {
        roleIds: '[]',
        groupIds: JSON.stringify([group.body.id]),
        directoryId: connectionId,
      })
    }
    const toChief = () => stoppedMails().filter(({ to }) => to === 'chief@acme.test')
    await lead()
    const leave = patch({ op: 'remove', path: 'members' })
    const left = await scim('PATCH', `Groups/${group.body.id}`, { body: leave })
    assert.deepEqual([left.status, toChief().length], [204, 1])
    assert.match(toChief()[0]?.text ?? '', /A directory removed gus@acme\.test, or some of their roles/)
    await lead()
    kit().time.now += TOGETHER_MS
    assert.equal((await scim('DELETE', `Groups/${group.body.id}`)).status, 204)
    assert.equal(toChief().length, 2)
    kit().time.now += TOGETHER_MS
    await store.members.update(gus, { roleIds, groupIds: null })
    const mel = await scim('POST', 'Users', { body: aUser('mel@acme.test') })
    assert.equal((await scim('DELETE', `Users/${mel.body.id}`)).status, 204)
    assert.equal(toChief().length, 2, 'this user vouched for nothing')
    assert.equal((await scim('DELETE', `Users/${made.body.id}`)).status, 204)
    assert.equal(toChief().length, 3)
    assert.match(toChief()[2]?.text ?? '', /1 API token: Export/)
  })

  it('are emailed in spite of a failure for another member, who is reported in the next round', async () => {
    await plant()
    const { store, ports, time } = kit()
    const roleIds = (await store.members.find({ tenantId: 'acme', userId: 'gus' }))?.roleIds ?? ''
    await addMember(kit(), ['fe.*'], 'gil')
    await store.members.update({ tenantId: 'acme', userId: 'gil' }, { roleIds })
    await makeAccessToken(kit(), await tokenOf('gil@acme.test'), JSON.parse(roleIds))
    await store.members.update(
      { tenantId: 'acme', userId: { in: ['gil', 'gus'] } },
      { directoryId: 'd1', disabledAt: time.now },
    )
    let attempts = 0
    const countAttempt: typeof store.countAttempt = async (attempt) => {
      attempts += 1
      if (attempts === 2) throw new Error('The database is away')
      return store.countAttempt(attempt)
    }
    await reportStopped({ ...ports, store: { ...store, countAttempt } })
    await report()
    const toChief = stoppedMails().filter(({ to }) => to === 'chief@acme.test')
    assert.deepEqual(toChief.map(({ text }) => /access of (\w+)@acme/.exec(text)?.[1]).sort(), ['gil', 'gus'])
  })

  /** Connects a directory that manages `gus`, who vouches for everything that `plant` creates. */
  const provisionGus = async () => {
    await plant()
    const { scim } = await connect(kit(), { email: 'chief@acme.test' })
    await validateDomain(kit(), 'acme.test')
    const { body } = await scim('POST', 'Users', { body: aUser('gus@acme.test') })
    const toChief = () => stoppedMails().filter(({ to }) => to === 'chief@acme.test').length
    return { scim, id: String(body.id), toChief }
  }

  it('are emailed once when a directory deactivates a guarantor and deletes them before the next round', async () => {
    const { scim, id, toChief } = await provisionGus()
    const body = patch({ op: 'replace', path: 'active', value: false })
    assert.equal((await scim('PATCH', `Users/${id}`, { body })).status, 200)
    assert.equal((await scim('DELETE', `Users/${id}`)).status, 204)
    await report()
    assert.equal(toChief(), 1)
  })

  it('are not emailed again when a directory deletes a guarantor whom a round has reported', async () => {
    const { scim, id, toChief } = await provisionGus()
    const body = patch({ op: 'replace', path: 'active', value: false })
    assert.equal((await scim('PATCH', `Users/${id}`, { body })).status, 200)
    await report()
    assert.equal((await scim('DELETE', `Users/${id}`)).status, 204)
    assert.equal(toChief(), 1)
  })

  it('stop no directory from deleting a user when they can’t be read', async () => {
    const { scim, id } = await provisionGus()
    const { store } = kit()
    const { list } = store.webhooks
    store.webhooks.list = async () => {
      throw new Error('The database is away')
    }
    const { status } = await scim('DELETE', `Users/${id}`)
    store.webhooks.list = list
    assert.equal(status, 204)
    assert.equal(await store.members.count({ tenantId: 'acme', userId: 'gus' }), 0)
  })

  it('are emailed when a directory takes a role of the product by a group', async () => {
    const { scim, id, toChief } = await provisionGus()
    const { store } = kit()
    const facts = { name: 'Shop', description: '', categoryId: 'x', createdAt: 0, updatedAt: 0 }
    await store.permissions.insert({ id: 'p shop', key: 'shop.write', ...facts })
    await store.roles.insert(aRoleRecord({ id: 'shop', tenantId: 'acme', level: 0, permissionIds: '["p shop"]' }))
    const chief = await store.members.find({ tenantId: 'acme', userId: 'chief' })
    const roleIds = JSON.stringify([...JSON.parse(chief?.roleIds ?? '[]'), 'shop'])
    await store.members.update({ tenantId: 'acme', userId: 'chief' }, { roleIds })
    for (const isDeleted of [false, true]) {
      const group = await scim('POST', 'Groups', { body: aGroup(`Sellers ${isDeleted}`, [id]) })
      await store.groups.update({ id: group.body.id }, { roleIds: '["shop"]' })
      await makeAccessToken(kit(), await tokenOf('gus@acme.test'), ['shop'])
      const before = toChief()
      kit().time.now += TOGETHER_MS
      const change = { body: patch({ op: 'remove', path: 'members' }) }
      const path = `Groups/${group.body.id}`
      assert.equal((await (isDeleted ? scim('DELETE', path) : scim('PATCH', path, change))).status, 204)
      assert.equal(toChief(), before + 1, `deleted: ${isDeleted}`)
    }
  })

  it('are emailed when a directory deactivates a guarantor, and not when an administrator did or nothing stopped', async () => {
    await plant()
    const { store } = kit()
    const gone = { disabledAt: kit().time.now }
    await store.members.update({ tenantId: 'acme', userId: 'mel' }, { ...gone, directoryId: 'd1' })
    await report()
    assert.equal(stoppedMails().length, 0, 'the user vouched for nothing')
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, gone)
    await report()
    assert.equal(stoppedMails().length, 0, 'no directory manages the user')
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, { directoryId: 'd1' })
    await report()
    assert.equal(stoppedMails().filter(({ to }) => to === 'chief@acme.test').length, 1)
    kit().time.now += 3 * DAY_SECONDS * 1_000
    await report()
    assert.equal(stoppedMails().filter(({ to }) => to === 'chief@acme.test').length, 1)
  })
}
