import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** Errors of connecting to a socket whose process has ended, or that was removed. */
const DEAD = ['ECONNREFUSED', 'ENOENT']

/** A socket in a folder, which processes of other containers can reach while its process runs. */
export interface FolderSocket {
  name: string
  close(): void
}

/** Returns a short path of an open folder: the path of a socket has at most 107 bytes. */
const pathOf = (handle: number): string => `/proc/self/fd/${handle}`

const listen = (path: string): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((peer) => peer.destroy())
    // Without a listener, a later error would end the process.
    server.on('error', () => resolve(undefined))
    server.listen(path, () => resolve(server.unref()))
  })

/** Listens in the folder; returns `undefined` on file systems without sockets, and on systems other than Linux. */
export const listenIn = async (folder: string): Promise<FolderSocket | undefined> => {
  if (process.platform !== 'linux') return undefined
  const name = `front-entry.${randomUUID()}.sock`
  const handle = openSync(folder, 'r')
  const server = await listen(join(pathOf(handle), name))
  if (!server) closeSync(handle)
  return (
    server && {
      name,
      close() {
        // It removes the socket by the path that it was given, which ends with the handle.
        server.close()
        closeSync(handle)
      },
    }
  )
}

const isAccepted = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(!DEAD.includes(error.code ?? '')))
  })

/** Returns whether a process listens on the socket; the kernel accepts connections for a process that is busy or paused. */
export const isListeningIn = async (folder: string, name: string): Promise<boolean> => {
  if (process.platform !== 'linux') return false
  const handle = openSync(folder, 'r')
  try {
    return await isAccepted(join(pathOf(handle), name))
  } finally {
    closeSync(handle)
  }
}
