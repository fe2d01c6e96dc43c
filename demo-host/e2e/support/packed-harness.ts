import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { type InstalledPackage, installPackage } from '../../../cdn/installed-package.test-kit.ts'
import { SAMPLE_PRICES } from '../../../src/backend/sample/billing.ts'
import { planChanges } from '../../../src/contract/billing.ts'
import { startMailServer } from '../../../src/serve/serve.test-kit.ts'
import { freePorts } from '../../../src/testing/ports.ts'
import { createHooks } from '../../hooks/start.ts'
import { createDns } from '../../identity-provider/dns.ts'
import { startForDemo } from '../../identity-provider/for-demo.ts'
import { createPaymentProvider, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from '../../payment-provider/start.ts'
import { version } from '../../scripts/project.mjs'
import { openStaticSite } from './static-site.ts'

const OUTSIDE = fileURLToPath(new URL('./outside.mjs', import.meta.url))
/** Hosts of other companies, as the server and the browser name them. */
const IDP = 'idp.company.example'
const HOOKS = 'hooks.company.example'
const PAYMENTS = 'api.stripe.com'
export const IDP_ORIGIN = `https://${IDP}`
export const HOOK_URL = `https://${HOOKS}/hooks/crm`
const AUTH_PAGES = ['login', 'sign-up', 'activate', 'logout', 'saml/callback']
const PAGES = ['/index.html', '/home', ...AUTH_PAGES.map((name) => `/account/${name}`)]

const pageOf = (api: string, clientId: string, cardScriptUrl: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quokka</title><link rel="icon" href="data:,">
<script src="${api}/${version}/fe.umd.js" crossorigin="anonymous"></script></head><body>
<span id="who" role="status"></span><button id="portal" type="button">Open the portal</button>
<fe-login-box></fe-login-box><script>
  const app = fe.init({
    contextOptions: { baseUrl: '${api}', clientId: '${clientId}' },
    authOptions: { routes: { authenticatedUrl: '/home' } },
    subscriptionsOptions: { cardScriptUrl: '${cardScriptUrl}' },
  })
  const show = ({ isAuthenticated, user }) => {
    document.getElementById('who').textContent = isAuthenticated ? 'Signed in as ' + user.email : ''
  }
  app.subscribe(show)
  document.getElementById('portal').addEventListener('click', () => app.showAdminPortal())
  app.ready().then(() => app.getState()).then(show)
</script></body></html>`

/**
 * Opens everything that a vendor has: the installed package, a page of their application, and the companies that they
 * work with.
 */
export const openPackedHarness = async (databaseUrl: string | undefined) => {
  const port = await freePorts(3)
  const [api, host, idp] = [port, port + 1, port + 2].map((each) => `http://localhost:${each}`) as [
    string,
    string,
    string,
  ]
  const mail = await startMailServer()
  const dns = createDns()
  const hooks = createHooks()
  const zone = {
    owns: (path: string) => path.startsWith('/txt/'),
    listener: async (request: { url?: string | undefined }, response: { end(text: string): unknown }) => {
      response.end(JSON.stringify(await dns.resolveTxt(request.url?.slice('/txt/'.length) ?? '')))
    },
  }
  const payments = createPaymentProvider({
    prices: SAMPLE_PRICES,
    notify({ body, signature }) {
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
      // Sent after the response to the change, as over the network.
      setImmediate(() => fetch(api + planChanges.receivePaymentEvent.path, { method: 'POST', headers, body }))
    },
  })
  const foreign = await startForDemo({ host, cdn: api, api, idp }, dns, [hooks, zone, payments])
  const site = await openStaticSite(port + 1)
  const installed: InstalledPackage = await installPackage()
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import ${OUTSIDE}`,
    OUTSIDE: JSON.stringify({ [IDP]: idp, [HOOKS]: idp, [PAYMENTS]: idp }),
    OUTSIDE_DNS: `${idp}/txt/`,
    PORT: String(port),
    SMTP_URL: mail.url,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  await installed.installServerPackages(env)
  let server: ChildProcess | undefined
  let output = ''

  return {
    api,
    host,
    idp,
    hooks,
    folder: installed.folder,
    output: () => output,
    frontEntry: (...args: string[]) => installed.frontEntry(env, ...args),
    /** Publishes the vendor's page, which has the client ID that `init` made. */
    publish(clientId: string) {
      const page = pageOf(api, clientId, `${idp}/stripe/stripe.js`)
      site.serve(Object.fromEntries(PAGES.map((path) => [path, page])))
    },
    /** Returns the metadata of the company's identity provider, whose sign-in page has a public name. */
    async metadata(): Promise<string> {
      const text = await (await fetch(`${idp}/saml/metadata`)).text()
      return text.replaceAll(`Location="${idp}`, `Location="${IDP_ORIGIN}`)
    },
    /** Runs `front-entry serve` until the fixture is closed; resolves when it is ready. */
    async serve(): Promise<void> {
      const child = spawn(process.execPath, [installed.command, 'serve'], { cwd: installed.folder, env })
      server = child
      await new Promise<void>((resolve, reject) => {
        const look = (chunk: Buffer) => {
          output += String(chunk)
          if (output.includes(`ready ${api}`)) resolve()
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
      })
    },
    /** Returns the link to the application in the newest email to a user. */
    async linkTo(email: string): Promise<string> {
      const { text } = await mail.mailTo(email)
      const [link] = text.match(/http:\/\/localhost:\d+\/\S+/) ?? []
      if (!link) throw new Error(`No link in the email to ${email}: ${text}`)
      return link
    },
    /** Lets a browser reach the identity provider at its public name. */
    async connect(context: BrowserContext): Promise<void> {
      await context.route(`${IDP_ORIGIN}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url())
        const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' }
        await route.fulfill({ response: await route.fetch({ url: idp + pathname + search, headers }) })
      })
    },
    async end(): Promise<void> {
      if (server && server.exitCode === null) {
        const ended = once(server, 'close')
        server.kill('SIGTERM')
        await ended
      }
      await Promise.all([site.close(), foreign.close()])
      mail.close()
      await installed.remove()
    },
  }
}
