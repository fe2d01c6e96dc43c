import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookUrlFault } from './webhook-url.ts'

const CASES = {
  '': 'urlIsRequired',
  '  ': 'urlIsRequired',
  'https://example.com/hooks?a=1': undefined,
  ' HTTPS://bücher.example/ ': undefined,
  '\ufeff\u200ehttps://example.com/hooks\u200b\n': undefined,
  '\u200b\u2060': 'urlIsRequired',
  'example.com/hooks': 'urlNeedsScheme',
  'example.com:8443/hooks': 'urlNeedsScheme',
  'ftp://example.com/': 'urlIsInvalid',
  'mailto:ada@example.com': 'urlIsInvalid',
  '/hooks': 'urlIsInvalid',
  nonsense: 'urlIsInvalid',
  'https://': 'urlIsInvalid',
  'https://exa mple.com/': 'urlIsInvalid',
  'https://https://example.com/': 'urlIsInvalid',
  'https://*.example.com/': 'urlIsInvalid',
  'https://{tenant}.example.com/': 'urlIsInvalid',
  'https://example..com/': 'urlIsInvalid',
  'https://.example.com/': 'urlIsInvalid',
  'https://[2001:db8::1]:8443/x': undefined,
  'https://hooks_1.example.com./': undefined,
  'https://ola:secret@example.com/': 'urlHasUser',
  'https://ola@example.com/#new': 'urlHasUser',
  'https://:secret@example.com/': 'urlHasUser',
  'https://example.com/hooks#new': 'urlHasFragment',
  'https://example.com/#': 'urlHasFragment',
} as const

for (const [url, fault] of Object.entries(CASES))
  test(`the URL '${url}' of a webhook ${fault ? `has the fault ${fault}` : 'has no fault'}`, () => {
    assert.equal(webhookUrlFault(url), fault)
  })
