import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groups } from '../../contract/groups.ts'
import { notifications } from '../../contract/notifications.ts'
import { fillPath } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import type { Kit } from './kit.test-kit.ts'
import { addOtto, bellOf } from './notifications.test-kit.ts'

export const describeNotifications = (kit: () => Kit): void => {
  const administrators = async () => {
    await addOtto(kit())
    return { ada: (await kit().signIn('ada@acme.test')).token, otto: (await kit().signIn('otto@acme.test')).token }
  }
  const list = (token: string, params?: object) => bellOf(kit(), token, params)
  const createGroup = (token: string, name: string) =>
    kit().call('POST', groups.createGroup.path, { token, body: { name } })
  const setStatus = (token: string, notificationId: string, status: string) =>
    kit().call('PUT', notifications.setNotificationStatus.path, { token, body: { params: { notificationId, status } } })
  const pin = (token: string, notificationId: string, pinStatus = 'pin') =>
    kit().call('PUT', fillPath(notifications.setNotificationPin.path, { pinStatus }), {
      token,
      body: { notificationId },
    })

  it('notifies administrators of what others changed, the newest first', async () => {
    const { ada, otto } = await administrators()
    await createGroup(ada, 'First')
    kit().time.now += 1_000
    await createGroup(ada, 'Second')
    assert.deepEqual(await list(ada), [], 'not their own changes')
    const found = await list(otto)
    assert.deepEqual(
      found.map(({ title, body, url, status, viewed, isPinned }) => [title, body, url, status, viewed, isPinned]),
      [
        ['Group created', 'A group was created: Second', '#/admin-box/groups', 'unread', false, false],
        ['Group created', 'A group was created: First', '#/admin-box/groups', 'unread', false, false],
      ],
    )
    assert.deepEqual(
      (await list(otto, { count: 1, offset: 1 })).map(({ id }) => id),
      [found[1]?.id],
    )
  })

  it('belongs to each user: when one reads, pins or archives, the others’ bells don’t change', async () => {
    const { ada, otto } = await administrators()
    const { token: none } = await kit().signIn('mel@acme.test')
    await createGroup(none, 'Refused')
    await kit().call('POST', policies.createPasswordHistoryPolicy.path, {
      token: ada,
      body: { enabled: true, historySize: 3 },
    })
    kit().time.now += 1_000
    await createGroup(ada, 'Second')
    const [newer, older] = await list(otto)
    assert.ok(newer && older)
    await setStatus(otto, newer.id, 'read')
    await pin(otto, older.id)
    assert.deepEqual(
      (await list(otto)).map(({ id, status, isPinned }) => [id, status, isPinned]),
      [
        [older.id, 'unread', true],
        [newer.id, 'read', false],
      ],
    )
    await pin(otto, older.id, 'unpin')
    await setStatus(otto, newer.id, 'archived')
    await setStatus(otto, newer.id, 'archived')
    assert.deepEqual(
      (await list(otto)).map(({ id }) => id),
      [older.id],
    )
    await kit().call('POST', notifications.markAllNotificationsRead.path, { token: otto })
    assert.deepEqual(
      (await list(otto)).map(({ status }) => status),
      ['read'],
    )
    await kit().call('POST', notifications.markAllNotificationsRead.path, { token: otto })
    assert.equal(await kit().store.notificationStates.count({ userId: 'otto' }), 2, 'one row for each notification')
  })

  it('starts with the membership: earlier events are not new to anyone', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await createGroup(token, 'Before')
    kit().time.now += 1_000
    const { otto } = await administrators()
    assert.deepEqual(await list(otto), [])
  })

  it('refuses other accounts’ events, unknown ones and wrong values', async () => {
    const { ada, otto } = await administrators()
    await createGroup(ada, 'Ours')
    const [own] = await list(otto)
    assert.ok(own)
    const event = await kit().store.events.get(own.id)
    assert.ok(event)
    await kit().store.events.insert({ ...event, id: 'foreign', tenantId: 'globex' })
    assert.equal((await setStatus(otto, 'foreign', 'read')).status, 404)
    assert.equal((await pin(otto, 'foreign')).status, 404)
    assert.equal((await pin(otto, own.id, 'nail')).status, 404)
    assert.equal((await setStatus(otto, own.id, 'lost')).status, 400)
    const { status } = await kit().call('GET', `${notifications.listNotifications.path}?params=%7B`, { token: otto })
    assert.equal(status, 400)
    assert.equal(await kit().store.notificationStates.count({}), 0)
  })

  it('limits how many stay on top', async () => {
    const { ada, otto } = await administrators()
    for (let at = 0; at < 21; at++) await createGroup(ada, `Group ${at}`)
    const found = await list(otto)
    const statuses: number[] = []
    for (const { id } of found) statuses.push((await pin(otto, id)).status)
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [20, 400])
  })
}
