import { login as loginCalls } from '../../contract/login.ts'
import { password } from '../../contract/password.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import { createArgon2Hasher } from '../adapters/password-hasher.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { LOGIN_PER_ACCOUNT } from '../domain/limits/limits.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { PASSWORD } from '../suites/people.test-kit.ts'
import { median, report, scaled } from './report.test-kit.ts'

const TRIES = scaled(10_000)
const PEOPLE = scaled(500)
const FORMS = ['', '/frontegg', '//', '/%2e', '/FRONTEGG', '/x/..']

/** How many guesses at one account were looked at, whatever address and path form they came by. */
const guesses = async (kit: Kit, email: string): Promise<number> => {
  await kit.reset()
  const attempt = (at: number) =>
    kit.call('POST', `${FORMS[at % FORMS.length]}${loginCalls.login.path}`, {
      body: { email: at % 2 ? email : email.toUpperCase(), password: `guess ${at}` },
      address: at % 2 ? `2001:db8:${(at % 65_535).toString(16)}::1` : `10.${at % 250}.${at % 199}.${at % 97}`,
      headers: { 'X-Forwarded-For': `192.0.2.${at % 250}` },
    })
  for (let at = 0; at < TRIES; at += 50) await Promise.all(Array.from({ length: 50 }, (_, next) => attempt(at + next)))
  return kit.verified.length
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Median times of known over unknown, interleaved. */
const ratio = async (call: (email: string) => Promise<unknown>): Promise<number> => {
  const known: number[] = []
  const unknown: number[] = []
  const timeInto = async (times: number[], email: string) => times.push(await timed(() => call(email)))
  for (let at = 0; at < PEOPLE; at++) {
    const pair = [() => timeInto(known, `known${at}@acme.test`), () => timeInto(unknown, `other${at}@acme.test`)]
    // Whatever slows the machine, or the second call of a pair, must hit both alike.
    for (const next of at % 2 ? pair : pair.reverse()) await next()
  }
  return median(known) / median(unknown)
}

const limitKit = await openKit(() => openPgliteStore())
const known = await guesses(limitKit, 'ada@acme.test')
const unknown = await guesses(limitKit, 'nobody@acme.test')
await limitKit.close()

const hasher = createArgon2Hasher()
const kit = await openKit(() => openPgliteStore(), { ports: { hasher } })
await kit.reset()
const passwordHash = await hasher.hash(PASSWORD)
const ids = Array.from({ length: PEOPLE }, (_, at) => `known${at}`)
await kit.store.users.insertMany(ids.map((id) => aUserRecord({ id, passwordHash })))
await kit.store.members.insertMany(ids.map((id) => aMemberRecord({ id, userId: id, email: `${id}@acme.test` })))
await kit.login('warm-up@acme.test', 'x')
const login = await ratio((email) => kit.login(email, 'wrong'))
const forgot = await ratio((email) => kit.call('POST', password.forgotPassword.path, { body: { email } }))
await kit.close()

const within = (value: number) => value > 0.9 && value < 1.1
report({
  row: 45,
  wanted: `of ${TRIES} tries at one account at most ${LOGIN_PER_ACCOUNT.tries} are looked at; medians of ${PEOPLE} known and unknown within 10 %`,
  reached: `looked at ${known} (known) and ${unknown} (unknown); login ratio ${login.toFixed(3)}, forgot ratio ${forgot.toFixed(3)}`,
  ok: Math.max(known, unknown) <= LOGIN_PER_ACCOUNT.tries && within(login) && within(forgot),
})
