import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { APP } from '../backend/suites/kit.test-kit.ts'
import { session } from '../contract/session.ts'
import { team } from '../contract/users.ts'
import { connectivity } from '../contract/webhooks.ts'
import { startScript } from '../testing/child-script.ts'
import { freePorts } from '../testing/ports.ts'
import { startProxy } from './nginx.test-kit.ts'
import { type Browser, type CallReply, createBrowser } from './served.test-kit.ts'

/** Script that runs a process of this release. */
export const SERVER = fileURLToPath(new URL('./rolling-server.test-kit.ts', import.meta.url))
const LOOK_MS = 100
/** Calls of each kind in a hundred. */
const MIX = { 'sign-in': 5, refresh: 20, save: 25, list: 30, read: 20 }
/**
 * If more calls are in progress than begin in this time, the machine is too slow for the rate, and some calls would
 * take longer than a process has to shut down.
 */
const MAX_SECONDS_IN_PROGRESS = 0.4
/** Sessions that share the load; each refreshes at most once at a time. */
const BROWSERS = 40
/** Sessions of administrators, who may list users. */
const ADMINISTRATORS = 10
const ADMINISTRATOR = 'ada@acme.test'
/**
 * Where hashing is slow, more simultaneous sign-ins than this are refused by design: a process has a queue for them,
 * and each account has a limit of tries. A refresh is sent instead of the others.
 */
const MAX_SIGN_INS_AT_ONCE = 8
/** Deliveries wait for a process that claims them, and may have been claimed by one that has ended. */
const MAX_DELIVERY_MS = 120_000

interface Process {
  stop(): Promise<number | null>
}

interface Database {
  databaseUrl: string
  /** URL of the same database without the pooler. */
  databaseDirectUrl: string
}

interface ProcessOptions extends Database {
  script: string
  apiUrl: string
}

const startProcess = async (
  port: number,
  { script, apiUrl, databaseUrl, databaseDirectUrl }: ProcessOptions,
): Promise<Process> => {
  const child = startScript(script, databaseUrl, String(port), apiUrl, databaseDirectUrl)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then((code) => Promise.reject(new Error(`A server ended with ${code} before it listened`))),
  ])
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { stop }
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

/**
 * Returns emails of users of the sample account who sign in with a password only. It opens no store, which would run
 * the migrations that the processes must run.
 */
const emailsOf = async (databaseUrl: string): Promise<string[]> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ email: string }>(
    `select email from users where email like '%@acme.test' and not "mfaEnrolled" order by id`,
  )
  await client.end()
  return rows.map(({ email }) => email)
}

/** Spreads the kinds evenly over a hundred calls. */
const kindsOfHundred = (): string[] =>
  Object.entries(MIX)
    .flatMap(([kind, count]) => Array.from({ length: count }, (_, at) => ({ kind, place: (at + 0.5) / count })))
    .sort((left, right) => left.place - right.place)
    .map(({ kind }) => kind)

export interface RollingFigures {
  rounds: number
  calls: number
  /** Rate at which calls began; it doesn't depend on how fast the responses are. */
  callsPerSecond: number
  /** Calls of each kind per second. */
  mix: Record<string, number>
  /** Calls that did not begin, because too many were in progress. */
  leftOut: number
  failed: string[]
  /** Lines of nginx's log, if a call failed. */
  proxyErrors: string[]
  signedOut: number
  /** Number of sign-ins, each of which is an event for a webhook. */
  signIns: number
  lostEvents: number
  exitCodes: (number | null)[]
  slowestMs: number
}

interface Rolling extends Database {
  rounds: number
  callsPerSecond: number
  /** Returns the script of the nth process to start; the first two start before the load. @default `SERVER` */
  scriptOf?: (nth: number) => string
}

/** A connection that was refused isn't a fault: the other process has responded to the call. */
const isCallError = (line: string): boolean => !line.includes('(111: Connection refused)')

