import assert from 'node:assert/strict'
import { notifications } from '../../contract/notifications.ts'
import type { Notification } from '../../entities/reports.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

/** Adds a second administrator, because the first one's bell doesn't show their own changes. */
export const addOtto = async ({ store, time }: Kit): Promise<void> => {
  const ada = await store.members.find({ tenantId: 'acme', email: 'ada@acme.test' })
  assert.ok(ada)
  await store.users.insert(aUserRecord({ id: 'otto', email: 'otto@acme.test', passwordHash: `fake:${PASSWORD}` }))
  await store.members.insert(
    aMemberRecord({
      id: 'otto-acme',
      userId: 'otto',
      tenantId: 'acme',
      email: 'otto@acme.test',
      roleIds: ada.roleIds,
      createdAt: time.now,
    }),
  )
}

/** Returns the notifications in the bell of a user. */
export const bellOf = async (
  kit: Kit,
  token: string,
  params: object = { count: 50, offset: 0 },
): Promise<Notification[]> => {
  const query = new URLSearchParams({ params: JSON.stringify(params) })
  const { status, body } = await kit.call('GET', `${notifications.listNotifications.path}?${query}`, { token })
  assert.equal(status, 200)
  return body
}
