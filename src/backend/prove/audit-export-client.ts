import { audits } from '../../contract/audits.ts'
import { createChecksum } from './audit-export.test-kit.ts'

const PROGRESS_ROWS = 1_000

/** A client of its own process, whose memory is not the backend's: `node audit-export-client.ts <origin> <access token>`. */
const [origin, accessToken] = process.argv.slice(2)
const url = `${origin}${audits.exportAudits.path.replace('{endpoint}', 'jsonl')}?offset=0&outputFileName=audits.jsonl`
const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' }
const response = await fetch(url, { method: 'POST', headers, body: '{}' })
const found = createChecksum()
const decoder = new TextDecoder()
let rest = ''
let bytes = 0
for await (const chunk of response.body ?? []) {
  bytes += chunk.byteLength
  const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const { hash } = JSON.parse(line) as { hash?: string }
    if (hash !== undefined && found.add(hash) % PROGRESS_ROWS === 0) console.log('progress')
  }
}
console.log(JSON.stringify({ ...found.result(), bytes }))
