import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ports } from '../ports.ts'
import { createRefusedOrigins } from './respond.ts'

const aLog = (allowedOrigins: string[]) => {
  const lines: string[] = []
  const log = { warn: (line: string) => void lines.push(line), error: () => {} }
  const config = { appUrl: 'https://app.test', allowedOrigins } as unknown as Ports['config']
  const look = createRefusedOrigins({ config, log })
  const from = (origin: string) =>
    look(new Request('https://api.test/flags', { method: 'OPTIONS', headers: { Origin: origin } }))
  return { lines, from }
}

test('a refused origin is logged once, with the variable that would allow it and the allowed origins', () => {
  const { lines, from } = aLog(['http://localhost:8080'])
  from('http://localhost:5173')
  from('http://localhost:5173')
  assert.deepEqual(lines, [
    'Refused a page of the origin http://localhost:5173; to allow it, start with ALLOWED_ORIGINS=http://localhost:8080,http://localhost:5173',
  ])
})

test('allowed origins are not logged, and invented ones do not fill the log', () => {
  const { lines, from } = aLog(['http://localhost:8080'])
  from('http://localhost:8080')
  from('https://app.test')
  assert.equal(lines.length, 0)
  for (let at = 0; at < 500; at += 1) from(`https://n${at}.test`)
  assert.equal(lines.length, 50)
})

test('a page opened from a file is logged as such', () => {
  const { lines, from } = aLog([])
  from('null')
  assert.match(lines[0] ?? '', /pages opened from files/)
})
