interface Socket {
  sendMessageWaitForResponse(message: unknown): Promise<{ executed: boolean }>
}

/** Served by the test runner; the name is kept from the bundler. */
const SOCKET = '/__web-dev-server__web-socket.js'

/** Asks the test runner to do what a page can't do by itself. */
export const runnerCommand = async (command: string, payload: Readonly<Record<string, unknown>>): Promise<void> => {
  const socket = (await import(SOCKET)) as Socket // the runner's own module
  const sessionId = new URL(location.href).searchParams.get('wtr-session-id')
  await socket.sendMessageWaitForResponse({ type: 'wtr-command', sessionId, command, payload })
}
