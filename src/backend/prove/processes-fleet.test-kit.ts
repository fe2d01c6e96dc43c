import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startScript } from '../../testing/child-script.ts'

const BACKEND = fileURLToPath(new URL('./processes-backend.test-kit.ts', import.meta.url))

interface Member {
  port: number
  kill(): Promise<void>
}

export interface Fleet {
  /** Shared port, where each request goes to the next process that accepts a connection. */
  front: string
  /** Origin of each individual process. */
  direct: readonly string[]
  kill(at: number): Promise<void>
  restart(at: number): Promise<void>
  stop(): Promise<void>
}

interface Starting {
  listening: Promise<Member>
  kill(): Promise<void>
}

const startMember = (databaseUrl: string): Starting => {
  const child = startScript(BACKEND, databaseUrl)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const listening = new Promise<Member>((resolve, reject) => {
    void ended.then(() => reject(new Error('A backend process ended before it listened')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = Number(/^port (\d+)$/.exec(line)?.[1])
      if (port) resolve({ port, kill })
    })
  })
  return { listening, kill }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

const textOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const forward = (port: number, incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders)
      upstream.pipe(response)
      upstream.once('end', resolve)
      upstream.once('error', reject)
    })
    onward.once('error', reject)
    onward.end(body)
  })

/** Acts as a load balancer: uses the next process in turn, and another one only if nothing was sent. */
const createFront = (ports: () => readonly number[]) => {
  let turn = 0
  return createServer(async (incoming, response) => {
    const body = await textOf(incoming)
    const all = ports()
    const first = turn++
    for (let tried = 0; tried < all.length; tried++) {
      try {
        return await forward(all[(first + tried) % all.length] ?? 0, incoming, body, response)
      } catch (error) {
        if (!isRefused(error)) return void response.destroy()
      }
    }
    response.writeHead(503).end()
  })
}

/** Starts `size` backends at the same moment on one database, behind one port. */
export const startFleet = async (databaseUrl: string, size: number): Promise<Fleet> => {
  const all: Starting[] = []
  const start = (): Promise<Member> => {
    const starting = startMember(databaseUrl)
    all.push(starting)
    return starting.listening
  }
  // Includes processes that are still starting.
  const killAll = () => Promise.all(all.map(({ kill }) => kill()))

  const members = await Promise.all(Array.from({ length: size }, start)).catch(async (error: unknown) => {
    await killAll()
    throw error
  })
  const server = createFront(() => members.map(({ port }) => port))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    front: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    get direct() {
      return members.map(({ port }) => `http://localhost:${port}`)
    },
    kill: async (at) => members[at]?.kill(),
    restart: async (at) => void members.splice(at, 1, await start()),
    async stop() {
      server.closeAllConnections()
      server.close()
      await killAll()
    },
  }
}
