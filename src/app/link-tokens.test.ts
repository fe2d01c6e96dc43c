import { expect } from 'chai'
import { createMemoryStorage, type KeyValue } from '../kernel/storage.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { takeLinkTokens } from './link-tokens.ts'

type Strategy = 'path' | 'hash'

interface Opened {
  strategy?: Strategy
  storage?: KeyValue
  /** Returns the tab's storage, each time it is opened. @default `storage` */
  tab?: () => KeyValue
  /** Type of the document's navigation, as the browser reports it. */
  type?: 'navigate' | 'reload' | 'back_forward'
  /** Time origin of the document; a later document has a later one. */
  began?: number
  /** URL of the document in the browser's navigation record. @default the same URL */
  recorded?: string
  /** User name and password in the URL of the document, which its location hides, such as `me:pw@`. */
  credentials?: string
}

const ORIGIN = 'https://app.test'
/** The `<base>` of a page whose files are on another server. */
const BASE = 'https://files.test/'

/** Simulates the parts of a tab's document that matter for links. */
const open = (
  url: string,
  { strategy = 'path', storage = createMemoryStorage(), credentials = '', ...given }: Opened = {},
) => {
  const location = {
    href: new URL(url, ORIGIN).href,
    reloads: 0,
    reload() {
      this.reloads += 1
    },
  }
  const state = { own: 'state of the host' }
  const states: unknown[] = []
  const page = {
    location,
    document: {
      get URL() {
        return location.href.replace('//', `//${credentials}`)
      },
    },
    history: {
      state,
      replaceState(next: unknown, _unused: string, href: string) {
        states.push(next)
        const [start = '', rest = ''] = new URL(href, BASE).href.split(ORIGIN.replace('//', `//${credentials}`))
        if (start !== '') throw new DOMException('Another origin or user', 'SecurityError')
        location.href = ORIGIN + rest
      },
    },
    performance: {
      timeOrigin: given.began ?? 1,
      getEntriesByType: () => [{ type: given.type ?? 'navigate', name: new URL(given.recorded ?? url, ORIGIN).href }],
    },
  } as unknown as Window
  const settings = () => ({ routes: DEFAULT_ROUTES, basename: '', urlStrategy: strategy })
  const tokens = takeLinkTokens({ settings, page, storage: given.tab ?? (() => storage) })
  const left = () => location.href.slice(ORIGIN.length)
  const read = (at = location.href) => Object.fromEntries(tokens.read(new URL(at, ORIGIN)))
  return { tokens, storage, location, left, read, states, state }
}

const LINKS: readonly [title: string, url: string, left: string, values: object, strategy?: Strategy][] = [
  ['an activation', '/account/activate?userId=u&token=s', '/account/activate?userId=u', { token: 's' }],
  [
    'an accepted invitation',
    '/account/invitation/accept?token=s&userId=u',
    '/account/invitation/accept?userId=u',
    { token: 's' },
  ],
  [
    'a password reset',
    '/account/reset-password?userId=u&token=s&a=1#top',
    '/account/reset-password?userId=u&a=1#top',
    { token: 's' },
  ],
  ['a phone number reset', '/account/reset-phone-number/?token=s', '/account/reset-phone-number/', { token: 's' }],
  [
    'a magic link',
    '/account/login/magic-link?token=s&invitationToken=i',
    '/account/login/magic-link',
    { token: 's', invitationToken: 'i' },
  ],
  ['a magic link by its other name', '/account/login/magic-link?code=s', '/account/login/magic-link', { code: 's' }],
  [
    'an invite link',
    '/account/login?a=%20b&invitationToken=i&c=d+e',
    '/account/login?a=%20b&c=d+e',
    { invitationToken: 'i' },
  ],
  ['an invite link to sign up', '/account/sign-up?invitationToken=i%2B', '/account/sign-up', { invitationToken: 'i+' }],
  [
    'an impersonation',
    '/account/impersonate#userId=u&actorToken=s',
    '/account/impersonate#userId=u',
    { actorToken: 's' },
  ],
  [
    'an impersonation by its query',
    '/account/impersonate?userId=u&token=s#top',
    '/account/impersonate?userId=u#top',
    { token: 's' },
  ],
  [
    'a reset in a fragment',
    '/app?a=1#/account/reset-password?userId=u&token=s',
    '/app?a=1#/account/reset-password?userId=u',
    { token: 's' },
    'hash',
  ],
  [
    'an invite link in a fragment',
    '/#/account/login?invitationToken=i',
    '/#/account/login',
    { invitationToken: 'i' },
    'hash',
  ],
]

