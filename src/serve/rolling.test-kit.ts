import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '../backend/adapters/postgres/postgres-store.ts'
import { createFront } from '../backend/prove/processes-fleet.test-kit.ts'
import { APP } from '../backend/suites/kit.test-kit.ts'
import { session } from '../contract/session.ts'
import { team } from '../contract/users.ts'
import { connectivity } from '../contract/webhooks.ts'
import { startScript } from '../testing/child-script.ts'
import { freePorts } from '../testing/ports.ts'
import { type Browser, type CallReply, createBrowser } from './served.test-kit.ts'

const SERVER = fileURLToPath(new URL('./rolling-server.test-kit.ts', import.meta.url))
const PROBE_MS = 100
/** Sessions that share the load; each has at most one call in progress. */
const BROWSERS = 40
/** Sessions of administrators, who may list users. */
const ADMINISTRATORS = 10
const ADMINISTRATOR = 'ada@acme.test'
/**
 * More sign-ins at once than this are refused by design where hashing is slow: a process has a queue for them, and each
 * account a limit of tries. Their turn is then used for a refresh.
 */
const MAX_SIGN_INS_AT_ONCE = 8
/** Deliveries wait for a process that claims them, and may have been claimed by one that has ended. */
const MAX_DELIVERY_MS = 120_000

interface Process {
  port: number
  isReady: boolean
  stop(): Promise<number | null>
}

const startProcess = async (databaseUrl: string, apiUrl: string): Promise<Process> => {
  const port = await freePorts(1)
  const child = startScript(SERVER, databaseUrl, String(port), apiUrl)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then((code) => Promise.reject(new Error(`A server ended with ${code} before it listened`))),
  ])
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { port, isReady: true, stop }
}

