// `killed-migrations.database.test.ts` runs this file as a separate process, which it kills. Its arguments are the folder
// or the URL of a database, which it opens and so migrates, and the message to the database before which it hangs.
import { writeSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { openPgliteStore } from '../backend/adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../backend/adapters/postgres/postgres-store.ts'

const [target = '', stopBefore = '0'] = process.argv.slice(2)
const STOP = Number(stopBefore)

/** The parent gets the line at once: the process may stop before another turn of its event loop. */
const say = (line: string) => writeSync(1, `${line}\n`)

let sent = 0

/** Counts a message, and names those that begin and end the transaction of the migrations. */
const note = (text: string): void => {
  sent += 1
  if (sent === STOP) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  const [, step] = /^(begin|commit)\b/i.exec(text) ?? []
  if (step) say(`${step.toLowerCase()} ${sent}`)
  // The kill comes while the database works on this message, or after it.
  if (sent + 1 === STOP) say('reached')
}

const textOf = (message: unknown): string =>
  typeof message === 'object' && message && 'text' in message ? String(message.text) : String(message)

const { query } = Client.prototype
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  note(textOf(args[0]))
  return Reflect.apply(query, this, args)
}

/** Bytes of a message before its text: its type and its length. */
const HEAD = 5

const { execProtocolRawSync } = PGlite.prototype
PGlite.prototype.execProtocolRawSync = function (message) {
  note(Buffer.from(message.subarray(HEAD)).toString())
  return execProtocolRawSync.call(this, message)
}

const store = await (target.startsWith('postgres:') ? openPostgresStore(target) : openPgliteStore(target))
say('done')
await store.close()
