import { password } from '../../contract/password.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import type { Store } from '../store/store.ts'
import {
  ask,
  codeFor,
  type Held,
  keySet,
  logout,
  me,
  type Reply,
  redeem,
  refresh,
  signIn,
  tryLogin,
} from './processes-browser.test-kit.ts'
import { type Fleet, startFleet } from './processes-fleet.test-kit.ts'

const SIZE = 3
const USERS = ['ada@acme.test', 'mel@acme.test', 'pia@acme.test', 'rex@reseller.test']
/** Equals the limit in `LOGIN_PER_ACCOUNT`. */
const LOGIN_TRIES = 10
/** Maximum number of attempts: enough for the time in which a process dies and the browser retries. */
const MAX_TRIES = 20

const aFigure = () => ({
  processes: SIZE,
  rounds: 0,
  /** Requests that were lost with a dying process and sent again by the browser. */
  cutOff: 0,
  signedOut: 0,
  /** Simultaneous refreshes that did not all get the same successor. */
  split: 0,
  /** Tokens, sessions or keys that one process issued and another one rejected. */
  foreign: 0,
  /** Sessions that ended at one process but continued at another one. */
  revokedAlive: 0,
  /** One-use secrets that worked twice, or failed when they should have worked. */
  notOnce: 0,
  /** Attempts beyond the limit that were allowed, regardless of how they were distributed. */
  overLimit: 0,
})

type Figures = ReturnType<typeof aFigure>

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item

/** Checks that every process signs with the same key and accepts what the others issued. */
const proveShared = async ({ direct }: Fleet, store: Store, figures: Figures) => {
  const keys = await Promise.all(direct.map(keySet))
  if (new Set(keys.map(({ body }) => JSON.stringify(body))).size !== 1) figures.foreign++
  for (const [at, origin] of direct.entries()) {
    const held = await signIn(origin, pick(USERS, at))
    for (const other of direct) {
      if ((await me(other, held.token)).status !== 200) figures.foreign++
    }
    const next = await refresh(pick(direct, at + 1), held.cookie)
    if (next.status !== 200) figures.foreign++
    await proveEnded(direct, store, at, { cookie: next.cookie, token: String(next.body.accessToken) }, figures)
  }
}

const GRACE_MS = 60_000

/** Simulates that the last refresh is so long ago that its token is no longer accepted. */
const passGraceTime = async (store: Store, cookie: string) => {
  const [, id = ''] = cookie.match(/=([^.]+)/) ?? []
  const session = await store.sessions.get(id)
  if (!session) throw new Error(`No session ${id}`)
  await store.sessions.update({ id }, { rotatedAt: session.rotatedAt - GRACE_MS })
}

/** Checks that a logout at one process takes effect everywhere, and that a reused token ends the session everywhere. */
const proveEnded = async (direct: readonly string[], store: Store, at: number, held: Held, figures: Figures) => {
  await logout(pick(direct, at + 2), held.cookie)
  const stolen = await signIn(pick(direct, at), pick(USERS, at))
  const second = await refresh(pick(direct, at + 1), stolen.cookie)
  await passGraceTime(store, second.cookie)
  const third = await refresh(pick(direct, at + 2), second.cookie)
  if ((await refresh(pick(direct, at), stolen.cookie)).status !== 401) figures.revokedAlive++
  for (const origin of direct) {
    const responses = [
      await me(origin, held.token),
      await refresh(origin, held.cookie),
      await me(origin, stolen.token),
      await refresh(origin, third.cookie),
    ]
    figures.revokedAlive += responses.filter(({ status }) => status !== 401).length
  }
}

/** Calls all processes at the same moment, and returns how many accepted. */
const yesOf = async ({ direct }: Fleet, work: (origin: string) => Promise<Reply>) =>
  (await Promise.all(direct.map(work))).filter(({ status }) => status === 200).length

/**
 * Checks that a code works once at any process; a code used at several processes at once is treated as theft and ends
 * everything.
 */
const proveCodes = async (fleet: Fleet, times: number, figures: Figures) => {
  for (let round = 0; round < times; round++) {
    const { cookie } = await signIn(fleet.front, pick(USERS, round))
    const code = await codeFor(fleet.front, cookie)
    if (round % 2 === 0) {
      const [first, second] = [await redeem(fleet.front, code), await redeem(fleet.front, code)]
      if (first.status !== 200 || second.status !== 400) figures.notOnce++
    } else if ((await yesOf(fleet, (origin) => redeem(origin, code))) > 1) figures.notOnce++
    if ((await refresh(fleet.front, cookie)).status !== 401) figures.revokedAlive++
  }
}

const FORGOT = API_PREFIX + password.forgotPassword.path

