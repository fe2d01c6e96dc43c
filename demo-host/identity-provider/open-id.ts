import { type KeyObject, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, {
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Directory, DirectoryUser } from './directory.ts'
import { chosenUser, readForm, sendHtml } from './http.ts'
import { loginPage } from './login-page.ts'
import { createMemoryAdapter } from './memory-adapter.ts'

interface OpenIdSettings {
  issuer: string
  clients: readonly ClientMetadata[]
  directory: Directory
  signingKey: KeyObject
  /** Overrides the provider's configuration, such as `routes` or `issueRefreshToken`. */
  configuration?: Configuration
}

const HOUR = 3600

const claimsOf = ({ sub, email, emailVerified, name, groups }: DirectoryUser) => ({
  sub,
  email,
  email_verified: emailVerified,
  name,
  groups: [...groups],
})

/** Requires a sign-in again if the application names a different user from the one who is signed in here. */
const policyFor = (directory: Directory) => {
  const { base, Check, Prompt } = interactionPolicy
  const policy = base()
  const isOther = ({ oidc }: KoaContextWithOIDC): boolean => {
    const hint = oidc.params?.login_hint
    const accountId = oidc.session?.accountId
    if (typeof hint !== 'string' || !accountId || oidc.result?.login) return false
    return directory.bySub(accountId)?.email !== hint.toLowerCase()
  }
  policy.get('login')?.checks.add(new Check('other_person', 'Another user is requested', isOther))
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/** Skips consent: the application and this provider belong together. */
const grantEverything: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
  grant.addOIDCScope('openid email profile offline_access')
  await grant.save()
  return grant
}

const baseConfiguration = ({ clients, directory, signingKey }: OpenIdSettings): Configuration => ({
  adapter: createMemoryAdapter(),
  clients: [...clients],
  jwks: { keys: [{ ...(signingKey.export({ format: 'jwk' }) as JWK), use: 'sig', alg: 'RS256', kid: 'idp-1' }] },
  // All ports of localhost share one cookie jar.
  cookies: {
    keys: [randomBytes(32).toString('base64url')],
    names: { session: 'foreign_session', interaction: 'foreign_interaction', resume: 'foreign_resume' },
  },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  findAccount: async (_context, sub) => {
    const user = directory.bySub(sub)
    return user && { accountId: sub, claims: async () => claimsOf(user) }
  },
  loadExistingGrant: grantEverything,
  interactions: { policy: policyFor(directory), url: (_context, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => false },
  ttl: {
    AccessToken: HOUR,
    AuthorizationCode: 60,
    Grant: 24 * HOUR,
    IdToken: HOUR,
    Interaction: HOUR,
    RefreshToken: 24 * HOUR,
    Session: 24 * HOUR,
  },
  renderError: (context, { error, error_description: description }) => {
    context.type = 'text'
    context.body = `${error}: ${description ?? ''}`
  },
})

const createLogin = (provider: Provider, directory: Directory) => {
  const show = async (request: IncomingMessage, response: ServerResponse) => {
    const { uid, params } = await provider.interactionDetails(request, response)
    const client = await provider.Client.find(String(params.client_id))
    sendHtml(
      response,
      loginPage({
        action: `/interaction/${uid}`,
        application: client?.clientName ?? String(params.client_id),
        users: directory.all(),
        hint: typeof params.login_hint === 'string' ? params.login_hint : '',
      }),
    )
  }
  const finish = async (request: IncomingMessage, response: ServerResponse) => {
    const user = chosenUser(await readForm(request), directory)
    const result = user
      ? { login: { accountId: user.sub }, select_account: {} }
      : { error: 'access_denied', error_description: 'The user canceled' }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  return { show, finish }
}

/** Creates an independent OpenID provider (npm oidc-provider) with a login page that accepts any name. */
export const createOpenIdProvider = (settings: OpenIdSettings) => {
  const provider = new Provider(settings.issuer, { ...baseConfiguration(settings), ...settings.configuration })
  return { provider, handle: provider.callback(), login: createLogin(provider, settings.directory) }
}
