import { parseJson } from '../../../../kernel/safe-json.ts'
import type { CallerRequest } from '../../../call/auth.ts'
import type { Reply } from '../../../call/caller.ts'
import { cookieNameOf, privateCookie } from '../../../call/cookies.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import { forgetAttempts, isUsedUp, type Limit, takeAttempt, takeSlot } from '../../base/limits/limits.ts'
import { lockoutSetting } from '../../settings/lockout.ts'

/**
 * A user who has signed in on this device, stored in a sealed cookie. The device has separate limits for password
 * guesses, so that guesses from other devices, which anyone can make indefinitely, don't lock out the owner (OWASP,
 * "Slow Down Online Guessing Attacks with Device Cookies"). A device that used up its own attempts counts as unknown
 * until its user signs in again.
 */
interface DeviceUser {
  userId: string
  /** Identifies the attempts of this user in this browser. */
  deviceId: string
}

/** Longest lifetime that browsers allow a cookie. */
const DEVICE_SECONDS = 400 * 86_400
/** Maximum users of a shared device; the one who signed in least recently is forgotten. */
const MAX_USERS = 10
const DEVICE_ID_BYTES = 12

const MINUTE_MS = 60_000
const LOGIN_PER_DEVICE: Limit = { name: 'login-device', tries: 10, windowMs: 15 * MINUTE_MS }
/** Counts consecutive failures, as the lockout policy does. */
const FAILED_ON_DEVICE: Limit = { name: 'failed-device', tries: Number.POSITIVE_INFINITY, windowMs: 43_200 * MINUTE_MS }

const nameOf = ({ config }: Ports): string => cookieNameOf(config, 'known')

const secretUse = ({ config }: Ports) => ({ purpose: 'device cookie', owner: config.clientId })

const isDeviceUser = (value: unknown): value is DeviceUser => {
  const { userId, deviceId } = (value ?? {}) as Partial<DeviceUser>
  return typeof userId === 'string' && typeof deviceId === 'string'
}

const opened = async (ports: Ports, cookie: string): Promise<DeviceUser[]> => {
  try {
    const { text, isSealed } = await ports.secretBox.open(decodeURIComponent(cookie), secretUse(ports))
    const users = isSealed ? parseJson(text) : undefined
    return Array.isArray(users) ? users.filter(isDeviceUser) : []
  } catch {
    return []
  }
}

/**
 * Returns all users who have signed in on this device. A planted cookie of the same name neither adds nor hides one.
 */
const usersOfDevice = async ({ ports, caller }: CallerRequest): Promise<DeviceUser[]> => {
  const all = await Promise.all(caller.cookies(nameOf(ports)).map((cookie) => opened(ports, cookie)))
  return all.flat()
}

/** Returns the device id of a user who has signed in on this device before. */
const deviceOf = async (visit: CallerRequest, userId: string): Promise<string | undefined> =>
  (await usersOfDevice(visit)).find((each) => each.userId === userId)?.deviceId

/**
 * Returns the subject of a limit per user: the user, whose attempts anyone can use up, or a device that the user has
 * signed in on, which has attempts of its own.
 */
export const limitedUser = async (visit: CallerRequest, userId: string): Promise<string> => {
  const device = await deviceOf(visit, userId)
  return device === undefined ? userId : `device:${device}`
}

/**
 * Takes one of the device's attempts and returns its id for the user with that email; `undefined` if its attempts are
 * used up.
 */
export const takeDeviceTry = async (visit: CallerRequest, email: string): Promise<string | undefined> => {
  const { ports } = visit
  const known = await usersOfDevice(visit)
  if (known.length === 0) return undefined
  const user = await ports.store.users.find({ email })
  const device = known.find(({ userId }) => userId === user?.id)?.deviceId
  if (device === undefined) return undefined
  return (await takeSlot(ports, LOGIN_PER_DEVICE, device)) === 'within' ? device : undefined
}

/** Counts a failure on the device until `forgetDeviceTries`, and returns the number of consecutive failures. */
export const countOnDevice = (ports: Ports, device: string): Promise<number> =>
  takeAttempt(ports, FAILED_ON_DEVICE, device)

export const forgetDeviceTries = (ports: Ports, device: string): Promise<void> =>
  forgetAttempts(ports, [LOGIN_PER_DEVICE, FAILED_ON_DEVICE], device)

const isSpent = async (ports: Ports, device: string, userId: string): Promise<boolean> => {
  if (!(await isUsedUp(ports, { ...FAILED_ON_DEVICE, tries: 1 }, device))) return false
  const { enabled, maxAttempts } = await lockoutSetting.strictestFor(ports.store, userId)
  return enabled && isUsedUp(ports, { ...FAILED_ON_DEVICE, tries: maxAttempts }, device)
}

/**
 * Returns whether a user is locked in this browser. Failures elsewhere don't lock a device that the user has signed in
 * on.
 */
export const isLockedHere = async (
  visit: CallerRequest,
  user: Pick<UserRecord, 'id' | 'lockedAt'>,
): Promise<boolean> => {
  if (user.lockedAt === null) return false
  const device = await deviceOf(visit, user.id)
  return device === undefined || isSpent(visit.ports, device, user.id)
}

/** Stores in the browser that the user has signed in, and resets a device whose attempts were used up. */
export const rememberDevice = async (
  { ports, caller, reply }: CallerRequest & { reply: Reply },
  userId: string,
): Promise<void> => {
  const known = await usersOfDevice({ ports, caller })
  const own = known.find((each) => each.userId === userId)
  const isGood = own !== undefined && !(await isSpent(ports, own.deviceId, userId))
  const deviceId = isGood ? own.deviceId : ports.random.token(DEVICE_ID_BYTES)
  const others = known.filter((each) => each.userId !== userId)
  const users = [{ userId, deviceId }, ...others].slice(0, MAX_USERS)
  const value = encodeURIComponent(await ports.secretBox.seal(JSON.stringify(users), secretUse(ports)))
  const cookie = privateCookie(ports.config, { name: nameOf(ports), value, seconds: DEVICE_SECONDS })
  reply.headers.append('Set-Cookie', cookie)
}
