// `npm run bench:backend` measures CPU time, statements and latency of calls on PostgreSQL and PGlite, in interleaved
// rounds, and then sign-ins at ten times the rate that a process can handle; with `--rounds=0`, only the sign-ins.
// Options: --rounds=5 --calls=60 --users=10000 --latency=1ms --overload=10s
// With `--peers`, it also measures better-auth, whose packages it installs in `peers/`.
// With `--lists`, it measures only pages of the users list, with 10,000 users and with --users=1000000.
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { ensurePostgres } from '../find-postgres.mjs'
import { ensureInstalled } from '../install.mjs'
import { root } from '../project.mjs'
import { CALLS, LOGIN, ME, PASSWORD, SHARES, send, setUpCalls, signIn, WITHOUT_HASH } from './calls.mjs'
import { measureOverload, printOverload } from './overload.mjs'

/** Number of concurrent calls. */
const CLIENTS = 4

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    calls: { type: 'string', default: '60' },
    users: { type: 'string' },
    latency: { type: 'string', default: '0ms' },
    overload: { type: 'string', default: '10s' },
    lists: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
  },
})
const numberOf = (name, text) => {
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  console.error(`--${name} must be a number, not '${values[name]}'.`)
  process.exit(1)
}
const rounds = numberOf('rounds', values.rounds)
const perRound = numberOf('calls', values.calls)
const users = numberOf('users', values.users ?? (values.lists ? '1000000' : '10000'))
const latencyMs = numberOf('latency', values.latency.replace(/ms$/, ''))
const overloadSeconds = numberOf('overload', values.overload.replace(/s$/, ''))

await ensureInstalled()
process.chdir(root)
await ensurePostgres()
const { register } = await import('tsx/esm/api')
register()
const { startPostgres } = await import('../../../src/testing/postgres.ts')
const { createDatabaseClock, startProcess } = await import('./processes.mjs')

/** Returns a target for the rounds, made from its processes and the calls to measure. */
const asTarget = ({ servers, calls, setUp = { end: () => undefined }, ...rest }) => {
  const figures = async () => {
    const all = await Promise.all(servers.map((server) => server.figures()))
    return {
      cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      statements: all.reduce((sum, { statements }) => sum + statements, 0),
    }
  }
  const results = Object.fromEntries(
    Object.keys(calls).map((call) => [call, { calls: 0, cpuMs: 0, databaseMs: 0, statements: 0, times: [] }]),
  )
  const clock = { read: async () => 0, end: async () => undefined }
  return { ...rest, servers, calls, setUp, figures, results, clock }
}

/** Starts one of our own targets; `peers.mjs` starts other products. */
const startTarget = async (name, { processes = 1, databaseUrl, hashes = true, calls = CALLS }) => {
  const settings = { users, audits: 2 * users, latencyMs, hashes, ...(databaseUrl && { databaseUrl }) }
  const servers = []
  // The first process fills the database.
  for (let at = 0; at < processes; at += 1) servers.push(await startProcess(settings))
  const sessions = []
  for (let at = 0; at < CLIENTS; at += 1) {
    const { body, cookies } = await signIn(servers[at % processes].origin)
    sessions.push({ token: body.accessToken, refreshCookie: cookies[0], deviceCookies: cookies.slice(1).join('; ') })
  }
  const setUp = calls === CALLS ? await setUpCalls(servers[0].origin, sessions) : { end: () => undefined }
  return asTarget({ name, servers, sessions, setUp, calls, databaseUrl })
}

const runCalls = async ({ servers, sessions, calls }, name) => {
  const times = []
  let left = Math.ceil(perRound * (SHARES[name] ?? 1))
  const client = async (session, at) => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      await calls[name](servers[(at + left) % servers.length].origin, session)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(sessions.map(client))
  return times
}

const measure = async (target, name) => {
  const result = target.results[name]
  const [before, databaseBefore] = [await target.figures(), await target.clock.read()]
  const times = await runCalls(target, name)
  const [after, databaseAfter] = [await target.figures(), await target.clock.read()]
  result.calls += times.length
  result.cpuMs += after.cpuMs - before.cpuMs
  result.databaseMs += databaseAfter - databaseBefore
  result.statements += after.statements - before.statements
  result.times.push(...times)
}

const MAX_PAGE = 200

