import { createClient, type Send } from '../contract/client.ts'
import { session as sessionTable } from '../contract/session.ts'
import type { AuthResponse } from '../entities/auth.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import { wait } from '../kernel/clock.ts'
import { HttpError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { createMemoryStorage, type KeyValue } from '../kernel/storage.ts'
import { createSession } from '../session/create-session.ts'
import type { Session, SessionDeps } from '../session/session-types.ts'
import type { Wake } from '../session/wake.ts'
import { createTestClock } from './clock.ts'
import { createTestChannels, createTestLocks } from './locks.ts'

const base64Url = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const silent = createLogger('error', { error() {}, warn() {}, info() {}, debug() {} })

/** Creates a simulated server, and any number of tabs of one browser, for the tests of the session. */
export const createHarness = () => {
  const clock = createTestClock()
  const locks = createTestLocks()
  const channels = createTestChannels()
  const local = createMemoryStorage()
  const counts = { refresh: 0, me: 0, tenants: 0, logout: 0, switchTenant: 0 }
  const server = {
    isAlive: true,
    sid: 'sid-1',
    sub: 'u1',
    tenant: 't1',
    lifetime: 300,
    /** `expiresIn` of the response; the default lifetime unless given. */
    expiresIn: undefined as unknown,
    delayMs: 0,
    /** Replaces `delayMs` for tabs that use another clock. */
    pause: undefined as (() => Promise<void>) | undefined,
    /** Thrown instead of responding. */
    fault: undefined as unknown,
    meFault: undefined as unknown,
    /** Milliseconds by which the browser's clock is ahead of the server's. */
    skewMs: 0,
    issued: 0,
    requestedTenants: [] as unknown[],
  }

  const issue = (tenant: string): AuthResponse => {
    server.issued += 1
    const iat = Math.floor((clock.now() - server.skewMs) / 1000)
    const claims = {
      sub: server.sub,
      sid: server.sid,
      tenantId: tenant,
      email: 'ann@a.test',
      iat,
      exp: iat + server.lifetime,
    }
    const accessToken = [base64Url({ alg: 'none' }), base64Url({ ...claims, jti: server.issued }), 'sig'].join('.')
    const expiresIn = 'expiresIn' in server && server.expiresIn !== undefined ? server.expiresIn : server.lifetime
    return { accessToken, expiresIn, mfaRequired: false } as AuthResponse
  }

  const refresh = async (body: { tenantId: string | null }) => {
    counts.refresh += 1
    server.requestedTenants.push(body.tenantId)
    const { isAlive } = server
    const response = isAlive ? issue(body.tenantId ?? server.tenant) : undefined
    if (server.delayMs > 0) await wait(clock, server.delayMs)
    await server.pause?.()
    if (server.fault) throw server.fault
    if (!response) throw new HttpError('Unauthorized', 401)
    return response
  }

  const tenants = () => {
    counts.tenants += 1
    const all = ['t1', 't2'].map((tenantId) => ({ tenantId, id: tenantId, name: tenantId }))
    return { tenants: all, activeTenant: all.find((tenant) => tenant.tenantId === server.tenant) }
  }

  const send: Send = async (target, input) => {
    const call = `${target.method} ${target.path}`
    if (call.endsWith('/token/refresh')) return refresh(input.body as { tenantId: string | null })
    if (call.endsWith('/me/tenants')) return tenants()
    if (target === sessionTable.logout) {
      counts.logout += 1
      if (server.fault) throw server.fault
      server.isAlive = false
      return {}
    }
    if (target === sessionTable.switchTenant) {
      counts.switchTenant += 1
      if (server.fault) throw server.fault
      server.tenant = (input.body as { tenantId: string }).tenantId
      return {}
    }
    counts.me += 1
    if (server.meFault) throw server.meFault
    return { id: server.sub, sub: server.sub, email: 'ann@a.test', name: 'Ann', tenantId: server.tenant }
  }

  const openTab = (options: Partial<SessionDeps> = {}, tab: KeyValue = createMemoryStorage()) => {
    const wakes = new Set<(wake: Wake) => void>()
    const seen: SessionSnapshot[] = []
    const session = createSession({
      client: createClient(send, { session: sessionTable }).session,
      clock,
      log: silent,
      name: 'https://api.test',
      local,
      tab,
      locks,
      channelFactory: channels.create,
      wakeEvents: (onWake) => {
        wakes.add(onWake)
        return () => void wakes.delete(onWake)
      },
      random: () => 0.5,
      ...options,
    })
    session.subscribe((snapshot) => seen.push(snapshot))
    const wake = (kind: Wake) => {
      for (const onWake of wakes) onWake(kind)
    }
    return { session, seen, wake, tab, wakes }
  }

  const openTabs = async (count: number, options: Partial<SessionDeps> = {}) => {
    const tabs = Array.from({ length: count }, () => openTab(options))
    const starts = tabs.map(({ session }) => session.start())
    await clock.advance(200)
    await Promise.all(starts)
    return tabs
  }

  return { clock, locks, channels, local, counts, server, issue, openTab, openTabs }
}

export const statusesOf = (tabs: readonly { session: Session }[]) => tabs.map(({ session }) => session.current().status)
