// A client in its own process, so that its memory is separate from the backend's: `node audit-export-client.ts <origin>
// <access token> <stream or parts> <rows after which it disconnects>`.
import { auditLog, audits } from '../../contract/audits.ts'
import { createChecksum } from './checksum.test-kit.ts'

const PROGRESS_ROWS = 1_000

const [origin, accessToken, way, limit = ''] = process.argv.slice(2)
const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' }

const post = async (path: string, body: object): Promise<Response> => {
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== 200) throw new Error(`${path} ${response.status} ${await response.text()}`)
  return response
}

async function* streamed(): AsyncGenerator<string> {
  const path = `${audits.exportAudits.path.replace('{endpoint}', 'jsonl')}?offset=0&outputFileName=audits.jsonl`
  const { body } = await post(path, {})
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) yield decoder.decode(chunk, { stream: true })
}

/** Exports in parts, as the page does. */
async function* inParts(): AsyncGenerator<string> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = { format: 'jsonl', ...(cursor && { cursor }) }
    const part = (await (await post(auditLog.exportAuditPart.path, body)).json()) as { text: string; cursor: string }
    yield part.text
    cursor = part.cursor
  }
}

const found = createChecksum()
let rest = ''
let bytes = 0
let rows = 0
let lastSeq = 0
for await (const text of way === 'parts' ? inParts() : streamed()) {
  bytes += Buffer.byteLength(text)
  const lines = (rest + text).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const parsed = JSON.parse(line) as { hash: string } | { lastSeq: number }
    if ('lastSeq' in parsed) lastSeq = parsed.lastSeq
    if (!('hash' in parsed)) continue
    rows = found.add(parsed.hash)
    if (rows % PROGRESS_ROWS === 0) console.log('progress')
  }
  // Leaving the loop closes the response.
  if (rows >= Number(limit || Number.POSITIVE_INFINITY)) break
}
console.log(JSON.stringify({ ...found.result(), bytes, lastSeq }))
