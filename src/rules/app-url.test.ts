import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nativeAppUrl } from './app-url.ts'

const LISTED = ['https://app.test', 'com.acme.app://in', 'acme://']

test('an app is opened by a URL that the host listed', () => {
  assert.equal(nativeAppUrl('com.acme.app://in?tab=2', LISTED), 'com.acme.app://in?tab=2')
  assert.equal(nativeAppUrl('acme://anywhere/below', LISTED), 'acme://anywhere/below')
})

test('any other URL falls back to the first listed app', () => {
  for (const asked of [
    null,
    '/reports',
    'https://evil.test',
    'com.acme.app://inside',
    'evil://in',
    'COM.acme.app:in',
  ]) {
    assert.equal(nativeAppUrl(asked, LISTED), 'com.acme.app://in')
  }
})

test('schemes that run code or read files are never opened, even if they are listed', () => {
  const bad = ['javascript://%0aalert(1)', 'data://x', 'JavaScript://x', 'file:///etc/passwd', 'intent://x', 'blob://x']
  assert.equal(nativeAppUrl(bad[0], bad), undefined)
  assert.equal(nativeAppUrl('com.acme.app://a b', ['com.acme.app://']), 'com.acme.app://')
})
