import type { login } from '../../contract/login.ts'
import type { LockoutFields } from '../../contract/policies.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { LOCKOUT_ATTEMPTS } from '../../rules/policy-limits.ts'
import { optionalText, text } from '../call/read.ts'
import { forbidden, Refusal } from '../call/refusal.ts'
import {
  callerNetwork,
  FAILED_LOGINS,
  forgetFailures,
  forgetLogins,
  LOGIN_PER_ACCOUNT,
  LOGIN_PER_NETWORK,
  takeAttempt,
  takeNetworkTry,
} from '../domain/base/limits/limits.ts'
import { NO_USER } from '../domain/base/tickets.ts'
import { reread, signIn } from '../domain/identity/access/sessions.ts'
import { isBreached } from '../domain/identity/credentials/breached.ts'
import { verifyCaptcha } from '../domain/identity/credentials/captcha.ts'
import { updateCopies } from '../domain/identity/members/members.ts'
import { primaryTenantOf, recordHomeEvent, recordRefusedSignIn } from '../domain/identity/members/subject-events.ts'
import { countOnDevice, forgetDeviceTries, takeDeviceTry } from '../domain/identity/mfa/known-device.ts'
import { assertMayEnter } from '../domain/identity/sign-in/entry.ts'
import { joinByLink } from '../domain/identity/team/invite-link.ts'
import { accountLockedMail, postWith } from '../domain/mail/mails.ts'
import { featureFlagsSetting } from '../domain/settings/feature-flags.ts'
import { lockoutSetting } from '../domain/settings/lockout.ts'
import { isPasswordSignInEnabled } from '../domain/settings/public-policy.ts'
import type { Call, Handlers, InnerPorts } from '../http/handler.ts'
import { byCookie } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { UserRecord } from '../store/records.ts'

/** Longer texts can't be passwords of ours; hashing them would only waste time. */
const MAX_PASSWORD_LENGTH = 1_024

/** The message is the same for every cause, so that it doesn't reveal who has an account (ASVS 5.0 V6.3.8). */
const WRONG = 'Incorrect email or password'

/**
 * Shown for every email alike once its failures reach the lowest number that can lock an account, so that it reveals
 * neither an account nor the policy of its tenant.
 */
const WRONG_OR_LOCKED = `${WRONG}. Accounts are locked after too many failed attempts: to unlock yours, reset your password or ask your administrator`

type LoginCall = Call<(typeof login)['login']>

/**
 * Limits attempts and returns the device if it is known. The limit per account applies to unknown devices only, because
 * anyone can use it up.
 */
const limitTries = async (call: LoginCall, email: string): Promise<string | undefined> => {
  await takeNetworkTry(call, LOGIN_PER_NETWORK)
  const device = await takeDeviceTry(call, email)
  if (device === undefined) await takeAttempt(call.ports, LOGIN_PER_ACCOUNT, email)
  return device
}

/** Takes the same time whether the account exists or not: one hash is always verified. */
const isRightPassword = async (ports: InnerPorts, user: UserRecord | undefined, password: string): Promise<boolean> => {
  const dummy = await ports.dummyHash()
  const hash = user?.passwordHash ?? dummy
  const isRight = await ports.hasher.verify(hash, password.slice(0, MAX_PASSWORD_LENGTH))
  return isRight && user?.passwordHash != null && password.length <= MAX_PASSWORD_LENGTH
}

const lock = async (ports: Ports, user: UserRecord, failedLogins: number): Promise<void> => {
  await postWith(ports, user.verified ? [accountLockedMail(ports, user)] : [], (keep) =>
    ports.store.transaction(async (store) => {
      await store.users.update({ id: user.id, lockedAt: null }, { failedLogins, lockedAt: ports.clock.now() })
      await updateCopies(store, user.id, { isLocked: true })
      await recordHomeEvent(ports, store, user.id, 'frontegg.user.locked')
      await keep(store)
    }),
  )
}

interface Attempt {
  user: UserRecord | undefined
  /** Consecutive failed attempts, including this one. */
  failed: number
  lockout: LockoutFields
}

