export interface MalformedResponse {
  status: number
  body: string | Uint8Array<ArrayBuffer>
  type?: string
  headers?: Record<string, string>
  /** Text that the user sees; absent if the response counts as a success because nothing else of it is needed. */
  says?: string | RegExp
}

const HTML = '<!doctype html><html><body><h1>Oh no</h1></body></html>'
const DIFFICULTIES = "We're facing some difficulties, Please try again"
const LIMITED = /Too many attempts/

/** The messages are part of the contract with hosts that match on them. */
const withStatus = (status: number): MalformedResponse[] => {
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

/** Responses that no client expects, the strangest first. */
export const MALFORMED_RESPONSES: readonly MalformedResponse[] = [
  { status: 429, body: '{}', headers: { 'retry-after': '3' }, says: LIMITED },
  { status: 200, body: HTML, type: 'text/html' },
  { status: 500, body: HTML, type: 'text/html', says: DIFFICULTIES },
  ...withStatus(400),
  ...withStatus(404),
  ...withStatus(500).slice(0, -2),
  { status: 413, body: HTML, type: 'text/html', says: /Error request is too large/ },
  { status: 429, body: HTML, type: 'text/html', says: LIMITED },
  { status: 500, body: new Uint8Array([0xff, 0xfe, 0x00, 0xc3, 0x28]) },
  { status: 200, body: '{"accessToken": "ey' },
  { status: 200, body: '' },
  { status: 200, body: '[1,2]' },
  { status: 204, body: '' },
]

/** Returns a title from its position in the table and its beginning. */
export const titleOf = (one: MalformedResponse): string =>
  `${MALFORMED_RESPONSES.indexOf(one)}: ${one.status} ${String(one.body).slice(0, 60)}`