/** A process that is not ready receives no more calls, as behind a load balancer. */
const probe = async (one: Process): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${one.port}/health/ready`).catch(() => undefined)
  one.isReady = response?.ok ?? false
}

const startReceiver = async () => {
  const eventIds = new Set<string>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    eventIds.add(JSON.parse(Buffer.concat(parts).toString()).eventContext.eventId)
    response.writeHead(200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    eventIds,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns users of the sample account who sign in with a password only. */
const emailsOf = async (databaseUrl: string): Promise<string[]> => {
  const store = await openPostgresStore(databaseUrl)
  const users = await store.users.list({ email: { endsWith: '@acme.test' }, mfaEnrolled: false })
  await store.close()
  return users.map(({ email }) => email)
}

export interface RollingFigures {
  rounds: number
  calls: number
  callsPerSecond: number
  failed: string[]
  signedOut: number
  /** Number of sign-ins, each of which is an event for a webhook. */
  signIns: number
  lostEvents: number
  exitCodes: (number | null)[]
  slowestMs: number
}

interface Rolling {
  databaseUrl: string
  rounds: number
  callsPerSecond: number
}

/** Replaces two processes on one database one after the other, while users sign in, refresh, list and save. */
export const proveRolling = async ({ databaseUrl, rounds, callsPerSecond }: Rolling): Promise<RollingFigures> => {
  const processes: Process[] = []
  const front = createFront(() => processes.filter(({ isReady }) => isReady).map(({ port }) => port))
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const api = `http://localhost:${(front.address() as AddressInfo).port}`
  const start = async () => void processes.push(await startProcess(databaseUrl, api))
  // They start one after the other, because the first one creates the sample users.
  await start()
  await start()
  const probing = setInterval(() => processes.forEach((one) => void probe(one)), PROBE_MS)
  const receiver = await startReceiver()
  const figures: RollingFigures = {
    rounds,
    calls: 0,
    callsPerSecond: 0,
    failed: [],
    signedOut: 0,
    signIns: 0,
    lostEvents: 0,
    exitCodes: [],
    slowestMs: 0,
  }

  let clients = 0
  /** Creates a browser with an IP address of its own, so that limits per network don't stop the load. */
  const newBrowser = () => {
    clients += 1
    return createBrowser(api, { origin: APP, address: `198.51.${(clients >> 8) % 256}.${clients % 256}` })
  }
  const openBrowser = async (email: string): Promise<Browser | undefined> => {
    const browser = newBrowser()
    await browser.signIn(email)
    return browser.isSignedIn() ? browser : undefined
  }

  const run = async (): Promise<void> => {
    const others = (await emailsOf(databaseUrl)).filter((email) => email !== ADMINISTRATOR)
    const free: { browser: Browser; email: string }[] = []
    for (let at = 0; free.length < BROWSERS && at < BROWSERS * 3; at += 1) {
      const email = free.length < ADMINISTRATORS ? ADMINISTRATOR : (others[at % others.length] ?? ADMINISTRATOR)
      const browser = await openBrowser(email)
      if (browser) free.push({ browser, email })
    }
    const webhook = { displayName: 'Rolling', url: receiver.url, secret: 'rolling-secret', isActive: true }
    const made = await free[0]?.browser.send(connectivity.createWebhook, {
      ...webhook,
      eventKeys: ['frontegg.user.authenticated'],
    })
    if (made?.status !== 200) throw new Error(`The webhook: ${made?.status} ${made?.text}`)

    const signingIn = new Set<string>()
    const signIn = (email: string): Promise<CallReply> => {
      signingIn.add(email)
      return newBrowser()
        .signIn(email)
        .finally(() => signingIn.delete(email))
    }
    const maySignIn = (email: string) => signingIn.size < MAX_SIGN_INS_AT_ONCE && !signingIn.has(email)
    let turn = 0
    const callOf = ({ browser, email }: (typeof free)[number]): [name: string, call: Promise<CallReply>] => {
      turn += 1
      if (turn % 10 === 0 && maySignIn(email)) return ['sign-in', signIn(email)]
      if (turn % 10 < 3) return ['refresh', browser.send(session.refreshSession, { tenantId: null })]
      if (turn % 10 < 6) return ['save', browser.send(session.updateProfile, { name: `User ${turn}` })]
      if (email === ADMINISTRATOR) return ['list', browser.call('GET', `${team.listMembers.path}?_offset=0&_limit=10`)]
      return ['read', browser.send(session.getMe)]
    }
    const callOnce = async (user: (typeof free)[number]) => {
      const startedAt = performance.now()
      const [name, call] = callOf(user)
      try {
        const { status, text } = await call
        if (status !== 200) figures.failed.push(`${name} ${status} ${text}`)
        if (name === 'refresh' && status === 401) figures.signedOut += 1
        if (name === 'sign-in' && status === 200) figures.signIns += 1
      } catch (error) {
        figures.failed.push(`${name} ${error instanceof Error ? `${error.message} ${String(error.cause)}` : error}`)
      }
      figures.calls += 1
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - startedAt))
      free.push(user)
    }

    const under = new Set<Promise<void>>()
    let due = 0
    const startedAt = performance.now()
    const load = setInterval(() => {
      for (; due < ((performance.now() - startedAt) / 1_000) * callsPerSecond && free.length > 0; due += 1) {
        const user = free.shift()
        if (!user) return
        const work: Promise<void> = callOnce(user).finally(() => under.delete(work))
        under.add(work)
      }
    }, 5)
    try {
      for (let round = 0; round < rounds; round += 1) {
        const [oldest] = processes
        figures.exitCodes.push((await oldest?.stop()) ?? null)
        processes.shift()
        await start()
      }
    } finally {
      clearInterval(load)
    }
    await Promise.all(under)
    figures.callsPerSecond = Math.round(figures.calls / ((performance.now() - startedAt) / 1_000))
    const giveUpAt = performance.now() + MAX_DELIVERY_MS
    while (receiver.eventIds.size < figures.signIns && performance.now() < giveUpAt) await wait(PROBE_MS)
    figures.lostEvents = Math.max(0, figures.signIns - receiver.eventIds.size)
  }

  try {
    await run()
    return figures
  } finally {
    clearInterval(probing)
    await Promise.all(processes.map(({ stop }) => stop()))
    front.closeAllConnections()
    front.close()
    receiver.close()
  }
}

export const faultsOf = ({ failed, signedOut, lostEvents, exitCodes }: RollingFigures): number =>
  failed.length + signedOut + lostEvents + exitCodes.filter((code) => code !== 0).length
