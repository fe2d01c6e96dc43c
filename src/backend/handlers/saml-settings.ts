import type { samlSettings } from '../../contract/sso.ts'
import type { SamlCertificate, SamlKey, SamlOptions } from '../../entities/sso.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { withoutInvisibleEnds } from '../../rules/pasted-text.ts'
import { type AttributeMapping, MAPPED_FIELDS } from '../../rules/saml-attributes.ts'
import type { SignedRequest } from '../call/auth.ts'
import { isInnerHost } from '../call/inner-host.ts'
import { MAX_URL_LENGTH, oneOf, optionalText } from '../call/read.ts'
import { badRequest, conflict, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { succeedingGuarantorId } from '../domain/identity/access/connection-guarantor.ts'
import { isOidc } from '../domain/identity/access/required-sso.ts'
import { recordSsoConnectionChange } from '../domain/identity/members/record-changes.ts'
import { addSamlKey, samlKeysOf } from '../domain/sso/saml-keys.ts'
import { logoutUrlOf, oidcLogoutReturn } from '../domain/sso/saml-metadata.ts'
import { CLIENT_AUTHENTICATIONS, type SamlSettings, samlSettingsOf } from '../domain/sso/saml-settings.ts'
import { isPlainUrl } from '../domain/sso/setup/connection-fields.ts'
import { domainsOf, validatedDomains } from '../domain/sso/setup/connection-shape.ts'
import { assertMayTrust } from '../domain/sso/setup/trust.ts'
import { announceTrust, takeTrustChange } from '../domain/sso/setup/trust-changes.ts'
import { saveUntested } from '../domain/sso/setup/untested-save.ts'
import { spEntityIdOf } from '../domain/sso/sso.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { SamlKeyRecord, SsoConnectionRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

const remove = async (store: Collections, { id, tenantId }: Pick<SamlKeyRecord, 'id' | 'tenantId'>): Promise<void> => {
  if (!(await store.samlKeys.find({ id, tenantId }))) throw notFound('This encryption key doesn’t exist.')
  const isRequired = (await store.samlSettings.count({ tenantId, requireEncryption: true })) > 0
  if (isRequired && (await store.samlKeys.count({ tenantId })) === 1) {
    throw conflict('A connection requires encrypted assertions. Turn that off before you remove the last key.')
  }
  await store.samlKeys.delete({ id, tenantId })
}

/**
 * Removes a key. Any SAML provider of the account may still encrypt for it, so earlier tests and sign-ins no longer
 * prove that their settings work.
 */
const removeSamlKey = async (
  call: SignedRequest,
  id: string,
  alsoWrite: (store: Collections) => Promise<void>,
): Promise<void> => {
  const { tenantId } = call.auth
  const connections = await call.ports.store.ssoConnections.list({ tenantId })
  await saveUntested(
    call,
    connections.filter((connection) => !isOidc(connection)),
    async (store) => {
      await remove(store, { id, tenantId })
      await alsoWrite(store)
    },
  )
}

const toCertificate = ({ ports }: SignedRequest, certificate: string): SamlCertificate => {
  const [read] = ports.ssoSetup.readCertificates(certificate)
  if (!read) throw new TypeError('A certificate of ours can’t be read')
  return { ...read.facts, certificate }
}

const toKey = (call: SignedRequest, { id, certificate, createdAt }: SamlKeyRecord): SamlKey => ({
  ...toCertificate(call, certificate),
  id,
  createdAt: iso(createdAt),
})

const toOptions = (settings: SamlSettings): SamlOptions => {
  const { logoutUrl, logoutBinding, requireEncryption, attributes } = settings
  const { clockToleranceSeconds, offeredLogoutUrl: url, offeredLogoutBinding: binding, clientAuthentication } = settings
  const offeredLogout = url === '' ? null : { url, binding }
  const shared = { logoutUrl, logoutBinding, requireEncryption, attributes }
  return { ...shared, clockToleranceSeconds, offeredLogout, clientAuthentication }
}

const MAX_TOLERANCE_SECONDS = 300

const toleranceFrom = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_TOLERANCE_SECONDS)
    throw badRequest(`clockToleranceSeconds must be a whole number from 0 to ${MAX_TOLERANCE_SECONDS}`)
  return value
}

