import { expect } from 'chai'
import type { AppSettings } from '../../feature/settings.ts'
import { createLogger } from '../../kernel/logger.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { createTestClock } from '../../testing/clock.ts'
import { aNavigator } from '../../testing/navigator.ts'
import { aSession } from '../../testing/session.ts'
import { anAppSettings } from '../../testing/settings.ts'
import { afterLoginTarget, keepTarget } from './after-login.ts'
import { forgetTarget, STORED_REDIRECT, storeTarget } from './stored-target.ts'

const depsAt = (url: string, stored?: string, overrides?: Partial<AppSettings>) => {
  const local = createMemoryStorage()
  if (stored) local.set('FRONTEGG_AFTER_AUTH_REDIRECT_URL', stored)
  const navigator = aNavigator(new URL(url, 'https://app.test'))
  const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
  const log = createLogger('error', silent)
  return {
    navigator,
    settings: () => anAppSettings(overrides),
    local,
    log,
    clock: createTestClock(),
    session: aSession(),
  }
}

const target = (...given: Parameters<typeof depsAt>) => afterLoginTarget(depsAt(...given))

/** Returns the target that is stored for the emailed link of a page. */
const kept = (...given: Parameters<typeof depsAt>) => {
  const deps = depsAt(...given)
  keepTarget(deps, 'new@acme.test')
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
  ['the same page at home, also without a fragment', target('/?a=1', undefined, byHash), 'https://app.test/?a=1'],
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

describe('a stored return URL', () => {
  const MINUTE_MS = 60_000
  const HOME = 'https://app.test/'
  const PLAN_PAGE = 'https://app.test/pricing?fe-plan=growth'

  const signedUp = (email: string) => {
    const deps = depsAt('/account/sign-up?redirectUrl=%2Fpricing%3Ffe-plan%3Dgrowth')
    keepTarget(deps, email)
    const login = aNavigator(new URL('https://app.test/account/login'))
    return { ...deps, navigator: login }
  }

  it('waits a week for the user who has to activate an account', () => {
    const deps = signedUp('Dana@Acme.test')
    deps.clock.skew(7 * 24 * 60 * MINUTE_MS - 1)
    expect(afterLoginTarget(deps)).to.equal(PLAN_PAGE)
    deps.clock.skew(1)
    expect(afterLoginTarget(deps)).to.equal(HOME)
  })

  it('is ignored for other users of this browser', () => {
    expect(afterLoginTarget(signedUp('someone-else@acme.test'))).to.equal(HOME)
  })

  it('expires after half an hour when its user is not known', () => {
    const deps = depsAt('/account/login')
    storeTarget(deps, PLAN_PAGE)
    deps.clock.skew(30 * MINUTE_MS - 1)
    expect(afterLoginTarget(deps)).to.equal(PLAN_PAGE)
    deps.clock.skew(1)
    expect(afterLoginTarget(deps)).to.equal(HOME)
  })

  it('of the host itself has no age, also after one of ours', () => {
    const deps = signedUp('someone-else@acme.test')
    deps.local.set(STORED_REDIRECT, '/reports')
    deps.clock.skew(365 * 24 * 60 * MINUTE_MS)
    expect(afterLoginTarget(deps)).to.equal('https://app.test/reports')
  })

  it('is forgotten as a whole', () => {
    const deps = signedUp('someone-else@acme.test')
    forgetTarget(deps)
    deps.local.set(STORED_REDIRECT, PLAN_PAGE)
    expect(afterLoginTarget(deps)).to.equal(PLAN_PAGE)
  })
})