/** Users who sign in by a password alone. */
const readEmails = async ({ servers: [{ origin }], sessions: [{ token }] }) => {
  const emails = []
  for (let offset = 0; offset < Math.min(users, 1_000) / MAX_PAGE; offset += 1) {
    const path = `/identity/resources/users/v3?_limit=${MAX_PAGE}&_offset=${offset}`
    const { body } = await send(origin, 'GET', path, { token })
    const isPlain = ({ verified, mfaEnrolled, isLocked }) => verified && !mfaEnrolled && !isLocked
    emails.push(...body.items.filter(isPlain).map(({ email }) => email))
  }
  return emails
}

/** Keeps connections alive as a load balancer does. */
const agent = new Agent({ keepAlive: true })

/**
 * Sends with less work than `fetch`, so that the client isn't what limits the load. Returns the status, which is 0 if
 * there was no response, and how long it took.
 */
const sendTimed = (url, method, { headers, body }) =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    const end = (status) => resolve({ ms: performance.now() - startedAt, status })
    const sent = request(url, { agent, method, headers }, (response) => {
      response.resume().once('close', () => end(response.complete ? response.statusCode : 0))
    })
    sent.once('error', () => end(0))
    sent.end(body)
  })

const overload = async (target) => {
  const emails = await readEmails(target)
  const [server] = target.servers
  const [{ token }] = target.sessions
  let turn = 0
  const signInNext = () => {
    const body = JSON.stringify({ email: emails[turn++ % emails.length], password: PASSWORD })
    const headers = { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' }
    return sendTimed(server.origin + LOGIN, 'POST', { headers, body })
  }
  const read = () => sendTimed(server.origin + ME, 'GET', { headers: { Authorization: `Bearer ${token}` } })
  const readFigures = () => server.figures()
  printOverload(await measureOverload({ signIn: signInNext, read, readFigures, seconds: overloadSeconds }))
}

const quantile = (times, part) =>
  times.toSorted((one, other) => one - other)[Math.floor(part * (times.length - 1))] ?? 0

const print = ({ results, name: target, databaseUrl }) => {
  console.log(`\n${target}`)
  console.log('call                        app ms  database ms  statements   p50 ms   p99 ms')
  for (const [name, { calls, cpuMs, databaseMs, statements, times }] of Object.entries(results)) {
    const columns = [
      name.padEnd(26),
      (cpuMs / calls).toFixed(2).padStart(7),
      (databaseUrl ? (databaseMs / calls).toFixed(2) : 'in app').padStart(12),
      (databaseUrl ? (statements / calls).toFixed(1) : 'in app').padStart(11),
      quantile(times, 0.5).toFixed(1).padStart(8),
      quantile(times, 0.99).toFixed(1).padStart(8),
    ]
    console.log(columns.join(' '))
  }
}

/** Starts the other targets in addition to the first one, and prints the results of the rounds. */
const compare = async (targets, databaseOf) => {
  targets.push(await startTarget('PostgreSQL, two processes', { ...(await databaseOf('two')), processes: 2 }))
  const plain = { hashes: false, calls: WITHOUT_HASH }
  targets.push(
    await startTarget('PostgreSQL, one process, without the hash', { ...(await databaseOf('plain')), ...plain }),
  )
  targets.push(await startTarget('PGlite, one process', {}))
  if (values.peers) {
    const { startPeers } = await import('./peers.mjs')
    targets.push(...(await startPeers(databaseOf, { latencyMs, clients: CLIENTS })).map(asTarget))
  }
  const each = targets.flatMap((target) => Object.keys(target.calls).map((name) => [target, name]))
  for (const [target, name] of each) await runCalls(target, name)
  for (const target of targets) {
    if (target.databaseUrl) target.clock = await createDatabaseClock(target.databaseUrl)
  }
  for (let round = 0; round < rounds; round += 1) for (const [target, name] of each) await measure(target, name)
  console.log(
    `${rounds} interleaved rounds of ${perRound} calls by ${CLIENTS} clients, ${users} users, ${latencyMs} ms to the database`,
  )
  console.log('CPU time per call; statements without BEGIN and COMMIT, those of jobs included')
  for (const target of targets) print(target)
}

const postgres = await startPostgres()
const targets = []
try {
  const databaseOf = async (name) => ({ databaseUrl: await postgres.createDatabase(name) })
  if (values.lists) {
    const { benchLists } = await import('./lists.mjs')
    await benchLists(databaseOf, { users, rounds, calls: perRound })
  } else {
    targets.push(await startTarget('PostgreSQL, one process', await databaseOf('one')))
    if (rounds > 0) await compare(targets, databaseOf)
    if (overloadSeconds > 0) await overload(targets[0])
  }
} finally {
  for (const { servers, clock, setUp } of targets) {
    setUp.end()
    await clock.end()
    await Promise.all(servers.map((server) => server.end()))
  }
  await postgres.stop()
}
