import { expect } from 'chai'
import type { AppSettings } from '../../feature/settings.ts'
import { createLogger } from '../../kernel/logger.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'
import { afterLoginTarget, keepTarget, STORED_REDIRECT } from './after-login.ts'

const settings = (overrides: Partial<AppSettings> = {}): AppSettings => ({
  baseUrl: '',
  flags: {},
  routes: DEFAULT_ROUTES,
  basename: '',
  urlStrategy: 'path',
  preview: false,
  ...overrides,
})

const depsAt = (url: string, stored?: string, overrides?: Partial<AppSettings>) => {
  const local = createMemoryStorage()
  if (stored) local.set('FRONTEGG_AFTER_AUTH_REDIRECT_URL', stored)
  const navigator = { go: () => {}, location: () => new URL(url, 'https://app.test') }
  const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
  return { navigator, settings: () => settings(overrides), local, log: createLogger('error', silent) }
}

const target = (...given: Parameters<typeof depsAt>) => afterLoginTarget(depsAt(...given))

/** What is kept for the emailed link of a page. */
const kept = (...given: Parameters<typeof depsAt>) => {
  const deps = depsAt(...given)
  keepTarget(deps)
  return deps.local.get(STORED_REDIRECT)
}

const allowed = { redirect: { allowedOrigins: ['https://ok.test'], includeQuery: false } }
const withQuery = { redirect: { allowedOrigins: [], includeQuery: true } }

const CASES: readonly [string, string, string][] = [
  ['home without a wish', target('/account/login'), 'https://app.test/'],
  ['a path of the page', target('/account/login?redirectUrl=/x?a=1'), 'https://app.test/x?a=1'],
  ['home instead of a foreign origin', target('/account/login?redirectUrl=https://evil.test/x'), 'https://app.test/'],
  ['home instead of a host in disguise', target('/account/login?redirectUrl=//evil.test'), 'https://app.test/'],
  ['home instead of a script', target('/account/login?redirectUrl=javascript:alert(1)'), 'https://app.test/'],
  ['home instead of the logout page', target('/account/login?redirectUrl=/account/logout'), 'https://app.test/'],
  [
    'an allowed origin',
    target('/account/login?redirectUrl=https://ok.test/x', undefined, allowed),
    'https://ok.test/x',
  ],
  ['the stored URL', target('/account/login', '/reports'), 'https://app.test/reports'],
  ['the wish before the stored URL', target('/account/login?redirectUrl=/x', '/reports'), 'https://app.test/x'],
  ['home with the query when asked', target('/account/login?a=1', undefined, withQuery), 'https://app.test/?a=1'],
  ['the same page for a box outside the auth routes', target('/shop?item=3'), 'https://app.test/shop?item=3'],
  [
    'home inside the base path',
    target('/shop/account/login', undefined, { basename: '/shop' }),
    'https://app.test/shop/',
  ],
]

const byHash = { urlStrategy: 'hash' } as const

const HASH_CASES: readonly [string, string, string][] = [
  [
    'the return URL in the fragment',
    target('/#/account/login?tenantId=t&redirectUrl=%2F%23%2Freports%3Fyear%3D7', undefined, byHash),
    'https://app.test/#/reports?year=7',
  ],
  [
    'a return URL with a question mark of its own',
    target('/#/account/login?redirectUrl=/x?a=1', undefined, byHash),
    'https://app.test/x?a=1',
  ],
  [
    'home instead of the logout route in a fragment',
    target('/#/account/login?redirectUrl=%23%2Faccount%2Flogout', undefined, byHash),
    'https://app.test/#/',
  ],
]

describe('after signing in a user comes to', () => {
  for (const [title, actual, expected] of [...CASES, ...HASH_CASES]) it(title, () => expect(actual).to.equal(expected))
})

const PLAN = '/account/sign-up?redirectUrl=%2Fpricing%3Ffe-plan%3Dgrowth%23plans'

const KEPT_CASES: readonly [string, string | undefined, string | undefined][] = [
  ['a page with the chosen plan', kept(PLAN), 'https://app.test/pricing?fe-plan=growth#plans'],
  ['the newest page', kept(PLAN, '/older'), 'https://app.test/pricing?fe-plan=growth#plans'],
  [
    'an allowed origin',
    kept('/account/sign-up?redirectUrl=https://ok.test/x', undefined, allowed),
    'https://ok.test/x',
  ],
  ['nothing without a wish', kept('/account/sign-up'), undefined],
  ['the older page without a wish', kept('/account/sign-up', '/older'), '/older'],
  ['no foreign origin', kept('/account/sign-up?redirectUrl=https://evil.test/x'), undefined],
  ['no script', kept('/account/sign-up?redirectUrl=javascript:alert(1)'), undefined],
  ['no auth route', kept('/account/sign-up?redirectUrl=/account/logout'), undefined],
  [
    'a page in the fragment',
    kept('/#/account/sign-up?redirectUrl=%2F%3Ffe-plan%3Dgrowth', undefined, byHash),
    'https://app.test/?fe-plan=growth',
  ],
]

describe('signing up with an emailed link keeps', () => {
  for (const [title, actual, expected] of KEPT_CASES) it(title, () => expect(actual).to.equal(expected))
})