describe('a link with a one-time token', () => {
  for (const [title, url, left, values, strategy] of LINKS) {
    it(`of ${title} leaves the URL, which keeps everything else as it is written`, () => {
      const page = open(url, { strategy })
      expect(page.left()).to.equal(left)
      expect(page.read()).to.deep.equal(values)
      expect(page.states).to.deep.equal([page.state])
    })

    it(`of ${title} works after a reload and after the back button, but not in a tab that copied the storage`, () => {
      for (const type of ['reload', 'back_forward'] as const) {
        const { storage } = open(url, { strategy })
        const later = open(left, { strategy, storage, type, began: 2 })
        expect(later.read()).to.deep.equal(values)
        expect(open(left, { strategy, storage, type, began: 3 }).read()).to.deep.equal(values)
      }
      const { storage } = open(url, { strategy })
      expect(open(left, { strategy, storage, began: 2 }).read()).to.deep.equal({})
      expect(open(left, { strategy, storage, type: 'reload', began: 3 }).read()).to.deep.equal({})
    })
  }

  for (const url of [
    '/reports?token=mine&invitationToken=mine',
    '/?token=mine#token=mine',
    '/account/login?token=mine&code=c&state=s',
    '/account/oidc/callback?code=c&state=s',
    '/account/reset-password?userId=u#/x?token=mine',
  ]) {
    it(`isn't created from the host's own file at ${url}`, () => {
      const page = open(url)
      expect(page.left()).to.equal(url)
      expect(page.read()).to.deep.equal({})
      expect(page.states).to.deep.equal([])
    })
  }

  it('is for its own route, while an invitation is for each', () => {
    const page = open('/account/login/magic-link?token=s&invitationToken=i')
    expect(page.read('/account/reset-password')).to.deep.equal({ invitationToken: 'i' })
  })

  it('is passed to the next page of this tab if that page may read it, and to no other', () => {
    const { storage, tokens } = open('/account/login?invitationToken=i')
    tokens.carry(new URL('/account/sign-up', ORIGIN))
    expect(open('/account/sign-up', { storage, began: 2 }).read()).to.deep.equal({ invitationToken: 'i' })
    expect(open('/account/sign-up', { storage, began: 3 }).read()).to.deep.equal({})
    const reset = open('/account/reset-password?token=s&userId=u', { storage })
    reset.tokens.carry(new URL('/account/login', ORIGIN))
    expect(open('/account/login', { storage, began: 2 }).read()).to.deep.equal({})
  })

  it('is gone from page and tab once it is used', () => {
    const { storage, tokens, read } = open('/account/activate?userId=u&token=s')
    tokens.forget()
    expect(read()).to.deep.equal({})
    expect(open('/account/activate?userId=u', { storage, type: 'reload', began: 2 }).read()).to.deep.equal({})
  })

  it('is gone after the next reload once it is refused while the page still needs it', () => {
    const { storage, tokens, read } = open('/account/login?invitationToken=i')
    tokens.forgetOnReload()
    expect(read()).to.deep.equal({ invitationToken: 'i' })
    expect(open('/account/login', { storage, type: 'reload', began: 2 }).read()).to.deep.equal({})
  })

  it('is removed from a URL with a user name and password, which the page’s location hides', () => {
    const page = open('/account/reset-password?userId=u&token=s', { credentials: 'me:pw@' })
    expect(page.left()).to.equal('/account/reset-password?userId=u')
    expect(page.read()).to.deep.equal({ token: 's' })
  })

  it('is removed from the URL of a host’s page once a login box exists', () => {
    const page = open('/join?invitationToken=i&token=mine')
    page.tokens.takeForBox()
    expect(page.left()).to.equal('/join?token=mine')
    expect(page.read()).to.deep.equal({ invitationToken: 'i' })
  })

  it('loads the page once more while the browser records it for every script', () => {
    const url = '/account/activate?userId=u&token=s'
    const first = open(url)
    expect(first.tokens.isExposed()).to.equal(true)
    expect(first.tokens.reloadIfExposed()).to.equal(true)
    expect(first.location.reloads).to.equal(1)
    const second = open('/account/activate?userId=u', { storage: first.storage, type: 'reload', began: 2 })
    expect(second.tokens.reloadIfExposed()).to.equal(false)
    const moved = open(url, { recorded: '/account/login' })
    expect(moved.tokens.isExposed()).to.equal(false)
  })

  it('is kept in the page where the tab stores nothing, and then no script may be added', () => {
    const url = '/account/activate?userId=u&token=s'
    const { tokens, location, left, read } = open(url, { tab: createMemoryStorage })
    expect(tokens.reloadIfExposed()).to.equal(false)
    expect(location.reloads).to.equal(0)
    expect(tokens.isExposed()).to.equal(true)
    expect([left(), read()]).to.deep.equal(['/account/activate?userId=u', { token: 's' }])
  })
})