/** Reads and writes the same whether the user exists or not, except for the one attempt that locks. */
const refuse = async ({ ports, audit }: LoginCall, { user, failed, lockout }: Attempt): Promise<never> => {
  const locks = lockout.enabled && failed >= lockout.maxAttempts && user?.lockedAt === null
  if (locks) await lock(ports, user, failed)
  const tenantId = await primaryTenantOf(ports.store, user)
  await ports.store.transaction((store) => recordRefusedSignIn(ports, store, { user, tenantId }))
  await audit({
    tenantId,
    user,
    action: locks ? 'User locked' : 'Sign-in failed',
    resource: 'Authentication',
    severity: locks ? 'High' : 'Medium',
    description: locks ? 'The account was locked after too many failed attempts' : 'A sign-in failed',
  })
  throw new Refusal(401, [failed >= LOCKOUT_ATTEMPTS.min ? WRONG_OR_LOCKED : WRONG]).as('wrong-credentials')
}

interface Given {
  email: string
  password: string
  /** The known device of the user. */
  device: string | undefined
}

/**
 * Counts the attempt. A known device has its own count of failures; beyond the policy's limit it counts as unknown, so
 * that unlocking the account works there too.
 */
const countTry = async (
  ports: Ports,
  { email, device, lockout }: Pick<Given, 'email' | 'device'> & { lockout: LockoutFields },
): Promise<{ failed: number; isKnown: boolean }> => {
  const onDevice = device === undefined ? Number.POSITIVE_INFINITY : await countOnDevice(ports, device)
  const isKnown = device !== undefined && !(lockout.enabled && onDevice > lockout.maxAttempts)
  return isKnown ? { failed: onDevice, isKnown } : { failed: await takeAttempt(ports, FAILED_LOGINS, email), isKnown }
}

/**
 * Counts the attempt before the password is compared, and runs the attempts of one email one after the other: parallel
 * attempts can't compare more passwords than the policy allows. A locked user's password is not compared at all,
 * because the response would reveal whether it was right.
 */
const verifyPassword = async (
  call: LoginCall,
  { email, password, device }: Given,
): Promise<{ user: UserRecord; isKnown: boolean }> => {
  const { ports } = call
  const user = await ports.store.users.find({ email })
  const lockout = await lockoutSetting.strictestFor(ports.store, user?.id ?? NO_USER)
  const { failed, isKnown } = await countTry(ports, { email, device, lockout })
  const isOpen = isKnown || (user?.lockedAt === null && !(lockout.enabled && failed > lockout.maxAttempts))
  const isRight = await isRightPassword(ports, isOpen ? user : undefined, password)
  if (!isRight || !user) return refuse(call, { user, failed, lockout })
  const known = isKnown ? device : undefined
  await (known === undefined ? forgetFailures(ports, email) : forgetDeviceTries(ports, known))
  return { user, isKnown }
}

/** A breached password can't sign in where the vendor's policy refuses it: the user must set a new one. */
const mustReplacePassword = async ({ ports, audit }: LoginCall, user: UserRecord, password: string) => {
  const flags = await featureFlagsSetting.ofVendor(ports.store)
  if (!(await isBreached(ports, user, password)) || flags['security-center-show-login-flows'] !== 'on') return false
  await audit({
    user,
    action: 'Breached password refused',
    resource: 'Passwords',
    severity: 'High',
    description: 'The right password was refused because it is known from data breaches',
  })
  return true
}

const logIn = async (call: LoginCall): Promise<AuthResponse> => {
  const { ports, body } = call
  const email = normalizeEmail(text(body.email, 'email')) ?? ''
  const password = text(body.password, 'password', Number.POSITIVE_INFINITY)
  if (!(await isPasswordSignInEnabled(ports.store))) throw forbidden('Password sign-in is turned off.').as('way-off')
  const invitationToken = optionalText(body.invitationToken, 'invitationToken')
  await verifyCaptcha(ports, call.caller, body.recaptchaToken)
  const device = await limitTries(call, email)
  const proven = await ports.inLine(`login ${email}`, () => verifyPassword(call, { email, password, device }))
  const user = await reread(ports, proven.user)
  await assertMayEnter(call, user)
  if (!proven.isKnown) await forgetLogins(ports, email)
  if (await mustReplacePassword(call, user, password)) {
    return { mfaRequired: false, isBreachedPassword: true, userEmail: user.email, userId: user.id }
  }
  if (!invitationToken) return signIn(call, user)
  await joinByLink(ports, call.caller, user, invitationToken)
  return signIn(call, await reread(ports, user))
}

export const loginHandlers = {
  login: {
    ...byCookie((call) => {
      const { hasher } = call.ports
      return hasher.admit ? hasher.admit(() => logIn(call), callerNetwork(call.caller)) : logIn(call)
    }),
    hashes: true,
  },
} satisfies Pick<Handlers<typeof login>, 'login'>
