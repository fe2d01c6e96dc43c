import { createServer, type Server, type Socket } from 'node:net'

/**
 * Returns the reply to a command, or to a whole message, whose step is `message`. After 354 a message follows. Without
 * a reply, the connection closes.
 */
type Replies = (step: string, text: string) => string | undefined

const GO_ON = '354'

/** Creates a mail server; `connected` is called for each connection. */
export const createSmtpServer = (connected: (socket: Socket) => Replies): Server =>
  createServer((socket) => {
    const replyTo = connected(socket)
    let pending = ''
    let isMessage = false
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    socket.on('data', (chunk) => {
      pending += String(chunk)
      for (;;) {
        const end = isMessage ? '\r\n.\r\n' : '\r\n'
        const at = pending.indexOf(end)
        if (at < 0) return
        const part = pending.slice(0, at)
        pending = pending.slice(at + end.length)
        const reply = replyTo(isMessage ? 'message' : part.slice(0, 4).toUpperCase(), part)
        if (reply === undefined) return void socket.destroy()
        isMessage = reply.startsWith(GO_ON)
        socket.write(reply)
      }
    })
  })
