import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../testing/ports.ts'

const NGINX = '/usr/sbin/nginx'
const DEPLOYED = fileURLToPath(new URL('../../cdn/deploy/nginx.conf', import.meta.url))
const LOOK_MS = 50
const PATIENCE_MS = 15_000

/** Returns why nginx can't be started, or `false`. */
export const nginxMissing = (): string | false => (existsSync(NGINX) ? false : 'nginx is not installed')

const isOpen = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const opened = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).then(
    ([error]) => error === undefined,
    () => false,
  )
  socket.destroy()
  return opened
}

/** Reads the upstream, and the rules for an unavailable process, from the deployed file. */
const deployedRules = async (processes: readonly [number, number]) => {
  const text = await readFile(DEPLOYED, 'utf8')
  const upstream = /^upstream front_entry \{[^}]+\}/m.exec(text)?.[0] ?? ''
  const rules = [/proxy_http_version .+;/, /proxy_set_header Connection .+;/, /proxy_next_upstream .+;/]
  const found = [...rules, /proxy_connect_timeout .+;/].map((rule) => rule.exec(text)?.[0] ?? '')
  if (!upstream || found.includes('')) throw new Error(`${DEPLOYED} has other rules for its processes`)
  return {
    upstream: upstream.replace('127.0.0.1:3000', `127.0.0.1:${processes[0]}`).replace(':3001', `:${processes[1]}`),
    rules: found.join('\n'),
  }
}

/** Starts nginx without TLS in front of two processes, with the rules of the deployed file. */
export const startProxy = async (processes: readonly [number, number]) => {
  const folder = await mkdtemp(join(tmpdir(), 'front-entry-nginx-'))
  const port = await freePorts(1)
  const { upstream, rules } = await deployedRules(processes)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const config = `pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
${paths}
access_log off;
${upstream}
server {
listen 127.0.0.1:${port};
location / {
proxy_pass http://front_entry;
proxy_set_header Host $http_host;
${rules}
}
}
}
`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: 'inherit',
  })
  const ended = once(child, 'close')
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await isOpen(port)) && performance.now() < giveUpAt) await wait(LOOK_MS)
  return {
    origin: `http://localhost:${port}`,
    /** Returns what nginx logged about the processes. */
    errors: async (): Promise<string[]> =>
      (await readFile(join(folder, 'error.log'), 'utf8')).split('\n').filter((line) => line !== ''),
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
