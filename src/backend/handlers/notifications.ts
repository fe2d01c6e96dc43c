import type { notifications } from '../../contract/notifications.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { number, oneOf, text } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { markAllRead, notificationsOf, setPinned, setStatus } from '../domain/delivery/notifications/notifications.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

const MAX_COUNT = 100

const STATUSES = ['read', 'unread', 'archived'] as const

const objectOf = (value: unknown, field: string): Record<string, unknown> => {
  if (!isRecord(value)) throw badRequest(`${field} must be an object`)
  return value
}

/** Reads the options, which are sent as one JSON value. */
const pageOf = (params: string | undefined) => {
  const { count = MAX_COUNT, offset = 0 } = objectOf(params ? parseJson(params) : {}, 'params')
  return {
    count: number(count, 'count', { min: 1, max: MAX_COUNT }),
    offset: number(offset, 'offset', { min: 0, max: Number.MAX_SAFE_INTEGER }),
  }
}

/** The calls of a user's own notifications change nothing in the account. */
export const notificationsHandlers = {
  listNotifications: signedIn(async ({ ports, auth, query }) => {
    const { count, offset } = pageOf(query.params)
    return (await notificationsOf(ports, auth)).slice(offset, offset + count)
  }),
  setNotificationStatus: signedIn(async ({ ports, auth, body }) => {
    const params = objectOf(body.params, 'params')
    const status = oneOf(text(params.status, 'status'), 'status', STATUSES)
    if (!status) throw badRequest('status must be a string')
    await setStatus(ports, auth, text(params.notificationId, 'notificationId'), status)
  }),
  setNotificationPin: signedIn(async ({ ports, auth, path, body }) => {
    if (path.pinStatus !== 'pin' && path.pinStatus !== 'unpin') throw notFound('Not found')
    await setPinned(ports, auth, text(body.notificationId, 'notificationId'), path.pinStatus === 'pin')
  }),
  markAllNotificationsRead: signedIn(({ ports, auth }) => markAllRead(ports, auth)),
} satisfies Handlers<typeof notifications>
