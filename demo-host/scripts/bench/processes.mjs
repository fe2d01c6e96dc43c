// Backend processes and the clock of their database, for `npm run bench:backend`.
import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

const SERVER = fileURLToPath(new URL('backend-server.ts', import.meta.url))
const LOADER = new URL('load-typescript.mjs', import.meta.url).href

/** Starts a process with a backend; `figures` returns its CPU time, statements, memory and sign-ins. */
export const startProcess = async (settings, script = SERVER) => {
  const child = fork(script, [JSON.stringify(settings)], { execArgv: ['--import', LOADER] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const failed = ended.then(() => {
    throw new Error('A backend process has ended')
  })
  // Once the process may end, its failure is not an error.
  failed.catch(() => undefined)
  const reply = () => Promise.race([new Promise((resolve) => child.once('message', resolve)), failed])
  const { port } = await reply()
  const figures = () => {
    const next = reply()
    child.send('figures')
    return next
  }
  const end = () => {
    child.disconnect()
    return ended
  }
  return { origin: `http://127.0.0.1:${port}`, figures, end }
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** Returns the CPU time of the database server's processes for one database, in milliseconds. */
export const createDatabaseClock = async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  // Connections that have ended keep their last known time.
  const cpuOf = new Map()
  const read = async () => {
    const { rows } = await client.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    for (const { pid } of rows) {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields) cpuOf.set(pid, (Number(fields[11]) + Number(fields[12])) * TICK_MS)
    }
    return [...cpuOf.values()].reduce((sum, ms) => sum + ms, 0)
  }
  return { read, end: () => client.end() }
}
