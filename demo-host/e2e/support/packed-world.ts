import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type InstalledPackage, installPackage } from '../../../cdn/installed-package.test-kit.ts'
import { startMailServer } from '../../../src/serve/serve.test-kit.ts'
import { freePorts } from '../../../src/testing/ports.ts'
import { version } from '../../scripts/project.mjs'
import { openStaticSite } from './static-site.ts'

const PAGES = ['/index.html', '/home', ...['login', 'sign-up', 'activate', 'logout'].map((name) => `/account/${name}`)]

const pageOf = (api: string, clientId: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quokka</title><link rel="icon" href="data:,">
<script src="${api}/${version}/fe.umd.js" crossorigin="anonymous"></script></head><body>
<span id="who" role="status"></span><button id="portal" type="button">Open the portal</button>
<fe-login-box></fe-login-box><script>
  const app = fe.init({
    contextOptions: { baseUrl: '${api}', clientId: '${clientId}' },
    authOptions: { routes: { authenticatedUrl: '/home' } },
  })
  const show = ({ isAuthenticated, user }) => {
    document.getElementById('who').textContent = isAuthenticated ? 'Signed in as ' + user.email : ''
  }
  app.subscribe(show)
  document.getElementById('portal').addEventListener('click', () => app.showAdminPortal())
  app.ready().then(() => app.getState()).then(show)
</script></body></html>`

/** Opens all that a vendor has: the installed package, and a page of their application. */
export const openPackedWorld = async (databaseUrl: string | undefined) => {
  const port = await freePorts(2)
  const api = `http://localhost:${port}`
  const host = `http://localhost:${port + 1}`
  const mail = await startMailServer()
  const site = await openStaticSite(port + 1)
  const installed: InstalledPackage = await installPackage()
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PORT: String(port),
    SMTP_URL: mail.url,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  await installed.installServerPackages(env)
  let server: ChildProcess | undefined
  let output = ''

  return {
    api,
    host,
    folder: installed.folder,
    output: () => output,
    frontEntry: (...args: string[]) => installed.frontEntry(env, ...args),
    /** Publishes the vendor's page, which has the client ID that `init` made. */
    publish(clientId: string) {
      site.serve(Object.fromEntries(PAGES.map((path) => [path, pageOf(api, clientId)])))
    },
    /** Runs `front-entry serve` until the world ends; resolves when it is ready. */
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
    async end(): Promise<void> {
      if (server && server.exitCode === null) {
        const ended = once(server, 'close')
        server.kill('SIGTERM')
        await ended
      }
      await site.close()
      mail.close()
      await installed.remove()
    },
  }
}
