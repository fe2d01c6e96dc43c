import type { Caller, Reply } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import { keepSecret, liveTicket } from '../credentials/tickets.ts'
import { vendorPolicy } from '../policies/policies.ts'

/** One cookie per user and browser: several may share a computer. */
const cookieName = async (ports: Ports, userId: string): Promise<string> =>
  `fe_device_${(await ports.keyedHash('remembered-device', userId)).slice(0, 16)}`

/** Lets this browser skip the second factor for as long as the policy says; the password is always asked for. */
export const rememberDevice = async (
  { ports, reply }: { ports: Ports; reply: Reply },
  userId: string,
): Promise<void> => {
  const { isAllowed, seconds } = await vendorPolicy(ports.store, 'remember-device')
  if (!isAllowed) return
  const token = ports.random.token(32)
  const lifeMs = seconds * 1_000
  await keepSecret(ports, token, { purpose: 'remembered-device', userId, tenantId: null, lifeMs })
  const secure = ports.config.apiUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = `${await cookieName(ports, userId)}=${token}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
  reply.headers.append('Set-Cookie', cookie)
}

export const isRemembered = async (
  { ports, caller }: { ports: Ports; caller: Caller },
  userId: string,
): Promise<boolean> => {
  const token = caller.cookie(await cookieName(ports, userId))
  if (!token || !(await vendorPolicy(ports.store, 'remember-device')).isAllowed) return false
  return (await liveTicket(ports, 'remembered-device', token))?.userId === userId
}

/** After a change of password or factors every browser has to prove itself again. */
export const forgetDevices = (ports: Ports, userId: string): Promise<number> =>
  ports.store.tickets.update({ purpose: 'remembered-device', userId, usedAt: null }, { usedAt: ports.clock.now() })
