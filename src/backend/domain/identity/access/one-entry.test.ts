import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { report } from '../../../prove/report.test-kit.ts'

const BACKEND = fileURLToPath(new URL('../../../', import.meta.url))

const IS_TEST = /\.(test|suite|prove|test-kit)\.ts$|^prove\/|^sample\//

/** Product code of the backend, by path. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  readdirSync(BACKEND, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !IS_TEST.test(path))
    .map((path) => [path, readFileSync(BACKEND + path, 'utf8')]),
)

const filesWith = (pattern: RegExp): string[] =>
  [...SOURCES].filter(([, text]) => pattern.test(text)).map(([path]) => path)

const ACCESS = 'domain/identity/access/'
const SESSIONS = 'domain/identity/sessions/'

interface Rule {
  what: string
  pattern: RegExp
  /** Folders that may contain the call. */
  within: readonly string[]
  /** Other files that may contain the call, each with its reason. */
  except?: Readonly<Record<string, string>>
}

const isOutside = ({ within, except = {} }: Rule, path: string): boolean =>
  !within.some((folder) => path.startsWith(folder)) && !(path in except)

const RULES: readonly Rule[] = [
  {
    what: 'write sessions',
    within: [ACCESS, SESSIONS],
    pattern: /\bsessions\s*\.(insert|insertMany|update|delete)\(/,
    except: { 'adapters/clean-up.ts': 'removes what has expired' },
  },
  {
    what: 'write what clients of the authorization server hold',
    within: ['domain/oauth/', SESSIONS],
    pattern: /\boauthGrants\s*\.(insert|insertMany|update|delete)\(/,
    except: { 'adapters/clean-up.ts': 'removes what has expired' },
  },
  {
    what: 'create API tokens',
    within: ['domain/identity/api-tokens/'],
    pattern: /\bapiTokens\s*\.(insert|insertMany)\(/,
  },
  {
    what: 'sign tokens',
    within: [ACCESS],
    pattern: /\bsigner\s*\.sign\(|\{[^}]*\bsign\b[^}]*\}\s*=\s*[\w.]*signer/,
    except: {
      'domain/identity/mfa/mfa-challenge.ts': 'the proof of a first factor, which opens nothing by itself',
      'domain/audit/checkpoints.ts': 'the end of an audit log, of a type that signs no one in',
    },
  },
  { what: 'read refresh tokens', within: [ACCESS, SESSIONS], pattern: /\breadRefreshToken\(|\brefreshTokenOf\(/ },
  { what: 'draw up sessions', within: [ACCESS], pattern: /\bnewSession\(/ },
  {
    what: 'verify tokens',
    within: [ACCESS, 'domain/oauth/'],
    pattern: /\bsigner\s*\.verify\(/,
    except: {
      'domain/identity/mfa/mfa-challenge.ts': 'the proof of a first factor',
      'domain/audit/checkpoints.ts': 'the end of an audit log',
      'domain/oauth/id-tokens.ts': 'the hint of the user that a client expects',
      'handlers/oauth-logout-work.ts': 'the hint of a request to sign out',
    },
  },
  {
    what: 'check memberships of a session',
    within: [ACCESS, SESSIONS],
    pattern: /\bisActiveMember\(/,
    except: {
      'domain/identity/lockout-guard/subjects.ts': 'counts who may enter, and lets no one in',
      'domain/identity/lockout-guard/accounts-alone.ts': 'lists accounts without an administrator, and lets no one in',
      'domain/identity/lockout-guard/accounts-left-alone.ts':
        'finds the administrators of accounts below, and lets no one in',
      'domain/identity/team/access-changes.ts': 'finds who loses access by a move, and lets no one in',
      'domain/self-service/leave-tenant.ts': 'lists what a user can leave, and lets no one in',
      'domain/sso/vouching.ts': 'whose rights a connection’s guarantor must hold, and lets no one in',
      'domain/identity/accounts/founded-accounts.ts': 'whether an account is its founder’s alone, and lets no one in',
      'domain/identity/accounts/own-account.ts': 'whether a user is in no account, and checks no session',
    },
  },
]

/** Every place that issues a token, and where its entry comes from. */
const ISSUERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mintAccessToken: {
    'domain/identity/access/sessions.ts': 'tokenResponse, of an entry',
    'domain/oauth/id-tokens.ts': 'an ID token for a registered client, after enterTenant',
    'domain/oauth/oauth-tokens.ts': 'tokensOf, after checkEntry or checkResume',
    'handlers/me.ts': 'a token for one tenant, after enterTenant',
  },
  tokenResponse: {
    'domain/identity/access/elevate-session.ts': 'a step-up, after enterTenant',
    'domain/identity/access/impersonation.ts': 'the start of an impersonation, after enterTenant',
    'domain/identity/access/sessions.ts': 'a sign-in, after checkEntry',
    'handlers/session.ts': 'a refresh, after checkEntry or checkResume',
  },
  signIn: {
    'domain/identity/sign-in/entry.ts': 'a second factor',
    'domain/sso/enter-by-sso.ts': 'single sign-on',
    'handlers/activation.ts': 'an activation link',
    'handlers/login.ts': 'a password',
    'handlers/passkeys.ts': 'a passkey',
    'handlers/passwordless.ts': 'a code or link that was sent',
    'handlers/sign-up.ts': 'a sign-up',
    'handlers/social.ts': 'a social account',
  },
  tokensOf: {
    'domain/oauth/oauth-tokens.ts': 'renewedTokens, after the grant was checked',
    'handlers/oauth-token-work.ts': 'code and silent authorization',
  },
  renewedTokens: { 'handlers/oauth-token-work.ts': 'the refresh token of a client' },
  mintMachineToken: { 'handlers/api-token-changes.ts': 'of a machine, which machineOf checks' },
  issueAuthorizationCode: { 'handlers/oauth-authorize.ts': 'an authorization code, after verdictFor' },
  createApiToken: { 'domain/identity/api-tokens/issue-api-token.ts': 'issueApiToken, after assertTokenProof' },
  issueApiToken: { 'handlers/api-tokens.ts': 'creates an API token' },
  elevateSession: {
    'domain/identity/access/confirm-user.ts': 'a password or a passkey of the user',
    'domain/identity/sign-in/entry.ts': 'a second factor',
    'domain/sso/sso-step-up.ts': 'a second factor that an identity provider checked',
    'domain/identity/access/elevate-session.ts': 'tries again after another request changed the session',
  },
  proveOwnSignIn: {
    'handlers/accounts.ts': 'a password or a passkey of the user',
    'domain/identity/access/confirm-user.ts': 'a password or a passkey of the user',
  },
  sessionResponse: {
    'domain/identity/access/elevate-session.ts': 'a step-up, or a password or passkey, that proved something',
    'handlers/step-up.ts': 'a step-up with nothing left to prove',
    'handlers/social.ts': 'a social account that the user of the session linked',
  },
}

const callersOf = (name: string): string[] => filesWith(new RegExp(`(?<!const )\\b${name}\\(`))

describe('Sessions, tokens and entry into a tenant', () => {
  for (const rule of RULES) {
    const found = filesWith(rule.pattern)
    it(`only files of ${rule.within.join(', ')} ${rule.what}`, () => {
      assert.deepEqual(
        found.filter((path) => isOutside(rule, path)),
        [],
      )
    })

    it(`${rule.within.join(', ')} have code that can ${rule.what}`, () => {
      for (const folder of rule.within)
        assert.ok(
          found.some((path) => path.startsWith(folder)),
          folder,
        )
    })
  }

  it('one function decides whether a session may enter a tenant, and one file makes the entry that tokens need', () => {
    const text = SOURCES.get('domain/identity/access/tenant-entry.ts') ?? ''
    for (const brand of [/\bas Admission\b/g, /\bas TenantEntry\b/g]) {
      assert.deepEqual(filesWith(new RegExp(brand.source)), ['domain/identity/access/tenant-entry.ts'])
      assert.equal(text.match(brand)?.length, 1)
    }
    assert.match(SOURCES.get('domain/identity/access/sessions.ts') ?? '', /\}: TenantEntry,/)
  })

  for (const [name, callers] of Object.entries(ISSUERS)) {
    it(`${name} is called only from reviewed places`, () => {
      assert.deepEqual(callersOf(name).sort(), Object.keys(callers).sort())
    })
  }

  it('records how many places issue tokens', () => {
    const places = Object.values(ISSUERS).flatMap((callers) => Object.keys(callers)).length
    const found = Object.keys(ISSUERS).flatMap(callersOf).length
    report({
      row: 49,
      wanted: 'every place that issues tokens passes the one function',
      reached: `${found} places found, ${places} reviewed`,
      ok: found === places,
    })
  })
})
