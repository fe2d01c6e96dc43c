import type { mfaDevices, passkeyNames } from '../../contract/me.ts'
import type { mfa, rememberDevice } from '../../contract/mfa.ts'
import type { RememberDevicePolicy } from '../../entities/mfa.ts'
import type { AuditEntry, SignedRequest } from '../call/auth.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { optionalText, text } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { CODE_MESSAGES, MFA_PER_ACCOUNT, takeAttempt } from '../domain/base/limits/limits.ts'
import { wrongCode } from '../domain/base/tickets.ts'
import { assertMayEnroll, isRecent } from '../domain/identity/access/recent-proof.ts'
import type { Exchange } from '../domain/identity/access/sessions.ts'
import { issueCode, redeemCode } from '../domain/identity/credentials/codes.ts'
import { notifyOldPhone, phoneNumber, takeTextToTypedNumber, textCode } from '../domain/identity/credentials/phones.ts'
import {
  activeStrategies,
  addFactor,
  devicesOf,
  factorsOf,
  factsOf,
  masked,
  namedFactors,
  removeFactors,
  renameFactor,
  verifyTotp,
} from '../domain/identity/mfa/factors.ts'
import { readMfaToken } from '../domain/identity/mfa/mfa-challenge.ts'
import { finishTotp, startTotp } from '../domain/identity/mfa/totp-enrollment.ts'
import {
  assertedFactor,
  creationOptions,
  idsOfFactors,
  registeredCredential,
  requestOptions,
} from '../domain/identity/mfa/webauthn.ts'
import { mfaStrategiesSetting } from '../domain/settings/mfa-strategies.ts'
import { rememberDeviceSetting } from '../domain/settings/remember-device.ts'
import { type Handlers, open, type SignedCall, signedIn } from '../http/handler.ts'
import type { FactorRecord } from '../store/records.ts'
import { auditFactorChange } from './factor-audit.ts'

const scopeOf = ({ auth }: SignedRequest, what: string): string => `${what}:${auth.session.id}`

const begin = async (call: SignedRequest) => {
  await assertMayEnroll(call)
  return { qrCode: await startTotp(call.ports, call.auth.user, scopeOf(call, 'session')) }
}

const finish = async (call: SignedRequest, value: unknown) => {
  await assertMayEnroll(call)
  await takeAttempt(call.ports, MFA_PER_ACCOUNT, call.auth.user.id)
  const code = text(value, 'token', 20)
  const alsoWrite = auditFactorChange(call, 'MFA enrolled', 'Enrolled an authenticator app')
  return {
    recoveryCode: await finishTotp(call.ports, call.auth.user, { scope: scopeOf(call, 'session'), code }, alsoWrite),
  }
}

const remove = (call: SignedRequest, factors: readonly FactorRecord[], what: string): Promise<boolean> =>
  removeFactors(
    call.ports,
    call.auth.user,
    factors.map(({ id }) => id),
    auditFactorChange(call, 'MFA disabled', `Removed ${what}`),
  )

/** Redeems the code of a text message, which works for the session and use it was sent for. */
const redeemText = (
  call: SignedRequest & { body: { otcToken?: unknown; code?: unknown } },
  facts: Record<string, string>,
) => {
  const { auth, body } = call
  const token = text(body.otcToken, 'otcToken')
  const code = text(body.code, 'code', 20)
  return redeemCode(call, { purpose: 'mfa-code', userId: auth.user.id, token, code, facts })
}

const disableApps = async (call: SignedRequest, value: unknown, deviceId?: string) => {
  const { ports, auth } = call
  const apps = await factorsOf(ports.store, auth.user.id, ['totp'])
  const chosen = deviceId === undefined ? apps : apps.filter(({ id }) => id === deviceId)
  if (chosen.length === 0) throw notFound("This authenticator app doesn't exist")
  if (!(await isRecent(call))) {
    const code = optionalText(value, 'token', 20)
    if (!code) throw badRequest('Enter the code from your authenticator app.')
    await takeAttempt(ports, MFA_PER_ACCOUNT, auth.user.id)
    if (!(await verifyTotp(ports, auth.user.id, code))) throw wrongCode()
  }
  await remove(call, chosen, 'the authenticator app')
  return {}
}

const phoneFactor = async ({ ports, auth }: SignedRequest, deviceId: string): Promise<FactorRecord> => {
  const phones = await factorsOf(ports.store, auth.user.id, ['sms'])
  const factor = phones.find(({ id }) => id === deviceId)
  if (!factor) throw notFound("This phone doesn't exist")
  return factor
}

const sendText = async ({ ports, auth }: SignedRequest, phone: string, facts: Record<string, string>) => {
  const { token, code } = await issueCode(ports, { purpose: 'mfa-code', userId: auth.user.id, facts })
  await textCode(ports, phone, code)
  return token
}

/** Returns the policy. Its flag has two names, because existing clients read either of them. */
const rememberPolicy = async (
  call: Pick<Exchange, 'ports' | 'caller'>,
  mfaToken: unknown,
): Promise<RememberDevicePolicy> => {
  const { ports } = call
  await readMfaToken(call, text(mfaToken, 'mfaToken', 4_000), ['login', 'enroll', 'step-up'])
  const { isAllowed, seconds } = await rememberDeviceSetting.ofVendor(ports.store)
  return {
    isAllowedToRememberMfaDevice: isAllowed,
    isAllowedToRemember: isAllowed,
    mfaDeviceExpiration: isAllowed ? seconds : 0,
  }
}

