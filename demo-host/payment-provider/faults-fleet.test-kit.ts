import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startScript } from '../../src/testing/child-script.ts'

const BACKEND = fileURLToPath(new URL('./faults-backend.test-kit.ts', import.meta.url))

type Word = 'ready' | 'port' | 'clock'

interface Member {
  ready: Promise<unknown>
  say(line: string): void
  /** Resolves with the rest of the next line that begins with the word. */
  hear(word: Word): Promise<number>
  kill(): Promise<void>
}

const startMember = (database: string, providerUrl: string): Member => {
  const child = startScript(BACKEND, database, providerUrl)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const lines = createInterface({ input: child.stdout })
  const hear = (word: Word): Promise<number> =>
    new Promise((resolve, reject) => {
      void ended.then(() => reject(new Error('A backend process ended')))
      const read = (line: string) => {
        const [first, value] = line.split(' ')
        if (first !== word) return
        lines.off('line', read)
        resolve(Number(value))
      }
      lines.on('line', read)
    })
  const ready = hear('ready')
  // A spare process may end before it is used.
  ready.catch(() => undefined)
  return {
    ready,
    say: (line) => void child.stdin?.write(`${line}\n`),
    hear,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface FleetSettings {
  /** Folder of an embedded database, or URL of a PostgreSQL server. */
  database: string
  providerUrl: string
  processes: number
}

export interface Fleet {
  /** Returns the origin of each process in turn. */
  origin(at: number): string
  /** Runs `kill -9` on every process, and starts as many new ones on the same database. */
  replace(): Promise<void>
  /** Moves the clock of every process. */
  setAhead(ms: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts backends on one database. Spare processes have already loaded their code when the others are killed, because
 * that takes most of a start.
 */
export const startFleet = async ({ database, providerUrl, processes }: FleetSettings): Promise<Fleet> => {
  const all = new Set<Member>()
  const prepare = (): Member[] =>
    Array.from({ length: processes }, () => {
      const member = startMember(database, providerUrl)
      all.add(member)
      return member
    })
  let ahead = 0
  let ports: number[] = []
  let members: Member[] = []
  let spares = prepare()

  const open = async (): Promise<void> => {
    members = spares
    await Promise.all(members.map(({ ready }) => ready))
    const listening = members.map((member) => member.hear('port'))
    for (const member of members) member.say(`open ${ahead}`)
    ports = await Promise.all(listening)
    spares = prepare()
  }
  const end = (member: Member) => {
    all.delete(member)
    return member.kill()
  }
  const stop = async () => {
    await Promise.all([...all].map(end))
  }
  await open().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    origin: (at) => `http://localhost:${ports[at % ports.length]}`,
    async replace() {
      await Promise.all(members.map(end))
      await open()
    },
    async setAhead(ms) {
      ahead = ms
      const heard = members.map((member) => member.hear('clock'))
      for (const member of members) member.say(`clock ${ms}`)
      await Promise.all(heard)
    },
    stop,
  }
}
