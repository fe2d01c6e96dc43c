import type { Client } from '../contract/client.ts'
import type { session as sessionTable } from '../contract/session.ts'
import type { Me, MyTenants } from '../entities/auth.ts'
import type { SessionSnapshot, SessionUser } from '../feature/ports.ts'
import { type Clock, wait } from '../kernel/clock.ts'
import { HttpError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { knownUser } from '../rules/known-user.ts'
import type { TabTenant } from './tab-tenant.ts'
import { type Claims, type SessionResponse, type Token, textClaim } from './token.ts'

/** Total number of attempts: a brief failure must not end a sign-in, and an outage must not delay it for longer. */
const ATTEMPTS = 3
const RETRY_MS = 2000
const AUTHORIZATION_FLAG = 'admin_portal_should_load_authorization'
const TENANTS_V1_FLAG = 'admin_portal_use_current_user_tenants_v1_endpoint'

export type SessionClient = Client<{ session: typeof sessionTable }>['session']

interface LoadDeps {
  client: SessionClient
  clock: Clock
  log: Logger
  isFlagOn(flag: string): boolean
  sessionPerTenant: boolean
  /** Loads the entitlements; never rejects. */
  loadEntitlements?(claims: Claims): Promise<unknown>
}

export interface Loaded {
  me?: Partial<Me>
  tenants?: MyTenants
  entitlements?: unknown
}

/** Returns whether the caller was refused, which is final: sign-in must not continue with incomplete data. */
const isDenied = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 401 || error.status === 403)

/**
 * Returns whether the error is a 4xx, which a backend that lacks an optional call returns, and which a retry does not
 * change.
 */
const isClientError = (error: unknown): boolean =>
  error instanceof HttpError && error.status < 500 && error.status !== 429

interface Load<Result> {
  what: string
  isFinal(error: unknown): boolean
  call(): Promise<Result>
}

const attempts = async <Result>(deps: LoadDeps, signal: AbortSignal, { what, isFinal, call }: Load<Result>) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      if (attempt === ATTEMPTS || isFinal(error)) {
        deps.log.error(`${what} could not be loaded`, error)
        return undefined
      }
    }
    await wait(deps.clock, RETRY_MS, signal)
  }
}

/** Loads user, tenants and everything else that follows a token, in parallel, so that a sign-in is not delayed. */
export const loadUser = async (deps: LoadDeps, token: Token, signal: AbortSignal): Promise<Loaded> => {
  const { client, isFlagOn } = deps
  const useV1 = deps.sessionPerTenant || isFlagOn(TENANTS_V1_FLAG)
  const [me, tenants, authorization, entitlements] = await Promise.all([
    attempts(deps, signal, { what: 'The profile', isFinal: isDenied, call: () => client.getMe({}, { signal }) }),
    attempts(deps, signal, {
      what: 'The tenants',
      isFinal: isClientError,
      call: () => (useV1 ? client.getMyTenantsV1({}, { signal }) : client.getMyTenantsV3({}, { signal })),
    }),
    isFlagOn(AUTHORIZATION_FLAG)
      ? attempts(deps, signal, {
          what: 'The authorization',
          isFinal: isClientError,
          call: () => client.getMyAuthorization({}, { signal }),
        })
      : undefined,
    deps.loadEntitlements?.(token.claims),
  ])
  return { me: { ...me, ...authorization }, tenants, entitlements }
}

/** Converts keys of roles and permissions in claims to records, which have the key as a field. */
const asRecords = (keys: unknown): { key: string }[] | undefined =>
  Array.isArray(keys) ? keys.filter((key) => typeof key === 'string').map((key: string) => ({ key })) : undefined

/** Returns the user: the response, overlaid by claims, overlaid by loaded data. Refresh tokens are excluded. */
export const userOf = (
  response: Partial<SessionResponse>,
  token: Token,
  loaded: Loaded,
  tabTenant: string | undefined,
): SessionUser => {
  const { refreshToken: _secret, idToken: _read, ...rest } = response
  const me = knownUser(loaded.me ?? {})
  return {
    ...rest,
    ...token.claims,
    roles: asRecords(token.claims.roles),
    permissions: asRecords(token.claims.permissions),
    ...me,
    ...(loaded.entitlements !== undefined && { entitlements: loaded.entitlements }),
    ...(tabTenant !== undefined && { tenantId: tabTenant }),
    id: me.id ?? textClaim(token.claims, 'id') ?? textClaim(token.claims, 'sub') ?? '',
    email: me.email ?? textClaim(token.claims, 'email') ?? response.userEmail ?? '',
    accessToken: token.value,
  } as SessionUser
}

const NO_TENANTS: SessionSnapshot['tenants'] = []

/** Returns the snapshot for all listeners once user and tenants are loaded. */
export const signedIn = (
  response: Partial<SessionResponse>,
  token: Token,
  loaded: Loaded,
  tabTenant: TabTenant,
): SessionSnapshot & { user: SessionUser } => {
  const tenants = loaded.tenants?.tenants ?? NO_TENANTS
  const own = tabTenant.isOn ? tenants.find((tenant) => tenant.tenantId === tabTenant.current()) : undefined
  return {
    status: 'signed-in',
    user: userOf(response, token, loaded, tabTenant.current()),
    tenants,
    activeTenant: tabTenant.isOn ? own : loaded.tenants?.activeTenant,
  }
}
