import { request } from 'node:http'

/** Posts JSON from another IP address of this machine, which a browser can't choose. */
export const postFrom = (
  localAddress: string,
  url: string,
  { body, headers = {} }: { body: object; headers?: Record<string, string> },
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const all = { 'content-type': 'application/json', ...headers }
    // The servers of the tests listen on IPv4 only.
    const target = url.replace('//localhost', '//127.0.0.1')
    const sent = request(target, { method: 'POST', localAddress, headers: all }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      )
    })
    sent.once('error', reject)
    sent.end(JSON.stringify(body))
  })