const ownConnection = async ({ ports, auth }: SignedRequest, id: string) => {
  const connection = await ports.store.ssoConnections.find({ id, tenantId: auth.tenantId })
  if (!connection) throw notFound('This connection doesn’t exist.')
  return connection
}

/**
 * Reads the URL that browsers are sent to with a signed message; it may be on this machine only if the demo runs on
 * one.
 */
const logoutUrlFrom = ({ ports }: SignedRequest, value: unknown): string => {
  const url = optionalText(value, 'logoutUrl', MAX_URL_LENGTH)
  if (url === undefined) return ''
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isLocal = ports.config.allowLocalProviders === true && parsed?.hostname === 'localhost'
  const isSafe = parsed?.protocol === 'https:' || (isLocal && parsed?.protocol === 'http:')
  if (!parsed || !isSafe || !isPlainUrl(url) || parsed.username || parsed.password) {
    throw badRequest('logoutUrl must be an https URL')
  }
  if (!isLocal && isInnerHost(parsed.hostname)) throw badRequest('logoutUrl must be on the public internet')
  return parsed.href
}

const attributesFrom = (value: unknown): AttributeMapping => {
  if (!isRecord(value)) throw badRequest('attributes must be an object')
  return Object.fromEntries(
    MAPPED_FIELDS.flatMap((field) => {
      const name = withoutInvisibleEnds(optionalText(value[field], `attributes.${field}`, 200) ?? '')
      return name ? [[field, name]] : []
    }),
  )
}

const changedBy = (call: SignedRequest, before: SamlSettings, body: Partial<SamlOptions>): SamlSettings => ({
  ...before,
  ...(body.logoutUrl !== undefined && { logoutUrl: logoutUrlFrom(call, body.logoutUrl) }),
  ...(body.logoutBinding !== undefined && {
    logoutBinding: oneOf(body.logoutBinding, 'logoutBinding', ['redirect', 'post']) ?? 'redirect',
  }),
  ...(body.requireEncryption !== undefined && { requireEncryption: body.requireEncryption === true }),
  ...(body.attributes !== undefined && { attributes: attributesFrom(body.attributes) }),
  ...(body.clockToleranceSeconds !== undefined && {
    clockToleranceSeconds: toleranceFrom(body.clockToleranceSeconds),
  }),
  ...(body.clientAuthentication !== undefined && {
    clientAuthentication: oneOf(body.clientAuthentication, 'clientAuthentication', CLIENT_AUTHENTICATIONS) ?? '',
  }),
})

const isMappedBy = (before: SamlSettings, after: SamlSettings): boolean =>
  MAPPED_FIELDS.some((field) => before.attributes[field] !== after.attributes[field])

interface Change {
  before: SamlSettings
  after: SamlSettings
  /** Whether a response that was accepted before may now be refused, or vice versa. */
  isUntested: boolean
  /** Guarantor id of the caller, if they become the connection's guarantor. */
  guarantorId: string | undefined
}

const save = async (call: SignedRequest, connection: SsoConnectionRecord, change: Change) => {
  const { before, after, isUntested, guarantorId } = change
  const { id, tenantId, attributes, ...rest } = after
  const now = call.ports.clock.now()
  const patch = { ...rest, attributes: JSON.stringify(attributes), updatedAt: now }
  const { createdAt: _first, ...changes } = patch
  await saveUntested(call, isUntested ? [connection] : [], async (store) => {
    const isKnown = (await store.samlSettings.update({ id, tenantId }, changes)) > 0
    if (!isKnown) await store.samlSettings.insert({ ...patch, id, tenantId, createdAt: now })
    if (after.clientAuthentication === 'none') await store.ssoConnections.update({ id, tenantId }, { oidcSecret: '' })
    if (guarantorId !== undefined) await store.ssoConnections.update({ id, tenantId }, { guarantorId })
    await recordSsoConnectionChange(call, store, connection, {
      action: 'SAML options changed',
      severity: 'Medium',
      description: 'Changed encryption, sign-out or attributes of a SAML connection',
      detail: { connectionId: connection.id, ...beforeAndAfter(toOptions(before), toOptions(after)) },
    })
  })
}