export const rememberDeviceHandlers = {
  readRememberDevicePolicy: open((call) => rememberPolicy(call, call.body.mfaToken)),
} satisfies Handlers<typeof rememberDevice>

const keyOf = async ({ ports, auth }: SignedRequest, deviceId: string): Promise<FactorRecord> => {
  const keys = await factorsOf(ports.store, auth.user.id, ['webauthn'])
  const found = keys.find(({ id }) => id === deviceId)
  if (!found) throw notFound("This security key doesn't exist")
  return found
}

const webauthnHandlers = {
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
    } else if (!(await isRecent(call))) throw badRequest('Confirm with your security key.')
    await remove(call, [key], 'a security key')
    return {}
  }),
} satisfies Partial<Handlers<typeof mfa>>

export const mfaHandlers = {
  ...webauthnHandlers,
  getStrategies: signedIn(({ ports }) => mfaStrategiesSetting.ofVendor(ports.store)),
  /** Existing clients send the token in the query; ours uses `readRememberDevicePolicy`. */
  getRememberDevicePolicy: open((call) => rememberPolicy(call, call.query.mfaToken)),
  listDevices: signedIn(async ({ ports, auth }) => devicesOf(await factorsOf(ports.store, auth.user.id), auth.user)),

  startEnroll: signedIn((call) => begin(call)),
  preEnrollAuthenticator: signedIn((call) => begin(call)),
  verifyEnroll: signedIn((call) => finish(call, call.body.token)),
  enrollAuthenticator: signedIn((call) => finish(call, call.body.token)),
  disable: signedIn((call) => disableApps(call, call.body.token)),
  disableAuthenticator: signedIn((call) => disableApps(call, call.body.token, call.path.deviceId)),

  preEnrollSms: signedIn(async (call) => {
    await assertMayEnroll(call)
    if (!(await activeStrategies(call.ports)).includes('SMS')) throw badRequest('Text messages are turned off')
    const phone = phoneNumber(call.ports, call.body.phoneNumber)
    await takeTextToTypedNumber(call.ports, call.auth.user.id, phone)
    const facts = { session: call.auth.session.id, use: 'enroll', phone }
    return { otcToken: await sendText(call, phone, facts), phoneNumber: phone }
  }),
  enrollSms: signedIn(async (call) => {
    const { ports, auth } = call
    await assertMayEnroll(call)
    const { facts } = await redeemText(call, { session: auth.session.id, use: 'enroll' })
    const phone = String(facts.phone)
    const [old] = await factorsOf(ports.store, auth.user.id, ['sms'])
    const alsoWrite = auditFactorChange(call, 'MFA enrolled', 'Enrolled a phone')
    const recoveryCode = await addFactor(ports, auth.user.id, { kind: 'sms', value: { phone } }, alsoWrite)
    await notifyOldPhone(ports, old && String(factsOf(old).phone), phone)
    return { recoveryCode }
  }),
  preDisableSms: signedIn(async (call) => {
    const phone = String(factsOf(await phoneFactor(call, call.path.deviceId)).phone)
    await takeAttempt(call.ports, CODE_MESSAGES, call.auth.user.id)
    const facts = { session: call.auth.session.id, use: 'disable', device: call.path.deviceId }
    return { otcToken: await sendText(call, phone, facts), phoneNumber: masked(phone) }
  }),
  disableSms: signedIn(async (call) => {
    const { auth, body, path } = call
    const factor = await phoneFactor(call, path.deviceId)
    if (!(await isRecent(call)) || body.code) {
      await redeemText(call, { session: auth.session.id, use: 'disable', device: factor.id })
    }
    await remove(call, [factor], 'the phone')
    return {}
  }),
} satisfies Partial<Handlers<typeof mfa>>

const PASSKEYS = ['passkey'] as const

type Renaming = SignedCall<(typeof mfaDevices)['renameMfaDevice']>

/** Renames a second factor or passkey of the caller; `entry` is its row in the audit log. */
const rename = (call: Renaming, entry: Pick<AuditEntry, 'action' | 'description'>, kinds?: typeof PASSKEYS) =>
  inOneTransaction(call, async ({ ports, auth, path, body, audit }) => {
    const renamed = await renameFactor(ports, { userId: auth.user.id, id: path.id, name: body.name, kinds })
    await audit({ ...entry, resource: 'MFA', detail: { deviceId: renamed.id } })
    return renamed
  })

export const mfaDevicesHandlers = {
  listMfaDevices: signedIn(async ({ ports, auth }) => ({ devices: await namedFactors(ports, auth.user.id) })),
  renameMfaDevice: signedIn((call) =>
    rename(call, { action: 'MFA device renamed', description: 'Renamed a second factor' }),
  ),
} satisfies Handlers<typeof mfaDevices>

export const passkeyNamesHandlers = {
  listPasskeyNames: signedIn(async ({ ports, auth }) => ({
    devices: await namedFactors(ports, auth.user.id, PASSKEYS),
  })),
  renamePasskey: signedIn((call) =>
    rename(call, { action: 'Passkey renamed', description: 'Renamed a passkey' }, PASSKEYS),
  ),
} satisfies Handlers<typeof passkeyNames>
