import type { AnyEndpoint } from '../contract/endpoint.ts'
import { login } from '../contract/login.ts'
import { fillPath } from '../contract/path.ts'
import { activation, signUp } from '../contract/sign-up.ts'
import { freePorts } from '../testing/ports.ts'
import { type ServeProcess, type startMailServer, startServe, untilReady } from './serve.test-kit.ts'

export const APP = 'https://app.example.com'
export const PASSWORD = 'Correct-Horse-9'

/** Settings that the production server requires; it sends nothing to this mail server. */
export const ENV = {
  SEALING_KEY: Buffer.alloc(32, 1).toString('base64'),
  SMTP_URL: 'smtp://mail.example.com',
  API_URL: 'https://id.example.com',
  APP_URL: APP,
  CLIENT_ID: '0a1b2c3d-0000-4000-8000-000000000001',
}

type MailServer = Awaited<ReturnType<typeof startMailServer>>

export interface Served {
  process: ServeProcess
  /** URL at which this process listens. */
  url: string
}

/** Starts the production server as a process at a free port, or at the one in `env`. */
export const startProductionServer = async (env: Record<string, string>, start = startServe): Promise<Served> => {
  const port = env.PORT ?? String(await freePorts(1))
  const url = `http://localhost:${port}`
  const process = start({
    ...ENV,
    API_URL: url,
    PORT: port,
    CDN_URL: 'https://cdn.example.com',
    NODE_ENV: 'production',
    ...env,
  })
  await untilReady(process)
  return { process, url }
}

export interface CallReply {
  status: number
  text: string
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there
  body: any
}

/** Simulates a user of the application: calls send the token of the last sign-in or refresh, and the refresh cookie. */
export const createBrowser = (
  api: string,
  { origin = APP, address = '' }: { origin?: string; address?: string } = {},
) => {
  let token = ''
  let cookie = ''

  const call = async (method: string, path: string, body?: unknown): Promise<CallReply> => {
    const headers = {
      Origin: origin,
      ...(address && { 'X-Forwarded-For': address }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(cookie && { Cookie: cookie }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(api + path, { method, headers, ...sent })
    const text = await response.text()
    const [set] = response.headers.getSetCookie().filter((each) => each.startsWith('fe_refresh'))
    if (set) cookie = set.split(';')[0] ?? ''
    const parsed = /^[[{]/.test(text) ? JSON.parse(text) : text
    if (typeof parsed.accessToken === 'string') token = parsed.accessToken
    return { status: response.status, text, headers: response.headers, body: parsed }
  }
  const send = (endpoint: AnyEndpoint, body?: unknown, path: Record<string, string> = {}) =>
    call(endpoint.method, fillPath(endpoint.path, path), body)

  return {
    call,
    send,
    signIn: (email: string) => send(login.login, { email, password: PASSWORD }),
    /** Creates an account and signs its first user in. */
    async signUp(email: string, mail: MailServer): Promise<void> {
      const signedUp = await send(signUp.signUp, { email, companyName: 'Example', password: PASSWORD })
      if (signedUp.status !== 200) throw new Error(`Sign-up: ${signedUp.status} ${signedUp.text}`)
      const { text } = await mail.mailTo(email)
      const [link = ''] = /https:\/\/app\.example\.com\/account\/activate\S+/.exec(text) ?? []
      const { searchParams } = new URL(link)
      const proof = { userId: searchParams.get('userId'), token: searchParams.get('token') }
      const activated = await send(activation.activateAccount, { ...proof, password: PASSWORD })
      if (activated.status !== 200) throw new Error(`Activation: ${activated.status} ${activated.text}`)
      await send(login.login, { email, password: PASSWORD })
    },
    isSignedIn: () => token !== '',
  }
}

export type Browser = ReturnType<typeof createBrowser>