const checkedUpdate = async (
  call: SignedCall<(typeof samlSettings)['updateOptions']>,
  connection: SsoConnectionRecord,
): Promise<Change> => {
  const { ports, auth, body } = call
  const before = await samlSettingsOf(ports, connection)
  const after = changedBy(call, before, body)
  if (after.requireEncryption && !(await ports.store.samlKeys.count({ tenantId: auth.tenantId }))) {
    throw conflict('Create an encryption key first, and add our metadata at your identity provider.')
  }
  // The attributes of the email and the groups decide which user is signed in, and with which roles.
  const isUntested =
    isMappedBy(before, after) ||
    before.requireEncryption !== after.requireEncryption ||
    before.clientAuthentication !== after.clientAuthentication
  // Browsers of users who sign out are sent to the URL, with a message that names them.
  // A longer tolerance accepts older assertions.
  const isOtherTrust =
    isUntested || before.logoutUrl !== after.logoutUrl || before.clockToleranceSeconds !== after.clockToleranceSeconds
  if (!isOtherTrust) return { before, after, isUntested, guarantorId: undefined }
  await assertMayTrust(call, connection, validatedDomains(await domainsOf(ports.store, connection.id)))
  const guarantorId = await succeedingGuarantorId(ports, auth, connection)
  if (connection.enabled) await takeTrustChange(call)
  return { before, after, isUntested, guarantorId }
}

const update = async (call: SignedCall<(typeof samlSettings)['updateOptions']>): Promise<SamlOptions> => {
  const connection = await ownConnection(call, call.path.configId)
  const change = await checkedUpdate(call, connection)
  await save(call, connection, change)
  if (change.guarantorId !== undefined && connection.enabled) await announceTrust(call, connection)
  return toOptions(change.after)
}

const metadataUrlOf = ({ ports, auth }: SignedRequest): string => {
  const url = new URL(spEntityIdOf(ports.config.apiUrl))
  url.searchParams.set('tenantId', auth.tenantId)
  return url.href
}

const auditKey = ({ audit }: SignedRequest, inside: Collections, { action, id }: { action: string; id: string }) => {
  const description = `${action} for SAML`
  return audit({ inside, action, resource: 'SSO', severity: 'Medium', description, detail: { keyId: id } })
}

export const samlSettingsHandlers = {
  getOptions: signedIn(async (call) =>
    toOptions(await samlSettingsOf(call.ports, await ownConnection(call, call.path.configId))),
  ),
  updateOptions: signedIn(update),
  listKeys: signedIn(async (call) => ({
    keys: (await samlKeysOf(call.ports, call.auth.tenantId)).map((key) => toKey(call, key)),
    signing: toCertificate(call, await call.ports.saml.signingCertificate()),
    metadataUrl: metadataUrlOf(call),
    logoutUrl: logoutUrlOf(call.ports.config.apiUrl),
    postLogoutUrl: oidcLogoutReturn(call.ports.config),
  })),
  addKey: signedIn(async (call) => {
    const key = await addSamlKey(call.ports, call.auth.tenantId, (store, { id }) =>
      auditKey(call, store, { action: 'Encryption key added', id }),
    )
    return toKey(call, key)
  }),
  removeKey: signedIn(async (call) => {
    const { id } = call.path
    await removeSamlKey(call, id, (store) => auditKey(call, store, { action: 'Encryption key removed', id }))
    return {}
  }),
} satisfies Handlers<typeof samlSettings>
