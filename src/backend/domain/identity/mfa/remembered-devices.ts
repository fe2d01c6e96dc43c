import type { CallerRequest } from '../../../call/auth.ts'
import type { Reply } from '../../../call/caller.ts'
import { cookiePrefix, privateCookie } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import type { Collections } from '../../../store/store.ts'
import { keepSecret, liveTicket } from '../../base/tickets.ts'
import { rememberDeviceSetting } from '../../settings/remember-device.ts'

/** Returns the name of a user's cookie. Each user has their own, because several users may share a browser. */
const cookieName = async (ports: Ports, userId: string): Promise<string> =>
  `${cookiePrefix(ports.config)}fe_device_${(await ports.keyedHash('remembered-device', userId)).slice(0, 16)}`

/** Lets this browser skip the second factor for as long as the policy allows; the password is always required. */
export const rememberDevice = async (
  { ports, reply }: { ports: Ports; reply: Reply },
  userId: string,
): Promise<void> => {
  const { isAllowed, seconds } = await rememberDeviceSetting.ofVendor(ports.store)
  if (!isAllowed) return
  const token = ports.random.token(32)
  const lifeMs = seconds * 1_000
  await keepSecret(ports, token, { purpose: 'remembered-device', userId, tenantId: null, lifeMs })
  const cookie = { name: await cookieName(ports, userId), value: token, seconds }
  reply.headers.append('Set-Cookie', privateCookie(ports.config, cookie))
}

export const isRemembered = async ({ ports, caller }: CallerRequest, userId: string): Promise<boolean> => {
  const tokens = caller.cookies(await cookieName(ports, userId))
  if (tokens.length === 0 || !(await rememberDeviceSetting.ofVendor(ports.store)).isAllowed) return false
  const tickets = await Promise.all(tokens.map((token) => liveTicket(ports, 'remembered-device', token)))
  return tickets.some((ticket) => ticket?.userId === userId)
}

/**
 * Forgets the user's remembered browsers after a change of the password or factors, so that they require the second
 * factor again.
 */
export const forgetDevices = (
  ports: Pick<Ports, 'clock'> & { store: Pick<Collections, 'tickets'> },
  userId: string,
): Promise<number> =>
  ports.store.tickets.update({ purpose: 'remembered-device', userId, usedAt: null }, { usedAt: ports.clock.now() })
