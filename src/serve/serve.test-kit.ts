import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createSmtpServer } from '../backend/adapters/smtp-server.test-kit.ts'
import { scriptArguments } from '../testing/child-script.ts'

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

export interface ReceivedMail {
  to: string
  text: string
}

/** Decodes quoted-printable text (RFC 2045 §6.7), which nodemailer sends. */
const decoded = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Starts an SMTP server that stores received emails. */
export const startMailServer = async () => {
  const mails: ReceivedMail[] = []
  const waiting: { to: string; found: (mail: ReceivedMail) => void }[] = []
  const keep = (mail: ReceivedMail) => {
    mails.push(mail)
    for (const each of waiting.filter(({ to }) => to === mail.to)) each.found(mail)
  }
  const server = createSmtpServer(() => {
    let to = ''
    return (step, text) => {
      if (step === 'message') keep({ to, text: decoded(text) })
      if (step === 'RCPT') to = /<([^>]*)>/.exec(text)?.[1] ?? ''
      return step === 'DATA' ? '354 Go on\r\n' : '250 OK\r\n'
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?from=no-reply@example.com`,
    /** Returns an email to the recipient that has arrived, or the next one. */
    mailTo: (to: string): Promise<ReceivedMail> => {
      const found = mails.find((mail) => mail.to === to)
      return found ? Promise.resolve(found) : new Promise((resolve) => waiting.push({ to, found: resolve }))
    },
    close: () => server.close(),
  }
}

export interface ServeProcess {
  child: ChildProcess
  /** Returns everything printed so far. */
  output(): string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

const processOf = (child: ChildProcess): ServeProcess => {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)))
  return { child, output: () => text, ended: once(child, 'close').then(([code]) => code as number | null) }
}

/** Runs `npm run serve`, without npm in between. */
export const startServe = (env: Record<string, string>): ServeProcess =>
  processOf(
    spawn(process.execPath, scriptArguments(MAIN, 'serve'), {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )

/** Runs `npm run serve` in a terminal, which closes with the returned process. The output begins with the server's ID. */
export const startServeInTerminal = (env: Record<string, string>): ServeProcess => {
  const command = [process.execPath, ...scriptArguments(MAIN, 'serve')].map((each) => `'${each}'`).join(' ')
  return processOf(
    spawn('script', ['--quiet', '--flush', '--command', `echo $$; exec ${command}`, '/dev/null'], {
      env: { PATH: process.env.PATH, SHELL: '/bin/sh', ...env },
      stdio: 'pipe',
    }),
  )
}

/** Waits until the process listens; rejects when it ends. */
export const untilReady = (served: ServeProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => served.output().includes('ready http') && resolve()
    served.child.stdout?.on('data', look)
    served.ended.then((code) => reject(new Error(`The server ended with ${code}: ${served.output()}`)))
  })
