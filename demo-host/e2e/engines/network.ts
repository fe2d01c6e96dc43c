/** The moment at which the connection of a request is lost. */
export type Moment = 'before it was sent' | 'after the server used it' | 'in the middle of the response'

type Respond = (request: Request) => Promise<Response>

interface Seen {
  path: string
  /** Origin of the sending page; a page at the API's own origin sends none with a GET. */
  origin: string | null
}

const FLUSH_MS = 200

/** Returns a response that ends after its first half. */
const half = async (response: Response): Promise<Response> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, bytes.length / 2)),
    async pull(controller) {
      // The first half must be sent first: without any of it, browsers repeat the request by themselves.
      await new Promise((resolve) => setTimeout(resolve, FLUSH_MS))
      controller.error(new Error('The connection is lost'))
    },
  })
  return new Response(body, response)
}

const lost = async (moment: Moment, respond: () => Promise<Response>): Promise<Response> => {
  if (moment === 'before it was sent') return Response.error()
  const response = await respond()
  return moment === 'in the middle of the response' ? half(response) : Response.error()
}

/** Creates the network between a browser and the API of the demo host. */
export const createNetwork = () => {
  let seen: Seen[] = []
  let fault: { ending: string; moment: Moment } | undefined
  return {
    /** From now on, every request whose path has this ending loses its connection. */
    lose(ending: string, moment: Moment) {
      fault = { ending, moment }
    },
    /** Forgets the requests and stops losing connections. */
    reset() {
      fault = undefined
      seen = []
    },
    count: (holds: (request: Seen) => boolean): number => seen.filter(holds).length,
    intercept(request: Request, respond: Respond): Promise<Response> {
      const path = new URL(request.url).pathname
      if (request.method === 'OPTIONS') return respond(request)
      seen.push({ path, origin: request.headers.get('origin') })
      return fault && path.endsWith(fault.ending) ? lost(fault.moment, () => respond(request)) : respond(request)
    },
  }
}

export type Network = ReturnType<typeof createNetwork>
