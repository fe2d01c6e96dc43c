import type { ssoTests } from '../../contract/login.ts'
import type { ssoConnections, ssoEnforcement } from '../../contract/sso.ts'
import type { MetadataWarning, SsoConnectionDetails, SsoStatus } from '../../entities/sso.ts'
import { lazy } from '../../kernel/lazy.ts'
import { withoutInvisibleEnds } from '../../rules/pasted-text.ts'
import type { SignedRequest } from '../call/auth.ts'
import { MAX_CODE_LENGTH, MAX_URL_LENGTH, optionalText, readOptionalName, text } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { isOidc, isReady } from '../domain/identity/access/required-sso.ts'
import { enforcementOf } from '../domain/identity/lockout-guard/sso.ts'
import { recordSsoConnectionChange } from '../domain/identity/members/record-changes.ts'
import { assertAllowedRedirect } from '../domain/oauth/redirects.ts'
import { readable } from '../domain/sso/setup/connection-fields.ts'
import { domainsOf, validatedDomains } from '../domain/sso/setup/connection-shape.ts'
import { connectionsOf, ownConnection, updateConnection } from '../domain/sso/setup/connections.ts'
import { checkEnforcement, saveEnforcement } from '../domain/sso/setup/enforcement.ts'
import { failuresThisWeek, lastFailures } from '../domain/sso/setup/failures.ts'
import { EMPTY_SETUP, saveSetup } from '../domain/sso/setup/setups.ts'
import { currentTest, newTest } from '../domain/sso/setup/stored-test.ts'
import { assertMayTrust } from '../domain/sso/setup/trust.ts'
import { announceTrust, takeTrustChange } from '../domain/sso/setup/trust-changes.ts'
import { byCookie, type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { idsOf } from '../store/json-text.ts'
import type { SsoConnectionRecord, SsoSetupRecord } from '../store/records.ts'
import { startOidc, startSaml } from './sso-login.ts'

const statusOf = ({ enabled }: SsoConnectionRecord, setup: SsoSetupRecord | undefined): SsoStatus => {
  if (enabled) return 'enabled'
  return setup && setup.enabledAt === null ? 'draft' : 'disabled'
}

const certificatesOf = ({ ssoSetup }: Ports, { publicCertificate }: SsoConnectionRecord) => {
  try {
    return ssoSetup.readCertificates(publicCertificate).map(({ facts }) => facts)
  } catch {
    // The certificates were stored before they were checked.
    return []
  }
}

/** Loaded on demand, because preview mode needs it on only one page. */
const guarantee = lazy(() => import('../domain/sso/setup/guarantee.ts'))

const toDetails = async (call: SignedRequest, connection: SsoConnectionRecord): Promise<SsoConnectionDetails> => {
  const { ports } = call
  const { id, idpEntityId, oidcSecret, allowIdpInitiated } = connection
  const found = await ports.store.ssoSetups.get(id)
  const setup = found ?? EMPTY_SETUP
  const { shownGuarantee } = await guarantee()
  return {
    id,
    name: setup.name,
    status: statusOf(connection, found),
    idpEntityId,
    metadataUrl: setup.metadataUrl,
    hasSecret: oidcSecret !== '',
    allowIdpInitiated,
    updatesRoles: setup.updatesRoles,
    certificates: certificatesOf(ports, connection),
    metadataWarnings: JSON.parse(setup.metadataWarnings) as MetadataWarning[], // Only `keepMetadata` writes them.
    enabledAt: setup.enabledAt === null ? null : iso(setup.enabledAt),
    lastSignInAt: setup.lastSignInAt === null ? null : iso(setup.lastSignInAt),
    failuresThisWeek: await failuresThisWeek(ports, connection),
    failures: await lastFailures(ports, connection),
    test: currentTest(found, ports.clock.now()),
    enforced: setup.enforced,
    exemptUserIds: idsOf(setup.exemptUserIds),
    guarantee: await shownGuarantee(call, connection),
  }
}

const MAX_NAME_LENGTH = 100
const MAX_CERTIFICATES_LENGTH = 50_000

const update = async (call: SignedCall<(typeof ssoConnections)['updateSsoConnectionDetails']>) => {
  const { ports, body, path } = call
  const before = await ownConnection(call, path.id)
  const { idpEntityId, allowIdpInitiated } = body
  if (allowIdpInitiated !== undefined && typeof allowIdpInitiated !== 'boolean') {
    throw badRequest('allowIdpInitiated must be true or false')
  }
  const changes = {
    ...(idpEntityId !== undefined && {
      idpEntityId: withoutInvisibleEnds(optionalText(idpEntityId, 'idpEntityId') ?? ''),
    }),
    ...(allowIdpInitiated !== undefined && { allowIdpInitiated }),
  }
  const name = body.name === undefined ? undefined : (readOptionalName(body.name, 'name', MAX_NAME_LENGTH) ?? '')
  const after = Object.keys(changes).length > 0 ? await updateConnection(call, before, changes) : before
  if (name !== undefined) {
    const setup = await ports.store.ssoSetups.get(after.id)
    if (!setup) await saveSetup(ports, after, {})
    await ports.store.transaction(async (store) => {
      await saveSetup({ ...ports, store }, after, { name })
      await recordSsoConnectionChange(call, store, after, {
        action: 'SSO connection renamed',
        severity: 'Info',
        description: 'Renamed an SSO connection',
        detail: { connectionId: after.id, ...beforeAndAfter({ name: setup?.name ?? '' }, { name }) },
      })
    })
  }
  if (body.updatesRoles !== undefined) await saveUpdatesRoles(call, after, body.updatesRoles)
  return toDetails(call, after)
}

/** The provider then also decides the roles of members, so this is a change of trust. */
const saveUpdatesRoles = async (call: SignedRequest, connection: SsoConnectionRecord, updatesRoles: unknown) => {
  const { ports } = call
  if (typeof updatesRoles !== 'boolean') throw badRequest('updatesRoles must be true or false')
  const before = (await ports.store.ssoSetups.get(connection.id))?.updatesRoles ?? false
  if (before === updatesRoles) return
  await assertMayTrust(call, connection, validatedDomains(await domainsOf(ports.store, connection.id)))
  if (connection.enabled) await takeTrustChange(call)
  await saveSetup(ports, connection, {})
  await ports.store.transaction(async (store) => {
    await saveSetup({ ...ports, store }, connection, { updatesRoles })
    await recordSsoConnectionChange(call, store, connection, {
      action: 'SSO connection changed',
      description: updatesRoles
        ? 'Roles of groups are updated at every sign-in'
        : 'Roles of groups are given at the first sign-in only',
      detail: { connectionId: connection.id, ...beforeAndAfter({ updatesRoles: before }, { updatesRoles }) },
    })
  })
  if (connection.enabled) await announceTrust(call, connection)
}

const startTest = async (call: SignedCall<(typeof ssoConnections)['startSsoTest']>) => {
  const { ports, auth, path } = call
  const connection = await ownConnection(call, path.id)
  if (!isReady({ ...connection, enabled: true }))
    throw badRequest('Finish the setup of this connection before you test it.')
  const test = newTest(ports, auth.user.email)
  const start = { email: auth.user.email, testId: test.id }
  const url = await (isOidc(connection) ? startOidc : startSaml)(call, connection, start)
  await ports.store.transaction(async (store) => {
    await saveSetup({ ...ports, store }, connection, { test: JSON.stringify(test) })
    const description = 'Started a test of an SSO connection'
    const detail = { connectionId: connection.id }
    await call.audit({ inside: store, action: 'SSO connection tested', resource: 'SSO', description, detail })
  })
  return { testId: test.id, url, idpType: isOidc(connection) ? ('oidc' as const) : ('saml' as const) }
}

export const ssoConnectionsHandlers = {
  listSsoConnectionDetails: signedIn(async (call) =>
    Promise.all((await connectionsOf(call)).map((connection) => toDetails(call, connection))),
  ),
  updateSsoConnectionDetails: signedIn(update),
  readSsoCertificates: signedIn(async ({ ports, body }) => {
    const given = text(body.text, 'text', MAX_CERTIFICATES_LENGTH)
    const found = await readable(() => ports.ssoSetup.readCertificates(given))
    return { certificates: found.map(({ facts }) => facts) }
  }),
  startSsoTest: signedIn(startTest),
  getSsoTest: signedIn(async (call) => {
    const connection = await ownConnection(call, call.path.id)
    const test = currentTest(await call.ports.store.ssoSetups.get(connection.id), call.ports.clock.now())
    if (test?.id !== call.path.testId) throw notFound('This test was not found')
    return test
  }),
} satisfies Handlers<typeof ssoConnections>

// Loaded on demand, because few administrators test a connection.
const testSignIn = lazy(() => import('../domain/sso/setup/test-sign-in.ts'))

export const ssoTestsHandlers = {
  completeSsoTest: byCookie(async (call) => {
    const { ports, body } = call
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    const redirectUri = text(body.redirectUri, 'redirectUri', MAX_URL_LENGTH)
    assertAllowedRedirect(ports.config, redirectUri)
    await (await testSignIn()).finishOidcTest(call, {
      redirectUri,
      state: text(body.state, 'state'),
      code: optionalText(body.code, 'code', MAX_CODE_LENGTH),
      iss: optionalText(body.iss, 'iss', MAX_URL_LENGTH),
      error: optionalText(body.error, 'error', 200),
    })
    return {}
  }),
} satisfies Handlers<typeof ssoTests>

export const ssoEnforcementHandlers = {
  checkSsoEnforcement: signedIn(async (call) =>
    checkEnforcement(call, await ownConnection(call, call.path.id), enforcementOf(call.body)),
  ),
  saveSsoEnforcement: signedIn(async (call) => {
    const connection = await ownConnection(call, call.path.id)
    await saveEnforcement(call, connection, enforcementOf(call.body))
    return toDetails(call, connection)
  }),
} satisfies Handlers<typeof ssoEnforcement>
