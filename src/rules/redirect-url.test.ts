import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report, scaled } from '../backend/prove/report.test-kit.ts'
import { blockedRoutes } from '../navigation/auth-route.ts'
import { DEFAULT_ROUTES } from './auth-routes.ts'
import { safeRedirectUrl } from './redirect-url.ts'
import { redirectValues } from './redirect-values.test-kit.ts'
import { safeServerUrl } from './server-url.ts'

const ROUNDS = scaled(10_000)
const rules = {
  pageUrl: new URL('https://app.test/account/login?x=1'),
  allowedOrigins: ['https://ok.test', 'https://ok.test:8443/ignored-path', 'nonsense', 'javascript:alert(1)'],
  blockedPaths: blockedRoutes(DEFAULT_ROUTES),
}

const CASES: readonly [text: string, target: string | undefined][] = [
  ['/x', 'https://app.test/x'],
  ['/', 'https://app.test/'],
  ['/a/../b?c=d#e', 'https://app.test/b?c=d#e'],
  ['?tab=2', undefined],
  ['https://app.test/reports', 'https://app.test/reports'],
  ['https://ok.test/x', 'https://ok.test/x'],
  ['HTTPS://OK.test/x', 'https://ok.test/x'],
  ['https://ok.test:8443/x', 'https://ok.test:8443/x'],
  ['http://ok.test/x', undefined],
  ['https://ok.test:444/x', undefined],
  ['https://evil.test/x', undefined],
  ['//evil.test', undefined],
  ['/\\evil.test', undefined],
  ['\\\\evil.test', undefined],
  ['///evil.test', undefined],
  ['/.//evil.test', undefined],
  ['/a/..//evil.test', undefined],
  ['https:/evil.test', undefined],
  ['https:evil.test', undefined],
  ['https:///evil.test', undefined],
  ['https://app.test@evil.test/', undefined],
  ['https://user:pass@app.test/', undefined],
  ['https://app.test.evil.test/', undefined],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt://app.test/%0aalert(1)', undefined],
  ['data:text/html,x', undefined],
  ['blob:https://app.test/1', undefined],
  ['ftp://app.test/', undefined],
  ['\thttps://app.test/', undefined],
  ['/x\n', undefined],
  ['/%0d%0aSet-Cookie:x', undefined],
  ['/%5cevil.test', undefined],
  ['reports', undefined],
  ['', undefined],
  ['/account/login', undefined],
  ['/account/login/', undefined],
  ['/account/logout?redirectUrl=/x', undefined],
  ['https://app.test/account/activate', undefined],
  ['/account/loginish', 'https://app.test/account/loginish'],
]

for (const [text, target] of CASES) {
  test(`after sign-in ${JSON.stringify(text)} ${target ? `leads to ${target}` : 'is refused'}`, () => {
    assert.equal(safeRedirectUrl(text, rules)?.href, target)
  })
}

test(`${ROUNDS} fuzzed addresses never leave the permitted origins`, () => {
  const permitted = new Set(['https://app.test', 'https://ok.test', 'https://ok.test:8443'])
  let accepted = 0
  for (const text of redirectValues(ROUNDS)) {
    const url = safeRedirectUrl(text, rules)
    if (!url) continue
    accepted += 1
    assert.ok(permitted.has(url.origin), `${JSON.stringify(text)} led to ${url.href}`)
    // A router that removes the page's own origin must not find a host in the rest.
    const rest = url.href.slice(url.origin.length)
    assert.equal(new URL(rest, url.origin).origin, url.origin, text)
  }
  report({
    row: 18,
    wanted: '10,000 fuzzed addresses: 0 off-origin',
    reached: `${ROUNDS} addresses, ${accepted} accepted, 0 off-origin`,
    ok: accepted > 0,
  })
  assert.ok(accepted > 0, 'the fuzz must also produce good addresses')
})

const SERVER_CASES: readonly [text: string, ok: boolean][] = [
  ['https://idp.test/authorize?x=1', true],
  ['http://idp.test/authorize', false],
  ['http://localhost:3001/x', true],
  ['http://127.0.0.1/x', true],
  ['/account/login', true],
  ['javascript:alert(1)', false],
  [' JAVASCRIPT:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>1</script>', false],
  ['blob:https://app.test/1', false],
  ['vbscript:x', false],
  ['https://a:b@idp.test', false],
  ['', false],
  ['<html>moved</html>\u0000', false],
]

for (const [text, ok] of SERVER_CASES) {
  test(`the page ${ok ? 'follows' : 'refuses'} ${JSON.stringify(text)} from the server`, () => {
    assert.equal(safeServerUrl(text, { pageUrl: rules.pageUrl }) !== undefined, ok)
  })
}

test('an unexpected host is refused if the flow lists the hosts that it expects', () => {
  const expectedOrigins = ['https://idp.test']
  assert.ok(safeServerUrl('https://idp.test/x', { pageUrl: rules.pageUrl, expectedOrigins }))
  assert.ok(safeServerUrl('https://app.test/x', { pageUrl: rules.pageUrl, expectedOrigins }))
  assert.equal(safeServerUrl('https://evil.test/x', { pageUrl: rules.pageUrl, expectedOrigins }), undefined)
})