/** Opens a mailed link, requested at one process, at all of them at once. */
const proveMailedLink = async (fleet: Fleet, store: Store, figures: Figures) => {
  const email = 'max@multi.test'
  await ask(fleet.front, 'POST', FORGOT, { body: { email } })
  let text: string | undefined
  while (text === undefined) text = (await store.messages.list({ to: email })).at(-1)?.text
  const link = new URL(text.match(/https?:\S+/)?.[0] ?? 'none:')
  const body = { ...Object.fromEntries(link.searchParams), password: 'Another-Horse-8' }
  if ((await yesOf(fleet, (origin) => ask(origin, 'POST', API_PREFIX + password.resetPassword.path, { body }))) !== 1)
    figures.notOnce++
}

/** Checks that guesses spread evenly over the processes are counted together. */
const proveLimit = async ({ direct }: Fleet, figures: Figures) => {
  const guesses = Array.from({ length: LOGIN_TRIES * 3 }, (_, at) =>
    tryLogin(pick(direct, at), 'unknown@nowhere.test', `Wrong-Horse-${at}`),
  )
  const looked = (await Promise.all(guesses)).filter(({ status }) => status !== 429).length
  figures.overLimit += Math.max(0, looked - LOGIN_TRIES)
}

/** Retries like the client: a request without a response is sent again with the same cookie. */
const patiently = async (figures: Figures, work: () => Promise<Reply>): Promise<Reply> => {
  for (let tries = 1; ; tries++) {
    try {
      const response = await work()
      if (response.status < 500) return response
    } catch (error) {
      if (tries === MAX_TRIES) throw error
    }
    figures.cutOff++
  }
}

/**
 * Runs one round of a browser with one to three tabs, which get the same successor, if any; returns its cookie and
 * token.
 */
const browse = async (front: string, held: Held, round: number, figures: Figures): Promise<Held> => {
  const tabs = Array.from({ length: 1 + (round % 3) }, () => patiently(figures, () => refresh(front, held.cookie)))
  const responses = await Promise.all(tabs)
  const successors = new Set(responses.map(({ cookie }) => cookie).filter((cookie) => cookie !== held.cookie))
  if (responses.some(({ status }) => status !== 200)) figures.signedOut++
  if (successors.size > 1) figures.split++
  const token = String(responses[0]?.body.accessToken)
  if ((await patiently(figures, () => me(front, token))).status !== 200) figures.signedOut++
  figures.rounds++
  return { cookie: responses[0]?.cookie ?? '', token }
}

/** Kills and restarts one process after another while users continue. */
const proveKills = async (fleet: Fleet, { browsers, rounds, kills }: Size, figures: Figures) => {
  const total = browsers * rounds
  const killAt = new Map(
    Array.from({ length: kills }, (_, at) => [Math.round((total * (at + 1)) / (kills + 1)), at] as const),
  )
  const restarts: Promise<void>[] = []
  const afterRound = async () => {
    const victim = killAt.get(figures.rounds)
    if (victim === undefined) return
    killAt.delete(figures.rounds)
    await Promise.all(restarts)
    await fleet.kill(victim)
    restarts.push(fleet.restart(victim))
  }
  const browser = async (at: number) => {
    let held = await signIn(fleet.front, pick(USERS, at))
    for (let round = 0; round < rounds; round++) {
      held = await browse(fleet.front, held, round + at, figures)
      await afterRound()
    }
  }
  await Promise.all(Array.from({ length: browsers }, (_, at) => browser(at)))
  await Promise.all(restarts)
  if (killAt.size > 0) throw new Error('Not every process was killed')
}

interface Size {
  browsers: number
  rounds: number
  codes: number
  /** Number of processes to kill. */
  kills: number
}

/** Starts three processes at once on an empty database behind one port, and kills one after the other. */
export const proveProcesses = async (size: Size): Promise<Figures> => {
  const figures = aFigure()
  const server = await startPostgres({ isDurable: true })
  try {
    const url = await server.createDatabase('processes')
    const fleet = await startFleet(url, SIZE)
    try {
      const store = await openPostgresStore(url)
      try {
        await proveShared(fleet, store, figures)
        await proveCodes(fleet, size.codes, figures)
        await proveMailedLink(fleet, store, figures)
        await proveLimit(fleet, figures)
        await proveKills(fleet, size, figures)
      } finally {
        await store.close()
      }
    } finally {
      await fleet.stop()
    }
  } finally {
    await server.stop()
  }
  return figures
}

/** Returns the total number of faults. */
export const faultsOf = ({ signedOut, split, foreign, revokedAlive, notOnce, overLimit }: Figures): number =>
  signedOut + split + foreign + revokedAlive + notOnce + overLimit
