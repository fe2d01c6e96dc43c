/**
 * Creates a browser without pages: it follows redirects and keeps cookies by name, because all ports of localhost share
 * them.
 */
export const createVisitor = () => {
  const jar = new Map<string, string>()

  const visit = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    if (init.method === 'POST' && !headers.has('origin')) headers.set('origin', new URL(url).origin)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  /** Follows redirects until `isEnd` returns true, or until a page is shown. */
  const follow = async (
    start: string | URL,
    isEnd: (url: URL) => boolean,
    init: RequestInit = {},
  ): Promise<{ url: URL; response: Response | undefined }> => {
    let url = new URL(start)
    let request = init
    for (let step = 0; step < 12; step++) {
      if (isEnd(url)) return { url, response: undefined }
      const response = await visit(url, request)
      const location = response.headers.get('location')
      if (!location) return { url, response }
      url = new URL(location, url)
      request = {}
    }
    throw new Error(`Too many redirects, the last to ${url}`)
  }

  const post = (url: string | URL, body: unknown, origin: string) =>
    visit(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    })

  return { jar, visit, follow, post }
}

export type Visitor = ReturnType<typeof createVisitor>
