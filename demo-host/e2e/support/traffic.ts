import type { createTrafficChecker } from '../../../src/testing/traffic.ts'

const parse = (text: string): unknown => {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** A form is an object of texts (RFC 6749 appendix B). */
const parseBody = (text: string, type: string | null): unknown =>
  type?.startsWith(FORM) ? Object.fromEntries(new URLSearchParams(text)) : parse(text)

/** Collects every departure of the API's traffic from the contract, as the API itself saw it. */
export const createTrafficWatch = (check: ReturnType<typeof createTrafficChecker>) => {
  const problems: Promise<string[]>[] = []
  let seen = 0
  const read = async (request: Request, response: Response) => {
    // A user who leaves the page breaks off what was on its way.
    const [sent, got] = await Promise.all([request.text(), response.text()]).catch(() => [undefined, undefined])
    if (sent === undefined || got === undefined) return []
    const { method, url } = request
    return check({
      method,
      url,
      requestBody: parseBody(sent, request.headers.get('content-type')),
      status: response.status,
      response: parse(got),
    })
  }
  return {
    observe(request: Request, response: Response) {
      const { pathname } = new URL(request.url)
      if (request.method === 'OPTIONS' || pathname === '/health') return
      seen += 1
      problems.push(read(request, response))
    },
    /** Exchanges seen since the start. */
    seen: () => seen,
    /** Departures since the last call. */
    take: async () => (await Promise.all(problems.splice(0))).flat(),
  }
}
