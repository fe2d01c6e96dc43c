import type { stepUp } from '../../contract/login.ts'
import type { confirmations } from '../../contract/me.ts'
import { MAX_MAX_AGE } from '../../rules/step-up.ts'
import { number } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import {
  confirmationsOf,
  confirmByPasskey,
  confirmByPassword,
  startPasskeyConfirmation,
} from '../domain/identity/access/confirm-user.ts'
import { sessionResponse } from '../domain/identity/access/elevate-session.ts'
import { isRecent, isRecentElsewhere } from '../domain/identity/access/recent-proof.ts'
import { devicesOf, factorsOf } from '../domain/identity/mfa/factors.ts'
import { issueMfaToken } from '../domain/identity/mfa/mfa-challenge.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

export const confirmationsHandlers = {
  listConfirmations: signedIn(async (call) => ({ ways: await confirmationsOf(call) })),
  confirmByPassword: signedIn((call) => confirmByPassword(call, call.body.password)),
  startPasskeyConfirmation: signedIn(async (call) => ({ options: await startPasskeyConfirmation(call) })),
  confirmByPasskey: signedIn((call) => confirmByPasskey(call, call.body)),
} satisfies Handlers<typeof confirmations>

export const stepUpHandlers = {
  /** Returns the session unchanged if it proves enough, else a challenge for it. */
  generateStepUpSession: signedIn(async (call) => {
    const { ports, auth, body } = call
    const { user, session } = auth
    const maxAge = body.maxAge === undefined ? undefined : number(body.maxAge, 'maxAge', { min: 0, max: MAX_MAX_AGE })
    const factors = await factorsOf(ports.store, user.id)
    const isProven =
      factors.length > 0 ? await isRecent(call, maxAge ?? MAX_MAX_AGE) : await isRecentElsewhere(call, maxAge)
    if (isProven) return sessionResponse(call, user, session)
    // The client compares this text.
    if (factors.length === 0) throw badRequest('MFA is not enrolled').as('mfa-not-enrolled')
    const id = ports.random.uuid()
    const mfaToken = await issueMfaToken(ports, { user, id, use: 'step-up', amr: ['pwd'], sessionId: session.id })
    return { mfaToken, mfaEnrolled: true, mfaDevices: devicesOf(factors, user), mfaRequired: true }
  }),
} satisfies Handlers<typeof stepUp>
