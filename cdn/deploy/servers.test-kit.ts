import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type Server } from 'node:http'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { createCredentials } from '../../demo-host/identity-provider/credentials.ts'
import { root, version } from '../../demo-host/scripts/project.mjs'
import { createCdn } from '../../src/serve/cdn.ts'
import { closeServer, listen } from '../../src/serve/listen.ts'
import { freePorts, isFree } from '../../src/testing/ports.ts'

const RELEASES = join(root, 'cdn')
const PATIENCE_MS = 15_000

const deployFile = (name: string) => readFile(fileURLToPath(new URL(name, import.meta.url)), 'utf8')

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface WebServer {
  cdn: string
  api: string
  end(): Promise<void>
}

const sendPlainly = (url: string, { method, headers, body }: Ask): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(Buffer.from(part))
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
    })
    sent.once('error', reject)
    sent.end(body)
  })

/** Sends one request, over HTTP/2 if there is TLS, as browsers do. The test creates the certificate. */
export const ask = (url: string, asked: Ask = {}): Promise<Reply> => {
  const { origin, pathname, search, protocol } = new URL(url)
  if (protocol === 'http:') return sendPlainly(url, asked)
  const { method = 'GET', headers = {}, body } = asked
  return new Promise((resolve, reject) => {
    const session = connect(origin, { rejectUnauthorized: false })
    session.once('error', reject)
    const stream = session.request({ ':method': method, ':path': pathname + search, ...headers })
    const parts: Buffer[] = []
    let reply: IncomingHttpHeaders = {}
    stream.on('response', (received) => {
      reply = received
    })
    stream.on('data', (part) => parts.push(Buffer.from(part)))
    stream.once('error', reject)
    stream.once('end', () => {
      session.close()
      resolve({ status: Number(reply[':status']), headers: reply, body: Buffer.concat(parts) })
    })
    stream.end(body)
  })
}

const untilOpen = async (child: ChildProcess, ports: readonly number[], output: () => string) => {
  const deadline = performance.now() + PATIENCE_MS
  for (const port of ports)
    while (await isFree(port)) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`It does not listen:\n${output()}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
}

/** Waits for certificates, which Caddy makes after it has begun to listen. */
const untilSecure = async (port: number): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  const isSecure = () =>
    new Promise<boolean>((resolve) => {
      const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
      socket.once('error', () => resolve(false))
      socket.once('secureConnect', () => {
        socket.destroy()
        resolve(true)
      })
    })
  while (!(await isSecure())) {
    if (performance.now() > deadline) throw new Error(`Port ${port} has no certificate`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface Program {
  command: string
  args: string[]
  folder: string
  env?: Record<string, string>
  ports: readonly number[]
}

const startProgram = async ({ command, args, folder, env, ports }: Program): Promise<() => Promise<void>> => {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, HOME: folder, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('error', (error) => {
    output += error
  })
  const end = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  await untilOpen(child, ports, () => output).catch(async (error) => {
    await end()
    throw error
  })
  return end
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'front-entry-deploy-'))

const makeCertificate = async (folder: string) => {
  const files = { cert: join(folder, 'tls.pem'), key: join(folder, 'tls.key') }
  const { certificate, privateKey } = await createCredentials('localhost')
  await writeFile(files.cert, certificate)
  await writeFile(files.key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return files
}

/** Makes the replacements that an administrator would make, and fails if the file no longer has the text. */
export const replaced = (text: string, pairs: readonly (readonly [from: string, to: string])[]): string => {
  let result = text
  for (const [from, to] of pairs) {
    if (!result.includes(from)) throw new Error(`The file has no ${from}`)
    result = result.replaceAll(from, to)
  }
  return result
}

export const startNginx = async (processes: readonly [number, number]): Promise<WebServer> => {
  const folder = await makeFolder()
  const first = await freePorts(3)
  const [plain, cdn, api] = [first, first + 1, first + 2]
  const { cert, key } = await makeCertificate(folder)
  const [cdnSite = '', apiSite = ''] = [cdn, api].map((port) => `listen 127.0.0.1:${port} ssl http2;`)
  const site = replaced(await deployFile('nginx.conf'), [
    ['127.0.0.1:3000', `127.0.0.1:${processes[0]}`],
    ['127.0.0.1:3001', `127.0.0.1:${processes[1]}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['server_name cdn.example.com id.example.com;', 'server_name localhost;'],
    ['listen 443 ssl http2;\n    server_name cdn.example.com;', `${cdnSite}\n    server_name localhost;`],
    ['listen 443 ssl http2;\n    server_name id.example.com;', `${apiSite}\n    server_name localhost;`],
    ['/etc/ssl/front-entry/cdn.pem', cert],
    ['/etc/ssl/front-entry/cdn.key', key],
    ['/etc/ssl/front-entry/id.pem', cert],
    ['/etc/ssl/front-entry/id.key', key],
    ['/srv/front-entry', RELEASES],
    ['https://$host/', `https://$host:${cdn}/`],
  ])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const main = `load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
user root;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
${paths}
access_log off;
include /etc/nginx/mime.types;
include ${folder}/site.conf;
}
`
  await writeFile(join(folder, 'site.conf'), site)
  await writeFile(join(folder, 'nginx.conf'), main)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const end = await startProgram({ command: '/usr/sbin/nginx', args, folder, ports: [plain, cdn, api] })
  return { cdn: `https://localhost:${cdn}`, api: `https://localhost:${api}`, end }
}

export const startCaddy = async (processes: readonly [number, number]): Promise<WebServer> => {
  const folder = await makeFolder()
  const cdn = await freePorts(2)
  const api = cdn + 1
  // By default Caddy would add its own authority to those that this machine trusts.
  const main = `{
	admin off
	skip_install_trust
	auto_https disable_redirects
	default_bind 127.0.0.1
}
import ${fileURLToPath(new URL('Caddyfile', import.meta.url))}
`
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'Caddyfile'), main)
  const env = {
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'data'),
    CDN_HOST: `https://localhost:${cdn}`,
    API_HOST: `https://localhost:${api}`,
    RELEASES,
    API_PROCESSES: processes.map((port) => `127.0.0.1:${port}`).join(' '),
  }
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  const end = await startProgram({ command: '/usr/bin/caddy', args, folder, env, ports: [cdn, api] })
  await Promise.all([untilSecure(cdn), untilSecure(api)]).catch(async (error) => {
    await end()
    throw error
  })
  return { cdn: env.CDN_HOST, api: env.API_HOST, end }
}

/** Serves the release as `front-entry serve` does itself, without a server in front of it. */
export const startOwn = async (): Promise<{ cdn: string; end(): Promise<void> }> => {
  const server: Server = await listen(createCdn(join(RELEASES, version), version), 0)
  const { port } = server.address() as AddressInfo
  return { cdn: `http://localhost:${port}`, end: () => closeServer(server) }
}
