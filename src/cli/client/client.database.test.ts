import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scriptArguments } from '../../testing/child-script.ts'
import { temporaryData } from '../../testing/pglite.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const run = promisify(execFile)

describe('npm run client', () => {
  it('registers an application, prints its secret once, and refuses URLs that no code may be sent to', async () => {
    const folder = await temporaryData()
    const env = {
      PATH: process.env.PATH ?? '',
      DATA_DIR: folder,
      API_URL: 'https://id.example.com',
      APP_URL: 'https://app.example.com',
      CLIENT_ID: '11111111-1111-4111-8111-111111111111',
      SEALING_KEY: 'a'.repeat(43),
    }
    const add = (...flags: string[]) => run(process.execPath, scriptArguments(MAIN, 'client', ...flags), { env })
    try {
      const callback = ['--name', 'Shop', '--redirect-uri', 'https://shop.example.com/callback']
      assert.match(
        (await add(...callback)).stdout,
        /^Client ID: [\w-]{36}\nClient secret, shown this once: feoc_\S{40,}\n$/,
      )
      const http = ['--name', 'Shop', '--redirect-uri', 'http://shop.example.com/']
      await assert.rejects(add(...http), /--redirect-uri must be an https URL/)
      const native = ['--redirect-uri', 'com.example.shop:/callback', '--redirect-uri', 'http://[::1]/callback']
      assert.match((await add('--name', 'Shop', '--public', ...native)).stdout, /^Client ID: [\w-]{36}\n$/)
      await assert.rejects(add('--name', 'Shop', ...native), /--redirect-uri must be an https URL/)
      const unclaimed = ['--name', 'Shop', '--public', '--redirect-uri', 'shop:/callback']
      await assert.rejects(add(...unclaimed), /--redirect-uri must be an https URL/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
