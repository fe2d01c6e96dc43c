import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { report } from '../../prove/report.test-kit.ts'

const BACKEND = fileURLToPath(new URL('../../', import.meta.url))

const IS_TEST = /\.(test|suite|prove|test-kit)\.ts$|^prove\/|^sample\//

/** Product code of the backend, by path. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  readdirSync(BACKEND, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !IS_TEST.test(path))
    .map((path) => [path, readFileSync(BACKEND + path, 'utf8')]),
)

const filesWith = (pattern: RegExp): string[] =>
  [...SOURCES].filter(([, text]) => pattern.test(text)).map(([path]) => path)

const outsideAccess = (pattern: RegExp, exceptions: readonly string[] = []): string[] =>
  filesWith(pattern).filter((path) => !path.startsWith('domain/access/') && !exceptions.includes(path))

/** Each line: what only `domain/access` does, and which other file may, with its reason. */
const RULES: readonly { what: string; pattern: RegExp; except?: Readonly<Record<string, string>> }[] = [
  {
    what: 'writes sessions',
    pattern: /\bsessions\s*\.(insert|insertMany|update|delete)\(/,
    except: { 'adapters/clean-up.ts': 'removes what has expired' },
  },
  {
    what: 'writes what clients of the authorization server hold',
    pattern: /\boauthGrants\s*\.(insert|insertMany|update|delete)\(/,
    except: { 'adapters/clean-up.ts': 'removes what has expired' },
  },
  { what: 'creates API tokens', pattern: /\bapiTokens\s*\.(insert|insertMany)\(/ },
  {
    what: 'signs tokens',
    pattern: /\bsigner\s*\.sign\(|\{[^}]*\bsign\b[^}]*\}\s*=\s*[\w.]*signer/,
    except: {
      'domain/mfa/mfa-challenge.ts': 'the proof of a first factor, which opens nothing by itself',
      'domain/audit/checkpoints.ts': 'the end of an audit log, of a type that signs no one in',
    },
  },
  { what: 'reads refresh tokens', pattern: /\breadRefreshToken\(|\brefreshTokenOf\(/ },
  { what: 'draws up sessions', pattern: /\bnewSession\(/ },
  {
    what: 'verifies tokens',
    pattern: /\bsigner\s*\.verify\(/,
    except: {
      'domain/mfa/mfa-challenge.ts': 'the proof of a first factor',
      'domain/audit/checkpoints.ts': 'the end of an audit log',
      'domain/oauth/id-token-hint.ts': 'the hint of the user that a client expects',
      'handlers/oauth-logout-work.ts': 'the hint of a request to sign out',
    },
  },
  {
    what: 'judges memberships of a session',
    pattern: /\bisActiveMember\(/,
    except: {
      'domain/lockout-guard/subjects.ts': 'counts who may enter, and lets no one in',
      'domain/self-service/leave-tenant.ts': 'lists what a user can leave, and lets no one in',
      'domain/sso/vouching.ts': 'whose rights a connection’s guarantor must hold, and lets no one in',
      'domain/tenants/founded-accounts.ts': 'whether an account is its founder’s alone, and lets no one in',
      'domain/tenants/own-account.ts': 'whether a user is in no account, and judges no session',
    },
  },
]

/** Every place that issues a token, and how it got the entry it issues it for. */
const ISSUERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mintAccessToken: {
    'domain/access/sessions.ts': 'tokenResponse, of an entry',
    'domain/access/oauth-tokens.ts': 'tokensOf, after judgeEntry or judgeResume',
    'handlers/me.ts': 'a token for one tenant, after enterTenant',
  },
  tokenResponse: {
    'domain/access/elevate-session.ts': 'a step-up, after enterTenant',
    'domain/access/impersonation.ts': 'the start of an impersonation, after enterTenant',
    'domain/access/sessions.ts': 'a sign-in, after judgeEntry',
    'handlers/session.ts': 'a refresh, after judgeEntry or judgeResume',
  },
  signIn: {
    'domain/mfa/mfa-complete.ts': 'a second factor',
    'domain/sso/enter-by-sso.ts': 'single sign-on',
    'handlers/activation.ts': 'an activation link',
    'handlers/login.ts': 'a password',
    'handlers/passkeys.ts': 'a passkey',
    'handlers/passwordless.ts': 'a code or link that was sent',
    'handlers/sign-up.ts': 'a sign-up',
    'handlers/social.ts': 'a social account',
  },
  tokensOf: {
    'domain/access/oauth-tokens.ts': 'renewedTokens, after the grant was judged',
    'handlers/oauth.ts': 'code and silent authorization',
  },
  renewedTokens: { 'handlers/oauth.ts': 'the refresh token of a client' },
  mintMachineToken: { 'handlers/api-token-changes.ts': 'of a machine, which machineOf judges' },
  issueAuthorizationCode: { 'handlers/oauth-authorize.ts': 'an authorization code, after judgeFor' },
  createApiToken: { 'domain/access/issue-api-token.ts': 'issueApiToken, after assertTokenProof' },
  issueApiToken: { 'handlers/api-tokens.ts': 'creates an API token' },
  elevateSession: {
    'domain/access/own-proof.ts': 'a password or a passkey of the user',
    'domain/mfa/mfa-complete.ts': 'a second factor',
    'domain/sso/sso-step-up.ts': 'a second factor that an identity provider judged',
    'domain/access/elevate-session.ts': 'tries again after another request changed the session',
  },
  proveOwnSignIn: {
    'handlers/account-entry.ts': 'a password or a passkey of the user',
    'domain/access/confirm-session.ts': 'a password or a passkey of the user',
  },
  sessionResponse: {
    'domain/access/elevate-session.ts': 'a step-up, or a password or passkey, that proved something',
    'handlers/step-up.ts': 'a step-up with nothing left to prove',
    'handlers/social.ts': 'a social account that the user of the session linked',
  },
}

const callersOf = (name: string): string[] => filesWith(new RegExp(`(?<!const )\\b${name}\\(`))

describe('Sessions, tokens and entry into a tenant', () => {
  for (const { what, pattern, except = {} } of RULES) {
    it(`only domain/access ${what}`, () => {
      assert.ok(filesWith(pattern).length > 0, 'the pattern must match something')
      assert.deepEqual(outsideAccess(pattern, Object.keys(except)), [])
    })
  }

  it('one function decides whether a session may enter a tenant, and one file makes the entry that tokens need', () => {
    const text = SOURCES.get('domain/access/tenant-entry.ts') ?? ''
    for (const brand of [/\bas Admission\b/g, /\bas TenantEntry\b/g]) {
      assert.deepEqual(filesWith(new RegExp(brand.source)), ['domain/access/tenant-entry.ts'])
      assert.equal(text.match(brand)?.length, 1)
    }
    assert.match(SOURCES.get('domain/access/access-token.ts') ?? '', /\}: TenantEntry,/)
  })

  for (const [name, callers] of Object.entries(ISSUERS)) {
    it(`${name} is called only from where it was reviewed`, () => {
      assert.deepEqual(callersOf(name).sort(), Object.keys(callers).sort())
    })
  }

  it('writes down how many places issue tokens', () => {
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
