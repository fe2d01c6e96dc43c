import type { Page, Route } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'

export interface Odd {
  status: number
  body: string | Buffer
  type?: string
  headers?: Record<string, string>
  /** What the user reads; a response that says "done" is believed where nothing else is needed of it. */
  says?: string | RegExp
}

const HTML = '<!doctype html><html><body><h1>Oh no</h1></body></html>'
const DIFFICULTIES = "We're facing some difficulties, Please try again"
const LIMITED = /Too many attempts/

/** The messages are part of the contract with hosts that match on them. */
const withStatus = (status: number): Odd[] => {
  const named = new RegExp(`Error ${status}`)
  return [
    { status, body: '{"errors":["First thing","second thing"]}', says: 'First thing, second thing' },
    { status, body: '{"errors":[]}', says: named },
    { status, body: '{"errors":"x"}', says: named },
    { status, body: '{"errors":[{"message":"Distinguished"}]}', says: /Distinguished|Error/ },
    { status, body: '{"errors":{"a":1}}', says: named },
    { status, body: 'null', says: named },
    { status, body: '{}', says: named },
    { status, body: '5', says: named },
    { status, body: '{"message":"m"}', says: named },
    { status, body: '"In one word"', says: 'In one word' },
    { status, body: HTML + ' '.repeat(1_000_000), type: 'text/html', says: DIFFICULTIES },
    { status, body: '', says: DIFFICULTIES },
  ]
}

/** What no client hopes for, oddest first; scaled down, the first few are given. */
export const MALFORMED_RESPONSES: readonly Odd[] = [
  { status: 429, body: '{}', headers: { 'retry-after': '3' }, says: LIMITED },
  { status: 200, body: HTML, type: 'text/html' },
  { status: 500, body: HTML, type: 'text/html', says: DIFFICULTIES },
  ...withStatus(400),
  ...withStatus(404),
  ...withStatus(500).slice(0, -2),
  { status: 413, body: HTML, type: 'text/html', says: /Error request is too large/ },
  { status: 429, body: HTML, type: 'text/html', says: LIMITED },
  { status: 500, body: Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]) },
  { status: 200, body: '{"accessToken": "ey' },
  { status: 200, body: '' },
  { status: 200, body: '[1,2]' },
  { status: 204, body: '' },
]

export interface OddCall {
  path: RegExp
  method?: string
}

/** Sends a malformed response to one call of the page while switched on, and notes what the page did not catch. */
export const respondMalformed = async (page: Page, demo: DemoHost, { path, method }: OddCall) => {
  let odd: Odd | undefined
  let sent = 0
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(String(error)))
  await page.route(path, (route: Route) => {
    const asked = route.request().method()
    if (asked === 'OPTIONS' || !odd || (method && asked !== method)) return route.fallback()
    sent += 1
    return route.fulfill({
      status: odd.status,
      body: odd.body,
      contentType: odd.type ?? 'application/json',
      headers: {
        'access-control-allow-origin': demo.origins.host,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'Retry-After',
        ...odd.headers,
      },
    })
  })
  return {
    uncaught,
    sent: () => sent,
    respondWith(next: Odd | undefined) {
      odd = next
    },
  }
}