/** Replaces two processes on one database one after the other, while users sign in, refresh, list and save. */
export const proveRolling = async ({
  rounds,
  callsPerSecond,
  scriptOf = () => SERVER,
  ...database
}: Rolling): Promise<RollingFigures> => {
  const ports = [await freePorts(1), await freePorts(1)] as const
  const proxy = await startProxy(ports)
  const api = proxy.origin
  const processes = new Map<number, Process>()
  let started = 0
  const start = async (port: number) => {
    const script = scriptOf(started)
    started += 1
    processes.set(port, await startProcess(port, { ...database, script, apiUrl: api }))
  }
  // They start one after the other, because the first one creates the sample users.
  for (const port of ports) await start(port)
  const receiver = await startReceiver()
  const figures: RollingFigures = {
    rounds,
    calls: 0,
    callsPerSecond: 0,
    mix: {},
    leftOut: 0,
    failed: [],
    proxyErrors: [],
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

  const maxAtOnce = Math.ceil(callsPerSecond * MAX_SECONDS_IN_PROGRESS)
  const run = async (): Promise<void> => {
    const others = (await emailsOf(database.databaseDirectUrl)).filter((email) => email !== ADMINISTRATOR)
    const users: { browser: Browser; email: string }[] = []
    for (let at = 0; users.length < BROWSERS && at < BROWSERS * 3; at += 1) {
      const email = users.length < ADMINISTRATORS ? ADMINISTRATOR : (others[at % others.length] ?? ADMINISTRATOR)
      const browser = await openBrowser(email)
      if (browser) users.push({ browser, email })
    }
    const webhook = { displayName: 'Rolling', url: receiver.url, secret: 'rolling-secret', isActive: true }
    const made = await users[0]?.browser.send(connectivity.createWebhook, {
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
    // Others can't sign in with a password alone, such as invited users.
    const signers = [...new Set(users.map(({ email }) => email))].filter((email) => email !== ADMINISTRATOR)
    let turns = 0
    /** Returns the next user to sign in; users take turns, because attempts for one account are limited. */
    const nextToSignIn = (): string | undefined => {
      if (signingIn.size >= MAX_SIGN_INS_AT_ONCE) return undefined
      turns += 1
      const email = signers[turns % signers.length]
      return email === undefined || signingIn.has(email) ? undefined : email
    }
    const administrators = users.filter(({ email }) => email === ADMINISTRATOR)
    const refreshing = new Set<Browser>()
    const refresh = (browser: Browser): Promise<CallReply> => {
      refreshing.add(browser)
      return browser.send(session.refreshSession, { tenantId: null }).finally(() => refreshing.delete(browser))
    }
    let refreshes = 0
    /** Returns the next user to refresh; users take turns, so that no access token ends on a slow machine. */
    const nextToRefresh = () => {
      refreshes += 1
      return Array.from(users, (_, at) => users[(refreshes + at) % users.length]).find(
        (user) => user && !refreshing.has(user.browser),
      )
    }
    const kinds = kindsOfHundred()
    const callOf = (turn: number): [name: string, call: Promise<CallReply>] | undefined => {
      const user = users[turn % users.length]
      const administrator = administrators[turn % administrators.length]
      if (!user || !administrator) return undefined
      const kind = kinds[turn % kinds.length]
      const signsIn = kind === 'sign-in' ? nextToSignIn() : undefined
      if (signsIn !== undefined) return ['sign-in', signIn(signsIn)]
      if (kind === 'save') return [kind, user.browser.send(session.updateProfile, { name: `User ${turn}` })]
      if (kind === 'list')
        return [kind, administrator.browser.call('GET', `${team.listMembers.path}?_offset=0&_limit=10`)]
      if (kind === 'read') return [kind, user.browser.send(session.getMe)]
      const idle = nextToRefresh()
      return idle && ['refresh', refresh(idle.browser)]
    }
    const callOnce = async ([name, call]: [name: string, call: Promise<CallReply>]) => {
      const startedAt = performance.now()
      figures.calls += 1
      counts.set(name, (counts.get(name) ?? 0) + 1)
      try {
        const { status, text } = await call
        if (status !== 200) figures.failed.push(`${name} ${status} ${text}`)
        if (name === 'refresh' && status === 401) figures.signedOut += 1
        if (name === 'sign-in' && status === 200) figures.signIns += 1
      } catch (error) {
        figures.failed.push(`${name} ${error instanceof Error ? `${error.message} ${String(error.cause)}` : error}`)
      }
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - startedAt))
    }

    const counts = new Map<string, number>()
    const under = new Set<Promise<void>>()
    let due = 0
    const startedAt = performance.now()
    const load = setInterval(() => {
      for (; due < ((performance.now() - startedAt) / 1_000) * callsPerSecond; due += 1) {
        const begun = under.size < maxAtOnce ? callOf(due) : undefined
        if (!begun) {
          figures.leftOut += 1
          continue
        }
        const work: Promise<void> = callOnce(begun).finally(() => under.delete(work))
        under.add(work)
      }
    }, 5)
    try {
      for (let round = 0; round < rounds; round += 1) {
        const port = ports[round % ports.length] ?? ports[0]
        figures.exitCodes.push((await processes.get(port)?.stop()) ?? null)
        await start(port)
      }
    } finally {
      clearInterval(load)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    figures.callsPerSecond = Math.round(figures.calls / seconds)
    figures.mix = Object.fromEntries(
      [...counts].map(([name, count]) => [name, Math.round((count / seconds) * 10) / 10]),
    )
    await Promise.all(under)
    const giveUpAt = performance.now() + MAX_DELIVERY_MS
    while (receiver.eventIds.size < figures.signIns && performance.now() < giveUpAt) await wait(LOOK_MS)
    figures.lostEvents = Math.max(0, figures.signIns - receiver.eventIds.size)
  }

  try {
    await run()
    if (figures.failed.length > 0) figures.proxyErrors = (await proxy.errors()).filter(isCallError)
    return figures
  } finally {
    await Promise.all([...processes.values()].map(({ stop }) => stop()))
    await proxy.stop()
    receiver.close()
  }
}

export const faultsOf = ({ failed, signedOut, lostEvents, exitCodes }: RollingFigures): number =>
  failed.length + signedOut + lostEvents + exitCodes.filter((code) => code !== 0).length
