import type { mfa } from '../../contract/mfa.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { assertMayEnroll, isRecent } from '../domain/identity/access/recent-proof.ts'
import { addFactor, factorsOf, removeFactors } from '../domain/identity/mfa/factors.ts'
import { forgetDevices } from '../domain/identity/mfa/remembered-devices.ts'
import {
  assertedFactor,
  creationOptions,
  idsOfFactors,
  registeredCredential,
  requestOptions,
} from '../domain/identity/mfa/webauthn.ts'
import { factorsRemovedMail, post } from '../domain/mail/mails.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { FactorRecord } from '../store/records.ts'
import { auditFactorChange } from './factor-audit.ts'

type Signed = Pick<SignedCall<unknown>, 'ports' | 'auth' | 'caller' | 'audit'>

const scopeOf = ({ auth }: Signed, what: string): string => `${what}:${auth.session.id}`

const keyOf = async ({ ports, auth }: Signed, deviceId: string): Promise<FactorRecord> => {
  const keys = await factorsOf(ports.store, auth.user.id, ['webauthn'])
  const found = keys.find(({ id }) => id === deviceId)
  if (!found) throw notFound("This security key doesn't exist")
  return found
}

export const mfaWebauthnHandlers = {
  preEnrollWebauthn: signedIn(async (call) => {
    const { ports, auth } = call
    await assertMayEnroll(call)
    const known = await factorsOf(ports.store, auth.user.id, ['webauthn'])
    const options = await creationOptions(ports, auth.user, { use: scopeOf(call, 'enroll'), known, isPasskey: false })
    return { webauthnToken: options.challenge, options }
  }),
  enrollWebauthn: signedIn(async (call) => {
    const { ports, auth, body } = call
    await assertMayEnroll(call)
    const wanted = { use: scopeOf(call, 'enroll'), userId: auth.user.id, token: body.webauthnToken, isPasskey: false }
    const { id, publicKey, counter } = await registeredCredential(ports, body.options, wanted)
    const value = { publicKey, deviceType: body.deviceType }
    const factor = { kind: 'webauthn', credentialId: id, counter, value } as const
    const alsoWrite = auditFactorChange(call, 'MFA enrolled', 'Enrolled a security key')
    return { recoveryCode: await addFactor(ports, auth.user.id, factor, alsoWrite) }
  }),
  preDisableWebauthn: signedIn(async (call) => {
    const { ports, auth, path } = call
    const ids = idsOfFactors([await keyOf(call, path.deviceId)])
    const given = { use: scopeOf(call, 'disable'), userId: auth.user.id, ids, isPasskey: false }
    const options = await requestOptions(ports, given)
    return { webauthnToken: options.challenge, options }
  }),
  disableWebauthn: signedIn(async (call) => {
    const { ports, auth, body, path } = call
    const key = await keyOf(call, path.deviceId)
    if (body.options) {
      const wanted = { use: scopeOf(call, 'disable'), userId: auth.user.id, token: body.webauthnToken }
      const used = await assertedFactor(ports, body.options, { ...wanted, kind: 'webauthn' })
      if (used.id !== key.id) throw badRequest('Use the security key that you want to remove.')
    } else if (!isRecent(call)) throw badRequest('Confirm with your security key.')
    const alsoWrite = auditFactorChange(call, 'MFA disabled', 'Removed a security key')
    await removeFactors(ports, auth.user.id, [key.id], alsoWrite)
    await forgetDevices(ports, auth.user.id)
    await post(ports, factorsRemovedMail(ports, auth.user))
    return {}
  }),
} satisfies Partial<Handlers<typeof mfa>>
