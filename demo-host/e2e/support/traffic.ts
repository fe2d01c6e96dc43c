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

/** Parses a body; a form becomes an object of texts (RFC 6749 appendix B). */
const parseBody = (text: string, type: string | null): unknown =>
  type?.startsWith(FORM) ? Object.fromEntries(new URLSearchParams(text)) : parse(text)

/** Collects every violation of the contract in the API's traffic, as seen by the API itself. */
export const createTrafficWatch = (check: ReturnType<typeof createTrafficChecker>) => {
  const problems: Promise<string[]>[] = []
  let seen = 0
  const read = async (request: Request, response: Response) => {
    // A user who leaves the page aborts pending requests.
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
    /** Returns the number of exchanges since the start. */
    seen: () => seen,
    /** Returns the violations since the last call. */
    take: async () => (await Promise.all(problems.splice(0))).flat(),
  }
}
