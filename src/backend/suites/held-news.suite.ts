import assert from 'node:assert/strict'
import { it } from 'node:test'
import { notedIn } from '../domain/reports/held-news.ts'
import { reportHeldNews } from '../domain/reports/watch-stopped.ts'
import type { TicketRecord } from '../store/records.ts'
import { addMember, makeAccessToken } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { aUser, connect, patch, validateDomain } from './scim.test-kit.ts'

const MINUTE_MS = 60_000
const NAMES = ['gus', 'moe', 'pam', 'ray']

const notedMembers = (note: TicketRecord | undefined): string[] =>
  note ? notedIn(note).members.map(({ userId }) => userId) : []

/** Tests the emails about what stopped because a directory sent many requests for one user each. */
export const describeHeldNews = (kit: () => Kit): void => {
  const toChief = () =>
    kit().mails.filter(
      ({ subject, to }) => subject.startsWith('Needs attention: what stopped') && to === 'chief@acme.test',
    )
  const textsToChief = () => toChief().map(({ text }) => text)
  const round = () => reportHeldNews(kit().ports)
  const wait = async (minutes: number) => {
    kit().time.now += minutes * MINUTE_MS
    await round()
  }
  const notes = () => kit().store.tickets.count({ purpose: 'stopped-news' })

  /** Adds four administrators, who vouch for an API token each and whom a directory manages. */
  const provision = async () => {
    await addMember(kit(), ['fe.*'], 'chief')
    const { scim } = await connect(kit(), { email: 'chief@acme.test' })
    await validateDomain(kit(), 'acme.test')
    const ids = new Map<string, string>()
    for (const name of NAMES) {
      await addMember(kit(), ['fe.*'], name)
      await makeAccessToken(kit(), (await kit().signIn(`${name}@acme.test`)).token, ['admin'])
      const { body } = await scim('POST', 'Users', { body: aUser(`${name}@acme.test`) })
      ids.set(name, String(body.id))
    }
    const remove = async (name: string) => {
      assert.equal((await scim('DELETE', `Users/${ids.get(name)}`)).status, 204)
    }
    return { scim, ids, remove }
  }

  it('are one email at once and one about all later requests, however many users a directory removes one by one', async () => {
    const { remove } = await provision()
    for (const name of NAMES) await remove(name)
    await round()
    assert.equal(toChief().length, 1)
    assert.match(textsToChief()[0] ?? '', /A directory removed gus@acme\.test, or some/)
    await wait(6)
    assert.equal(toChief().length, 2)
    const second = textsToChief()[1] ?? ''
    for (const name of NAMES.slice(1)) assert.match(second, new RegExp(`${name}@acme\\.test`))
    assert.match(second, /3 API tokens/)
    await wait(6)
    assert.deepEqual([toChief().length, await notes()], [2, 0])
  })

  it('are sent by another process when a process is killed between the change and the email', async () => {
    const { remove } = await provision()
    const { store } = kit()
    const { update, delete: removeRows } = store.tickets
    const killed = async (): Promise<never> => {
      throw new Error('The process was killed')
    }
    Object.assign(store.tickets, { update: killed, delete: killed })
    await remove('gus')
    Object.assign(store.tickets, { update, delete: removeRows })
    await round()
    assert.deepEqual([toChief().length, await notes()], [0, 1], 'the other process may still be at work')
    await wait(11)
    assert.equal(toChief().length, 1)
    assert.match(textsToChief()[0] ?? '', /gus@acme\.test/)
    assert.equal(await notes(), 0)
  })

  it('are sent by another process after a kill although the clock was set back meanwhile', async () => {
    const { remove } = await provision()
    const { store } = kit()
    const { update } = store.tickets
    store.tickets.update = async () => {
      throw new Error('The process was killed')
    }
    await remove('gus')
    Object.assign(store.tickets, { update })
    await wait(-60)
    assert.deepEqual([toChief().length, await notes()], [1, 0])
  })

  it('are sent although another process looks while a slow request has noted its change and not made it yet', async () => {
    const { remove } = await provision()
    const { store } = kit()
    const { insert } = store.tickets
    store.tickets.insert = async (row) => {
      const stored = await insert(row)
      if (row.purpose === 'stopped-news') await wait(6)
      return stored
    }
    await remove('gus')
    Object.assign(store.tickets, { insert })
    assert.deepEqual([toChief().length, await notes()], [1, 0])
  })

  it('are noted for those members of a group who vouch for something, and store no other member', async () => {
    const { scim, ids, remove } = await provision()
    const { store } = kit()
    await addMember(kit(), ['fe.secure.read.users'], 'nia')
    const nia = await scim('POST', 'Users', { body: aUser('nia@acme.test') })
    const members = [{ value: ids.get('gus') }, { value: nia.body.id }]
    const group = await scim('POST', 'Groups', { body: { displayName: 'Leads', members } })
    const roleIds = (await store.members.find({ tenantId: 'acme', userId: 'gus' }))?.roleIds ?? '[]'
    await store.groups.update({ id: group.body.id }, { roleIds })
    await store.members.update({ tenantId: 'acme', userId: 'gus' }, { roleIds: '[]' })
    await remove('pam')
    assert.equal((await scim('DELETE', `Groups/${group.body.id}`)).status, 204)
    const [note, ...others] = await store.tickets.list({ purpose: 'stopped-news', userId: '-' })
    assert.deepEqual([others.length, notedMembers(note)], [0, ['gus']])
    await wait(6)
    assert.match(textsToChief()[1] ?? '', /gus@acme\.test/)
    assert.doesNotMatch(textsToChief()[1] ?? '', /nia@acme\.test/)
  })

  it('are sent later when no email could be stored', async () => {
    const { remove } = await provision()
    const { ports } = kit()
    const { send } = ports.mailer
    ports.mailer.send = async () => {
      throw new Error('The database is away')
    }
    await remove('gus')
    ports.mailer.send = send
    assert.deepEqual([toChief().length, await notes()], [0, 1])
    await wait(6)
    assert.deepEqual([toChief().length, await notes()], [1, 0])
  })

  it('are one email although several processes look at the same time', async () => {
    const { remove } = await provision()
    for (const name of NAMES) await remove(name)
    kit().time.now += 6 * MINUTE_MS
    await Promise.all([round(), round(), round()])
    await wait(6)
    assert.equal(toChief().length, 2)
  })

  it('don’t name what someone has repaired before the email', async () => {
    const { remove } = await provision()
    await remove('gus')
    await remove('moe')
    const token = { guarantorId: 'chief' }
    await kit().store.apiTokens.update({ guarantorId: 'left' }, token)
    await kit().store.apiTokens.update({ createdByUserId: 'moe' }, token)
    await wait(6)
    assert.deepEqual([toChief().length, await notes()], [1, 0])
  })

  it('are noted for no request that is refused or interrupts nothing', async () => {
    const { scim, ids, remove } = await provision()
    const name = patch({ op: 'replace', path: 'displayName', value: 'Gus G.' })
    assert.equal((await scim('PATCH', `Users/${ids.get('gus')}`, { body: name })).status, 200)
    await scim('DELETE', 'Users/unknown')
    assert.deepEqual([toChief().length, await notes()], [0, 0])
    await remove('gus')
    assert.deepEqual([toChief().length, await notes()], [1, 0])
  })
}
