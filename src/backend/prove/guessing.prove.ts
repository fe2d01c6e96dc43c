import { invitation } from '../../contract/invitation.ts'
import { login as loginCalls } from '../../contract/login.ts'
import { password, phoneReset } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import { createArgon2Hasher } from '../adapters/password-hasher.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { LOGIN_PER_ACCOUNT } from '../domain/base/limits/limits.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { setPolicy } from '../suites/mfa.test-kit.ts'
import { PASSWORD } from '../suites/users.test-kit.ts'
import { isWhole, median, report, scaled } from './report.test-kit.ts'

const TRIES = scaled(10_000)
const USERS = 500
const TOLERANCE = 0.1
const FORMS = ['', '/frontegg', '//', '/%2e', '/FRONTEGG', '/x/..']

/** Counts how many guesses at one account were checked, with different IP addresses and path forms. */
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

interface Timed {
  path: string
  body?: object
  /** Users with a pending action, for calls that concern one. */
  who?: 'known' | 'pending'
}

/**
 * Returns the ratio of the median times of known and unknown emails, measured alternately. No other call has used the
 * unknown emails.
 */
const ratio = async (kit: Kit, [name, { path, body = {}, who = 'known' }]: [string, Timed]): Promise<number> => {
  const known: number[] = []
  const unknown: number[] = []
  const timeInto = async (times: number[], email: string) =>
    times.push(await timed(() => kit.call('POST', path, { body: { ...body, email } })))
  for (let at = 0; at < USERS; at++) {
    const other = `${name.replaceAll(' ', '-')}${at}@acme.test`
    const pair = [() => timeInto(known, `${who}${at}@acme.test`), () => timeInto(unknown, other)]
    // The order alternates, so that delays and the position in the pair affect both alike.
    for (const next of at % 2 ? pair : pair.reverse()) await next()
  }
  return median(known) / median(unknown)
}

const preLogin = (type: string) => fillPath(loginCalls.passwordlessPreLogin.path, { type })

/** Every call of a signed-out user that takes an email and must respond the same to all. */
const CALLS: Record<string, Timed> = {
  login: { path: loginCalls.login.path, body: { password: 'wrong' } },
  forgot: { path: password.forgotPassword.path },
  'sign-up': { path: signUp.signUp.path, body: { password: 'Brave-Otter-42', companyName: 'New' } },
  'resend activation': { path: activation.resendActivationEmail.path, who: 'pending' },
  'resend invitation': { path: invitation.resendInvitationEmail.path, who: 'pending' },
  'resend all invitations': { path: invitation.resendInvitationToAllTenants.path, who: 'pending' },
  code: { path: preLogin('code') },
  'magic link': { path: preLogin('magiclink') },
  'text code': { path: preLogin('smscode') },
  passkey: { path: loginCalls.webauthnPreLogin.path },
  'phone reset': { path: phoneReset.resetPhoneNumber.path },
}

/**
 * Times all calls with a real password hash. Only a whole run does so: the times of a few calls on a busy machine prove
 * nothing, and `same-work.test.ts` compares what the calls do.
 */
const timedRatios = async (): Promise<Record<string, number>> => {
  const hasher = createArgon2Hasher()
  const kit = await openKit(() => openPgliteStore(), { ports: { hasher }, waitsForMails: false })
  await kit.reset()
  const passwordHash = await hasher.hash(PASSWORD)
  const known = Array.from({ length: USERS }, (_, at) => `known${at}`)
  const pending = Array.from({ length: USERS }, (_, at) => `pending${at}`)
  await kit.store.users.insertMany([
    ...known.map((id) => aUserRecord({ id, passwordHash })),
    ...pending.map((id) => aUserRecord({ id, passwordHash: null, verified: false })),
  ])
  const memberOf = (id: string, facts: object) => aMemberRecord({ id, userId: id, email: `${id}@acme.test`, ...facts })
  await kit.store.members.insertMany([
    ...known.map((id) => memberOf(id, {})),
    ...pending.map((id) => memberOf(id, { activated: false, invitedAt: 1 })),
  ])
  const strategies = ['Code', 'MagicLink', 'SmsCode'].map((strategy) => ({ strategy }))
  await setPolicy(kit, 'auth-strategies', { mainAuthStrategies: strategies, secondaryAuthStrategies: [] })
  await kit.login('warm-up@acme.test', 'x')
  const ratios: Record<string, number> = {}
  for (const call of Object.entries(CALLS)) ratios[call[0]] = Number((await ratio(kit, call)).toFixed(3))
  await kit.close()
  return ratios
}

const limitKit = await openKit(() => openPgliteStore())
const triedKnown = await guesses(limitKit, 'ada@acme.test')
const triedUnknown = await guesses(limitKit, 'unknown@acme.test')
await limitKit.close()
report({
  row: 45,
  wanted: `of ${TRIES} tries at one account at most ${LOGIN_PER_ACCOUNT.tries} are looked at`,
  reached: `looked at ${triedKnown} (known) and ${triedUnknown} (unknown)`,
  ok: Math.max(triedKnown, triedUnknown) <= LOGIN_PER_ACCOUNT.tries,
})

if (isWhole) {
  const ratios = await timedRatios()
  report({
    row: 45,
    wanted: `medians of ${USERS} known and unknown emails within ${TOLERANCE * 100} % for ${Object.keys(CALLS).length} calls that take an email`,
    reached: JSON.stringify(ratios),
    ok: Object.values(ratios).every((value) => Math.abs(value - 1) < TOLERANCE),
  })
}
