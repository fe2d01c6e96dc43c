import type { AddressInfo } from 'node:net'
import { buildOpenApi } from '../../../cdn/openapi/build-openapi.ts'
import { createValidator } from '../../backend/adapters/validate.ts'
import { createMemoryStore } from '../../backend/store/memory.ts'
import { API, APP, openKit } from '../../backend/suites/kit.test-kit.ts'
import { PASSWORD } from '../../backend/suites/users.test-kit.ts'
import { matchOperation } from '../../contract/match.ts'
import { createApi } from '../../serve/api.ts'
import { closeServer, listen } from '../../serve/listen.ts'
import { type ConformanceSettings, runConformance } from './run.ts'

type Respond = () => Promise<Response>

/** Ends the time that the client waits for the response to its current request. */
export type Expire = () => void

/** Replaces a response of the server; `call` is the operation of the request. */
export type Intercept = (
  request: Request,
  respond: Respond,
  call: string | undefined,
  expire: Expire,
) => Promise<Response>

const { schemas } = await buildOpenApi()

const callOf = ({ method, url }: Request): string | undefined => {
  const { pathname, searchParams } = new URL(url)
  return matchOperation(method, pathname, searchParams)?.id
}

/**
 * Serves the backend in memory over HTTP, so that it is reached like any other server, and runs the command against it.
 */
export const openServer = async () => {
  const kit = await openKit(async () => createMemoryStore(), {
    ports: { validate: createValidator(schemas) },
  })
  let intercept: Intercept | undefined
  /** The client sends its requests one after another. */
  let waiting = new AbortController()
  const limit = () => {
    waiting = new AbortController()
    return waiting.signal
  }
  const expire = () => waiting.abort(new DOMException('The response is late', 'TimeoutError'))
  const seen: { request: Request; call: string | undefined }[] = []
  const server = await listen(
    createApi(async (request, peer = {}) => {
      const call = callOf(request)
      seen.push({ request: request.clone(), call })
      const respond = () => kit.backend(request, peer)
      return intercept ? intercept(request, respond, call, expire) : respond()
    }, API),
    0,
    '127.0.0.1',
    () => {},
  )
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: ConformanceSettings = {
    baseUrl,
    email: 'ada@acme.test',
    password: PASSWORD,
    origin: APP,
    schemas,
    perSecond: 100_000,
    limit,
  }
  return {
    kit,
    baseUrl,
    /** The requests of the last run. */
    seen,
    /** Replaces responses for runs of other processes. */
    replace: (replaced?: Intercept) => {
      intercept = replaced
    },
    async run(more: Partial<ConformanceSettings> = {}, replaced?: Intercept) {
      await kit.reset()
      seen.length = 0
      intercept = replaced
      try {
        return await runConformance({ ...settings, ...more })
      } finally {
        intercept = undefined
      }
    },
    async close() {
      server.closeAllConnections()
      await closeServer(server)
      await kit.close()
    },
  }
}
