import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf } from '../adapters/config.ts'
import { isAllowedOrigin } from './origins.ts'

const APP = 'https://app.example.com'

const LOCAL = ['http://localhost', 'http://localhost:8080', 'http://localhost:5173']

/** Origins that only look like a page of this machine. */
const OTHERS = [
  'null',
  'http://localhost.example.com',
  'http://localhost:8080.example.com',
  'http://localhost:8080/',
  'http://app.localhost:8080',
  'http://user@localhost:8080',
  'http://127.0.0.1:8080',
  'https://example.com/http://localhost:8080',
  'http://localhost:123456',
]

const allowed = (origins: readonly string[], allowLocalPages: boolean) => {
  const config = configOf({ apiUrl: 'https://id.example.com', appUrl: APP, allowLocalPages })
  return origins.filter((origin) => isAllowedOrigin(config, origin))
}

test('a demo allows the pages of every port of localhost, and no look-alike origins', () => {
  assert.deepEqual(allowed([APP, ...LOCAL, ...OTHERS], true), [APP, ...LOCAL])
})

test('every other backend allows the origins that it is given', () => {
  assert.deepEqual(allowed([APP, ...LOCAL, ...OTHERS], false), [APP])
})
